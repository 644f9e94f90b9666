import { eq } from 'drizzle-orm'
import type { GivenPermission } from '#contract/permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { assertHolds } from '#server/accounts/staff/read-permissions.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

export interface StaffRoleInput {
  name: string
  permissions: GivenPermission[]
}

type StaffRoleRow = typeof staffRoles.$inferSelect

/** Adds a role and records it. Throws `role-name-taken` or `more-than-yours`. */
export function addStaffRole(db: Database, input: StaffRoleInput, by: AuditActor): Promise<StaffRoleRow> {
  return changeRoles(db, input.name, async (tx) => {
    await assertHolds(tx, by, input.permissions)
    const [row] = await tx
      .insert(staffRoles)
      .values({ id: newId(), ...input })
      .returning()
    if (!row) throw new Error('INSERT … RETURNING gave no row')
    await recordAuditEvent(tx, by, { kind: 'staff-role-added', subject: subjectOf(row), after: { ...input } })
    return row
  })
}

/** Changes an own role and records it. Throws `role-not-found`, `role-built-in`, `role-name-taken` or `more-than-yours`. */
export function updateStaffRole(
  db: Database,
  id: string,
  input: StaffRoleInput,
  by: AuditActor,
): Promise<StaffRoleRow> {
  return changeRoles(db, input.name, async (tx) => {
    const role = await getOwnRole(tx, id)
    await assertHolds(tx, by, [...role.permissions, ...input.permissions])
    const [row] = await tx.update(staffRoles).set(input).where(eq(staffRoles.id, role.id)).returning()
    const before = { name: role.name, permissions: role.permissions }
    await recordAuditEvent(tx, by, {
      kind: 'staff-role-changed',
      subject: subjectOf(role),
      before,
      after: { ...input },
    })
    return row ?? role
  })
}

/** Deletes an own role without members and records it. Throws `role-not-found`, `role-built-in`, `role-in-use` or `more-than-yours`. */
export function deleteStaffRole(db: Database, id: string, by: AuditActor): Promise<void> {
  return changeRoles(db, '', async (tx) => {
    const role = await getOwnRole(tx, id)
    await assertHolds(tx, by, role.permissions)
    const members = await tx.select({ id: users.id }).from(users).where(eq(users.staffRoleId, role.id)).limit(1)
    if (members.length > 0) throw problem('role-in-use')
    await tx.delete(staffRoles).where(eq(staffRoles.id, role.id))
    const before = { name: role.name, permissions: role.permissions }
    await recordAuditEvent(tx, by, { kind: 'staff-role-deleted', subject: subjectOf(role), before })
  })
}

/** Runs a change under the lock of the admins, so that changes of roles run one after the other. */
function changeRoles<Result>(db: Database, name: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db
    .transaction(async (tx) => {
      await lockAdmins(tx)
      return work(tx)
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'staff_roles_name') throw problem('role-name-taken', { name })
      throw error
    })
}

async function getOwnRole(tx: Transaction, id: string): Promise<StaffRoleRow> {
  const [role] = await tx
    .select()
    .from(staffRoles)
    .where(eq(staffRoles.id, parseId(id, 'role-not-found')))
  if (!role) throw problem('role-not-found')
  if (role.builtIn) throw problem('role-built-in')
  return role
}

const subjectOf = ({ id }: StaffRoleRow) => ({ type: 'staff-role', id }) as const
