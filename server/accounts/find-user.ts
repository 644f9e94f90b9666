import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { problem } from '#server/platform/problem.ts'

interface TokenUser {
  id: string
  email: string
  name: string
  role: 'customer' | 'admin'
  emailVerified: boolean
  tokenVersion: number
}

const gatherers = new WeakMap<Database, (id: string) => Promise<TokenUser | undefined>>()

/** The living user a token speaks of, as of now; asked at every call, so calls that arrive together ask together. */
export function findUserForToken(db: Database, id: string): Promise<TokenUser | undefined> {
  let ask = gatherers.get(db)
  if (!ask) gatherers.set(db, (ask = gather((ids) => loadTokenUsers(db, ids))))
  return ask(id)
}

async function loadTokenUsers(db: Database, ids: string[]): Promise<Map<string, TokenUser>> {
  const { rows } = await db.$client.query<TokenUser>({
    name: 'find_users_for_tokens',
    text: `SELECT id, email, display_name AS name, role, token_version AS "tokenVersion",
        email_verified_at IS NOT NULL AS "emailVerified"
      FROM users WHERE id = ANY($1::uuid[]) AND removed_at IS NULL`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The living user of this e-mail; throws `user-not-found`. */
export async function getUserByEmail(db: Database | Transaction, email: string) {
  const [user] = await db.select().from(users).where(livingUser(email))
  if (!user) throw problem('user-not-found')
  return user
}

/** The condition that picks the user of an e-mail who was not removed. */
export const livingUser = (email: string) => and(eq(users.email, email.toLowerCase()), isNull(users.removedAt))
