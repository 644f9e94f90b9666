import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Store } from '#contract/store.ts'

/** Stores the seller's store in one row. */
export const stores = pgTable('store', {
  id: boolean('id').primaryKey().default(true),
  /** Counts the changes, by a trigger. */
  edition: integer('edition').notNull(),
  /** Null as long as the seller has chosen none. */
  name: text('name'),
  currency: text('currency').notNull(),
  timeZone: text('time_zone').notNull(),
  units: text('units').$type<Store['units']>().notNull(),
})
