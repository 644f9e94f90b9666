import { storedText } from '#web/page/stored-text.ts'

/** Describes what a visitor wanted to order before signing in: a product, with its units if they were chosen, or the cart. */
export type Remembered = { id: string; name: string; quantity?: number | undefined } | 'cart'

const remembered = storedText('sessionStorage', 'boltyard.wanted-product')

/** Remembers a product or the cart for this browser session; undefined forgets it. */
export const rememberProduct = (wanted: Remembered | undefined): void =>
  remembered.write(wanted ? JSON.stringify(wanted) : null)

/** Returns what is remembered; undefined on the server and when there is nothing. */
export function useRememberedProduct(): Remembered | undefined {
  const text = remembered.useText()
  return text === null ? undefined : parse(text)
}

function parse(text: string): Remembered | undefined {
  try {
    // Written by rememberProduct above.
    const wanted = JSON.parse(text) as 'cart' | { id?: string; name?: string; quantity?: number }
    if (wanted === 'cart') return wanted
    const { id, name, quantity } = wanted
    return id && name ? { id, name, quantity } : undefined
  } catch {
    return undefined // written by other code
  }
}
