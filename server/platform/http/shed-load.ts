import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { CommonHeaders } from '#server/platform/http/common-headers.ts'
import { problem, writeProblem, tooManyRequests } from '#server/platform/http/problem.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

/** Limits the concurrent requests of a process. */
export const maxInFlight = 400
/** A body that has not arrived by then waits for its sender and no longer counts: ten addresses with 40 each kept everybody out (2026-11-26). */
const bodyTimeMs = 1000
/**
 * Limits the requests of a connection that have no answer yet: four connections with 50 kept everybody out (2026-11-26). Browsers and proxies
 * send one; the end of a streamed answer may be noticed after the next request.
 */
const maxPipelined = 2
/** Limits the unfinished bodies of one address: 420 of one byte each kept everybody out for 20 s (2026-11-25). */
const maxOpenBodies = 40
/** Delays each rejection, so that immediate retries do not keep the process busy: half a second took half as many orders meanwhile. */
const rejectionDelayMs = 1000

/**
 * Creates a function that admits a request, or rejects it with 503 and Retry-After before any routing, and one that takes a request out of the
 * count: once its answer is there, the shop has no more work with it, however slowly it is read. `@fastify/under-pressure` measures the event
 * loop, not the queue: with it alone, an order among 3,000 clients took 5.7 s (1.8 s with this) and the first one afterwards was refused (2026-11-22).
 */
export function createAdmissionControl(headers: CommonHeaders, limit = maxInFlight) {
  const inFlight = new Map<ServerResponse, { request: IncomingMessage; since: number }>()
  function leaveOutStalled(now: number): void {
    for (const [response, { request, since }] of inFlight) {
      if (!request.complete && now - since > bodyTimeMs) inFlight.delete(response)
    }
  }
  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const now = performance.now()
    if (inFlight.size >= limit) leaveOutStalled(now)
    // Health checks are always accepted.
    if (inFlight.size >= limit && !isHealthCheck(request.url)) {
      const reject = () => writeProblem(response, problem('unavailable'), { ...headers, 'retry-after': '1' })
      const rejection = setTimeout(reject, rejectionDelayMs)
      response.once('close', () => clearTimeout(rejection))
      // The body is read and discarded, so that the connection can be reused.
      request.resume()
      return false
    }
    inFlight.set(response, { request, since: now })
    response.once('close', () => release(response))
    return true
  }
  const release = (response: ServerResponse) => inFlight.delete(response)
  return { admit, release }
}

/** Creates a function that says whether a connection sends many requests without waiting for their answers. */
export function createPipeliningLimit(limit = maxPipelined) {
  const unanswered = new WeakMap<Socket, number>()
  return function isPipelined({ socket }: Pick<IncomingMessage, 'socket'>, response: ServerResponse): boolean {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return count > limit
  }
}

/**
 * Creates a check that throws `too-many-requests` for an address that leaves many bodies unfinished. A body counts until it has arrived or its
 * request is answered; a request whose body was never read has no end of its own.
 */
export function createOpenBodyLimit(limit = maxOpenBodies) {
  const openBodies = new Map<string, Set<IncomingMessage>>()
  return function assertFewOpenBodies({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>, response: ServerResponse): void {
    if (raw.complete || (raw.headers['content-length'] ?? raw.headers['transfer-encoding']) === undefined) return
    const address = visitorNetwork(ip)
    const open = openBodies.get(address) ?? new Set()
    // Bodies that have arrived wait for the shop, not for their sender.
    if (open.size >= limit) for (const other of open) if (other.complete) open.delete(other)
    if (open.size >= limit) throw tooManyRequests(1)
    openBodies.set(address, open.add(raw))
    response.once('close', () => {
      open.delete(raw)
      if (open.size === 0 && openBodies.get(address) === open) openBodies.delete(address)
    })
  }
}

export const isHealthCheck = (url: string | undefined): boolean => url === '/healthz' || url === '/readyz'
