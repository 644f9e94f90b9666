import { and, eq, sql } from 'drizzle-orm'
import { storeDay } from '#contract/time-zone.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { lockOrderFor } from '#server/orders/find-orders.ts'
import { refundMail } from '#server/orders/order-mails.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { sumActiveRefunds } from '#server/payments/find-payments.ts'
import { issueCreditNote } from '#server/payments/issue-credit-note.ts'
import { payments, refunds } from '#server/payments/payments.tables.ts'
import { momentOnDay } from '#server/payments/moment-on-day.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'

interface SentMoney {
  orderId: string
  refundId: string
  /** The day of the store on which it was sent; today if absent. */
  sentOn?: string | undefined
  /** Holds the text of the bank's list or the check. */
  reference?: string | undefined
}

/**
 * Records that the money of a refund that waited for it was sent by hand, once, and tells the buyer. Throws `order-not-found`,
 * `refund-not-found` or `payment-day-not-valid`.
 */
export async function sendRefundByHand(
  db: Database,
  { queueMail }: Pick<SettleDeps, 'queueMail'>,
  actor: Actor,
  { orderId, refundId, sentOn, reference }: SentMoney,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'refunds')
    const isIt = and(eq(refunds.id, parseId(refundId, 'refund-not-found')), eq(refunds.orderId, row.id))
    const [found] = await tx
      .select({ refund: refunds, method: payments.method })
      .from(refunds)
      .innerJoin(payments, eq(payments.intentId, refunds.intentId))
      .where(isIt)
    if (!found || found.method === 'card' || found.refund.intentId === null) throw problem('refund-not-found')
    if (found.refund.state !== 'pending') return
    const { intentId, amountCents, currency, reason } = found.refund
    await tx
      .update(refunds)
      .set({ state: 'succeeded', endedAt: momentOnDay(row.order, sentOn) ?? sql`now()`, reference })
      .where(isIt)
    if (!found.refund.isSurplus) await updateRefundTotals(tx, row.id, await sumActiveRefunds(tx, intentId))
    await recordOrderEvent(tx, row.id, { kind: 'refunded', by: actor, facts: { amountCents, currency, reason } })
    const creditNote = await issueCreditNote(tx, row, found.refund)
    await queueMail(tx, await refundMail(tx, row, { ...found.refund, isByHand: true, creditNote }))
    await recordAuditEvent(tx, actor, {
      kind: 'refund-sent',
      subject: { type: 'order', id: row.id },
      // Without the reference, as of payments.
      after: { amountCents, currency, sentOn: sentOn ?? storeDay(Date.now()) },
    })
  })
}
