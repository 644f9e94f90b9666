import { and, desc, eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { customerNotes } from '#server/customers/customers.tables.ts'
import { lockCustomer } from '#server/customers/find-customers.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

// Notes may say something about a person: the audit log, which stays for ever, has their ids and never their text.

/** Limits the notes that are shown of a customer. */
const maxNotes = 200

/** Returns the notes about a customer with the e-mails of who wrote them, newest first. */
export function listNotes(db: Database, userId: string) {
  return db
    .select({ note: customerNotes, by: users.email })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.writtenBy))
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.writtenAt), desc(customerNotes.id))
    .limit(maxNotes)
}

/** Writes a note about a customer; throws `customer-not-found`. */
export async function addNote(db: Database, userId: string, note: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const { user } = await lockCustomer(tx, userId)
    const id = newId()
    await tx.insert(customerNotes).values({ id, userId: user.id, note, writtenBy: by.id })
    const subject = { type: 'user', id: user.id } as const
    await recordAuditEvent(tx, by, { kind: 'customer-note-added', subject, after: { note: id } })
  })
}

/** Deletes a note about a customer; throws `customer-not-found` or `note-not-found`. */
export async function deleteNote(db: Database, userId: string, noteId: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const { user } = await lockCustomer(tx, userId)
    const isNote = and(eq(customerNotes.id, parseId(noteId, 'note-not-found')), eq(customerNotes.userId, user.id))
    const { rowCount } = await tx.delete(customerNotes).where(isNote)
    if (!rowCount) throw problem('note-not-found')
    await recordAuditEvent(tx, by, { kind: 'customer-note-deleted', subject: { type: 'user', id: user.id } })
  })
}
