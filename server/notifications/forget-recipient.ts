import { eq } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

/** Empties the outbox of what was written to somebody who deletes the account. */
export async function forgetRecipient(tx: Database | Transaction, { email }: { email: string }): Promise<void> {
  await tx.delete(outbox).where(eq(outbox.recipient, email))
}
