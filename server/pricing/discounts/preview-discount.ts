import { sql } from 'drizzle-orm'
import { bestDiscount, type Discount, misfitOf, savedCents } from '#contract/apply-discount.ts'
import type { previewDiscount as previewEndpoint } from '#contract/discounts.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import { findDiscounts, listCategoriesBelow } from '#server/pricing/discounts/find-discounts.ts'
import { readDiscount } from '#server/pricing/discounts/read-discount.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { toCents, toDollars } from '#server/platform/money.ts'

/**
 * Calculates what a discount, as it is written, takes off a cart at public prices, and whether an automatic one would take its place.
 * Throws `product-not-found` and what `readDiscount` throws.
 */
export async function previewDiscount(
  db: Database,
  { discount: input, id = '', lines: asked, shipping = 0 }: Body<typeof previewEndpoint>,
): Promise<ResponseBody<typeof previewEndpoint>> {
  const { row, productIds, categoryIds } = readDiscount(input)
  const discount: Discount = {
    ...row,
    id,
    version: '',
    productIds,
    categoryIds: await listCategoriesBelow(db, categoryIds),
  }
  const lines = await findLines(db, asked)
  const shippingCents = toCents(shipping)
  const applied = bestDiscount([discount], lines, shippingCents)
  const others = (await findDiscounts(db, { buyerId: undefined, code: undefined })).filter((other) => other.id !== id)
  const best = bestDiscount([discount, ...others], lines, shippingCents)
  const misfit = misfitOf(discount, lines)
  const lineCents = applied?.lineCents ?? lines.map(() => 0)
  return {
    lines: lines.map(({ productId, name, quantity, totalCents }, index) => ({
      productId,
      name,
      quantity,
      total: toDollars(totalCents),
      discount: toDollars(lineCents[index] ?? 0),
    })),
    items: toDollars(lines.reduce((sum, { totalCents }) => sum + totalCents, 0)),
    discount: toDollars(lineCents.reduce((sum, cents) => sum + cents, 0)),
    shippingDiscount: toDollars(applied?.shippingCents ?? 0),
    ...(misfit && { misfit: misfit.code }),
    ...(misfit?.code === 'discount-below-minimum' && { missing: toDollars(misfit.missingCents) }),
    ...(best &&
      best.discount !== discount && { better: { name: best.discount.name, saved: toDollars(savedCents(best)) } }),
  }
}

// A type, because rows of raw queries must have an index signature.
type LineRow = { productId: string; quantity: number; name: string; categoryIds: string[]; totalCents: number }

async function findLines(db: Database, asked: readonly { productId: string; quantity: number }[]): Promise<LineRow[]> {
  const { rows } = await db.execute<LineRow>(sql`
    SELECT "productId", quantity, name, ARRAY_REMOVE(ARRAY[category_id::text], NULL) AS "categoryIds",
      line_total(quantity, price_cents, price_per)::float8 AS "totalCents"
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS ("productId" uuid, quantity integer)) WITH ORDINALITY
      AS input ("productId", quantity, n)
    JOIN products ON products.id = "productId" AND archived_at IS NULL AND NOT is_draft ORDER BY n`)
  if (rows.length < asked.length) throw problem('product-not-found')
  return rows
}
