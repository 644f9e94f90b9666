import { sql } from 'drizzle-orm'

/** Selects, for the response cache, a version that changes with every vehicle, name and fitment. */
export const dataVersion = sql`(SELECT edition FROM vehicle_editions)`
