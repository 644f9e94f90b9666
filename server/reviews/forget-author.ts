import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Withdraws the reviews of somebody who deletes the account: each carries a name and a picture. */
export async function forgetAuthor(tx: Transaction, author: { id: string }): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.authorId, author.id))
}
