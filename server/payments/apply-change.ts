import { and, eq, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { ChangedDetails } from '#contract/order-messages.ts'
import type { previewChange as previewEndpoint } from '#contract/payments.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertPayable } from '#server/orders/assert-payable.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import type { OrderAmounts } from '#server/orders/order-amounts.ts'
import { orderChangedMail } from '#server/orders/order-mails.ts'
import { orderMessages } from '#server/orders/order-messages.tables.ts'
import { isMessageOpen } from '#server/orders/order-messages.ts'
import { assertChangeable, openCents, orderState } from '#server/orders/order-rules.ts'
import { placeOf, priceAtPlace } from '#server/orders/price-at-place.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { findOpenPayment } from '#server/payments/find-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'

interface Asked {
  orderId: string
  messageId: string
}

/** Returns what an order would cost at the address that its buyer asks for. Throws `order-not-found`, `message-not-found` or `change-answered`. */
export async function previewChange(
  db: Database,
  charging: Charging,
  actor: Actor,
  asked: Asked,
): Promise<ResponseBody<typeof previewEndpoint>> {
  const row = await getOrderFor(db, asked.orderId, actor, 'orders')
  const { order } = row
  const { address = order.address, delivery } = await findRequest(db, row, asked)
  const after = delivery && (await priceAtPlace(db, charging, row, placeOf(delivery)))
  const amountOf = (cents: number) => toAmount(cents, order.currency)
  const present = ({
    shippingCents,
    taxCents,
    totalCents,
  }: Pick<OrderAmounts, 'shippingCents' | 'taxCents' | 'totalCents'>) => ({
    shipping: amountOf(shippingCents),
    tax: amountOf(taxCents),
    total: amountOf(totalCents),
  })
  return {
    from: order.address,
    to: address,
    currency: order.currency,
    before: present(order),
    ...(after && { after: present(after) }),
    mayCharge: after !== undefined && after.totalCents > order.totalCents && isChargeable(order),
  }
}

/** Whether an order can still cost more: nothing is credited, and no invoice was issued, which nothing changes. */
const isChargeable = (order: OrderRow['order']) => orderState(order) === 'unpaid' && order.creditedCents === 0

/**
 * Changes the delivery address of an order as its buyer asked, and mails the buyer. With `chargeTotalCents` it costs what it costs there from now on,
 * which must be that; else the price stays as ordered. Throws `change-answered`, `change-not-chargeable`, `change-costs-otherwise`,
 * `payment-in-progress`, `order-move-not-allowed` or `order-disputed`.
 */
export async function applyChange(
  db: Database,
  { charging, ...deps }: SettleDeps & { charging: Charging },
  actor: Actor,
  { chargeTotalCents, ...asked }: Asked & { chargeTotalCents: number | undefined },
): Promise<OrderRow> {
  const known = await getOrderFor(db, asked.orderId, actor, 'orders')
  const { delivery: to } = await findRequest(db, known, asked)
  const amounts =
    chargeTotalCents !== undefined && to ? await priceAtPlace(db, charging, known, placeOf(to)) : undefined
  if (chargeTotalCents !== undefined) {
    if (!amounts || !isChargeable(known.order)) throw problem('change-not-chargeable')
    if (amounts.totalCents !== chargeTotalCents)
      throw problem('change-costs-otherwise', { total: toAmount(amounts.totalCents, known.order.currency) })
    // A card that is being asked for the sum of before.
    await releasePayment(db, deps, known.id)
  }
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, asked.orderId, actor, 'orders')
    const { order } = row
    const change = await findRequest(tx, row, asked)
    assertChangeable(order, actor, 'changed')
    if (amounts) {
      if (!isChargeable(order)) throw problem('change-not-chargeable')
      if (await findOpenPayment(tx, order.id)) throw problem('payment-in-progress')
      assertPayable(order.byTransfer ? 'transfer' : 'card', amounts.totalCents - order.receivedCents, order.currency)
    }
    const moved = await moveOrder(tx, row, change, amounts)
    // The buyer may have asked for the same more than once.
    await tx
      .update(orderMessages)
      .set({ answeredAt: sql`now()` })
      .where(
        and(
          eq(orderMessages.orderId, order.id),
          isMessageOpen,
          sql`${orderMessages.request} -> 'change' ->> 'address' = ${change.address ?? order.address}`,
        ),
      )
    const facts = amounts ? { totalBeforeCents: order.totalCents } : {}
    await recordOrderEvent(tx, order.id, { kind: 'details_changed', by: actor, facts })
    await deps.queueMail(tx, orderChangedMail(moved, change, amounts ? openCents(moved.order) : 'kept'))
    const { currency } = order
    await recordAuditEvent(tx, actor, {
      kind: 'order-changed',
      subject: { type: 'order', id: order.id },
      before: { amountCents: order.totalCents, currency },
      after: { parts: ['address'], amountCents: moved.order.totalCents, currency },
    })
    return moved
  })
}

/** Returns the change that an open message asks for. */
async function findRequest(
  db: Database | Transaction,
  { id }: OrderRow,
  { messageId }: Asked,
): Promise<ChangedDetails> {
  const [message] = await db
    .select()
    .from(orderMessages)
    .where(and(eq(orderMessages.id, parseId(messageId, 'message-not-found')), eq(orderMessages.orderId, id)))
  if (!message?.request?.change) throw problem('message-not-found')
  if (message.answeredAt) throw problem('change-answered')
  return message.request.change
}
