import { and, eq } from 'drizzle-orm'
import { type addCart as endpoint, maxCarts } from '#contract/carts.ts'
import type { Body } from '#contract/endpoint.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { carts } from '#server/carts/carts.tables.ts'
import { changeLinesOf } from '#server/carts/change-cart-lines.ts'
import type { CartSummaryRow } from '#server/carts/find-carts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Adds a cart, which becomes the active one, or a saved list. Throws `too-many-carts`, `too-many-lists`, and `product-not-found` for a
 * line of what never was a product.
 */
export function addCart(
  db: Database,
  userId: string,
  { name, kind = 'cart', lines = [] }: Body<typeof endpoint>,
): Promise<CartSummaryRow> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const limit = maxCarts[kind]
    if ((await tx.$count(carts, and(eq(carts.userId, userId), eq(carts.kind, kind)))) >= limit) {
      throw problem(kind === 'list' ? 'too-many-lists' : 'too-many-carts', { limit })
    }
    const isActive = kind === 'cart'
    if (isActive) await deactivateCart(tx, userId)
    const [row] = await tx.insert(carts).values({ id: newId(), userId, name: name.trim(), kind, isActive }).returning()
    if (!row) throw problem('unexpected')
    if (lines.length === 0) return { ...row, lineCount: 0 }
    const { version, lineCount } = await changeLinesOf(tx, row, lines)
    return { ...row, version, lineCount }
  })
}

/** Leaves a buyer without an active cart, until the end of the transaction. */
export const deactivateCart = (tx: Transaction, userId: string) =>
  tx
    .update(carts)
    .set({ isActive: false })
    .where(and(eq(carts.userId, userId), carts.isActive))
