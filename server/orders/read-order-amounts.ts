import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { OrderAmounts } from '#contract/orders.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { OrderLine } from '#server/orders/order-lines.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'
import type { TaxGroup } from '#server/tax/compute-tax.ts'

/** Holds the amounts of a placed order in cents. */
export interface PlacedAmounts {
  itemsCents: number
  discount: { name: string; code: string | null; amountCents: number; shippingCents: number } | null
  /** Null if none is charged. */
  shippingCents: number | null
  taxes: readonly TaxGroup[]
  taxCents: number
  includesTax: boolean
  /** Holds the rounding at the end, so that the total can be paid. */
  roundingCents: number
  totalCents: number
  currency: string
}

/** Reads the amounts of an order as they were frozen when it was placed, with one statement. */
export async function readOrderAmounts(
  db: Database | Transaction,
  { id, shipping, shippingCents, taxCents, pricesIncludeTax, roundingCents, totalCents, currency }: OrderRow['order'],
): Promise<PlacedAmounts> {
  const [row] = await amountsOf(db).execute({ id })
  const { itemsCents = totalCents, discount = null, taxes = [] } = row ?? {}
  return {
    itemsCents,
    discount,
    shippingCents: shipping && !shipping.isUnpriced ? shippingCents : null,
    taxes,
    taxCents,
    includesTax: pricesIncludeTax,
    roundingCents,
    totalCents,
    currency,
  }
}

const amountsOf = preparedOnce((db) =>
  db
    .select({
      itemsCents: sql<number>`(SELECT sum(total_cents) FROM order_lines WHERE order_id = placed.id)::double precision`,
      discount: sql<PlacedAmounts['discount']>`(
        SELECT json_build_object('name', name, 'code', code, 'amountCents', amount_cents, 'shippingCents', shipping_cents)
        FROM order_discounts WHERE order_id = placed.id)`,
      taxes: sql<PlacedAmounts['taxes']>`(
        SELECT coalesce(json_agg(json_build_object('country', country, 'region', region, 'name', name, 'rate', trim_scale(rate)::text,
          'reason', reason, 'taxableCents', taxable_cents, 'taxCents', tax_cents) ORDER BY position), '[]')
        FROM order_taxes WHERE order_id = placed.id)`,
    })
    .from(sql`(SELECT ${sql.placeholder('id')}::uuid AS id) placed`)
    .prepare('order_amounts'),
)

/** Returns the price without tax of a line whose price includes it, to a hundredth of a minor unit. */
export function presentNetPrice(
  {
    unitPriceCents,
    totalCents,
    discountCents,
    netCents,
  }: Pick<OrderLine, 'unitPriceCents' | 'totalCents' | 'discountCents' | 'netCents'>,
  currency: string,
): { netUnitPrice?: number } {
  const paid = totalCents - discountCents
  if (netCents === null || paid === 0) return {}
  return { netUnitPrice: toAmount(Math.round((unitPriceCents * netCents * 100) / paid) / 100, currency) }
}

/** Presents the amounts of an order. */
export const presentAmounts = ({
  itemsCents,
  discount,
  shippingCents,
  taxes,
  taxCents,
  ...more
}: PlacedAmounts): OrderAmounts => {
  const amountOf = (cents: number) => toAmount(cents, more.currency)
  return {
    items: amountOf(itemsCents),
    ...(discount && {
      discount: {
        name: discount.name,
        ...(discount.code !== null && { code: discount.code }),
        amount: amountOf(discount.amountCents),
        ...(discount.shippingCents > 0 && { shipping: amountOf(discount.shippingCents) }),
      },
    }),
    ...(shippingCents !== null && { shipping: amountOf(shippingCents) }),
    taxes: taxes.map(({ taxableCents, taxCents: cents, ...tax }) => ({
      ...tax,
      taxable: amountOf(taxableCents),
      amount: amountOf(cents),
    })),
    tax: amountOf(taxCents),
    includesTax: more.includesTax,
    ...(more.roundingCents !== 0 && { rounding: amountOf(more.roundingCents) }),
    total: amountOf(more.totalCents),
    currency: more.currency,
  }
}
