import type { Permission } from '#contract/permissions.ts'
import { permissionsOf, type RoleOfUser } from '#server/accounts/staff/read-permissions.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

interface TokenUser {
  id: string
  email: string
  name: string
  permissions: readonly Permission[]
  emailVerified: boolean
  tokenVersion: number
}

/** Returns the current users of tokens by their ids, without removed and disabled ones. */
export async function findTokenUsers(db: Database, ids: string[]): Promise<Map<string, TokenUser>> {
  const { rows } = await db.$client.query<Omit<TokenUser, 'permissions'> & RoleOfUser>({
    name: 'find_users_for_tokens',
    text: `SELECT id, email, display_name AS name, role, token_version AS "tokenVersion",
        email_verified_at IS NOT NULL AS "emailVerified",
        (SELECT permissions FROM staff_roles WHERE staff_roles.id = staff_role_id) AS "staffPermissions"
      FROM users WHERE id = ANY($1::uuid[]) AND removed_at IS NULL AND disabled_at IS NULL`,
    values: [ids],
  })
  return new Map(
    rows.map(({ role, staffPermissions, ...row }) => [
      row.id,
      { ...row, permissions: permissionsOf({ role, staffPermissions }) },
    ]),
  )
}

/** Returns the active user with an e-mail; throws `user-not-found`. */
export async function getUserByEmail(db: Database | Transaction, email: string) {
  const [user] = await db.select().from(users).where(activeUserByEmail(email))
  if (!user) throw problem('user-not-found')
  return user
}

/** Matches the user with an e-mail who was not removed. */
export const activeUserByEmail = (email: string) => and(eq(users.email, email.toLowerCase()), isNull(users.removedAt))
