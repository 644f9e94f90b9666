import { hasPermission } from '#contract/permissions.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { answerCancellations } from '#server/orders/order-messages.ts'
import { orderCancelledMail } from '#server/orders/order-mails.ts'
import { canMove, orderState, refusedMove } from '#server/orders/order-rules.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Cancels an order without money, gives its units back or writes them off, and notifies the buyer; returns whether it was still one. Throws what the provider refuses. */
export async function cancelOrder(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  row: OrderRow,
  writesOff: boolean,
): Promise<boolean> {
  // The payment is cancelled first: stock must not be released while money may still arrive.
  await releasePayment(db, deps, row.id)
  const isClosed = await db.transaction((tx) => closeBy(tx, deps, actor, { ...row, writesOff }))
  // A payment opened in between is cancelled as well; if that fails, its money is refunded later.
  if (isClosed) await releasePayment(db, deps, row.id).catch(() => undefined)
  return isClosed
}

/** Closes the order. Cancellations by admins are audited; those by buyers are only in the timeline. */
async function closeBy(
  tx: Transaction,
  { queueMail }: Pick<SettleDeps, 'queueMail'>,
  actor: Actor,
  { id, order, writesOff }: OrderRow & { writesOff: boolean },
): Promise<boolean> {
  if (!(await closeUnpaidOrder(tx, id, { as: 'cancelled', by: actor, writesOff }))) return false
  await answerCancellations(tx, id)
  const isStaff = hasPermission(actor, 'orders')
  // Orders can be placed and cancelled at will: an unverified address, which may be a stranger's, gets no mail about that.
  if (isStaff || actor.emailVerified)
    await queueMail(tx, await orderCancelledMail(tx, await getOrderFor(tx, id, actor)))
  if (isStaff) {
    const [before, after] = [{ state: orderState(order) }, { state: 'cancelled' }]
    await recordAuditEvent(tx, actor, { kind: 'order-cancelled', subject: { type: 'order', id }, before, after })
  }
  return true
}

/** Whether this user may cancel an order by `DELETE /orders/{id}`: one on account only staff may. */
export function isCancellable({ order }: Pick<OrderRow, 'order'>, actor: Actor): boolean {
  const state = orderState(order)
  return (
    canMove(state, 'cancelled') && !order.firstShippedAt && (state !== 'confirmed' || hasPermission(actor, 'orders'))
  )
}

/** Throws `order-move-not-allowed` unless this user may cancel an order by `DELETE /orders/{id}`. */
export function assertCancellable(row: OrderRow, actor: Actor): void {
  if (!isCancellable(row, actor)) throw refusedMove(row.order, 'cancelled')
}
