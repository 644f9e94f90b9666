import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** What the sandbox needs from the application around it. */
export interface CardsDeps {
  /** Schema `cards` as in migrations/. */
  db: NodePgDatabase
  /** The one accepted secret key, `sk_test_…`. Every `pk_test_…` key is accepted: those are public. */
  secretKey: string
  /** Where signed events go; without it events are only recorded. The address is asked anew for each delivery. */
  webhook?: {
    url: () => string
    secret: string
    /** Holds an event back for so many milliseconds before its first delivery (late, out of order). Default 0. */
    delayMs?: () => number
  }
  now(): Date
}
