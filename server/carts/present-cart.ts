import { type CartLine, seenPriceOf } from '#contract/cart-lines.ts'
import type { CartSummary, LineTotals, PricedCartLine } from '#contract/carts.ts'
import type { Language } from '#contract/language.ts'
import type { CartRow, CartSummaryRow } from '#server/carts/find-carts.ts'
import { isShared } from '#server/carts/share-link.ts'
import { pricesOf } from '#server/carts/price-lines.ts'
import type { Database } from '#server/platform/database/database.ts'

export const presentSummary = (row: CartSummaryRow): CartSummary => ({ ...presentCart(row), lineCount: row.lineCount })

export const presentCart = (row: CartRow) => ({
  _id: row.id,
  ...kindOf(row),
  name: row.name,
  version: row.version,
  ...(row.isActive && { active: true as const }),
  ...(row.shareKey !== null && isShared(row) && { shareKey: row.shareKey }),
  updatedAt: row.updatedAt.toISOString(),
})

/** Returns the kind of a saved list; a cart has none on the wire. */
export const kindOf = ({ kind }: CartRow) => (kind === 'list' ? { kind } : {})

/** Returns the lines of a cart with their products, and prices and verdicts of now for the caller. */
export async function presentLines(
  db: Database,
  lines: readonly CartLine[],
  caller: { buyerId: string | undefined; language: Language },
): Promise<{ lines: PricedCartLine[]; totals: LineTotals }> {
  const priced = await pricesOf(
    db,
    lines.map(({ productId, quantity, ...line }) => ({
      productId,
      quantity,
      ...seenPriceOf(line),
    })),
    caller,
  )
  return {
    totals: priced.totals,
    lines: priced.lines.map((line, index): PricedCartLine => {
      const { productId = '', job, ...seen } = lines[index] ?? {}
      return { ...line, productId, ...(job && { job }), ...seenPriceOf(seen) }
    }),
  }
}
