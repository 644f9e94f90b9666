import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { EraseRelatedData } from '#server/accounts/erase-personal-data.ts'
import { reclaimUser } from '#server/accounts/reclaim-user.ts'
import { violatedConstraint, type Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes the identity that the provider has verified. */
export interface VerifiedIdentity {
  uid: string
  email: string
  emailVerified: boolean
  name: string
  photoUrl: string
  /** Whether an unverified address of this identity was used by a stranger until now. */
  reclaims?: boolean
}

/**
 * Returns the user of an identity, created on the first visit. The e-mail of another identity's user is taken over only if it is
 * verified, and data only if it was verified before. Throws `email-not-verified`, `email-taken`, `account-removed`,
 * `account-merged` or `account-disabled`.
 */
export function upsertUser(db: Database, person: VerifiedIdentity, eraseRelatedData: readonly EraseRelatedData[] = []) {
  return db
    .transaction(async (tx) => {
      const [known] = await tx.select().from(users).where(eq(users.identityUid, person.uid))
      if (known) {
        if (known.removedAt) throw problem(known.mergedInto ? 'account-merged' : 'account-removed')
        if (known.disabledAt) throw problem('account-disabled')
        if (person.reclaims && person.emailVerified && !known.emailVerifiedAt) {
          return reclaimUser(tx, known, person, eraseRelatedData)
        }
        const hasMoved = known.email !== person.email
        const changes = {
          ...(hasMoved ? { email: person.email, emailVerifiedAt: null } : {}),
          // An older token does not undo the verification of an address.
          ...(person.emailVerified && (hasMoved || !known.emailVerifiedAt) ? { emailVerifiedAt: sql`now()` } : {}),
          ...(known.invitedAt ? { invitedAt: null } : {}),
          ...(known.displayName === '' && person.name !== '' ? { displayName: person.name } : {}),
        }
        if (Object.keys(changes).length === 0) return known
        const [changed] = await tx.update(users).set(changes).where(eq(users.id, known.id)).returning()
        return changed ?? known
      }

      const [merged] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.email, person.email), isNotNull(users.mergedInto)))
      if (merged) throw problem('account-merged')

      const [inserted] = await tx
        .insert(users)
        .values({
          id: newId(),
          identityUid: person.uid,
          email: person.email,
          displayName: person.name,
          photoUrl: person.photoUrl,
          emailVerifiedAt: person.emailVerified ? sql`now()` : null,
        })
        .onConflictDoNothing()
        .returning()
      if (inserted) return inserted

      // A concurrent request may have inserted this identity, or another one with the same address.
      const [same] = await tx
        .select()
        .from(users)
        .where(and(eq(users.email, person.email), isNull(users.removedAt)))
      if (same?.identityUid === person.uid) return same
      if (!same || !person.emailVerified) throw problem('email-not-verified')
      if (same.disabledAt) throw problem('account-disabled')
      if (!same.emailVerifiedAt) return reclaimUser(tx, same, person, eraseRelatedData)
      const [taken] = await tx
        .update(users)
        .set({
          identityUid: person.uid,
          tokenVersion: same.tokenVersion + 1,
          emailVerifiedAt: sql`now()`,
          invitedAt: null,
        })
        .where(eq(users.id, same.id))
        .returning()
      return taken ?? same
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'users_email_live') throw problem('email-taken')
      throw error
    })
}
