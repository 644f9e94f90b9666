import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with the store, also if a date begins or ends its announcement. */
export const dataVersion = sql`concat_ws(' ',
    (SELECT concat(edition, coalesce((announcement ->> 'startsAt')::timestamptz <= now(), true),
      coalesce((announcement ->> 'endsAt')::timestamptz > now(), true)) FROM store))`
