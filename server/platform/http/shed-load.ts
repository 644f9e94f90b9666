import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CommonHeaders } from '#server/platform/http/common-headers.ts'
import { problem, writeProblem } from '#server/platform/http/problem.ts'

/** Limits the concurrent requests of a process. */
export const maxInFlight = 400
/** Delays each rejection, so that immediate retries do not keep the process busy: half a second took half as many orders meanwhile. */
const rejectionDelayMs = 1000

/**
 * Creates a function that admits a request, or rejects it with 503 and Retry-After before any routing. `@fastify/under-pressure` measures the event
 * loop, not the queue: with it alone, an order among 3,000 clients took 5.7 s (1.8 s with this) and the first one afterwards was refused (2026-11-22).
 */
export function createAdmissionControl(headers: CommonHeaders, limit = maxInFlight) {
  let inFlight = 0
  return function admit(request: IncomingMessage, response: ServerResponse): boolean {
    // Health checks are always accepted.
    if (inFlight >= limit && !isHealthCheck(request.url)) {
      const reject = () => writeProblem(response, problem('unavailable'), { ...headers, 'retry-after': '1' })
      const rejection = setTimeout(reject, rejectionDelayMs)
      response.once('close', () => clearTimeout(rejection))
      // The body is read and discarded, so that the connection can be reused.
      request.resume()
      return false
    }
    inFlight++
    response.once('close', () => inFlight--)
    return true
  }
}

export const isHealthCheck = (url: string | undefined): boolean => url === '/healthz' || url === '/readyz'
