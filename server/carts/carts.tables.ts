import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { CartKind } from '#contract/carts.ts'
import type { LineConflict } from '#contract/cart-lines.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the carts and saved lists of buyers. One cart of each buyer is active; the address of a shared one ends in its key. */
export const carts = pgTable('carts', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Empty until the buyer names it. */
  name: text('name').notNull().default(''),
  kind: text('kind').$type<CartKind>().notNull().default('cart'),
  isActive: boolean('is_active').notNull().default(true),
  /** Counts the changes of its lines. */
  version: integer('version').notNull().default(0),
  shareKey: text('share_key'),
  /** When `shareKey` was given; without one, it means nothing. */
  sharedAt: timestamptz('shared_at').notNull().defaultNow(),
  /** The order that the last change of its lines placed. */
  orderedAs: uuid('ordered_as'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

/** Keeps for a year the share keys that ended, as a trigger writes them. */
export const endedCartLinks = pgTable('ended_cart_links', {
  shareKey: text('share_key').primaryKey(),
  endedAt: timestamptz('ended_at').notNull().defaultNow(),
})

/** Stores the lines of carts. Nothing is reserved; the price is the one that the buyer last accepted. */
export const cartLines = pgTable('cart_lines', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  cartId: uuid('cart_id')
    .notNull()
    .references(() => carts.id),
  productId: uuid('product_id').notNull(),
  job: text('job').notNull().default(''),
  quantity: integer('quantity').notNull(),
  seenPriceCents: integer('seen_price_cents').notNull(),
  /** The number of units that the price was for. */
  seenPricePer: smallint('seen_price_per').notNull().default(1),
  addedAt: timestamptz('added_at').notNull().defaultNow(),
})

/** Records the carts of browsers that were merged on sign-in, with what the first call answered. */
export const cartMerges = pgTable('cart_merges', {
  mergeId: uuid('merge_id').notNull(),
  cartId: uuid('cart_id')
    .notNull()
    .references(() => carts.id),
  conflicts: jsonb('conflicts').$type<LineConflict[]>().notNull(),
  leftOut: integer('left_out').notNull(),
  mergedAt: timestamptz('merged_at').notNull().defaultNow(),
})
