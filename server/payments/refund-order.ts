import { and, eq } from 'drizzle-orm'
import type { Refund } from '#contract/payments.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { countReservedUnits, releaseStock } from '#server/orders/reserve-stock.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { canMove, orderState } from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { sumActiveRefunds } from '#server/payments/find-payments.ts'
import { type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toDollars } from '#server/platform/money.ts'
import { problem } from '#server/platform/http/problem.ts'

export interface RefundInput {
  orderId: string
  /** Undefined for the remaining amount. */
  amountCents: number | undefined
  reason: Refund['reason']
  note: string
  restockQuantity: number
  idempotencyKey: string | undefined
}

/**
 * Refunds a paid order, never more than was paid; units are restocked at once. The refund is stored before the provider is
 * called, so that it is neither lost nor sent twice. Returns its id.
 */
export async function refundOrder(db: Database, deps: SettleDeps, actor: Actor, input: RefundInput): Promise<string> {
  const refundId = await db.transaction((tx) => writeRefund(tx, actor, input))
  await sendRefund(db, deps, refundId)
  return refundId
}

async function writeRefund(tx: Transaction, actor: Actor, input: RefundInput): Promise<string> {
  const row = await lockOrderFor(tx, input.orderId, actor)
  const { order, line } = row
  const repeated = await findExistingRefund(tx, order.id, input)
  if (repeated) return repeated.id

  const state = orderState(order)
  if (!canMove(state, 'refunded') || order.transactionId === null) {
    throw problem('order-move-not-allowed', { state, move: 'refunded' })
  }
  if (order.disputedAt) throw problem('order-disputed')
  const leftCents = order.totalCents - order.refundAskedCents
  const amountCents = input.amountCents ?? leftCents
  if (amountCents > leftCents || leftCents === 0) throw problem('refund-too-large', { left: toDollars(leftCents) })
  const restockable = await countRestockable(tx, row)
  if (input.restockQuantity > restockable) throw problem('restock-too-large', { left: restockable })

  const id = newId()
  await tx.insert(refunds).values({
    id,
    intentId: order.transactionId,
    orderId: order.id,
    amountCents,
    currency: order.currency,
    reason: input.reason,
    note: input.note,
    restockedQuantity: input.restockQuantity,
    origin: 'admin',
    requestedBy: actor.id,
    idempotencyKey: input.idempotencyKey,
  })
  await updateRefundTotals(tx, order.id, await sumActiveRefunds(tx, order.transactionId))
  if (input.restockQuantity > 0) {
    const { productId } = line
    await releaseStock(tx, { orderId: order.id, productId, quantity: input.restockQuantity, by: actor })
  }
  await recordOrderEvent(tx, order.id, {
    kind: 'refund_requested',
    by: actor,
    facts: { amountCents, currency: order.currency, reason: input.reason, units: input.restockQuantity },
  })
  await recordAuditEvent(tx, actor, {
    kind: 'order-refunded',
    subject: { type: 'order', id: order.id },
    before: { refundAskedCents: order.refundAskedCents },
    after: {
      refundAskedCents: order.refundAskedCents + amountCents,
      currency: order.currency,
      reason: input.reason,
      restockedUnits: input.restockQuantity,
    },
  })
  return id
}

/** Returns the number of units of a paid order that can be restocked. */
export const countRestockable = async (tx: Transaction, { order }: OrderRow): Promise<number> =>
  order.paidAt ? Math.max(0, await countReservedUnits(tx, order.id)) : 0

async function findExistingRefund(
  tx: Transaction,
  orderId: string,
  input: RefundInput,
): Promise<RefundRow | undefined> {
  if (input.idempotencyKey === undefined) return undefined
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.idempotencyKey, input.idempotencyKey)))
  if (!row) return undefined
  const isSame =
    (input.amountCents === undefined || input.amountCents === row.amountCents) &&
    input.reason === row.reason &&
    input.note === row.note &&
    input.restockQuantity === row.restockedQuantity
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}
