import { desc, eq, lt, and, or, isNull, sql } from 'drizzle-orm'
import type { ApiKey } from '#contract/api-keys.ts'
import type { GivenPermission, Permission } from '#contract/permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { apiKeys } from '#server/accounts/api-keys/api-keys.tables.ts'
import { permissionsOf, type RoleOfUser } from '#server/accounts/staff/read-permissions.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

const maxListed = 500

/** Returns keys with their creators, newest first. */
export async function listApiKeys(db: Database, now: Date): Promise<ApiKey[]> {
  const rows = await db
    .select({ key: apiKeys, creator: users, staffPermissions: staffRoles.permissions })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(maxListed)
  return rows.map(({ key, creator, staffPermissions }) => {
    const isOut = creator.removedAt !== null || creator.disabledAt !== null || creator.emailVerifiedAt === null
    const held = isOut ? [] : permissionsOf({ role: creator.role, staffPermissions })
    return presentApiKey(key, { email: creator.email, held }, now)
  })
}

/** Presents a key; `held` are the permissions of its creator. */
export function presentApiKey(
  key: typeof apiKeys.$inferSelect,
  { email, held }: { email: string; held: readonly Permission[] },
  now: Date,
): ApiKey {
  return {
    _id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    state: stateOf(key, held, now),
    createdBy: email,
    createdAt: key.createdAt.toISOString(),
    ...(key.expiresAt && { expiresAt: key.expiresAt.toISOString() }),
    ...(key.lastUsedAt && { lastUsedAt: key.lastUsedAt.toISOString() }),
  }
}

function stateOf(key: typeof apiKeys.$inferSelect, held: readonly Permission[], now: Date): ApiKey['state'] {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= now) return 'expired'
  return key.scopes.some((scope) => held.includes(scope)) ? 'active' : 'powerless'
}

/** Describes the creator of a key, and what the key may do now. */
export interface KeyUser {
  keyId: string
  id: string
  email: string
  name: string
  permissions: readonly Permission[]
  emailVerified: boolean
  tokenVersion: number
  /** Whether the last use was written more than a minute ago. */
  isUseStale: boolean
}

/** Returns the usable keys with these hashes: not revoked, not expired, of a user who is neither removed nor disabled. */
export async function findKeyUsers(db: Database, hashes: string[], now: Date): Promise<Map<string, KeyUser>> {
  const { rows } = await db.$client.query<
    Omit<KeyUser, 'permissions'> & RoleOfUser & { hash: string; scopes: GivenPermission[] }
  >({
    name: 'find_users_for_keys',
    text: `SELECT key.hash, key.id AS "keyId", key.scopes, users.id, email, display_name AS name, role,
        token_version AS "tokenVersion", email_verified_at IS NOT NULL AS "emailVerified",
        (SELECT permissions FROM staff_roles WHERE staff_roles.id = staff_role_id) AS "staffPermissions",
        coalesce(last_used_at < now() - interval '1 minute', true) AS "isUseStale"
      FROM api_keys key JOIN users ON users.id = key.created_by
      WHERE key.hash = ANY($1::text[]) AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $2)
        AND removed_at IS NULL AND disabled_at IS NULL`,
    values: [hashes, now],
  })
  return new Map(
    rows.map(({ hash, scopes, role, staffPermissions, ...row }) => {
      const held = permissionsOf({ role, staffPermissions })
      return [hash, { ...row, permissions: row.emailVerified ? scopes.filter((scope) => held.includes(scope)) : [] }]
    }),
  )
}

/** Writes that a key was used, at most once a minute. */
export async function writeLastUse(db: Database, keyId: string): Promise<void> {
  const isStale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`))
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKeys.id, keyId), isStale))
}
