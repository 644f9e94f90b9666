import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Withdraws the reviews of a deleted account. */
export async function eraseAuthor(tx: Transaction, author: { id: string }): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.authorId, author.id))
}
