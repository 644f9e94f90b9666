import { and, eq, inArray } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { freightSetMail } from '#server/orders/order-mails.ts'
import { awaitsFreight, costCents, isUnpaid, orderState } from '#server/orders/order-rules.ts'
import { type OrderEventKind, orderEvents } from '#server/orders/orders.tables.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { priceFreight, readTaxedLines, writeFreight } from '#server/orders/write-freight.ts'
import { findOpenPayment } from '#server/payments/find-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

interface FreightDeps extends SettleDeps {
  charging: Charging
  findSellerSettings: FindSellerSettings
}

interface FreightInput {
  orderId: string
  freightCents: number
  /** The freight that it replaces; undefined for the first one. */
  insteadCents: number | undefined
}

/**
 * Adds the freight that was on request, and its tax, to the total of an order, and mails its buyer. From now on it can be paid; with this come
 * the invoice and the due date of one on account. As long as nothing is paid, credited or invoiced, it can be corrected. Safe to repeat. Throws
 * `order-not-found`, `freight-is-set`, `freight-is-final`, `payment-in-progress`, `order-too-large`, `total-not-payable`,
 * `credit-limit-in-the-way` or `tax-unavailable`.
 */
export async function setFreight(
  db: Database,
  { charging, ...deps }: FreightDeps,
  actor: Actor,
  { orderId, ...freight }: FreightInput,
): Promise<void> {
  const known = await getOrderFor(db, orderId, actor, 'orders')
  if (await isDone(db, known, freight)) return
  // A card that is being asked for the sum of before.
  if (!awaitsFreight(known.order)) await releasePayment(db, deps, known.id)
  const lines = await readTaxedLines(db, known)
  await db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const { order } = row
    const { shipping, currency } = order
    if (await isDone(tx, row, freight)) return
    if (!shipping) throw problem('freight-is-final')
    const isFirst = awaitsFreight(order)
    if (!isFirst && (await findOpenPayment(tx, order.id))) throw problem('payment-in-progress')
    const price = await priceFreight(tx, charging, row, { lines, freightCents: freight.freightCents })
    const priced = await writeFreight(tx, row, shipping, price)
    const { shippingCents, totalCents } = priced.order
    // As it was entered.
    const facts = { amountCents: shippingCents, totalBeforeCents: order.totalCents, currency }
    await recordOrderEvent(tx, order.id, { kind: 'freight_set', by: actor, facts })
    await recordAuditEvent(tx, actor, {
      kind: 'order-changed',
      subject: { type: 'order', id: order.id },
      before: { amountCents: order.totalCents, currency },
      after: { parts: ['freight'], amountCents: totalCents, currency },
    })
    if (costCents(priced.order) === 0)
      await payOrder(tx, deps.queueMail, priced, { transactionId: null, by: actor, facts: {} })
    const { bankDetails } = await deps.findSellerSettings(tx)
    await deps.queueMail(tx, await freightSetMail(tx, priced, { bankDetails, earlier: isFirst ? undefined : order }))
  })
}

/** Returns the total in cents that an order would have with freight; throws as `setFreight` does. */
export async function previewFreight(
  db: Database,
  { charging }: Pick<FreightDeps, 'charging'>,
  actor: Actor,
  { orderId, ...freight }: FreightInput,
): Promise<number> {
  const row = await getOrderFor(db, orderId, actor, 'orders')
  if (await isDone(db, row, freight)) return row.order.totalCents
  const lines = await readTaxedLines(db, row)
  const { totalCents } = await priceFreight(db, charging, row, { lines, freightCents: freight.freightCents })
  return totalCents
}

/** Whether this freight is set already; throws `freight-is-final`, or `freight-is-set` if another one is than that which it replaces. */
async function isDone(
  db: Database | Transaction,
  { order }: OrderRow,
  { freightCents, insteadCents }: Omit<FreightInput, 'orderId'>,
): Promise<boolean> {
  if (order.freightSetAt && order.shippingCents === freightCents) return true
  if (awaitsFreight(order) && isUnpaid(order)) return false
  const wasPaid = await db.$count(
    orderEvents,
    and(eq(orderEvents.orderId, order.id), inArray(orderEvents.kind, paidKinds)),
  )
  if (!isFreightCorrectable(order, { wasPaid: wasPaid > 0 })) throw problem('freight-is-final')
  if (order.shippingCents !== insteadCents) throw problem('freight-is-set')
  return false
}

/** Lists the events with which an order gets its invoice, which stays even if the payment is taken back. */
const paidKinds: OrderEventKind[] = ['paid', 'paid_late', 'paid_short']

/** Whether staff may correct the freight that they set. */
export const isFreightCorrectable = (order: OrderRow['order'], { wasPaid }: { wasPaid: boolean }): boolean =>
  order.freightSetAt !== null &&
  orderState(order) === 'unpaid' &&
  order.receivedCents === 0 &&
  order.creditedCents === 0 &&
  !wasPaid

/** Whether staff may set the freight of an order, or correct it. */
export const mayEnterFreight = (order: OrderRow['order'], events: readonly { kind: OrderEventKind }[]): boolean =>
  (awaitsFreight(order) && isUnpaid(order)) ||
  isFreightCorrectable(order, { wasPaid: events.some(({ kind }) => paidKinds.includes(kind)) })
