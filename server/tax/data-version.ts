import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with the set-up of tax. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT edition FROM tax_settings))`
