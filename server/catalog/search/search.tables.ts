import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { partNumberKinds } from '#contract/part-numbers.ts'
import { products } from '#server/catalog/catalog.tables.ts'

/** Stores all numbers of a product. Triggers keep the own one as `products.sku` has it, and the keys of each. */
export const partNumbers = pgTable('part_numbers', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  productId: uuid('product_id')
    .notNull()
    .references(() => products.id),
  kind: text('kind', { enum: partNumberKinds }).notNull(),
  /** Empty if unknown. */
  maker: text('maker').notNull().default(''),
  number: text('number').notNull(),
})

/** Stores what else is meant by a word or a few words: the seller's own pairs, and changes of those of the trade. */
export const synonyms = pgTable('synonyms', {
  id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
  term: text('term').notNull(),
  means: text('means').notNull(),
  isTwoWay: boolean('is_two_way').notNull(),
  /** The pair of the trade that it is in place of. */
  changes: text('changes'),
  /** Whether that pair is switched off. */
  isOff: boolean('is_off').notNull().default(false),
})

/** Stores searches that found nothing, without who searched. */
export const searchMisses = pgTable('search_misses', {
  words: text('words').primaryKey(),
  times: integer('times').notNull().default(1),
  lastOn: date('last_on').notNull().defaultNow(),
})
