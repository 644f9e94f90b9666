import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the parcels of orders; one that was undone stays, so that its number is not used again. */
export const shipments = pgTable('shipments', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  /** From 1, among the parcels of the order: shown as `BY-1001-2`. */
  position: smallint('position').notNull(),
  carrier: text('carrier'),
  trackingNumber: text('tracking_number'),
  shippedAt: timestamptz('shipped_at').notNull(),
  shippedBy: uuid('shipped_by'),
  undoneAt: timestamptz('undone_at'),
  undoneBy: uuid('undone_by'),
  /** When its mail and its webhook were written; it cannot be undone from then on. */
  announcedAt: timestamptz('announced_at'),
  idempotencyKey: text('idempotency_key'),
  /** What the call with the key asked for, as a hash. */
  requestHash: text('request_hash'),
})

/** Says who carries a parcel, as far as staff have said so. */
export type Tracking = Pick<typeof shipments.$inferSelect, 'carrier' | 'trackingNumber'>

/** Stores the units of order lines in a parcel. */
export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: uuid('shipment_id').notNull(),
    orderLineId: bigint('order_line_id', { mode: 'number' }).notNull(),
    units: integer('units').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shipmentId, table.orderLineId] })],
)
