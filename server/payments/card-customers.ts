import { and, eq } from 'drizzle-orm'
import {
  callProvider,
  type CardProvider,
  isUnknownToProvider,
  retryWhileInProgress,
} from '#server/payments/card-provider.ts'
import { cardCustomers } from '#server/payments/payments.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns the id of a buyer at the card provider; undefined before the first payment. */
export async function findCardCustomer(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select().from(cardCustomers).where(eq(cardCustomers.userId, userId))
  return row?.customerId
}

/**
 * Calls the provider with the `known` id of a buyer there, who is created on the first payment, and once more if the provider does not know it
 * any more (another account, a sandbox that is gone).
 */
export async function withCardCustomer<Result>(
  db: Database,
  provider: CardProvider,
  { userId, known }: { userId: string; known: string | null },
  call: (customerId: string) => Promise<Result>,
): Promise<Result> {
  const customerId = known ?? (await createCardCustomer(db, provider, userId))
  try {
    return await call(customerId)
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error
    await db
      .delete(cardCustomers)
      .where(and(eq(cardCustomers.userId, userId), eq(cardCustomers.customerId, customerId)))
    return call(await createCardCustomer(db, provider, userId, customerId))
  }
}

/** Creates a customer at the provider. Calls at once create one and the same, also instead of one that is gone. */
async function createCardCustomer(
  db: Database,
  provider: CardProvider,
  userId: string,
  gone = 'none',
): Promise<string> {
  const idempotencyKey = `customer-${userId}-${gone}`
  const created = await callProvider(
    retryWhileInProgress(() => provider.customers.create({ metadata: { user_id: userId } }, { idempotencyKey })),
  )
  const [row] = await db
    .insert(cardCustomers)
    .values({ userId, customerId: created.id })
    .onConflictDoUpdate({ target: cardCustomers.userId, set: { userId } })
    .returning()
  return row?.customerId ?? created.id
}

/** Forgets the id of the user of a deleted account; returns it, since the cards are to be deleted at the provider. */
export async function eraseCardCustomer(tx: Transaction, user: { id: string }): Promise<string | undefined> {
  const [row] = await tx.delete(cardCustomers).where(eq(cardCustomers.userId, user.id)).returning()
  return row?.customerId
}

/** Gives the saved cards of a merged account to the one that stays, unless that has its own; then returns the id to delete at the provider. */
export async function moveCardCustomer(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<string | undefined> {
  const [own] = await tx.select().from(cardCustomers).where(eq(cardCustomers.userId, to))
  if (own) return eraseCardCustomer(tx, { id: from })
  await tx.update(cardCustomers).set({ userId: to }).where(eq(cardCustomers.userId, from))
  return undefined
}
