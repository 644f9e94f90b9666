import { useRef } from 'react'

/** One key for one wish: pressing again after a lost answer cannot do it twice, another wish gets a key of its own. */
export function useIdempotencyKey() {
  const kept = useRef<{ wish: string; key: string }>(undefined)
  return {
    of(wanted: object): string {
      const wish = JSON.stringify(wanted)
      if (kept.current?.wish !== wish) kept.current = { wish, key: randomKey() }
      return kept.current.key
    },
    forget() {
      kept.current = undefined
    },
  }
}

/** `crypto.randomUUID` is missing where a shop is tried out over plain HTTP. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
