import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { problem } from '#server/platform/http/problem.ts'

/** Runs the work of a call about many lines in its turn. Throws `too-many-requests` or `unavailable` if too many wait. */
export type RunWide = <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>

/** Limits such calls of a process at once: 300 orders of 1,000 lines held all connections, and nobody got an answer (2026-11-23). */
const mostAtOnce = 4
const mostAtOncePerVisitor = 2
const mostWaitingPerVisitor = 16
const mostWaiting = 64

interface Waiting {
  visitor: string
  start: () => void
}

/** Creates turns for calls about many lines: visitors who send many at once wait for themselves, others go before them. */
export function createWideCalls(): RunWide {
  const underWay = new Map<string, number>()
  const waiting: Waiting[] = []
  let running = 0
  const mayStart = (visitor: string) => running < mostAtOnce && (underWay.get(visitor) ?? 0) < mostAtOncePerVisitor
  const begin = (visitor: string) => {
    running++
    underWay.set(visitor, (underWay.get(visitor) ?? 0) + 1)
  }
  return async (request, work) => {
    const visitor = request.actor?.apiKeyId ?? request.actor?.id ?? normalizeIP(request.ip)
    if (mayStart(visitor)) begin(visitor)
    else {
      if (waiting.filter((other) => other.visitor === visitor).length >= mostWaitingPerVisitor)
        throw problem('too-many-requests', { seconds: 1 })
      if (waiting.length >= mostWaiting) throw problem('unavailable')
      await new Promise<void>((start) => void waiting.push({ visitor, start }))
    }
    try {
      return await work()
    } finally {
      running--
      const left = (underWay.get(visitor) ?? 1) - 1
      if (left > 0) underWay.set(visitor, left)
      else underWay.delete(visitor)
      const next = waiting.findIndex((other) => mayStart(other.visitor))
      const [started] = next === -1 ? [] : waiting.splice(next, 1)
      if (started) {
        begin(started.visitor)
        started.start()
      }
    }
  }
}
