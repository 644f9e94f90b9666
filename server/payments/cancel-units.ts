import { hasPermission } from '#contract/permissions.ts'
import { cancelOrder } from '#server/orders/cancel-order.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, unitsOwed } from '#server/orders/order-lines.ts'
import { type MessageDeps, writeMessage } from '#server/orders/order-messages.ts'
import { isChangeable, orderState } from '#server/orders/order-rules.ts'
import { chooseCancelled, refundOrder } from '#server/payments/refund-order.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

interface Cancellation {
  orderId: string
  /** The units of lines by their positions; undefined for all that have not shipped. */
  lines: readonly { line: number; units: number }[] | undefined
  /** A message to the other side; may be empty. */
  note: string
  idempotencyKey: string | undefined
}

export interface CancelDeps extends SettleDeps, MessageDeps {
  /** Whether buyers ask before they cancel what they have paid or ordered on account. */
  asksFirst: () => Promise<boolean>
}

/**
 * Cancels units that have not shipped, for the buyer until the first parcel: their stock is free, and their money goes back, is credited, or
 * waits until staff have sent it. An unpaid order without any left is cancelled. Where the shop wants to be asked, it only writes a message.
 * Returns the id of the refund, if there is one.
 */
export async function cancelUnits(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  { orderId, lines, note, idempotencyKey }: Cancellation,
): Promise<{ refundId?: string; asked?: true }> {
  const row = await getOrderFor(db, orderId, actor, 'orders')
  const { order } = row
  const isUnpaid = orderState(order) === 'unpaid'
  // The same call again, after its answer was lost.
  if (order.cancelledAt && order.cancelledBy === actor.id && lines === undefined) return {}
  if (!isUnpaid && !hasPermission(actor, 'orders') && (await deps.asksFirst())) {
    await askToCancel(db, deps, actor, { orderId, lines, note })
    return { asked: true }
  }
  if (isUnpaid && (await isWhole(db, row, lines))) {
    await cancelOrder(db, orderId, actor, {
      releasePayment: (id) => releasePayment(db, deps, id),
      queueMail: deps.queueMail,
    })
    return {}
  }
  const refundId = await refundOrder(db, deps, actor, {
    orderId,
    cancels: { tellSeller: deps },
    amountCents: undefined,
    returned: lines,
    withShipping: false,
    reason: 'requested_by_customer',
    note,
    restock: 0,
    idempotencyKey,
  })
  return { refundId }
}

async function isWhole(db: Database, { id }: OrderRow, asked: Cancellation['lines']): Promise<boolean> {
  const lines = await listOrderLines(db, id)
  const units = chooseCancelled(lines, asked)
  return lines.every((line) => unitsOwed(line) === (units.get(line.position) ?? 0))
}

async function askToCancel(
  db: Database,
  deps: CancelDeps,
  actor: Actor,
  { orderId, lines: asked, note }: Pick<Cancellation, 'orderId' | 'lines' | 'note'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    if (!isChangeable(row.order, actor))
      throw problem('order-move-not-allowed', { state: orderState(row.order), move: 'cancelled' })
    const units = [...chooseCancelled(await listOrderLines(tx, row.id), asked)].map(([line, each]) => ({
      line,
      units: each,
    }))
    await writeMessage(tx, deps, row, { kind: 'cancellation', message: note, request: { units } })
  })
}
