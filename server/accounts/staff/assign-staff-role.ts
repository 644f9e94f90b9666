import { eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { assertHolds, readPermissions } from '#server/accounts/staff/read-permissions.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'

/**
 * Gives a user a role of staff instead of the present one, or none, and records it. Throws `user-not-found`, `role-not-found`,
 * `last-admin`, or `more-than-yours` if the user or the role has a permission that the actor lacks.
 */
export function assignStaffRole(
  db: Database,
  { email, roleId }: { email: string; roleId: string | undefined },
  by: AuditActor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    const roles = await tx.select().from(staffRoles)
    const role = roleId === undefined ? undefined : roles.find(({ id }) => id === parseId(roleId, 'role-not-found'))
    if (roleId !== undefined && !role) throw problem('role-not-found')
    await assertHolds(tx, by, [...(await readPermissions(tx, user.id)), ...(role?.permissions ?? [])])
    if (user.role === 'admin' && !admins.some((id) => id !== user.id)) throw problem('last-admin')
    const nameOf = (one: typeof role) => one?.builtIn ?? one?.name ?? 'customer'
    const before = user.role === 'admin' ? 'admin' : nameOf(roles.find(({ id }) => id === user.staffRoleId))
    await tx
      .update(users)
      .set({ role: 'customer', staffRoleId: role?.id ?? null })
      .where(eq(users.id, user.id))
    await recordAuditEvent(tx, by, {
      kind: 'role-changed',
      subject: { type: 'user', id: user.id },
      before: { role: before },
      after: { role: nameOf(role) },
    })
  })
}
