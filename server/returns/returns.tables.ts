import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { type ReturnSettings, returnReasons } from '#contract/returns.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores returns of goods; the state is derived from the timestamps that are set. */
export const returns = pgTable('returns', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  /** From 1 in each order: shown as `BY-1001-R1`. */
  position: smallint('position').notNull(),
  /** Approved as it is asked for, and never refused. */
  isWithdrawal: boolean('is_withdrawal').notNull().default(false),
  requestedAt: timestamptz('requested_at').notNull().defaultNow(),
  requestedBy: uuid('requested_by'),
  note: text('note'),
  /** The restocking fee as the buyer was told of it. */
  feePercent: numeric('fee_percent', { mode: 'number' }).notNull().default(0),
  approvedAt: timestamptz('approved_at'),
  approvedBy: uuid('approved_by'),
  refusedAt: timestamptz('refused_at'),
  refusedBy: uuid('refused_by'),
  /** What the seller wrote to the buyer. */
  answer: text('answer'),
  cancelledAt: timestamptz('cancelled_at'),
  cancelledBy: uuid('cancelled_by'),
  receivedAt: timestamptz('received_at'),
  receivedBy: uuid('received_by'),
  /** The order that replaces its units at no charge. */
  replacementId: uuid('replacement_id'),
  idempotencyKey: text('idempotency_key'),
  /** What the call with the key asked for, as a hash. */
  requestHash: text('request_hash'),
})

/** Stores the units of order lines in a return, and what became of them. */
export const returnLines = pgTable(
  'return_lines',
  {
    returnId: uuid('return_id').notNull(),
    orderLineId: bigint('order_line_id', { mode: 'number' }).notNull(),
    units: integer('units').notNull(),
    reason: text('reason', { enum: returnReasons }).notNull(),
    /** The address of an uploaded picture. */
    photoUrl: text('photo_url'),
    receivedUnits: integer('received_units').notNull().default(0),
    restockedUnits: integer('restocked_units').notNull().default(0),
    scrappedUnits: integer('scrapped_units').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.returnId, table.orderLineId] })],
)

/** Stores the seller's rules for returns: one row. */
export const returnSettings = pgTable('return_settings', {
  id: boolean('id').primaryKey().default(true),
  /** For how many days after the last parcel a buyer may ask for a return. */
  days: smallint('days').notNull().default(30),
  feePercent: numeric('fee_percent', { mode: 'number' }).notNull().default(0),
  wayBack: jsonb('way_back').$type<ReturnSettings['wayBack']>().notNull().default({}),
  withdrawal: boolean('withdrawal').notNull().default(false),
  deliveryDays: smallint('delivery_days').notNull().default(5),
})
