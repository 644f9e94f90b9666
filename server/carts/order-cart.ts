import { type CartLine, keyOf } from '#contract/cart-lines.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { findCart, readCartLines } from '#server/carts/find-carts.ts'
import { writeCartLines } from '#server/carts/write-cart-lines.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes the order that a cart is placed with. */
interface CartOrder {
  id: string
  buyerId: string
  cartId: string
  lines: readonly { productId: string; quantity: number; job: string | null }[]
}

/**
 * Takes the ordered lines out of the buyer's cart, in the transaction of the order, and ends its shared link; other lines stay. Throws `cart-not-found`,
 * `cart-ordered`, and `cart-changed` if a line is no longer there with its quantity.
 */
export async function orderCart(tx: Transaction, { id, buyerId, cartId, lines }: CartOrder): Promise<void> {
  await lockUser(tx, buyerId)
  const cart = await findCart(tx, buyerId, cartId)
  if (cart?.kind === 'list') throw problem('cart-not-found')
  const before = cart ? await readCartLines(tx, cart.id) : []
  const rest = new Map<string, CartLine>(before.map((line) => [keyOf(line), line]))
  const take = ({ productId, quantity, job }: CartOrder['lines'][number]) => {
    const key = keyOf({ productId, job: job ?? '' })
    const isThere = rest.get(key)?.quantity === quantity
    rest.delete(key)
    return isThere
  }
  if (!cart || !lines.every(take)) throw problem(cart?.orderedAs ? 'cart-ordered' : 'cart-changed')
  await writeCartLines(tx, cart, before, [...rest.values()], id)
}
