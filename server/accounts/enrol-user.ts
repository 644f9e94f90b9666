import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { brokenConstraint, type Database, transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** What the identity provider says of a person. */
export interface ProvenIdentity {
  uid: string
  email: string
  emailVerified: boolean
  name: string
  photoUrl: string
}

/**
 * Answers the shop's user of a proven identity, and makes one at the first visit. An address that belongs to a user of
 * another identity passes over only when it is verified; throws `email-not-verified`, `email-taken` or `account-removed`.
 */
export function enrolUser(db: Database, person: ProvenIdentity) {
  return transaction(db, async (tx) => {
    const [known] = await tx.select().from(users).where(eq(users.identityUid, person.uid))
    if (known) {
      if (known.removedAt) throw problem('account-removed')
      const hasMoved = known.email !== person.email
      const changes = {
        ...(hasMoved ? { email: person.email, emailVerifiedAt: null } : {}),
        // Once verified, an address stays so, whatever an older token says.
        ...(person.emailVerified && (hasMoved || !known.emailVerifiedAt) ? { emailVerifiedAt: sql`now()` } : {}),
        ...(known.displayName === '' && person.name !== '' ? { displayName: person.name } : {}),
      }
      if (Object.keys(changes).length === 0) return known
      const [changed] = await tx.update(users).set(changes).where(eq(users.id, known.id)).returning()
      return changed ?? known
    }

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

    // Somebody is there: this very identity a moment ago, or another one with the same address.
    const [same] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, person.email), isNull(users.removedAt)))
    if (same?.identityUid === person.uid) return same
    if (!same || !person.emailVerified) throw problem('email-not-verified')
    const [taken] = await tx
      .update(users)
      .set({ identityUid: person.uid, tokenVersion: same.tokenVersion + 1, emailVerifiedAt: sql`now()` })
      .where(eq(users.id, same.id))
      .returning()
    return taken ?? same
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === 'users_email_live') throw problem('email-taken')
    throw error
  })
}
