import type { Endpoint, ResponseBody } from '#contract/endpoint.ts'
import { address, call, type Input } from '#web/api/call-endpoint.ts'

const freshMs = 15_000
const usableMs = 5 * 60_000

let cache = new Map<string, { answer: unknown; at: number }>()

/** Calls an endpoint of a public page. An answer of the last minutes is returned at once and, if it is not fresh, renewed behind. */
export async function cachedCall<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<ResponseBody<E>> {
  const entries = cache
  const parts: object = input[0] ?? {}
  const key = address(endpoint, parts)
  const last = entries.get(key)
  const age = last ? Date.now() - last.at : Infinity
  const renew = async () => {
    const answer = await call(endpoint, ...input)
    entries.set(key, { answer, at: Date.now() })
    return answer
  }
  if (!last || age > usableMs) return renew()
  if (age > freshMs) renew().catch(() => undefined) // the visitor has a page already; the next visit tries again
  // Kept under the address of this very endpoint.
  return last.answer as ResponseBody<E>
}

/** Empties the cache; an answer that was asked for before goes nowhere. */
export function invalidateCachedCalls(): void {
  cache = new Map()
}
