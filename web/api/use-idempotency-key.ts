import { useRef } from 'react'

/** Returns one key per request: a retry after a lost response reuses it, another request gets a new one. */
export function useIdempotencyKey() {
  const kept = useRef<{ request: string; key: string }>(undefined)
  return {
    of(wanted: object): string {
      const request = JSON.stringify(wanted)
      if (kept.current?.request !== request) kept.current = { request, key: createIdempotencyKey() }
      return kept.current.key
    },
    forget() {
      kept.current = undefined
    },
  }
}

/** Creates a key; `crypto.randomUUID` is missing over plain HTTP. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
