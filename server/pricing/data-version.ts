import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with a public price list, also if a date puts it in force or ends it. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT sum(hashtextextended(concat(id, updated_at, active AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true)), 0))
      FROM price_lists WHERE group_id IS NULL AND user_id IS NULL))`
