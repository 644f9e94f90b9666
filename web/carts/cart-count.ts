import { storedText } from '#web/page/stored-text.ts'

/** Names where a visitor's cart is kept; see `browser-cart.ts`. */
export const browserCartKey = 'boltyard.cart'
const countKey = 'boltyard.cart-count'
const count = storedText('localStorage', countKey)

/** Returns the number of lines in the cart that products are added to; 0 until the page has its scripts. */
export const useCartCount = (): number => Number(count.useText() ?? 0) || 0

/** Keeps the number for the header of every page and tab. Without storage there is no badge; the cart says it. */
export const setCartCount = (lines: number): void => count.write(String(lines))

/** Calls the listener when another tab has changed the number of lines, so that the cart shows what the header does. */
export function followOtherTabs(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => key === countKey && listener()
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** Whether this browser keeps a cart of its own. */
export const hasBrowserCart = (): boolean => storedText('localStorage', browserCartKey).read() !== null
