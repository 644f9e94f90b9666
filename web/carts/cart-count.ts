import { storedText } from '#web/page/stored-text.ts'

/** Names where a visitor's cart is kept; see `browser-cart.ts`. */
export const browserCartKey = 'boltyard.cart'
const count = storedText('localStorage', 'boltyard.cart-count')

/** Returns the number of lines in the cart that products are added to; 0 until the page has its scripts. */
export const useCartCount = (): number => Number(count.useText() ?? 0) || 0

/** Keeps the number for the header of every page and tab. Without storage there is no badge; the cart says it. */
export const setCartCount = (lines: number): void => count.write(String(lines))

/** Whether this browser keeps a cart of its own. */
export const hasBrowserCart = (): boolean => storedText('localStorage', browserCartKey).read() !== null
