import { and, eq } from 'drizzle-orm'
import { disputes, type Tx } from '../cards.tables.ts'
import { findIntent } from '../find-intent.ts'
import { presentDispute } from '../present.ts'
import { recordEvent } from '../record-event.ts'

/** Decides the open dispute of a payment as the cardholder's bank would, for tests. The event is recorded, not delivered. */
export async function decideDispute(tx: Tx, intentId: string, status: 'lost' | 'won'): Promise<void> {
  const intent = await findIntent(tx, intentId, { lock: true })
  const [decided] = await tx
    .update(disputes)
    .set({ status })
    .where(and(eq(disputes.paymentIntentId, intentId), eq(disputes.status, 'needs_response')))
    .returning()
  if (decided === undefined) return
  const source = { at: new Date(), webhook: undefined }
  await recordEvent(tx, source, 'charge.dispute.closed', presentDispute(decided, intent))
}
