import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { type EraseRelatedData, erasePersonalData } from '#server/accounts/erase-personal-data.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

type Row = typeof users.$inferSelect

/** Reclaims the user of an identity, if there is one; see `reclaimUser`. */
export async function reclaimPerson(
  tx: Transaction,
  { localId, email }: { localId: string; email: string | null },
  eraseRelatedData: readonly EraseRelatedData[],
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.identityUid, localId))
  if (user) await reclaimUser(tx, user, { uid: localId, email: email ?? user.email }, eraseRelatedData)
}

/**
 * Returns a new user for the owner of an address that another person used unverified. The old user is erased like a deleted
 * account. Only the role passes over, since an admin gave it to the address.
 */
export async function reclaimUser(
  tx: Transaction,
  unverifiedUser: Row,
  owner: { uid: string; email: string },
  eraseRelatedData: readonly EraseRelatedData[],
): Promise<Row> {
  await tx.update(users).set({ role: 'customer', identityUid: null }).where(eq(users.id, unverifiedUser.id))
  await erasePersonalData(tx, { id: unverifiedUser.id }, eraseRelatedData)
  const [user] = await tx
    .insert(users)
    .values({
      id: newId(),
      identityUid: owner.uid,
      email: owner.email,
      role: unverifiedUser.removedAt ? 'customer' : unverifiedUser.role,
      staffRoleId: unverifiedUser.removedAt ? null : unverifiedUser.staffRoleId,
      emailVerifiedAt: sql`now()`,
      reclaimedAt: sql`now()`,
    })
    .returning()
  if (!user) throw new Error('INSERT … RETURNING gave no row')
  return user
}
