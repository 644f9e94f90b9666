import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'
import { apiKeys } from '#server/accounts/api-keys/api-keys.tables.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Erases what another domain stores about the user. */
export type EraseRelatedData = (tx: Transaction, user: { id: string; email: string }) => Promise<void>

/** Erases all personal data of a deleted account; the row itself stays for bookkeeping. Throws `last-admin`. */
export async function erasePersonalData(
  tx: Transaction,
  person: { localId: string } | { id: string },
  eraseRelatedData: readonly EraseRelatedData[],
): Promise<void> {
  const isPerson = 'id' in person ? eq(users.id, person.id) : eq(users.identityUid, person.localId)
  // The admins first, in their order: two of them who leave at once must not wait for each other's row.
  const [before] = await tx.select({ role: users.role }).from(users).where(isPerson)
  const admins = before?.role === 'admin' ? await lockAdmins(tx) : undefined
  const [user] = await tx.select().from(users).where(isPerson).for('update')
  if (!user || user.forgottenAt) return
  if (user.role === 'admin' && !user.removedAt) {
    const others = (admins ?? (await lockAdmins(tx))).filter((id) => id !== user.id)
    if (others.length === 0) throw problem('last-admin')
  }
  await tx
    .update(users)
    .set({
      // A unique address on a reserved domain (RFC 2606).
      email: `${user.id}@deleted.invalid`,
      displayName: '',
      photoUrl: '',
      education: '',
      skill: '',
      address: '',
      phone: '',
      projectLinks: ['', '', ''],
      role: 'customer',
      staffRoleId: null,
      tokenVersion: user.tokenVersion + 1,
      removedAt: user.removedAt ?? sql`now()`,
      forgottenAt: sql`now()`,
    })
    .where(eq(users.id, user.id))
  // The addresses of accounts that were merged into it are personal, too.
  await tx
    .update(users)
    .set({
      email: sql`id || '@deleted.invalid'`,
      displayName: '',
      photoUrl: '',
      phone: '',
      address: '',
      forgottenAt: sql`now()`,
    })
    .where(eq(users.mergedInto, user.id))
  if (user.mergedInto)
    await tx.execute(sql`UPDATE users SET address_words = address_words_of(id) WHERE id = ${user.mergedInto}`)
  await tx.delete(apiKeys).where(eq(apiKeys.createdBy, user.id))
  await tx.delete(addresses).where(eq(addresses.userId, user.id))
  for (const forget of eraseRelatedData) await forget(tx, { id: user.id, email: user.email })
}
