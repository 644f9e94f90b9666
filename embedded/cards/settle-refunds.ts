import { asc, eq, lte } from 'drizzle-orm'
import type { CardsDeps } from './cards-deps.ts'
import { charges, type RefundRow, refunds, type Tx } from './cards.tables.ts'
import { findCharge, findIntentForUpdate } from './find-objects.ts'
import { presentRefund } from './present-refund.ts'
import { recordEvent } from './record-event.ts'

/** Takes the second step of the refunds of test cards that succeed or fail only later. */
export async function settleRefunds(deps: CardsDeps): Promise<void> {
  const at = deps.now()
  const due = await deps.db
    .select()
    .from(refunds)
    .where(lte(refunds.turnsAt, at))
    .orderBy(asc(refunds.turnsAt))
    .limit(20)
  for (const refund of due) await deps.db.transaction((tx) => settle(tx, deps, refund, at))
}

async function settle(tx: Tx, deps: CardsDeps, { id, paymentIntentId }: RefundRow, at: Date): Promise<void> {
  const intent = await findIntentForUpdate(tx, paymentIntentId)
  const [before] = await tx.select().from(refunds).where(eq(refunds.id, id))
  // Another process may have been here first.
  if (before === undefined || before.turnsInto === null) return
  const charge = await findCharge(tx, before.chargeId)
  if (intent === undefined || charge === undefined) throw new Error(`Refund ${id} has lost its charge`)
  const failed = before.turnsInto === 'failed'
  const [after] = await tx
    .update(refunds)
    .set({
      status: before.turnsInto,
      failureReason: failed ? 'expired_or_canceled_card' : null,
      turnsInto: null,
      turnsAt: null,
    })
    .where(eq(refunds.id, id))
    .returning()
  if (after === undefined) throw new Error(`Refund ${id} vanished under its lock`)
  if (failed)
    await tx
      .update(charges)
      .set({ amountRefundedCents: charge.amountRefundedCents - before.amountCents })
      .where(eq(charges.id, charge.id))
  const source = { at, requestId: null, idempotencyKey: null, webhook: deps.webhook }
  const shown = presentRefund(after, intent, charge)
  await recordEvent(tx, source, 'refund.updated', shown, { status: before.status })
  await recordEvent(tx, source, 'charge.refund.updated', shown, { status: before.status })
  if (failed) await recordEvent(tx, source, 'refund.failed', shown, { status: before.status })
}
