import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Selects what other domains show of the user whose id a row has; null without one. */
export const emailOfUser = (id: SQLWrapper): SQL<string | null> => sql`(SELECT email FROM users WHERE users.id = ${id})`
export const nameOfUser = (id: SQLWrapper): SQL<string | null> =>
  sql`(SELECT coalesce(nullif(display_name, ''), email) FROM users WHERE users.id = ${id})`

/** Selects the id of the user of an account; null while there is none. */
export const userOfAccount = (localId: string): SQL<string | null> =>
  sql`(SELECT id FROM users WHERE identity_uid = ${localId})`
