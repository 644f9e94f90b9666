import { jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { ChangedDetails, OrderMessage } from '#contract/order-messages.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores what buyers ask about orders or want changed, and what the shop writes back. */
export const orderMessages = pgTable('order_messages', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  kind: text('kind').$type<OrderMessage['kind']>().notNull(),
  message: text('message').notNull(),
  /** The position of the line that it is about. */
  line: smallint('line'),
  request: jsonb('request').$type<{ units?: { line: number; units: number }[]; change?: ChangedDetails }>(),
  writtenAt: timestamptz('written_at').notNull().defaultNow(),
  writtenBy: uuid('written_by').notNull(),
  /** When staff answered it, or did what it asks for. */
  answeredAt: timestamptz('answered_at'),
  /** Of the call that sent it. */
  idempotencyKey: text('idempotency_key'),
})
export type OrderMessageRow = typeof orderMessages.$inferSelect
