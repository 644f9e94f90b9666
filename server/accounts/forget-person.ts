import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import type { Transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** What another domain knows of the person, as they were. */
export type ForgetToo = (tx: Transaction, user: { id: string; email: string }) => Promise<void>

/**
 * Takes everything personal out of the shop for somebody who deletes the account: the row stays for the books, without a
 * name, an address or a way in. Throws `last-admin`.
 */
export async function forgetPerson(
  tx: Transaction,
  person: { localId: string } | { id: string },
  others: readonly ForgetToo[],
): Promise<void> {
  const isPerson = 'id' in person ? eq(users.id, person.id) : eq(users.identityUid, person.localId)
  const [user] = await tx.select().from(users).where(isPerson).for('update')
  if (!user || user.forgottenAt) return
  if (user.role === 'admin' && !user.removedAt) {
    const admins = await lockAdmins(tx)
    if (!admins.some((id) => id !== user.id)) throw problem('last-admin')
  }
  await tx
    .update(users)
    .set({
      // Unique, and nobody can ever own it (RFC 2606).
      email: `${user.id}@deleted.invalid`,
      displayName: '',
      photoUrl: '',
      education: '',
      skill: '',
      address: '',
      phone: '',
      projectLinks: ['', '', ''],
      role: 'customer',
      tokenVersion: user.tokenVersion + 1,
      removedAt: user.removedAt ?? sql`now()`,
      forgottenAt: sql`now()`,
    })
    .where(eq(users.id, user.id))
  for (const forget of others) await forget(tx, { id: user.id, email: user.email })
}
