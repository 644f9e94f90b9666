import { and, desc, eq, ne } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { lockPayment, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { refunds } from '#server/payments/payments.tables.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Refunds the rest of an unmatched payment; idempotent. Returns the id of the refund. Throws `payment-not-found`. */
export async function refundUnmatchedPayment(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  intentId: string,
): Promise<string> {
  const refundId = await db.transaction((tx) => writeRefund(tx, actor, intentId))
  await sendRefund(db, deps, refundId)
  return refundId
}

async function writeRefund(tx: Transaction, actor: Actor, intentId: string): Promise<string> {
  const payment = (await lockPayment(tx, intentId))?.payment
  if (!payment?.heldAt || payment.receivedCents === null || payment.receivedCurrency === null) {
    throw problem('payment-not-found')
  }
  const [live] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.intentId, intentId), ne(refunds.state, 'failed')))
    .orderBy(desc(refunds.requestedAt))
    .limit(1)
  // A part may have gone back already, at the provider's own dashboard.
  const { askedCents } = await sumActiveRefunds(tx, intentId)
  const amountCents = payment.receivedCents - askedCents
  if (live && amountCents <= 0) return live.id
  const id = newId()
  await tx.insert(refunds).values({
    id,
    intentId,
    orderId: payment.orderId,
    amountCents,
    currency: payment.receivedCurrency,
    reason: 'requested_by_customer',
    origin: 'admin',
    requestedBy: actor.id,
  })
  await recordOrderEvent(tx, payment.orderId, {
    kind: 'payment_returned',
    by: actor,
    facts: {
      transactionId: intentId,
      amountCents,
      currency: payment.receivedCurrency,
      reason: 'held',
    },
  })
  await recordAuditEvent(tx, actor, {
    kind: 'held-payment-refunded',
    subject: { type: 'order', id: payment.orderId },
    before: { heldReason: payment.heldReason },
    after: { transactionId: intentId, refundedCents: amountCents, currency: payment.receivedCurrency },
  })
  return id
}
