import { type SQL, sql } from 'drizzle-orm'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'

/** Selects the company of a user: that of the default address, else of another one; null without any. */
export const companyOf = (userId: SQL): SQL<string | null> => sql`(
  SELECT company FROM ${addresses} WHERE user_id = ${userId} AND company <> '' ORDER BY is_default DESC, created_at, id LIMIT 1)`
