import cluster from 'node:cluster'
import { ConfigError } from '#server/platform/config.ts'

/**
 * Starts the processes that serve, and again each one that dies, and returns how to end them once all have sent that they listen. Throws a
 * ConfigError if one ends before it does.
 */
export async function startWorkers(count: number, env: Record<string, string>): Promise<() => Promise<void>> {
  let stopping = false
  const start = () => cluster.fork(env)
  cluster.on('exit', () => {
    // A pause, so that a process that cannot live does not keep the machine busy.
    setTimeout(() => stopping || start(), 1000)
  })
  const first = Array.from({ length: count }, start)
  try {
    await Promise.all(
      first.map(
        (worker) =>
          new Promise((resolve, reject) => {
            worker.once('message', resolve)
            worker.once('exit', () =>
              reject(new ConfigError('A serving process could not start; its own lines say why.')),
            )
          }),
      ),
    )
  } catch (error) {
    stopping = true
    throw error
  }
  return async () => {
    stopping = true
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      living.map((worker) => {
        worker.process.kill('SIGTERM')
        return new Promise((resolve) => worker.once('exit', resolve))
      }),
    )
  }
}
