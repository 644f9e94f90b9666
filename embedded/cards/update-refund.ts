import { eq } from 'drizzle-orm'
import { refunds, type Tx } from './cards.tables.ts'
import { findRefund } from './find-objects.ts'
import { showRefund } from './show-object.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { badParam, missing } from './wire-error.ts'

/** POST /v1/refunds/{id}: nothing but its metadata can change. */
export async function updateRefund(tx: Tx, call: Call, id: string): Promise<Answer> {
  const before = await findRefund(tx, id)
  if (before === undefined) throw missing('refund', id, 'refund')
  const metadata = call.params.metadata(before.metadata)
  call.params.done()
  await tx.update(refunds).set({ metadata }).where(eq(refunds.id, id))
  return ok((await showRefund(tx, id)) ?? {})
}

/** POST /v1/refunds/{id}/cancel: only what waits for the customer can be cancelled, and a card's refund never does. */
export async function cancelRefund(tx: Tx, call: Call, id: string): Promise<Answer> {
  const refund = await findRefund(tx, id)
  if (refund === undefined) throw missing('refund', id, 'refund')
  call.params.done()
  throw badParam('refund', `Refund ${id} cannot be canceled because it has a status of ${refund.status}.`)
}
