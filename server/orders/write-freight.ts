import { eq, sql } from 'drizzle-orm'
import { roundPayable } from '#contract/currency.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import { restoreCredit } from '#server/customers/reserve-credit.ts'
import { assertPayable } from '#server/orders/assert-payable.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { orders, type OrderShipping } from '#server/orders/orders.tables.ts'
import { cardDays } from '#server/orders/place-order.ts'
import { placeOf } from '#server/orders/price-at-place.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { withRegion } from '#server/platform/country-data.ts'
import type { Tax } from '#server/tax/calculate-tax.ts'
import type { TaxAmounts, TaxGroup, TaxRequest } from '#server/tax/compute-tax.ts'

/** Returns the lines of an order as they are taxed. */
export async function readTaxedLines(db: Database, { order }: OrderRow): Promise<TaxRequest['lines']> {
  const lines = await listOrderLines(db, order.id)
  const named = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const products = await findLineProducts(db, named, { buyerId: undefined, language: order.language })
  return lines.map(({ taxClass, totalCents, discountCents }, index) => ({
    taxClass: taxClass ?? products[index]?.product?.taxClass ?? 'standard',
    taxCode: products[index]?.product?.taxCode ?? null,
    amountCents: totalCents - discountCents,
  }))
}

/** Holds what an order comes to with freight; the difference of net and tax is less than 0 where its freight was more. */
export interface PricedFreight extends FreightTax {
  exactCents: number
  totalCents: number
}

/**
 * Calculates what an order comes to with freight in the place of what it has. Throws `order-too-large`, `total-not-payable` or
 * `tax-unavailable`.
 */
export async function priceFreight(
  db: Database | Transaction,
  charging: Pick<Charging, 'tax'>,
  row: OrderRow,
  freight: { lines: TaxRequest['lines']; freightCents: number },
): Promise<PricedFreight> {
  const { order } = row
  const taxed = await taxFreight(db, charging, row, freight)
  const exactCents = order.totalCents - order.roundingCents + taxed.netCents + taxed.taxCents
  const totalCents = roundPayable(exactCents, order.currency)
  if (totalCents > 0) {
    const payBy = order.confirmedAt ? 'invoice' : order.byTransfer ? 'transfer' : 'card'
    assertPayable(payBy, totalCents - order.creditedCents, order.currency)
  }
  return { ...taxed, exactCents, totalCents }
}

/**
 * Writes freight and its tax into the total of an order without an invoice, whose row the caller has locked. From now on it can be paid. Returns
 * it as it is then. Throws `credit-limit-in-the-way`.
 */
export async function writeFreight(
  tx: Transaction,
  row: OrderRow,
  shipping: OrderShipping,
  { netCents, taxCents, groups, exactCents, totalCents }: PricedFreight,
): Promise<OrderRow> {
  const { order } = row
  const { isUnpriced: _, ...priced } = shipping
  const [changed] = await tx
    .update(orders)
    .set({
      shipping: priced,
      shippingCents: order.shippingCents + netCents + (order.pricesIncludeTax ? taxCents : 0),
      shippingNetCents: order.shippingNetCents + netCents,
      shippingTaxCents: order.shippingTaxCents + taxCents,
      taxCents: order.taxCents + taxCents,
      roundingCents: totalCents - exactCents,
      totalCents,
      freightSetAt: sql`now()`,
      // The buyer learns only now what to pay.
      expiresAt: sql`greatest(${orders.expiresAt}, now() + make_interval(days => ${cardDays()}))`,
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (!changed) throw new Error('A locked order was not found.')
  await writeTaxes(tx, order.id, groups)
  const addedCents = totalCents - order.totalCents
  // After the order, as everywhere.
  if (order.confirmedAt && addedCents !== 0) await restoreCredit(tx, { buyerId: order.buyerId, cents: addedCents })
  return { ...row, order: changed }
}

interface FreightTax {
  netCents: number
  taxCents: number
  /** All taxes of the order, with the freight. */
  groups: TaxGroup[]
}

/**
 * Calculates what freight adds to an order: the difference that it makes to the tax of the whole at the rates of the day of the order, so
 * that what was charged for the lines stays to the cent.
 */
async function taxFreight(
  db: Database | Transaction,
  { tax }: { tax: Tax },
  { order }: OrderRow,
  { lines, freightCents }: { lines: TaxRequest['lines']; freightCents: number },
): Promise<FreightTax> {
  const { taxes } = await readOrderAmounts(db, order)
  if (!order.delivery || taxes.length === 0)
    return { netCents: freightCents - order.shippingCents, taxCents: 0, groups: [...taxes] }
  const request = {
    lines,
    place: withRegion(placeOf(order.delivery)),
    buyerId: order.buyerId,
    at: order.placedAt,
  }
  const before = await tax.calculate(db, { ...request, shippingCents: order.shippingCents })
  const after = await tax.calculate(db, { ...request, shippingCents: freightCents })
  return {
    netCents: sumNets(after) - sumNets(before),
    taxCents: after.taxCents - before.taxCents,
    groups: addGroups(taxes, before.groups, after.groups),
  }
}

const sumNets = ({ lines, shipping }: TaxAmounts) =>
  lines.reduce((sum, { netCents }) => sum + netCents, shipping.netCents)

const keyOf = ({ country, region, name, rate, reason }: TaxGroup) =>
  JSON.stringify([country, region, name, Number(rate), reason])

/** Adds to the taxes of an order what each grows by; one that only the freight has comes last, and goes with it. */
function addGroups(taxes: readonly TaxGroup[], before: readonly TaxGroup[], after: readonly TaxGroup[]): TaxGroup[] {
  const sums = new Map(taxes.map((group) => [keyOf(group), { ...group }]))
  const earlier = new Map(before.map((group) => [keyOf(group), group]))
  for (const group of after) {
    const key = keyOf(group)
    const sum = sums.get(key) ?? { ...group, taxableCents: 0, taxCents: 0 }
    sum.taxableCents += group.taxableCents - (earlier.get(key)?.taxableCents ?? 0)
    sum.taxCents += group.taxCents - (earlier.get(key)?.taxCents ?? 0)
    sums.set(key, sum)
    earlier.delete(key)
  }
  for (const key of earlier.keys()) sums.delete(key)
  return [...sums.values()]
}

/** Writes the taxes of an order in the place of those that it has; who calculated them stays. */
async function writeTaxes(tx: Transaction, orderId: string, groups: readonly TaxGroup[]): Promise<void> {
  const rows = JSON.stringify(groups.map((group, index) => ({ position: index + 1, ...group })))
  await tx.execute(sql`
    INSERT INTO order_taxes (order_id, position, country, region, name, rate, reason, taxable_cents, tax_cents, provider)
    SELECT ${orderId}::uuid, position, country, region, name, rate, reason, "taxableCents", "taxCents",
      coalesce((SELECT provider FROM order_taxes WHERE order_id = ${orderId} LIMIT 1), 'tables')
    FROM jsonb_to_recordset(${rows}::jsonb) AS tax (position smallint, country text, region text, name text, rate numeric, reason text,
      "taxableCents" bigint, "taxCents" bigint)
    ON CONFLICT (order_id, position) DO UPDATE SET taxable_cents = excluded.taxable_cents, tax_cents = excluded.tax_cents`)
  await tx.execute(sql`DELETE FROM order_taxes WHERE order_id = ${orderId} AND position > ${groups.length}`)
}
