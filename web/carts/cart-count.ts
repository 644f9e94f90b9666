import { useSyncExternalStore } from 'react'

const countKey = 'boltyard.cart-count'
/** Names where a visitor's cart is kept; see `browser-cart.ts`. */
export const browserCartKey = 'boltyard.cart'
const listeners = new Set<() => void>()

/** Returns the number of lines in the cart that products are added to; 0 until the page has its scripts. */
export const useCartCount = (): number => useSyncExternalStore(follow, readCount, () => 0)

/** Keeps the number for the header of every page and tab. */
export function setCartCount(count: number): void {
  try {
    localStorage.setItem(countKey, String(count))
  } catch {
    // Without storage there is no badge; the cart says it.
  }
  for (const listener of listeners) listener()
}

function readCount(): number {
  try {
    return Number(localStorage.getItem(countKey) ?? 0) || 0
  } catch {
    return 0
  }
}

/** Whether this browser keeps a cart of its own. */
export function hasBrowserCart(): boolean {
  try {
    return localStorage.getItem(browserCartKey) !== null
  } catch {
    return false
  }
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
