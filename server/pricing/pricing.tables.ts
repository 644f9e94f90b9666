import { bigint, boolean, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const customerGroups = pgTable('customer_groups', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  name: text('name').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: bigint('group_id', { mode: 'number' }).notNull(),
    userId: uuid('user_id').notNull(),
    addedAt: timestamptz('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
)

/** Stores price lists. One of them, `isBase`, has the public price breaks. */
export const priceLists = pgTable('price_lists', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  name: text('name').notNull(),
  isBase: boolean('is_base').notNull().default(false),
  /** Null for everyone, if there is no `userId`. */
  groupId: bigint('group_id', { mode: 'number' }),
  /** The one customer that it is for. */
  userId: uuid('user_id'),
  startsAt: timestamptz('starts_at'),
  endsAt: timestamptz('ends_at'),
  active: boolean('active').notNull().default(false),
  isExclusive: boolean('is_exclusive').notNull().default(false),
  adjustPercent: numeric('adjust_percent', { mode: 'number' }),
  isSale: boolean('is_sale').notNull().default(false),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

/** Stores the prices of lists by product and quantity. */
export const prices = pgTable(
  'prices',
  {
    priceListId: bigint('price_list_id', { mode: 'number' }).notNull(),
    productId: uuid('product_id').notNull(),
    fromQuantity: integer('from_quantity').notNull(),
    cents: integer('cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.priceListId, table.fromQuantity] })],
)

/** Stores the quantity rules of products for groups. */
export const quantityRules = pgTable(
  'quantity_rules',
  {
    productId: uuid('product_id').notNull(),
    groupId: bigint('group_id', { mode: 'number' }).notNull(),
    minimum: integer('minimum').notNull(),
    multiple: integer('multiple').notNull().default(1),
    maximum: integer('maximum'),
  },
  (table) => [primaryKey({ columns: [table.productId, table.groupId] })],
)
