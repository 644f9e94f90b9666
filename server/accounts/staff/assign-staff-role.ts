import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { activeUserByEmail, getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { assertHolds, readPermissions } from '#server/accounts/staff/read-permissions.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import { addPeople } from '#server/accounts/write-people.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

interface AssignDeps {
  db: Database
  /** Enqueues the mail with the link to set a password, in the transaction. */
  enqueueInvitation: (tx: Transaction, user: { id: string }) => Promise<void>
}

/**
 * Gives a person a role of staff instead of the present one, or none, and records it; one without an account is invited. Returns whether
 * that was so. Throws `user-not-found` if nobody has the address that a role is taken from, `role-not-found`, `last-admin`, or
 * `more-than-yours` if the user or the role has a permission that the actor lacks.
 */
export async function assignStaffRole(
  deps: AssignDeps,
  assignment: { email: string; roleId: string | undefined },
  by: AuditActor,
): Promise<boolean> {
  try {
    return await assign(deps, assignment, by)
  } catch (error) {
    // The person has signed up, or was added as a customer, meanwhile.
    if (violatedConstraint(error) === 'users_email_live') return assign(deps, assignment, by)
    throw error
  }
}

function assign(
  { db, enqueueInvitation }: AssignDeps,
  { email, roleId }: { email: string; roleId: string | undefined },
  by: AuditActor,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const roles = await tx.select().from(staffRoles)
    const role = roleId === undefined ? undefined : roles.find(({ id }) => id === parseId(roleId, 'role-not-found'))
    if (roleId !== undefined && !role) throw problem('role-not-found')
    const [known] = await tx.select().from(users).where(activeUserByEmail(email))
    if (!known && !role) throw problem('user-not-found')
    const held = known ? await readPermissions(tx, known.id) : []
    await assertHolds(tx, by, [...held, ...(role?.permissions ?? [])])
    const user = known ?? (await addInvited(tx, email))
    if (user.role === 'admin' && !admins.some((id) => id !== user.id)) throw problem('last-admin')
    const nameOf = (one: typeof role) => one?.builtIn ?? one?.name ?? 'customer'
    const before = user.role === 'admin' ? 'admin' : nameOf(roles.find(({ id }) => id === user.staffRoleId))
    const isInvited = role !== undefined && user.identityUid === null
    await tx
      .update(users)
      .set({ role: 'customer', staffRoleId: role?.id ?? null, ...(isInvited && { invitedAt: sql`now()` }) })
      .where(eq(users.id, user.id))
    await recordAuditEvent(tx, by, {
      kind: 'role-changed',
      subject: { type: 'user', id: user.id },
      before: { role: before },
      after: { role: nameOf(role) },
    })
    if (isInvited) await enqueueInvitation(tx, user)
    return isInvited
  })
}

async function addInvited(tx: Transaction, typed: string) {
  const [id, email] = [newId(), typed.trim().toLowerCase()]
  await addPeople(tx, [{ id, email, name: '', phone: '' }])
  return getUserByEmail(tx, email)
}
