import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashingResult, HashingJob } from './hashing-thread.ts'

// A third of the usual CPU share under load, all of it when idle.
const niceness = 5

// Linux knows the priority of a thread; elsewhere this would be that of the whole shop.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceness))

parentPort?.on('message', (job: HashingJob) => parentPort?.postMessage(response(job)))

function response(job: HashingJob): HashingResult {
  try {
    return { result: 'cost' in job ? hashSync(job.password, job.cost) : verifySync(job.passwordHash, job.password) }
  } catch (thrown) {
    return { failure: thrown instanceof Error ? thrown.message : 'hashing failed' }
  }
}
