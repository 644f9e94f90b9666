import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { call } from '#torture/call.ts'

/** Requests the health check five times a second from a thread of its own; returns the durations. */
export function watchHealth(url: string): { stop(): Promise<number[]> } {
  const thread = new Worker(new URL(import.meta.url), { workerData: url })
  return {
    async stop() {
      const waits = new Promise<number[]>((resolve, reject) => thread.once('message', resolve).once('error', reject))
      thread.postMessage('enough')
      return waits
    },
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  const url = String(workerData)
  const waits: number[] = []
  let isEnough = false
  port.once('message', () => (isEnough = true))
  while (!isEnough) {
    const { status, ms } = await call(url, 'GET', '/healthz')
    if (status === 200) waits.push(ms)
    await delay(200)
  }
  port.postMessage(waits)
}
