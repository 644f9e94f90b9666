import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { activeCart, type CartLine, type PriceAt, seenPriceOf } from '#contract/cart-lines.ts'
import type { CartKind } from '#contract/carts.ts'
import { cartLines, carts } from '#server/carts/carts.tables.ts'
import { unitCentsAt } from '#server/catalog/present-breaks.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { isId, parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { priceSteps, type PriceSteps } from '#server/pricing/price-for.ts'

export type CartRow = typeof carts.$inferSelect
export type CartSummaryRow = CartRow & { lineCount: number }

const summary = {
  ...getTableColumns(carts),
  lineCount: sql<number>`(SELECT count(*)::int FROM cart_lines WHERE cart_id = carts.id)`,
}

/** Selects the ids of products that are in carts. */
export const productsInCarts = sql`SELECT product_id AS id FROM cart_lines`

/** Matches a cart of a buyer by its id or as the active one; throws `cart-not-found` for what is no id. */
export const isCart = (userId: string, id: string) =>
  and(eq(carts.userId, userId), id === activeCart ? carts.isActive : eq(carts.id, parseId(id, 'cart-not-found')))

/** Returns the carts of a buyer, the active one first, then the latest; or the saved lists. */
export const listBuyerCarts = (
  db: Database | Transaction,
  userId: string,
  kind: CartKind = 'cart',
): Promise<CartSummaryRow[]> =>
  db
    .select(summary)
    .from(carts)
    .where(and(eq(carts.userId, userId), eq(carts.kind, kind)))
    .orderBy(desc(carts.isActive), desc(carts.updatedAt))

/** Returns a cart of a buyer with its number of lines; throws `cart-not-found`. */
export async function getCartSummary(tx: Transaction, userId: string, id: string): Promise<CartSummaryRow> {
  const [row] = await tx.select(summary).from(carts).where(isCart(userId, id))
  if (!row) throw problem('cart-not-found')
  return row
}

/** Returns a cart of a buyer, undefined if there is no active one yet; throws `cart-not-found`. */
export async function findCart(db: Database | Transaction, userId: string, id: string): Promise<CartRow | undefined> {
  const [row] = await db.select().from(carts).where(isCart(userId, id))
  if (!row && id !== activeCart) throw problem('cart-not-found')
  return row
}

/** Returns the lines of a cart in the order in which they were added. */
export async function readCartLines(db: Database | Transaction, cartId: string): Promise<CartLine[]> {
  const rows = await db.select().from(cartLines).where(eq(cartLines.cartId, cartId)).orderBy(cartLines.id)
  return rows.map(({ productId, job, quantity, seenPriceCents, seenPricePer }) => ({
    productId,
    ...(job && { job }),
    quantity,
    ...seenPriceOf({ seenPrice: toAmount(seenPriceCents), seenPricePer }),
  }))
}

/** Returns the prices of now for a buyer; those products have one that exist, on sale or archived. */
export async function findPrices(tx: Transaction, userId: string, productIds: readonly string[]): Promise<PriceAt> {
  const { rows } = await tx.execute<{ id: string; priceCents: number; per: number; steps: PriceSteps | null }>(sql`
    SELECT id, price_cents AS "priceCents", price_per AS per,
      ${priceSteps(sql`id`, sql`price_cents`, sql`${userId}::uuid`)} AS steps
    FROM products WHERE id = ANY (${sql.param(productIds.filter(isId))}::uuid[]) AND NOT is_draft`)
  const prices = new Map(rows.map((row) => [row.id, row]))
  return (productId, quantity) => {
    const row = prices.get(productId)
    return row && { seenPrice: toAmount(unitCentsAt(row, quantity)), seenPricePer: row.per }
  }
}
