import { type SQL, sql } from 'drizzle-orm'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'

/**
 * Selects the name of a person for staff: signing up sends the first name only, so that it is the first of `recipients`, rows with a
 * `recipient`, which goes on where the name ends; the name itself without any.
 */
export const fullName = (name: SQL, recipients: SQL): SQL<string> => sql<string>`coalesce((
  SELECT recipient FROM ${recipients} WHERE ${name} <> '' AND starts_with(lower(recipient), lower(${name}) || ' ') LIMIT 1), ${name})`

/** Selects the full name of a user by the address book, the default address first. */
export const fullNameOf = (userId: SQL, name: SQL): SQL<string> =>
  fullName(
    name,
    sql`(SELECT recipient FROM ${addresses} WHERE user_id = ${userId} ORDER BY is_default DESC, created_at, id) listed`,
  )
