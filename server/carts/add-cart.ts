import { and, eq } from 'drizzle-orm'
import { maxCarts } from '#contract/carts.ts'
import { carts } from '#server/carts/carts.tables.ts'
import type { CartSummaryRow } from '#server/carts/find-carts.ts'
import { lockCarts } from '#server/carts/write-cart-lines.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Adds an empty cart and makes it the active one; throws `too-many-carts`. */
export function addCart(db: Database, userId: string, name: string): Promise<CartSummaryRow> {
  return db.transaction(async (tx) => {
    await lockCarts(tx, userId)
    if ((await tx.$count(carts, eq(carts.userId, userId))) >= maxCarts) {
      throw problem('too-many-carts', { limit: maxCarts })
    }
    await deactivateCart(tx, userId)
    const [row] = await tx.insert(carts).values({ id: newId(), userId, name }).returning()
    if (!row) throw problem('unexpected')
    return { ...row, lineCount: 0 }
  })
}

/** Leaves a buyer without an active cart, until the end of the transaction. */
export const deactivateCart = (tx: Transaction, userId: string) =>
  tx
    .update(carts)
    .set({ isActive: false })
    .where(and(eq(carts.userId, userId), carts.isActive))
