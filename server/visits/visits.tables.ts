import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Stores how often something happened on a day; no row tells who it was. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    day: date('day').notNull(),
    kind: text('kind').$type<'views' | 'visits' | 'page' | 'referrer' | 'search' | 'viewed' | 'added'>().notNull(),
    name: text('name').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  ({ day, kind, name }) => [primaryKey({ columns: [day, kind, name] })],
)
