import { eq } from 'drizzle-orm'
import { lockUser } from '#server/accounts/lock-user.ts'
import { carts } from '#server/carts/carts.tables.ts'
import { findCart, isCart, listBuyerCarts } from '#server/carts/find-carts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Deletes a cart or list with its lines; of the carts that are left, the latest becomes active if none is. Throws `cart-not-found`. */
export function deleteCart(db: Database, userId: string, cartId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if (!(await findCart(tx, userId, cartId))) throw problem('cart-not-found')
    await tx.delete(carts).where(isCart(userId, cartId))
    const [next] = await listBuyerCarts(tx, userId)
    if (next) await tx.update(carts).set({ isActive: true }).where(eq(carts.id, next.id))
  })
}

/** Deletes the carts of a deleted account. */
export async function eraseCarts(tx: Transaction, user: { id: string }): Promise<void> {
  await tx.delete(carts).where(eq(carts.userId, user.id))
}
