import { eq, sql } from 'drizzle-orm'
import type { updateCart as endpoint } from '#contract/carts.ts'
import type { Body } from '#contract/endpoint.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { deactivateCart } from '#server/carts/add-cart.ts'
import { carts } from '#server/carts/carts.tables.ts'
import { type CartSummaryRow, getCartSummary } from '#server/carts/find-carts.ts'
import { newLink, noLink } from '#server/carts/share-link.ts'
import { getOrAddCart } from '#server/carts/write-cart-lines.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Renames, activates or shares a cart; a new share key ends the old address. Throws `cart-not-found`, also for an active list. */
export function updateCart(
  db: Database,
  userId: string,
  cartId: string,
  { name, active, shared }: Body<typeof endpoint>,
): Promise<CartSummaryRow> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const { id, kind } = await getOrAddCart(tx, userId, cartId)
    if (active && kind === 'list') throw problem('cart-not-found')
    if (active) await deactivateCart(tx, userId)
    await tx
      .update(carts)
      .set({
        ...(name !== undefined && { name: name.trim() }),
        ...(active && { isActive: true }),
        ...(shared !== undefined && (shared ? newLink() : noLink)),
        updatedAt: sql`now()`,
      })
      .where(eq(carts.id, id))
    return getCartSummary(tx, userId, id)
  })
}
