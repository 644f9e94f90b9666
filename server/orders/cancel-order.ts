import { recordChange } from '#server/audit-log/record-change.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { getOrderFor } from '#server/orders/find-orders.ts'
import { canMove, orderState } from '#server/orders/order-rules.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { type Database, type Transaction, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Makes sure that an order cannot be paid any more; if it turns out to be paid, it is marked so. */
export type ReleasePayment = (orderId: string) => Promise<void>

/** Cancels an unpaid order and gives its units back. Throws `order-not-found`, `order-move-not-allowed`, or what the provider refuses. */
export async function cancelOrder(
  db: Database,
  id: string,
  actor: Actor,
  releasePayment: ReleasePayment,
): Promise<void> {
  const { order } = await getOrderFor(db, id, actor)
  assertCancellable(orderState(order))
  // The provider comes first: units must not go back on the shelf while their money may still arrive.
  await releasePayment(order.id)
  if (await transaction(db, (tx) => closeBy(tx, order.id, actor))) {
    // A payment that was opened in between is of no use to anybody; if it cannot be dropped now, its money goes back later.
    await releasePayment(order.id).catch(() => undefined)
    return
  }
  assertCancellable(orderState((await getOrderFor(db, id, actor)).order))
}

/** A buyer's own cancelling is part of the order's story only; that of an admin is on record, too. */
async function closeBy(tx: Transaction, orderId: string, actor: Actor): Promise<boolean> {
  const isClosed = await closeUnpaidOrder(tx, orderId, { as: 'cancelled', by: actor })
  if (isClosed && actor.role === 'admin') {
    const subject = { type: 'order', id: orderId } as const
    const [before, after] = [{ state: 'unpaid' }, { state: 'cancelled' }]
    await recordChange(tx, actor, { kind: 'order-cancelled', subject, before, after })
  }
  return isClosed
}

function assertCancellable(state: ReturnType<typeof orderState>): void {
  if (!canMove(state, 'cancelled')) throw problem('order-move-not-allowed', { state, move: 'cancelled' })
}
