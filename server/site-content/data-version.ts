import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with the content of the site. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT max(id) FROM site_contents))`
