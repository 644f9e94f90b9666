import type { LineChange } from '#contract/cart-lines.ts'
import { readTokenHolder } from '#web/api/access-token.ts'

// They outlive the page and the tab: the buyer may go on to the checkout, or reload, before the network is back.
const keyFor = (cartId: string) => `boltyard.unsent:${readTokenHolder()?.email ?? ''}:${cartId}`

/** Returns the changes of a cart that this account made here and that have not reached the shop, oldest first. */
export function readUnsent(cartId: string): LineChange[] {
  // Written by keepUnsent below.
  return JSON.parse(localStorage.getItem(keyFor(cartId)) ?? '[]') as LineChange[]
}

/** Returns them to be sent; those that do not reach the shop are kept again. */
export function takeUnsent(cartId: string): LineChange[] {
  const changes = readUnsent(cartId)
  localStorage.removeItem(keyFor(cartId))
  return changes
}

/** Keeps changes that were made before those that are kept already. */
export function keepUnsent(cartId: string, changes: readonly LineChange[]): void {
  localStorage.setItem(keyFor(cartId), JSON.stringify([...changes, ...readUnsent(cartId)]))
}
