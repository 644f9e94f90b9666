import type { IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { presentProblem, problem } from '#server/platform/problem.ts'

export interface LoadGate {
  /** Lets a request in and counts it until it is answered, or refuses it at once; answers whether it is in. */
  enter(request: IncomingMessage, response: ServerResponse): boolean
}

export interface LoadLimits {
  /** Requests under way at once; beyond it nobody would be answered soon. */
  mostUnderWay: number
  /** Of these, so many may want to change something: who only looks comes first. */
  mostChanging: number
  /** So late may the event loop be, at the median of both of the last two half seconds: a machine that paused once is not full. */
  mostLagMs: number
}

export const usualLoadLimits: LoadLimits = { mostUnderWay: 400, mostChanging: 300, mostLagMs: 1000 }

/** Keeps the crowd inside so small that whoever is in is answered soon; the rest hears 503 and when to come again. */
export function loadGate(limits: LoadLimits): LoadGate {
  let underWay = 0
  let changing = 0
  const lag = monitorEventLoopDelay({ resolution: 20 })
  let lagMs = 0
  let lagMsBefore = 0
  lag.enable()
  setInterval(() => {
    lagMsBefore = lagMs
    lagMs = lag.percentile(50) / 1e6
    lag.reset()
  }, 500).unref()

  return {
    enter(request, response) {
      const { method = '', url = '' } = request
      const changes = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
      const isFull =
        underWay >= limits.mostUnderWay ||
        (changes && changing >= limits.mostChanging) ||
        Math.min(lagMs, lagMsBefore) > limits.mostLagMs
      // Whoever watches over this process must hear from it.
      if (isFull && url !== '/healthz' && url !== '/readyz') {
        refuse(request, response)
        return false
      }
      underWay++
      if (changes) changing++
      response.once('close', () => {
        underWay--
        if (changes) changing--
      })
      return true
    },
  }
}

/** A crowd that asks again at once would keep the process busy with nothing but refusals: each waits a little for its own. */
const refusalMs = 500

/** Costs next to nothing: no routing, no log line, no rights. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  const refusal = setTimeout(() => {
    const id = crypto.randomUUID()
    const body = JSON.stringify(presentProblem(problem('unavailable'), id))
    response.writeHead(503, {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': '1',
      'x-request-id': id,
      'x-content-type-options': 'nosniff',
    })
    response.end(body)
  }, refusalMs)
  response.once('close', () => clearTimeout(refusal))
  // What was sent along is read and dropped, so that the connection can be used again.
  request.resume()
}
