import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { getOrderFor } from '#server/orders/find-orders.ts'
import { orderCancelledMail } from '#server/orders/order-mails.ts'
import { canMove, orderState } from '#server/orders/order-rules.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes sure that an order cannot be paid any more; if it turns out to be paid, it is marked so. */
export type ReleasePayment = (orderId: string) => Promise<void>

/** Cancels an unpaid order, gives its units back and notifies the buyer. Throws `order-not-found`, `order-move-not-allowed`, or what the provider refuses. */
export async function cancelOrder(
  db: Database,
  id: string,
  actor: Actor,
  { releasePayment, queueMail }: { releasePayment: ReleasePayment; queueMail: QueueMail },
): Promise<void> {
  const { order } = await getOrderFor(db, id, actor)
  assertCancellable(orderState(order))
  // The payment is cancelled first: stock must not be released while money may still arrive.
  await releasePayment(order.id)
  if (await db.transaction((tx) => closeBy(tx, order.id, actor, queueMail))) {
    // A payment opened in between is cancelled as well; if that fails, its money is refunded later.
    await releasePayment(order.id).catch(() => undefined)
    return
  }
  assertCancellable(orderState((await getOrderFor(db, id, actor)).order))
}

/** Closes the order. Cancellations by admins are audited; those by buyers are only in the timeline. */
async function closeBy(tx: Transaction, orderId: string, actor: Actor, queueMail: QueueMail): Promise<boolean> {
  const isClosed = await closeUnpaidOrder(tx, orderId, { as: 'cancelled', by: actor })
  // Orders can be placed and cancelled at will: an unverified address, which may be a stranger's, gets no mail about that.
  if (isClosed && (actor.role === 'admin' || actor.emailVerified))
    await queueMail(tx, await orderCancelledMail(tx, await getOrderFor(tx, orderId, actor)))
  if (isClosed && actor.role === 'admin') {
    const subject = { type: 'order', id: orderId } as const
    const [before, after] = [{ state: 'unpaid' }, { state: 'cancelled' }]
    await recordAuditEvent(tx, actor, { kind: 'order-cancelled', subject, before, after })
  }
  return isClosed
}

function assertCancellable(state: ReturnType<typeof orderState>): void {
  if (!canMove(state, 'cancelled')) throw problem('order-move-not-allowed', { state, move: 'cancelled' })
}
