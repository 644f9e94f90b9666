import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with the latest reviews, enough of them to include one that commits late. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT sum(hashtextextended(concat(id, changed_at), 0))
      FROM (SELECT id, changed_at FROM reviews ORDER BY changed_at DESC LIMIT 200) latest))`
