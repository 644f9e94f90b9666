import { toAmount } from '#contract/currency.ts'
import { hasPermission } from '#contract/permissions.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { releaseOrderCredit } from '#server/orders/release-order-credit.ts'
import { orderCancelledMail } from '#server/orders/order-mails.ts'
import { canMove, isUnpaid, orderState } from '#server/orders/order-rules.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes sure that an order cannot be paid any more; if it turns out to be paid, it is marked so. */
export type ReleasePayment = (orderId: string) => Promise<void>

/** Cancels an unpaid order, or for an admin one on account of which nothing has shipped, gives its units back and notifies the buyer. Throws `order-not-found`, `order-move-not-allowed`, or what the provider refuses. */
export async function cancelOrder(
  db: Database,
  id: string,
  actor: Actor,
  { releasePayment, queueMail }: { releasePayment: ReleasePayment; queueMail: QueueMail },
): Promise<void> {
  const row = await getOrderFor(db, id, actor, 'orders')
  const { order } = row
  assertCancellable(row, actor)
  // The payment is cancelled first: stock must not be released while money may still arrive.
  await releasePayment(order.id)
  if (await db.transaction((tx) => closeBy(tx, row, actor, queueMail))) {
    // A payment opened in between is cancelled as well; if that fails, its money is refunded later.
    await releasePayment(order.id).catch(() => undefined)
    return
  }
  assertCancellable(await getOrderFor(db, id, actor, 'orders'), actor)
}

/** Closes the order. Cancellations by admins are audited; those by buyers are only in the timeline. */
async function closeBy(tx: Transaction, { order }: OrderRow, actor: Actor, queueMail: QueueMail): Promise<boolean> {
  const orderId = order.id
  const isClosed = await closeUnpaidOrder(tx, orderId, {
    as: 'cancelled',
    by: actor,
    onAccount: order.confirmedAt !== null,
  })
  if (isClosed) await releaseOrderCredit(tx, order)
  // Orders can be placed and cancelled at will: an unverified address, which may be a stranger's, gets no mail about that.
  if (isClosed && (hasPermission(actor, 'orders') || actor.emailVerified))
    await queueMail(tx, await orderCancelledMail(tx, await getOrderFor(tx, orderId, actor)))
  if (isClosed && hasPermission(actor, 'orders')) {
    const subject = { type: 'order', id: orderId } as const
    const [before, after] = [{ state: orderState(order) }, { state: 'cancelled' }]
    await recordAuditEvent(tx, actor, { kind: 'order-cancelled', subject, before, after })
  }
  return isClosed
}

/** Whether this user may cancel an order by `DELETE /orders/{id}`: one on account only staff may. */
export function isCancellable({ order }: Pick<OrderRow, 'order'>, actor: Actor): boolean {
  const state = orderState(order)
  return (
    canMove(state, 'cancelled') &&
    order.receivedCents === 0 &&
    !order.firstShippedAt &&
    (state !== 'confirmed' || hasPermission(actor, 'orders'))
  )
}

function assertCancellable(row: OrderRow, actor: Actor): void {
  const { order } = row
  if (isUnpaid(order) && order.receivedCents > 0)
    throw problem('order-has-money', { received: toAmount(order.receivedCents, order.currency) })
  if (isCancellable(row, actor)) return
  const state = row.order.firstShippedAt && !row.order.shippedAt ? 'partly_shipped' : orderState(row.order)
  throw problem('order-move-not-allowed', { state, move: 'cancelled' })
}
