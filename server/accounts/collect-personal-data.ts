import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Selects what is stored about a person, each row as one JSON object named `row`; `email` is null until it is confirmed: it may be another's. */
export type SelectPersonalData = (person: { id: string; email: string | null }) => SQL
/** Names the parts of what is stored about a person; every domain declares its own. */
export type PersonalData = Readonly<Record<string, SelectPersonalData>>

/** Returns all that the shop stores about a person, by its parts, as of one moment. Throws `user-not-found`. */
export function collectPersonalData(
  db: Database,
  id: string,
  declared: PersonalData,
): Promise<Record<string, unknown[]>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    const [user] = await tx.select().from(users).where(eq(users.id, id))
    if (!user) throw problem('user-not-found')
    const email = user.emailVerifiedAt === null ? null : user.email
    const parts: Record<string, unknown[]> = {}
    for (const [part, select] of Object.entries(declared)) {
      const { rows } = await tx.execute<{ row: unknown }>(select({ id, email }))
      parts[part] = rows.map(({ row }) => row)
    }
    return parts
  })
}

/** Selects the account without its secrets, those merged into it, and what belongs to them. */
export const accountData = {
  account: ({ id }) => sql`
    SELECT to_jsonb(users) - '{identity_uid,token_version,address_words,words,removed_by,staff_role_id}'::text[] AS row
    FROM users WHERE id = ${id} OR merged_into = ${id} ORDER BY created_at`,
  addresses: ({ id }) => sql`
    SELECT to_jsonb(addresses) - '{id,user_id}'::text[] AS row FROM addresses WHERE user_id = ${id} ORDER BY created_at`,
  apiKeys: ({ id }) => sql`
    SELECT to_jsonb(api_keys) - '{id,hash,created_by}'::text[] AS row FROM api_keys WHERE created_by = ${id} ORDER BY created_at`,
  savedViews: ({ id }) => sql`
    SELECT to_jsonb(saved_views) - '{id,owner_id}'::text[] AS row FROM saved_views WHERE owner_id = ${id} ORDER BY created_at`,
} satisfies PersonalData
