import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { maxInvitedAtOnce } from '#contract/customers.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Invitations } from '#server/accounts/invitations.ts'
import { getCustomer, isUninvited } from '#server/customers/find-customers.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

export interface InviteDeps {
  db: Database
  invitations: Invitations
  /** Enqueues the work of `sendInvitation`, in the transaction. */
  enqueueInvitation: (tx: Transaction, user: { id: string }) => Promise<void>
}

/**
 * Mails the link to a customer without an account, or once more to one who has not signed in yet. Throws `customer-not-found`,
 * `invitation-accepted` or `customer-disabled`.
 */
export async function repeatInvitation(
  { db, invitations }: Pick<InviteDeps, 'db' | 'invitations'>,
  id: string,
  by: AuditActor,
): Promise<void> {
  const { user } = await getCustomer(db, id)
  if (!user.invitedAt && user.identityUid !== null) throw problem('invitation-accepted')
  if (user.disabledAt) throw problem('customer-disabled')
  await openAccount({ db, invitations }, user)
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ invitedAt: sql`now()` })
      .where(and(eq(users.id, user.id), isNull(users.removedAt)))
    await recordAuditEvent(tx, by, { kind: 'customer-invited', subject: { type: 'user', id: user.id } })
  })
  await mailInvitation(invitations, user)
}

const mailInvitation = (invitations: Invitations, { email, role, staffRoleId }: typeof users.$inferSelect) =>
  invitations.send({ email, isStaff: role === 'admin' || staffRoleId !== null })

/**
 * Opens the account of a customer who has none. One that a stranger has opened with the address stays theirs until somebody sets a password
 * by the mailed link, which proves the address.
 */
async function openAccount(
  { db, invitations }: Pick<InviteDeps, 'db' | 'invitations'>,
  { id, email, displayName, identityUid }: typeof users.$inferSelect,
): Promise<void> {
  if (identityUid !== null) return
  const uid = await invitations.open({ email, displayName }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'customer-known') return undefined
    throw error
  })
  if (uid !== undefined)
    await db
      .update(users)
      .set({ identityUid: uid })
      .where(and(eq(users.id, id), isNull(users.identityUid), isNull(users.removedAt)))
}

/** Invites the customers who have neither an account nor an invitation, as many as one call may; their mails follow. */
export function inviteCustomers(
  { db, enqueueInvitation }: InviteDeps,
  by: AuditActor,
): Promise<{ invited: number; left: number }> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(isUninvited)
      .orderBy(users.createdAt, users.id)
      .limit(maxInvitedAtOnce)
      .for('no key update')
    const ids = found.map(({ id }) => id)
    await tx
      .update(users)
      .set({ invitedAt: sql`now()` })
      .where(inArray(users.id, ids))
    for (const id of ids) {
      await recordAuditEvent(tx, by, { kind: 'customer-invited', subject: { type: 'user', id } })
      await enqueueInvitation(tx, { id })
    }
    return { invited: ids.length, left: await tx.$count(users, isUninvited) }
  })
}

/** Opens the account of an invited customer and mails the link; one who has signed in meanwhile, or is gone, needs none. */
export async function sendInvitation(
  { db, invitations }: Pick<InviteDeps, 'db' | 'invitations'>,
  { id }: { id: string },
): Promise<void> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.removedAt)))
  if (!user?.invitedAt) return
  await openAccount({ db, invitations }, user)
  await mailInvitation(invitations, user)
}
