import { and, eq } from 'drizzle-orm'
import type { Document } from '#contract/documents.ts'
import { documents } from '#server/documents/documents.tables.ts'
import { presentDocument } from '#server/documents/present-document.ts'
import { findOrder, getOrderFor, isVisibleTo } from '#server/orders/find-orders.ts'
import { refunds } from '#server/payments/payments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { parseId } from '#server/platform/ids.ts'

/** Returns the invoice of an order that this user may see; throws `order-not-found`, or `invoice-not-found` if it has none. */
export async function getInvoice(db: Database, orderId: string, actor: Actor): Promise<Document> {
  const { id } = await getOrderFor(db, orderId, actor)
  const [invoice] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, id), eq(documents.kind, 'invoice')))
  if (!invoice) throw problem('invoice-not-found')
  return presentDocument(invoice)
}

/** Returns the credit note of a refund that this user may see; throws `credit-note-not-found`. */
export async function getCreditNote(db: Database, refundId: string, actor: Actor): Promise<Document> {
  const [found] = await db
    .select({ note: documents, state: refunds.state })
    .from(documents)
    .innerJoin(refunds, eq(refunds.id, documents.refundId))
    .where(eq(documents.refundId, parseId(refundId, 'credit-note-not-found')))
  const ofOrder = found && (await findOrder(db, found.note.orderId))
  // One answer for both, so that it does not say which ids exist.
  if (!ofOrder || !isVisibleTo(actor, ofOrder.order)) throw problem('credit-note-not-found')
  return presentDocument(found.note, { isVoid: found.state === 'failed' })
}
