import { eq, sql } from 'drizzle-orm'
import { roundPayable } from '#contract/currency.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import { restoreCredit } from '#server/customers/reserve-credit.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { assertPayable } from '#server/orders/assert-payable.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { freightSetMail } from '#server/orders/order-mails.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { awaitsFreight, costCents, isUnpaid } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import { cardDays } from '#server/orders/place-order.ts'
import { placeOf } from '#server/orders/price-at-place.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { withRegion } from '#server/platform/country-data.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Tax } from '#server/tax/calculate-tax.ts'
import type { TaxAmounts, TaxGroup, TaxRequest } from '#server/tax/compute-tax.ts'

export interface FreightDeps {
  charging: Pick<Charging, 'tax'>
  queueMail: QueueMail
  findSellerSettings: FindSellerSettings
}

/**
 * Adds the freight that was on request, and its tax, to the total of an order, and mails its buyer. From now on it can be paid; with this come
 * the invoice and the due date of one on account. Throws `order-not-found`, `freight-is-set`, `order-too-large`, `total-not-payable`,
 * `credit-limit-in-the-way` or `tax-unavailable`.
 */
export async function setFreight(
  db: Database,
  deps: FreightDeps,
  actor: Actor,
  { orderId, freightCents }: { orderId: string; freightCents: number },
): Promise<void> {
  const known = await getOrderFor(db, orderId, actor, 'orders')
  const taxed = await readTaxedLines(db, known)
  await db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const { order } = row
    if (!awaitsFreight(order) || !isUnpaid(order) || !order.shipping) throw problem('freight-is-set')
    const { netCents, taxCents, groups } = await taxFreight(tx, deps.charging, row, { lines: taxed, freightCents })
    const exactCents = order.totalCents - order.roundingCents + netCents + taxCents
    const totalCents = roundPayable(exactCents)
    const addedCents = totalCents - order.totalCents
    if (totalCents > 0) {
      const payBy = order.confirmedAt ? 'invoice' : order.byTransfer ? 'transfer' : 'card'
      assertPayable(payBy, totalCents - order.creditedCents, order.currency)
    }
    const { isUnpriced: _, ...shipping } = order.shipping
    const [changed] = await tx
      .update(orders)
      .set({
        shipping,
        shippingCents: netCents + (order.pricesIncludeTax ? taxCents : 0),
        shippingNetCents: netCents,
        shippingTaxCents: taxCents,
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
    // After the order, as everywhere.
    if (order.confirmedAt && addedCents !== 0) await restoreCredit(tx, { buyerId: order.buyerId, cents: addedCents })
    const { currency } = order
    await recordOrderEvent(tx, order.id, {
      kind: 'freight_set',
      by: actor,
      facts: { amountCents: netCents + taxCents, currency },
    })
    await recordAuditEvent(tx, actor, {
      kind: 'order-changed',
      subject: { type: 'order', id: order.id },
      before: { amountCents: order.totalCents, currency },
      after: { parts: ['freight'], amountCents: totalCents, currency },
    })
    const priced = { ...row, order: changed }
    if (costCents(changed) === 0)
      await payOrder(tx, deps.queueMail, priced, { transactionId: null, by: actor, facts: {} })
    const { bankDetails } = await deps.findSellerSettings(tx)
    await deps.queueMail(tx, await freightSetMail(tx, priced, bankDetails))
  })
}

type TaxedLine = TaxRequest['lines'][number]

/** Returns the lines of an order as they are taxed. */
async function readTaxedLines(db: Database, { order }: OrderRow): Promise<TaxedLine[]> {
  const lines = await listOrderLines(db, order.id)
  const named = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const products = await findLineProducts(db, named, { buyerId: undefined, language: order.language })
  return lines.map(({ taxClass, totalCents, discountCents }, index) => ({
    taxClass: taxClass ?? products[index]?.product?.taxClass ?? 'standard',
    taxCode: products[index]?.product?.taxCode ?? null,
    amountCents: totalCents - discountCents,
  }))
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
  tx: Transaction,
  { tax }: { tax: Tax },
  { order }: OrderRow,
  { lines, freightCents }: { lines: TaxedLine[]; freightCents: number },
): Promise<FreightTax> {
  const { taxes } = await readOrderAmounts(tx, order)
  if (!order.delivery || taxes.length === 0) return { netCents: freightCents, taxCents: 0, groups: [...taxes] }
  const request = {
    lines,
    place: withRegion(placeOf(order.delivery)),
    buyerId: order.buyerId,
    at: order.placedAt,
  }
  const before = await tax.calculate(tx, { ...request, shippingCents: 0 })
  const after = await tax.calculate(tx, { ...request, shippingCents: freightCents })
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

/** Adds to the taxes of an order what each grows by; one that only the freight has comes last. */
function addGroups(taxes: readonly TaxGroup[], before: readonly TaxGroup[], after: readonly TaxGroup[]): TaxGroup[] {
  const sums = new Map(taxes.map((group) => [keyOf(group), { ...group }]))
  const earlier = new Map(before.map((group) => [keyOf(group), group]))
  for (const group of after) {
    const key = keyOf(group)
    const sum = sums.get(key) ?? { ...group, taxableCents: 0, taxCents: 0 }
    sum.taxableCents += group.taxableCents - (earlier.get(key)?.taxableCents ?? 0)
    sum.taxCents += group.taxCents - (earlier.get(key)?.taxCents ?? 0)
    sums.set(key, sum)
  }
  return [...sums.values()]
}

/** Writes the sums of the taxes of an order; who calculated them stays. */
async function writeTaxes(tx: Transaction, orderId: string, groups: readonly TaxGroup[]): Promise<void> {
  const rows = JSON.stringify(groups.map((group, index) => ({ position: index + 1, ...group })))
  await tx.execute(sql`
    INSERT INTO order_taxes (order_id, position, country, region, name, rate, reason, taxable_cents, tax_cents, provider)
    SELECT ${orderId}::uuid, position, country, region, name, rate, reason, "taxableCents", "taxCents",
      coalesce((SELECT provider FROM order_taxes WHERE order_id = ${orderId} LIMIT 1), 'tables')
    FROM jsonb_to_recordset(${rows}::jsonb) AS tax (position smallint, country text, region text, name text, rate numeric, reason text,
      "taxableCents" bigint, "taxCents" bigint)
    ON CONFLICT (order_id, position) DO UPDATE SET taxable_cents = excluded.taxable_cents, tax_cents = excluded.tax_cents`)
}
