import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

export interface Webhook {
  url: () => string
  secret: string
  /** What becomes of each event on its way; without it, it arrives at once, once, in the order in which things happened. */
  way?: () => EventWay
}

export interface EventWay {
  /** Holds the event back for so many milliseconds: events held back differently overtake each other. */
  delayMs: number
  /** How many times it arrives; 0: it is lost, and stands only in the list of events. */
  copies: number
}

/** What the sandbox needs from the application around it. */
export interface CardsDeps {
  /** Schema `cards` as in migrations/. */
  db: NodePgDatabase
  /** The one accepted secret key, `sk_test_…`. Every `pk_test_…` key is accepted: those are public. */
  secretKey: string
  /** Where signed events go; without it events are only recorded. The address is asked anew for each delivery. */
  webhook?: Webhook
  now(): Date
}
