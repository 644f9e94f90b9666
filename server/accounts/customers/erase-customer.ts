import { eq } from 'drizzle-orm'
import { customerNotes } from '#server/accounts/customers/customers.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Deletes what admins wrote about the user of a deleted account; what is owed stays for bookkeeping. */
export async function eraseCustomer(tx: Transaction, user: { id: string }): Promise<void> {
  await tx.delete(customerNotes).where(eq(customerNotes.userId, user.id))
}
