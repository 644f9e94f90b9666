import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { stockMovementReasons } from '#contract/catalog.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Lists what a movement does with units. The check constraint of `stock_movements.kind` has the same list. */
export const movementKinds = [
  'opening',
  'correction',
  'reserve',
  'release',
  'ship',
  'write-off',
  'cancel',
  'return',
  'restock',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** Records stock movements, append-only: only `move-stock.ts` and the statement that places an order write them. */
export const stockMovements = pgTable('stock_movements', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  productId: uuid('product_id').notNull(),
  kind: text('kind', { enum: movementKinds }).notNull(),
  /** Negative where it takes units away, or takes a movement back. */
  units: integer('units').notNull(),
  /** The available quantity of a product is the sum of these. */
  availableChange: integer('available_change').notNull(),
  /** The units on the shelf, available or held by orders, are the sum of these. */
  shelfChange: integer('shelf_change').notNull(),
  orderId: uuid('order_id'),
  orderLineId: bigint('order_line_id', { mode: 'number' }),
  /** Set where it changes the available units. */
  reason: text('reason', { enum: stockMovementReasons }),
  movedAt: timestamptz('moved_at').notNull().defaultNow(),
  movedBy: uuid('moved_by'),
  /** The reason for a correction, as entered. */
  note: text('note'),
})

/** Keeps the idempotency keys of calls that corrected the stock of a product. */
export const stockKeys = pgTable(
  'stock_keys',
  {
    productId: uuid('product_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Tells a repeated call from another one with its key. */
    requestHash: text('request_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.idempotencyKey] })],
)
