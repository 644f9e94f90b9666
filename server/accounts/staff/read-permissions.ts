import { eq, inArray } from 'drizzle-orm'
import { allPermissions, type GivenPermission, missingPermissions, type Permission } from '#contract/permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

export interface RoleOfUser {
  role: 'customer' | 'admin'
  /** Null for a user without a role of staff. */
  staffPermissions: Permission[] | null
}

/** Returns what a user with this role may do. */
export const permissionsOf = ({ role, staffPermissions }: RoleOfUser): readonly Permission[] =>
  role === 'admin' ? allPermissions : (staffPermissions ?? [])

/** Returns what a user may do now, as stored. */
export async function readPermissions(tx: Transaction, userId: string): Promise<readonly Permission[]> {
  const [row] = await tx
    .select({ role: users.role, staffPermissions: staffRoles.permissions })
    .from(users)
    .leftJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .where(eq(users.id, userId))
  return row ? permissionsOf(row) : []
}

/** Returns those of these users who may do more than a caller with some permissions. */
export async function findThoseWhoMayMore(
  tx: Transaction,
  userIds: readonly string[],
  held: readonly Permission[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await tx
    .select({ id: users.id, role: users.role, staffPermissions: staffRoles.permissions })
    .from(users)
    .leftJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .where(inArray(users.id, [...userIds]))
  return new Set(rows.flatMap((row) => (missingPermissions(permissionsOf(row), held).length > 0 ? [row.id] : [])))
}

/** Returns what a role of staff may do. */
export async function findRolePermissions(db: Database, roleId: string): Promise<GivenPermission[]> {
  const [role] = await db.select().from(staffRoles).where(eq(staffRoles.id, roleId))
  return role?.permissions ?? []
}

/**
 * Throws `more-than-yours` unless the actor has all these permissions now; an API key, those of its scopes. The command line, which has no
 * actor, may do everything.
 * Callers that change who may do what hold the lock of the admins; the others hold that of the user they act on.
 */
export async function assertHolds(
  tx: Transaction,
  by: { id: string; apiKeyId?: string | undefined; permissions?: readonly Permission[] } | undefined,
  asked: readonly Permission[],
): Promise<void> {
  if (!by) return
  const held = by.apiKeyId === undefined ? await readPermissions(tx, by.id) : (by.permissions ?? [])
  if (missingPermissions(asked, held).length > 0) throw problem('more-than-yours')
}
