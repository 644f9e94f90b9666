import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Names the users that the shop creates once. */
export type InitialUser = 'first-admin' | 'demo-customer'

/** Records that the shop has created such a user; returns false if it had one before. */
export async function recordInitialUser(tx: Transaction, kind: InitialUser, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`INSERT INTO shop_facts (name, value) VALUES (${kind}, ${userId}) ON CONFLICT DO NOTHING RETURNING name`,
  )
  return rows.length > 0
}

/** Returns whether this shop has ever had such a user, and its email while the user is still there in that role. */
export async function findInitialUser(
  db: Database,
  kind: InitialUser,
): Promise<{ email: string | undefined } | undefined> {
  const { rows } = await db.execute<{ value: string }>(sql`SELECT value FROM shop_facts WHERE name = ${kind}`)
  const id = rows[0]?.value
  if (id === undefined) return undefined
  const [user] = await db.select().from(users).where(eq(users.id, id))
  const isThere = user && !user.removedAt && (kind === 'demo-customer' || user.role === 'admin')
  return { email: isThere ? user.email : undefined }
}
