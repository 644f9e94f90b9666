import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/moment.ts'

/** The payment intents that were opened for orders; an order has at most one that is not cancelled. */
export const payments = pgTable('payments', {
  intentId: text('intent_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  succeededAt: moment('succeeded_at'),
  canceledAt: moment('canceled_at'),
  /** When money that came too late for its order went back. */
  refundedAt: moment('refunded_at'),
})
