import { useSyncExternalStore } from 'react'

/** Describes the product that a visitor wanted to order before signing in. */
interface RememberedProduct {
  id: string
  name: string
}

const key = 'boltyard.wanted-product'
const listeners = new Set<() => void>()

/** Remembers a product for this browser session; undefined forgets it. */
export function rememberProduct(product: RememberedProduct | undefined): void {
  try {
    if (product) sessionStorage.setItem(key, JSON.stringify(product))
    else sessionStorage.removeItem(key)
  } catch {
    return // only a convenience: a browser may refuse storage
  }
  for (const listener of listeners) listener()
}

/** Returns the remembered product; undefined on the server and when there is none. */
export function useRememberedProduct(): RememberedProduct | undefined {
  const text = useSyncExternalStore(subscribe, read, () => null)
  return text === null ? undefined : parse(text)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string): RememberedProduct | undefined {
  try {
    // Written by rememberProduct above.
    const { id, name } = JSON.parse(text) as Partial<RememberedProduct>
    return id && name ? { id, name } : undefined
  } catch {
    return undefined // written by other code
  }
}
