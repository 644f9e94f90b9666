import { and, eq } from 'drizzle-orm'
import { activeCart, type CartLine, mergeLines } from '#contract/cart-lines.ts'
import { maxLines } from '#contract/max-lengths.ts'
import type { mergeCart as endpoint } from '#contract/carts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { cartMerges, carts } from '#server/carts/carts.tables.ts'
import { findPrices, readCartLines } from '#server/carts/find-carts.ts'
import { getOrAddCart, writeCartLines } from '#server/carts/write-cart-lines.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Merges the cart of a browser into the active one of a buyer, once; a repeated call returns what the first one did. */
export function mergeCart(
  db: Database,
  userId: string,
  mergeId: string,
  browser: readonly CartLine[],
): Promise<ResponseBody<typeof endpoint>> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const cart = await getOrAddCart(tx, userId, activeCart)
    const before = await readCartLines(tx, cart.id)
    const answer = { success: true as const, _id: cart.id }
    const [last] = await tx
      .select({ cartId: cartMerges.cartId, conflicts: cartMerges.conflicts, leftOut: cartMerges.leftOut })
      .from(cartMerges)
      .innerJoin(carts, eq(carts.id, cartMerges.cartId))
      .where(and(eq(cartMerges.mergeId, mergeId), eq(carts.userId, userId)))
    if (last) {
      // Of a cart that is not the active one any more there is nothing to choose.
      const { conflicts, leftOut } = last.cartId === cart.id ? last : { conflicts: [], leftOut: 0 }
      return { ...answer, lineCount: before.length, conflicts, left: leftOut }
    }
    const priceAt = await findPrices(
      tx,
      userId,
      browser.map(({ productId }) => productId),
    )
    const existing = browser
      .map((line) => ({ ...line, productId: line.productId.toLowerCase(), job: line.job?.trim() }))
      .filter(({ productId, quantity }) => priceAt(productId, quantity) !== undefined)
      .map((line) => ({ ...line, ...(line.seenPrice === undefined && priceAt(line.productId, line.quantity)) }))
    const merged = mergeLines(before, existing, priceAt)
    const lines = merged.lines.slice(0, Math.max(maxLines, before.length))
    await writeCartLines(tx, cart, before, lines)
    const { conflicts } = merged
    const leftOut = browser.length - existing.length + merged.lines.length - lines.length
    await tx.insert(cartMerges).values({ mergeId, cartId: cart.id, conflicts, leftOut })
    return { ...answer, lineCount: lines.length, conflicts, left: leftOut }
  })
}
