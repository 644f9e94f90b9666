import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { OrderNotes } from '#contract/order-notes.ts'
import type { ManagedOrder } from '#contract/orders.ts'
import type { Tag } from '#contract/tags.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { presentTag } from '#server/customers/tags/list-tags.ts'
import { tags } from '#server/customers/tags/tags.tables.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { companyOf } from '#server/accounts/addresses/company-of.ts'
import { orderMessages } from '#server/orders/order-messages.tables.ts'
import { orderNotes, orderTags } from '#server/orders/order-notes.tables.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

// Notes may say something about a person: the audit log, which stays for ever, has their ids and never their text.

/** Limits the notes that are shown of an order. */
const maxNotes = 200

/** Returns the notes about an order, newest first, and its tags. Throws `order-not-found`. */
export async function getOrderNotes(db: Database, id: string): Promise<OrderNotes> {
  const orderId = await getOrderId(db, id)
  const [notes, tagsOf] = await Promise.all([
    db
      .select({ note: orderNotes, by: users.email })
      .from(orderNotes)
      .innerJoin(users, eq(users.id, orderNotes.writtenBy))
      .where(eq(orderNotes.orderId, orderId))
      .orderBy(desc(orderNotes.writtenAt), desc(orderNotes.id))
      .limit(maxNotes),
    findOrderTags(db, [orderId]),
  ])
  return {
    notes: notes.map(({ note, by }) => ({ _id: note.id, note: note.note, by, at: note.writtenAt.toISOString() })),
    tags: tagsOf.get(orderId) ?? [],
  }
}

/** Writes a note about an order. Throws `order-not-found`. */
export async function addOrderNote(db: Database, id: string, note: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const orderId = await getOrderId(tx, id)
    const noteId = newId()
    await tx.insert(orderNotes).values({ id: noteId, orderId, note, writtenBy: by.id })
    const subject = { type: 'order', id: orderId } as const
    await recordAuditEvent(tx, by, { kind: 'order-note-added', subject, after: { note: noteId } })
  })
}

/** Deletes a note about an order. Throws `order-not-found` or `note-not-found`. */
export async function deleteOrderNote(db: Database, id: string, noteId: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const orderId = await getOrderId(tx, id)
    const isNote = and(eq(orderNotes.id, parseId(noteId, 'note-not-found')), eq(orderNotes.orderId, orderId))
    const { rowCount } = await tx.delete(orderNotes).where(isNote)
    if (!rowCount) throw problem('note-not-found')
    await recordAuditEvent(tx, by, { kind: 'order-note-deleted', subject: { type: 'order', id: orderId } })
  })
}

/** Adds to orders what only staff see: tags, the number of notes, the company, and what buyers have asked that is open. */
export async function withNotes(db: Database, rows: readonly ManagedOrder[]): Promise<ManagedOrder[]> {
  const ids = rows.map(({ _id }) => _id)
  if (ids.length === 0) return []
  const [tagsOf, facts] = await Promise.all([
    findOrderTags(db, ids),
    db
      .select({
        id: orders.id,
        company: sql<
          string | null
        >`coalesce(nullif(${orders.billing} ->> 'company', ''), ${companyOf(sql`orders.buyer_id`)})`,
        noteCount: sql<number>`(SELECT count(*)::integer FROM ${orderNotes} WHERE order_id = orders.id)`,
        openMessages: sql<ManagedOrder['openMessages'] | null>`(
          SELECT json_agg(DISTINCT kind) FROM ${orderMessages} WHERE order_id = orders.id AND answered_at IS NULL AND kind <> 'answer')`,
      })
      .from(orders)
      .where(inArray(orders.id, ids)),
  ])
  const factsOf = new Map(facts.map((fact) => [fact.id, fact]))
  return rows.map((row) => {
    const [held, { company = null, noteCount = 0, openMessages = null } = {}] = [
      tagsOf.get(row._id),
      factsOf.get(row._id),
    ]
    return {
      ...row,
      ...(held && { tags: held }),
      ...(company !== null && { company }),
      ...(noteCount > 0 && { noteCount }),
      ...(openMessages && { openMessages }),
    }
  })
}

/** Returns the tags of orders by their ids, by name; those without any are missing. */
async function findOrderTags(db: Database, ids: readonly string[]): Promise<Map<string, Tag[]>> {
  const rows = await db
    .select({ orderId: orderTags.orderId, id: tags.id, name: tags.name })
    .from(orderTags)
    .innerJoin(tags, eq(tags.id, orderTags.tagId))
    .where(inArray(orderTags.orderId, [...ids]))
    .orderBy(sql`lower(${tags.name})`)
  const found = new Map<string, Tag[]>()
  for (const { orderId, ...tag } of rows) found.set(orderId, [...(found.get(orderId) ?? []), presentTag(tag)])
  return found
}

/** Returns the id of an order that exists; throws `order-not-found`. */
async function getOrderId(db: Database | Transaction, id: string): Promise<string> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, parseId(id, 'order-not-found')))
  if (!row) throw problem('order-not-found')
  return row.id
}
