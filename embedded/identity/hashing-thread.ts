import { Worker } from 'node:worker_threads'

/** What Argon2 spends on one password: KiB of memory, passes over it, lanes. */
export interface HashingCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** To hash a password at a cost, or to compare one with a hash. */
export type HashingJob = { password: string; cost: HashingCost } | { password: string; passwordHash: string }

export type HashingAnswer = { result: string | boolean } | { failure: string }

/** A thread that hashes one password at a time and gives way to everything else that the shop does. */
export interface HashingThread {
  run(job: HashingJob): Promise<string | boolean>
  close(): Promise<unknown>
}

export function openHashingThread(): HashingThread {
  const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url))
  // an idle thread keeps no process alive
  worker.unref()
  return {
    async run(job) {
      worker.ref()
      const answered = Promise.withResolvers<HashingAnswer>()
      const died = () => answered.reject(new Error('the hashing thread ended'))
      worker.once('message', answered.resolve).once('error', answered.reject).once('exit', died)
      try {
        worker.postMessage(job)
        const answer = await answered.promise
        if ('failure' in answer) throw new Error(answer.failure)
        return answer.result
      } finally {
        worker.off('message', answered.resolve).off('error', answered.reject).off('exit', died)
        worker.unref()
      }
    },
    close: () => worker.terminate(),
  }
}
