import { asc, eq, lte, sql } from 'drizzle-orm'
import type { CardsDeps } from './api.ts'
import { charges, type RefundRow, refunds, type Tx } from './cards.tables.ts'
import { findIntent } from './find-intent.ts'
import { presentRefund } from './present.ts'
import { recordEvent } from './record-event.ts'

/** Settles the refunds of test cards that succeed or fail only later. */
export async function settleRefunds(deps: CardsDeps): Promise<void> {
  const at = deps.now()
  const due = await deps.db
    .select()
    .from(refunds)
    .where(lte(refunds.nextStatusAt, at))
    .orderBy(asc(refunds.nextStatusAt))
    .limit(20)
  for (const refund of due) await deps.db.transaction((tx) => settle(tx, deps, refund, at))
}

async function settle(tx: Tx, { webhook }: CardsDeps, { id, paymentIntentId }: RefundRow, at: Date): Promise<void> {
  const intent = await findIntent(tx, paymentIntentId, { lock: true })
  const [before] = await tx.select().from(refunds).where(eq(refunds.id, id))
  // Another process may have settled it first.
  if (before === undefined || before.nextStatus === null) return
  const failed = before.nextStatus === 'failed'
  const [after] = await tx
    .update(refunds)
    .set({
      status: before.nextStatus,
      failureReason: failed ? 'expired_or_canceled_card' : null,
      nextStatus: null,
      nextStatusAt: null,
    })
    .where(eq(refunds.id, id))
    .returning()
  if (after === undefined) throw new Error(`Refund ${id} disappeared while it was locked`)
  if (failed)
    await tx
      .update(charges)
      .set({ amountRefundedCents: sql`${charges.amountRefundedCents} - ${before.amountCents}` })
      .where(eq(charges.id, before.chargeId))
  await recordEvent(tx, { at, webhook }, failed ? 'refund.failed' : 'refund.updated', presentRefund(after, intent))
}
