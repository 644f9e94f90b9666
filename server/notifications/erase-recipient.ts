import { and, eq, or, sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Clears the messages to the address of a deleted account, and those that it wrote. */
export async function eraseRecipient(tx: Database | Transaction, { email }: { email: string }): Promise<void> {
  await tx.delete(outbox).where(or(eq(outbox.recipient, email), eq(outbox.replyTo, email)))
}

/** Clears the notices of deleted accounts that were written that many hours ago: they outlive the account to be delivered. */
export async function eraseDeletionNotices(db: Database, hoursAgo: number): Promise<void> {
  const isOld = sql`${outbox.writtenAt} <= now() - make_interval(hours => ${hoursAgo})`
  await db.delete(outbox).where(and(eq(outbox.kind, 'account-deleted'), isOld))
}
