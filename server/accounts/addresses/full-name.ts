import { type SQL, sql } from 'drizzle-orm'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'

// Signing up sends the first name only; addresses go on where it ends.

/** Returns the full name of who orders: the first of the recipients that goes on after the name, or the name itself. */
export const fullName = (name: string, recipients: readonly (string | undefined)[]): string =>
  (name && recipients.find((recipient) => recipient?.toLowerCase().startsWith(`${name.toLowerCase()} `))) || name

/** Selects the full name of a user by the address book, the default address first. */
export const fullNameOf = (userId: SQL, name: SQL): SQL<string> => sql<string>`coalesce((
  SELECT recipient FROM ${addresses} WHERE user_id = ${userId} AND ${name} <> '' AND starts_with(lower(recipient), lower(${name}) || ' ')
  ORDER BY is_default DESC, created_at, id LIMIT 1), ${name})`
