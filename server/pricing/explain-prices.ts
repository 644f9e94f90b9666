import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { PreviewedLine } from '#contract/order-preview.ts'
import type { offerStates } from '#contract/pricing.ts'
import type { Database } from '#server/platform/database/database.ts'
import { listPriceFor, priceFor } from '#server/pricing/price-for.ts'
import { pricedProducts } from '#server/pricing/read-catalog.ts'
import { stateOfList } from '#server/pricing/read-price-lists.ts'

/** Returns for each line the lists that have a price for its product at its quantity, whether they apply to the buyer or not, with the reason. */
export async function explainPrices(
  db: Database,
  lines: readonly { productId: string; quantity: number }[],
  buyerId: string | undefined,
): Promise<PreviewedLine['offers'][]> {
  const [ids, quantities] = [lines.map(({ productId }) => productId), lines.map(({ quantity }) => quantity)]
  const buyer = sql`${buyerId ?? null}::uuid`
  const { rows } = await db.execute<OfferRow>(sql`
    SELECT n::int, list.id::text, list.name, list.is_exclusive AS exclusive, ${stateOfList} AS state,
      list.group_id IS NULL AND list.user_id IS NULL OR list.user_id = ${buyer} OR EXISTS (
        SELECT FROM group_members member WHERE member.group_id = list.group_id AND user_id = ${buyer}) AS "isFor",
      coalesce(list.id = asked.price_list_id, false) AS "isChosen", asked."isExclusive", offer.cents
    FROM (
      SELECT n, product_id, quantity, product.price_cents, price_list_id,
        coalesce((SELECT is_exclusive FROM price_lists WHERE id = price_list_id), false) AS "isExclusive"
      FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(quantities)}::int[]) WITH ORDINALITY AS line (product_id, quantity, n)
      JOIN ${pricedProducts} product ON product.id = product_id
      CROSS JOIN LATERAL ${priceFor(sql`product_id`, sql`product.price_cents`, buyer, sql`quantity`)} price) asked
    CROSS JOIN price_lists list
    CROSS JOIN LATERAL ${listPriceFor(sql`asked.product_id`, sql`asked.price_cents`, sql`asked.quantity`, sql`list`)} offer
    ORDER BY n, list.id`)
  return lines.map((_, index) =>
    rows
      .filter(({ n }) => n === index + 1)
      .map((row) => {
        const { id: _id, name, exclusive, cents } = row
        return { _id, name, exclusive, unitPrice: toAmount(cents), state: stateOf(row) }
      }),
  )
}

function stateOf({ isFor, state, isChosen, isExclusive, exclusive }: OfferRow): (typeof offerStates)[number] {
  if (!isFor) return 'not-a-member'
  if (state !== 'active') return state
  if (isChosen) return 'chosen'
  return isExclusive && !exclusive ? 'not-exclusive' : 'higher'
}

// A type, because rows of raw queries must have an index signature.
type OfferRow = {
  /** The number of the line, from 1 on. */
  n: number
  id: string
  name: string
  exclusive: boolean
  state: 'off' | 'planned' | 'active' | 'ended'
  isFor: boolean
  isChosen: boolean
  /** Whether the chosen list is exclusive. */
  isExclusive: boolean
  cents: number
}
