import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with a published legal text. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT count(*) FROM legal_versions))`
