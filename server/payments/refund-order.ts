import { and, eq } from 'drizzle-orm'
import type { Refund } from '#contract/payments.ts'
import { recordChange } from '#server/audit-log/record-change.ts'
import { lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { countHeldUnits, returnUnits } from '#server/orders/move-units.ts'
import { noteRefunds } from '#server/orders/note-refunds.ts'
import { canMove, orderState } from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { sumLiveRefunds } from '#server/payments/find-payments.ts'
import { type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { type Database, type Transaction, transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toDollars } from '#server/platform/money.ts'
import { problem } from '#server/platform/problem.ts'

export interface RefundWish {
  orderId: string
  /** Undefined: all that is left. */
  amountCents: number | undefined
  reason: Refund['reason']
  note: string
  restockQuantity: number
  idempotencyKey: string | undefined
}

/**
 * Sends money of a paid order back, never more than it was paid with; units go back on the shelf at once. The wish is written
 * down before the provider hears of it, so that it is neither lost nor sent twice. Answers the refund's id.
 */
export async function refundOrder(db: Database, deps: SettleDeps, actor: Actor, wish: RefundWish): Promise<string> {
  const refundId = await transaction(db, (tx) => writeRefund(tx, actor, wish))
  await sendRefund(db, deps, refundId)
  return refundId
}

async function writeRefund(tx: Transaction, actor: Actor, wish: RefundWish): Promise<string> {
  const row = await lockOrderFor(tx, wish.orderId, actor)
  const { order, line } = row
  const repeated = await findRepeated(tx, order.id, wish)
  if (repeated) return repeated.id

  const state = orderState(order)
  if (!canMove(state, 'refunded') || order.transactionId === null) {
    throw problem('order-move-not-allowed', { state, move: 'refunded' })
  }
  if (order.disputedAt) throw problem('order-disputed')
  const leftCents = order.totalCents - order.refundAskedCents
  const amountCents = wish.amountCents ?? leftCents
  if (amountCents > leftCents || leftCents === 0) throw problem('refund-too-large', { left: toDollars(leftCents) })
  const restockable = await countRestockable(tx, row)
  if (wish.restockQuantity > restockable) throw problem('restock-too-large', { left: restockable })

  const id = newId()
  await tx.insert(refunds).values({
    id,
    intentId: order.transactionId,
    orderId: order.id,
    amountCents,
    currency: order.currency,
    reason: wish.reason,
    note: wish.note,
    restockedQuantity: wish.restockQuantity,
    origin: 'admin',
    requestedBy: actor.id,
    idempotencyKey: wish.idempotencyKey,
  })
  await noteRefunds(tx, order.id, await sumLiveRefunds(tx, order.transactionId))
  if (wish.restockQuantity > 0) {
    const { productId } = line
    await returnUnits(tx, { orderId: order.id, productId, quantity: wish.restockQuantity, by: actor })
  }
  await recordOrderEvent(tx, order.id, {
    kind: 'refund_requested',
    by: actor,
    facts: { amountCents, currency: order.currency, reason: wish.reason, units: wish.restockQuantity },
  })
  await recordChange(tx, actor, {
    kind: 'order-refunded',
    subject: { type: 'order', id: order.id },
    before: { refundAskedCents: order.refundAskedCents },
    after: {
      refundAskedCents: order.refundAskedCents + amountCents,
      currency: order.currency,
      reason: wish.reason,
      restockedUnits: wish.restockQuantity,
    },
  })
  return id
}

/** Units of a paid order that are still out of stock for it. */
export const countRestockable = async (tx: Transaction, { order }: OrderRow): Promise<number> =>
  order.paidAt ? Math.max(0, await countHeldUnits(tx, order.id)) : 0

async function findRepeated(tx: Transaction, orderId: string, wish: RefundWish): Promise<RefundRow | undefined> {
  if (wish.idempotencyKey === undefined) return undefined
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.idempotencyKey, wish.idempotencyKey)))
  if (!row) return undefined
  const isSame =
    (wish.amountCents === undefined || wish.amountCents === row.amountCents) &&
    wish.reason === row.reason &&
    wish.note === row.note &&
    wish.restockQuantity === row.restockedQuantity
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}
