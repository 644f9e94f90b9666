import { timestamp } from 'drizzle-orm/pg-core'

/** Defines a timestamptz column. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
