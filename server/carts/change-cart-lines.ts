import { changeLines, type LineChange } from '#contract/cart-lines.ts'
import { maxLines } from '#contract/max-lengths.ts'
import type { changeCartLines as endpoint } from '#contract/carts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { type CartRow, findPrices, readCartLines } from '#server/carts/find-carts.ts'
import { isEmptied } from '#server/carts/share-link.ts'
import { getOrAddCart, renameJobs, writeCartLines } from '#server/carts/write-cart-lines.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Adds, sets or removes lines of a cart or list. Throws `cart-not-found` and what `changeLinesOf` throws. */
export function changeCartLines(
  db: Database,
  userId: string,
  cartId: string,
  changes: readonly LineChange[],
): Promise<ResponseBody<typeof endpoint>> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    return changeLinesOf(tx, await getOrAddCart(tx, userId, cartId), changes)
  })
}

/**
 * Changes lines all or none, with as many statements for one as for 1,000; after `lockUser`. Throws `product-not-found` for what never was
 * a product, and `cart-full`.
 */
export async function changeLinesOf(
  tx: Transaction,
  cart: CartRow,
  changes: readonly LineChange[],
): Promise<ResponseBody<typeof endpoint>> {
  const lines = changes.map((line) => ({ ...line, productId: line.productId.toLowerCase(), job: line.job?.trim() }))
  const isRenamed = await renameJobs(tx, cart, lines)
  const before = await readCartLines(tx, cart.id)
  const known = new Set(before.map(({ productId }) => productId))
  const priceAt = await findPrices(
    tx,
    cart.userId,
    lines.map(({ productId }) => productId),
  )
  // A line that another device has removed meanwhile may be set to 0 once more, whatever its product.
  const fresh = lines.filter(({ productId, quantity }) => quantity > 0 && !known.has(productId))
  if (fresh.some(({ productId, quantity }) => !priceAt(productId, quantity))) throw problem('product-not-found')
  const after = changeLines(before, lines, priceAt)
  if (after.lines.length > maxLines && after.lines.length > before.length) {
    throw problem('cart-full', { limit: maxLines })
  }
  const priced = after.lines.map((line) => ({
    ...line,
    ...(line.seenPrice === undefined && priceAt(line.productId, line.quantity)),
  }))
  const changed = await writeCartLines(tx, cart, before, priced)
  return {
    success: true as const,
    _id: cart.id,
    ...(cart.shareKey !== null && isEmptied(before, priced) && { linkEnded: true as const }),
    version: cart.version + Number(isRenamed) + Number(changed.length > 0),
    lineCount: priced.length,
    conflicts: after.conflicts,
    quantities: changed.map(({ productId, job, quantity }) => ({ productId, ...(job && { job }), quantity })),
  }
}
