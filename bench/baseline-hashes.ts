import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { hashSync } from '@node-rs/argon2'

// Two threads hash with the cost and the priority of the service for the milliseconds of the argument; then it says how
// many hashes that were per second.
const niceness = 5
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

if (isMainThread) {
  const forMs = Number(process.argv[2])
  const threads = [1, 2].map(() => new Worker(new URL(import.meta.url), { workerData: forMs }))
  const counts = await Promise.all(threads.map(async (thread) => Number((await once(thread, 'message'))[0])))
  process.stdout.write(`${counts.reduce((sum, count) => sum + count)}\n`)
} else {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceness))
  const startedAt = performance.now()
  let done = 0
  for (; performance.now() - startedAt < workerData; done++) hashSync('only-for-this-run', cost)
  parentPort?.postMessage((done * 1000) / (performance.now() - startedAt))
}
