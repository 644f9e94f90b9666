import { Worker } from 'node:worker_threads'

/** Describes the cost of Argon2: KiB of memory, passes and parallelism. */
export interface HashingCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** Hashes a password, or compares it with a hash. */
export type HashingJob = { password: string; cost: HashingCost } | { password: string; passwordHash: string }

export type HashingResult = { result: string | boolean } | { failure: string }

/** Hashes one password at a time in a thread of low priority. */
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
      const answered = Promise.withResolvers<HashingResult>()
      const died = () => answered.reject(new Error('the hashing thread ended'))
      // Under `node --watch`, Node itself sends messages, too: the files that the thread has loaded.
      const receive = (message: object) => {
        if ('result' in message || 'failure' in message) answered.resolve(message as HashingResult)
      }
      worker.on('message', receive).once('error', answered.reject).once('exit', died)
      try {
        worker.postMessage(job)
        const response = await answered.promise
        if ('failure' in response) throw new Error(response.failure)
        return response.result
      } finally {
        worker.off('message', receive).off('error', answered.reject).off('exit', died)
        worker.unref()
      }
    },
    close: () => worker.terminate(),
  }
}
