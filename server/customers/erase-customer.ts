import { eq } from 'drizzle-orm'
import { customerNotes } from '#server/customers/customers.tables.ts'
import { savedViews } from '#server/accounts/saved-views/saved-views.tables.ts'
import { customerTags } from '#server/customers/tags/tags.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Deletes notes about the user of a deleted account, its tags and saved views; what is owed stays for bookkeeping. */
export async function eraseCustomer(tx: Transaction, user: { id: string }): Promise<void> {
  await tx.delete(customerNotes).where(eq(customerNotes.userId, user.id))
  await tx.delete(customerTags).where(eq(customerTags.userId, user.id))
  await tx.delete(savedViews).where(eq(savedViews.ownerId, user.id))
}
