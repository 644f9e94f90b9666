import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { activeUserByEmail } from '#server/accounts/find-user.ts'
import type { Invitations } from '#server/accounts/invitations.ts'
import { getCustomer } from '#server/customers/find-customers.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

interface Invitee {
  email: string
  displayName: string
  phone: string
}

interface InviteDeps {
  db: Database
  invitations: Invitations
}

/** Makes a customer of an address that has no account, and mails a link to set a password. Returns the id. Throws `customer-known`. */
export async function inviteCustomer(
  { db, invitations }: InviteDeps,
  { email: typed, displayName, phone }: Invitee,
  by: AuditActor,
): Promise<string> {
  const email = typed.toLowerCase()
  const [known] = await db.select({ id: users.id }).from(users).where(activeUserByEmail(email))
  if (known) throw problem('customer-known')
  const uid = await invitations.open({ email, displayName })
  const id = await db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      // Signing in takes a mail to this address, so the data that the admin enters is its owner's.
      .values({
        id: newId(),
        identityUid: uid ?? null,
        email,
        displayName,
        phone,
        emailVerifiedAt: sql`now()`,
        invitedAt: sql`now()`,
      })
      .onConflictDoNothing()
      .returning()
    if (!user) throw problem('customer-known')
    await recordAuditEvent(tx, by, { kind: 'customer-invited', subject: { type: 'user', id: user.id } })
    return user.id
  })
  await invitations.send({ email })
  return id
}

/** Mails the link once more to a customer who has not signed in yet; throws `customer-not-found` or `invitation-accepted`. */
export async function repeatInvitation({ db, invitations }: InviteDeps, id: string, by: AuditActor): Promise<void> {
  const { user } = await getCustomer(db, id)
  if (!user.invitedAt) throw problem('invitation-accepted')
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ invitedAt: sql`now()` })
      .where(and(eq(users.id, user.id), isNull(users.removedAt)))
    await recordAuditEvent(tx, by, { kind: 'customer-invited', subject: { type: 'user', id: user.id } })
  })
  await invitations.send({ email: user.email })
}
