import { sql } from 'drizzle-orm'
import { cancelPayment } from '#server/payments/release-payment.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import { type SettleDeps, settlePayment } from '#server/payments/settle-payment.ts'
import { syncRefunds } from '#server/payments/sync-refunds.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Sets the interval and the batch size of checks; together they cover everything within ten minutes. */
const pause = sql`interval '4 minutes'`
const batch = 20
const maxRunMs = 50_000

/**
 * Fetches the state of payments and refunds that have not ended, in case the browser was closed or an event was lost. Several
 * processes share the work.
 */
export async function reconcilePayments(db: Database, deps: SettleDeps): Promise<void> {
  const end = Date.now() + maxRunMs
  await untilNothingIsDue(end, () => claimDuePayments(db), request)
  await untilNothingIsDue(end, () => claimDueRefunds(db), findRefundAtProvider)

  /** A payment of an order that has ended or was paid otherwise is cancelled. */
  async function request({ intent_id: intentId, is_wanted: isWanted }: DuePayment) {
    if (isWanted) await settlePayment(db, deps, intentId)
    else await cancelPayment(db, deps, intentId)
  }

  async function findRefundAtProvider({ id, intent_id: intentId, state }: DueRefund) {
    if (state === 'requested') await sendRefund(db, deps, id)
    else await syncRefunds(db, deps, intentId)
  }

  async function untilNothingIsDue<Due extends { intent_id: string }>(
    until: number,
    take: () => Promise<Due[]>,
    work: (due: Due) => Promise<void>,
  ) {
    for (let due = await take(); due.length > 0 && Date.now() < until; due = await take()) {
      await Promise.all(due.map((one) => work(one).catch((error: unknown) => warn(one.intent_id, error))))
    }
  }

  /** A failure must not hold up the others; it is retried later. */
  function warn(intentId: string, error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    deps.log.warn({ intentId, reason }, 'a payment could not be reconciled')
  }
}

type DuePayment = { intent_id: string; is_wanted: boolean }
type DueRefund = { id: string; intent_id: string; state: string }

async function claimDuePayments(db: Database): Promise<DuePayment[]> {
  const { rows } = await db.execute<DuePayment>(sql`
    UPDATE payments SET checked_at = now() FROM orders
    WHERE orders.id = order_id AND intent_id IN (
      SELECT intent_id FROM payments
      WHERE canceled_at IS NULL AND succeeded_at IS NULL AND created_at < now() - interval '2 minutes'
        AND (checked_at IS NULL OR checked_at < now() - ${pause})
      ORDER BY checked_at NULLS FIRST LIMIT ${batch} FOR UPDATE SKIP LOCKED)
    RETURNING intent_id, paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL AS is_wanted`)
  return rows
}

async function claimDueRefunds(db: Database): Promise<DueRefund[]> {
  const { rows } = await db.execute<DueRefund>(sql`
    UPDATE refunds SET asked_at = now() WHERE id IN (
      SELECT id FROM refunds
      -- Money that did not come by card, staff send back.
      WHERE state IN ('requested', 'pending') AND EXISTS (SELECT FROM payments WHERE payments.intent_id = refunds.intent_id AND method = 'card') AND coalesce(asked_at, requested_at) < now() - interval '1 minute'
        AND (asked_at IS NULL OR asked_at < now() - CASE state WHEN 'requested' THEN interval '1 minute' ELSE ${pause} END)
      ORDER BY asked_at NULLS FIRST LIMIT ${batch} FOR UPDATE SKIP LOCKED)
    RETURNING id, intent_id, state`)
  return rows
}
