import { eq, sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import { hasPermission } from '#contract/permissions.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import { reserveCredit } from '#server/customers/reserve-credit.ts'
import { assertPayable } from '#server/orders/assert-payable.ts'
import { lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { openCents, orderState, refusedMove } from '#server/orders/order-rules.ts'
import { orderConfirmations, orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Makes an unpaid order by card one by bank transfer or on account, once; repeated, it changes nothing. A card payment that is open may
 * still pay it. Throws `order-not-found`, `order-move-not-allowed`, `transfer-not-offered`, `terms-not-allowed`, `po-number-needed`,
 * `credit-limit-reached` or `order-too-large`.
 */
export function changePaymentMethod(
  db: Database,
  actor: Actor,
  { orderId, payBy }: { orderId: string; payBy: 'transfer' | 'invoice' },
): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const { order } = row
    if (payBy === 'transfer' ? order.byTransfer : order.confirmedAt) return
    if (orderState(order) !== 'unpaid' || order.receivedCents > 0) throw refusedMove(order, 'changed')
    assertPayable(payBy, openCents(order), order.currency)
    await (payBy === 'transfer' ? awaitTransfer(tx, row) : putOnAccount(tx, row))
    // For the mail that says where and until when to pay, and on account the one to the seller.
    await tx.insert(orderConfirmations).values({ orderId: order.id }).onConflictDoNothing()
    await recordOrderEvent(tx, order.id, { kind: 'payment_method_changed', by: actor })
    if (order.buyerId !== actor.id && hasPermission(actor, 'orders'))
      await recordAuditEvent(tx, actor, {
        kind: 'order-changed',
        subject: { type: 'order', id: order.id },
        after: { parts: ['payBy'] },
      })
  })
}

/** Reserves the stock for the days of the store; without a verified address, once it is verified, see `confirmOrders`. */
async function awaitTransfer(tx: Transaction, { order }: OrderRow): Promise<void> {
  const { transferDays } = currentStore()
  if (transferDays === undefined) throw problem('transfer-not-offered')
  await tx
    .update(orders)
    .set({
      byTransfer: true,
      expiresAt: sql`CASE WHEN EXISTS (SELECT FROM users WHERE users.id = ${order.buyerId} AND email_verified_at IS NOT NULL)
        THEN greatest(${orders.expiresAt}, now() + make_interval(days => ${transferDays})) ELSE ${orders.expiresAt} END`,
    })
    .where(eq(orders.id, order.id))
}

/** Takes the order off what the buyer may owe; from now on it ships before it is paid. */
async function putOnAccount(tx: Transaction, { order }: OrderRow): Promise<void> {
  const terms = await findTerms(tx, order.buyerId)
  if (!terms) throw problem('terms-not-allowed')
  if (terms.poRequired && !/[\p{L}\p{N}]/u.test(order.poNumber ?? '')) throw problem('po-number-needed')
  await tx
    .update(orders)
    .set({ terms: { netDays: terms.netDays }, confirmedAt: sql`now()`, byTransfer: false, openSlot: null })
    .where(eq(orders.id, order.id))
  await reserveCredit(tx, { buyerId: order.buyerId, cents: openCents(order) })
}
