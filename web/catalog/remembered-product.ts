import { storedText } from '#web/page/stored-text.ts'

/** Describes the product that a visitor wanted to order before signing in. */
interface RememberedProduct {
  id: string
  name: string
}

const remembered = storedText('sessionStorage', 'boltyard.wanted-product')

/** Remembers a product for this browser session; undefined forgets it. */
export const rememberProduct = (product: RememberedProduct | undefined): void =>
  remembered.write(product ? JSON.stringify(product) : null)

/** Returns the remembered product; undefined on the server and when there is none. */
export function useRememberedProduct(): RememberedProduct | undefined {
  const text = remembered.useText()
  return text === null ? undefined : parse(text)
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
