import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

const tokenColumns = {
  id: users.id,
  email: users.email,
  name: users.displayName,
  role: users.role,
  tokenVersion: users.tokenVersion,
}

const prepareFindUserForToken = (db: Database) =>
  db
    .select(tokenColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.removedAt)))
    .prepare('find_user_for_token')

const prepared = new WeakMap<Database, ReturnType<typeof prepareFindUserForToken>>()

/** The living user a token speaks of; asked at each call, so it is prepared once. */
export async function findUserForToken(db: Database, id: string) {
  let query = prepared.get(db)
  if (!query) prepared.set(db, (query = prepareFindUserForToken(db)))
  const [user] = await query.execute({ id })
  return user
}

/** The living user of this e-mail; throws `user-not-found`. */
export async function getUserByEmail(db: Database | Transaction, email: string) {
  const [user] = await db.select().from(users).where(livingUser(email))
  if (!user) throw problem('user-not-found')
  return user
}

/** The condition that picks the user of an e-mail who was not removed. */
export const livingUser = (email: string) => and(eq(users.email, email.toLowerCase()), isNull(users.removedAt))
