import type { FastifyBaseLogger } from 'fastify'
import { type CardsDeps, errorResponse } from './api.ts'
import { deliverEvents } from './deliver-events.ts'
import { deleteOldKeys } from './idempotency.ts'
import { settleRefunds } from './settle-refunds.ts'

const pollIntervalMs = 2000
const cleanupIntervalMs = 3_600_000

/** Settles refunds, delivers events and deletes old idempotency keys in the background. Safe in several processes. */
export function createBackgroundJobs(deps: CardsDeps, log: FastifyBaseLogger) {
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isDue = false
  let cleanedUpAt = 0

  /** Looks for work at once instead of at the next poll. */
  function wake(): void {
    isDue = true
    if (stopped.signal.aborted) return
    running ??= runWhileDue().finally(() => {
      running = undefined
      clearTimeout(timer)
      if (!stopped.signal.aborted) timer = setTimeout(wake, pollIntervalMs).unref()
    })
  }

  async function runWhileDue(): Promise<void> {
    try {
      while (isDue && !stopped.signal.aborted) {
        isDue = false
        await settleRefunds(deps)
        if (deps.webhook !== undefined) await deliverEvents(deps, deps.webhook, stopped.signal)
        if (Date.now() - cleanedUpAt > cleanupIntervalMs) {
          cleanedUpAt = Date.now()
          await deleteOldKeys(deps.db, deps.now())
        }
      }
    } catch (error) {
      log.error({ cause: errorResponse(error).cause }, 'card sandbox: a background job failed and is retried')
    }
  }

  async function stop(): Promise<void> {
    stopped.abort()
    clearTimeout(timer)
    await running
  }

  return { wake, stop }
}
