import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '#server/platform/http/problem.ts'

/** Runs a render for a visitor. Throws `too-many-requests` above the visitor's limit, `unavailable` if too many are waiting. */
export type RunRender = <Result>(request: FastifyRequest, render: () => Promise<Result>) => Promise<Result>

/** Limits one visitor per minute; high enough for an office behind one IP address. Cached pages do not count. */
const maxPerMinute = 240
const maxConcurrentPerVisitor = 8

/** Bounds what one visitor renders, at once and in a minute, so that a visitor who asks without end takes nothing from others. */
export function limitVisitorRenders(app: FastifyInstance, rateLimits: boolean): RunRender {
  if (!rateLimits) return (_request, render) => render()
  const count = app.createRateLimit({
    max: maxPerMinute,
    keyGenerator: (request) => `pages ${normalizeIP(request.ip)}`,
  })
  const underWay = new Map<string, number>()
  return async (request, render) => {
    const visitor = normalizeIP(request.ip)
    const rendering = underWay.get(visitor) ?? 0
    if (rendering >= maxConcurrentPerVisitor) throw problem('too-many-requests', { seconds: 1 })
    underWay.set(visitor, rendering + 1)
    try {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded)
        throw problem('too-many-requests', { seconds: counted.ttlInSeconds })
      return await render()
    } finally {
      const left = (underWay.get(visitor) ?? 1) - 1
      if (left > 0) underWay.set(visitor, left)
      else underWay.delete(visitor)
    }
  }
}

/** Limits concurrent renders: more would not finish earlier, and would delay orders. */
const maxConcurrent = 2
/** Limits the queue to about two seconds. */
const maxWaiting = 48

export interface RenderQueue {
  /**
   * Runs a render in its turn. Shared pages go first and are always accepted; others throw `unavailable` if too many are waiting.
   */
  run<Result>(render: () => Promise<Result>, isShared: boolean): Promise<Result>
}

/** Creates a queue that limits concurrent renders, so that other requests are not delayed. */
export function createRenderQueue(): RenderQueue {
  const shared: (() => void)[] = []
  const others: (() => void)[] = []
  let running = 0
  return {
    async run(render, isShared) {
      if (running >= maxConcurrent) {
        if (!isShared && others.length >= maxWaiting) throw problem('unavailable')
        await new Promise<void>((start) => void (isShared ? shared : others).push(start))
      } else running++
      try {
        return await render()
      } finally {
        // The next waiting render takes over the slot.
        const next = shared.shift() ?? others.shift()
        if (next) next()
        else running--
      }
    },
  }
}
