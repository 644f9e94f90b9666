import { eq } from 'drizzle-orm'
import { personalDataPermissions } from '#contract/accounts.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { collectPersonalData, type PersonalData } from '#server/accounts/collect-personal-data.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Actor, assertPermission } from '#server/platform/http/register-endpoint.ts'
import { isId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns all that the shop stores about a person to a member of staff, and records it. Throws `user-not-found` or `permission-missing`. */
export async function exportPersonalData(
  db: Database,
  id: string,
  declared: PersonalData,
  by: Actor,
): Promise<Record<string, unknown[]>> {
  const [user] = isId(id) ? await db.select().from(users).where(eq(users.id, id)) : []
  if (!user || user.forgottenAt) throw problem('user-not-found')
  for (const permission of personalDataPermissions) assertPermission(by, permission)
  // What colleagues did says more than the file of a customer.
  if (user.role === 'admin' || user.staffRoleId !== null) assertPermission(by, 'users')
  const data = await collectPersonalData(db, id, declared)
  await db.transaction((tx) =>
    recordAuditEvent(tx, by, { kind: 'personal-data-exported', subject: { type: 'user', id } }),
  )
  return data
}
