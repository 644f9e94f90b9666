import { and, asc, eq, isNull } from 'drizzle-orm'
import { type ImportKindName, importPermissions } from '#contract/imports.ts'
import { hasPermission } from '#contract/permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { permissionsOf } from '#server/accounts/staff/read-permissions.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Limits the admins who get a mail. */
const maxAdmins = 20

/**
 * Returns the address of a member of staff who may import this kind; else, since that person has left or does other work now, those of the
 * admins.
 */
export async function findRecipients(tx: Transaction, userId: string | null, kind: ImportKindName): Promise<string[]> {
  const isActive = and(isNull(users.removedAt), isNull(users.disabledAt))
  const [person] =
    userId === null
      ? []
      : await tx
          .select({ email: users.email, role: users.role, staffPermissions: staffRoles.permissions })
          .from(users)
          .leftJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
          .where(and(eq(users.id, userId), isActive))
  if (person && hasPermission({ permissions: permissionsOf(person) }, importPermissions[kind])) return [person.email]
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isActive))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(maxAdmins)
  return admins.map(({ email }) => email)
}
