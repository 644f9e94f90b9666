import type { FastifyBaseLogger } from 'fastify'
import { forgetOldAnswers } from './answer-once.ts'
import type { CardsDeps } from './cards-deps.ts'
import { deliverEvents } from './deliver-events.ts'
import { settleRefunds } from './settle-refunds.ts'
import { wireFailure } from './wire-failure.ts'

const pauseMs = 2000
const tidyEveryMs = 3_600_000

/** What happens without a request: delivery of events, refunds in two steps, forgetting. Safe in several processes. */
export function backgroundWork(deps: CardsDeps, log: FastifyBaseLogger) {
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let tidiedAt = 0

  /** Looks at once whether there is something to do. */
  function wake(): void {
    again = true
    if (stopped.signal.aborted) return
    running ??= rounds().finally(() => {
      running = undefined
      clearTimeout(timer)
      if (!stopped.signal.aborted) timer = setTimeout(wake, pauseMs).unref()
    })
  }

  async function rounds(): Promise<void> {
    try {
      while (again && !stopped.signal.aborted) {
        again = false
        await settleRefunds(deps)
        if (deps.webhook !== undefined) await deliverEvents(deps, deps.webhook, stopped.signal)
        if (Date.now() - tidiedAt > tidyEveryMs) {
          tidiedAt = Date.now()
          await forgetOldAnswers(deps.db, deps.now())
        }
      }
    } catch (error) {
      log.error({ cause: wireFailure(error).cause }, 'The card sandbox will try again')
    }
  }

  async function stop(): Promise<void> {
    stopped.abort()
    clearTimeout(timer)
    await running
  }

  return { wake, stop }
}
