import { eq } from 'drizzle-orm'
import { type DisputeRow, disputes, type PaymentIntentRow, type Tx } from './cards.tables.ts'
import { findDispute, findIntentForUpdate } from './find-objects.ts'
import { movedMoney } from './moved-money.ts'
import { presentDispute } from './present-dispute.ts'
import { recordEvent } from './record-event.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { badParam, missing } from './wire-error.ts'

/** POST /v1/disputes/{id}: as evidence, the texts `winning_evidence` and `losing_evidence` decide at once; others are looked at for ever. */
export async function answerDispute(tx: Tx, call: Call, id: string): Promise<Answer> {
  const { dispute, intent } = await holdDispute(tx, id)
  const evidence = call.params.object('evidence')
  const text = evidence?.text('uncategorized_text', 20_000)
  const submit = call.params.boolean('submit') ?? true
  const metadata = call.params.metadata(dispute.metadata)
  call.params.done()
  const isOpen = ['needs_response', 'warning_needs_response'].includes(dispute.status)
  if (evidence !== undefined && !isOpen) throw closedAlready(dispute)
  const isSubmitted = isOpen && submit && evidence !== undefined
  const isInquiry = dispute.status.startsWith('warning_')
  const next = {
    ...dispute,
    metadata,
    evidenceText: text === undefined ? dispute.evidenceText : text || null,
    ...(isSubmitted ? { evidenceAt: call.at, status: verdict(text, isInquiry) } : {}),
  }
  return saveDispute(tx, call, dispute, next, intent)
}

/** POST /v1/disputes/{id}/close: the merchant gives in. */
export async function closeDispute(tx: Tx, call: Call, id: string): Promise<Answer> {
  const { dispute, intent } = await holdDispute(tx, id)
  call.params.done()
  if (!movedMoney(dispute.status) || dispute.status === 'lost') throw closedAlready(dispute)
  return saveDispute(tx, call, dispute, { ...dispute, status: 'lost' }, intent)
}

function verdict(text: string | undefined, isInquiry: boolean): DisputeRow['status'] {
  if (text === 'winning_evidence') return isInquiry ? 'warning_closed' : 'won'
  if (text === 'losing_evidence') return 'lost'
  return isInquiry ? 'warning_under_review' : 'under_review'
}

/** As with refunds, whoever holds the intent moves its money. */
async function holdDispute(tx: Tx, id: string): Promise<{ dispute: DisputeRow; intent: PaymentIntentRow }> {
  const found = await findDispute(tx, id)
  const intent = found && (await findIntentForUpdate(tx, found.paymentIntentId))
  const dispute = intent && (await findDispute(tx, id))
  if (intent === undefined || dispute === undefined) throw missing('dispute', id, 'dispute')
  return { dispute, intent }
}

async function saveDispute(
  tx: Tx,
  call: Call,
  before: DisputeRow,
  { status, evidenceText, evidenceAt, metadata }: DisputeRow,
  intent: PaymentIntentRow,
): Promise<Answer> {
  const [after] = await tx
    .update(disputes)
    .set({ status, evidenceText, evidenceAt, metadata })
    .where(eq(disputes.id, before.id))
    .returning()
  if (after === undefined) throw new Error(`Dispute ${before.id} vanished under its lock`)
  const shown = presentDispute(after, intent)
  const isClosed = ['lost', 'warning_closed', 'won'].includes(status) && status !== before.status
  await recordEvent(tx, call, isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', shown)
  if (movedMoney(before.status) && !movedMoney(status))
    await recordEvent(tx, call, 'charge.dispute.funds_reinstated', shown)
  return ok(shown)
}

const closedAlready = ({ status }: DisputeRow) =>
  badParam('evidence', `This dispute cannot be answered any more because it has a status of ${status}.`)
