import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
