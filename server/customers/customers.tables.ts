import { bigint, boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the terms of the buyers who may pay by invoice, and what they owe. */
export const customerTerms = pgTable('customer_terms', {
  userId: uuid('user_id').primaryKey(),
  /** The days from an order until it is due. */
  netDays: smallint('net_days').notNull(),
  /** Null: no limit; 0: nothing. */
  creditLimitCents: bigint('credit_limit_cents', { mode: 'number' }),
  /** The totals of the orders on account that are neither paid nor cancelled. */
  owedCents: bigint('owed_cents', { mode: 'number' }).notNull().default(0),
  poRequired: boolean('po_required').notNull().default(false),
  /** False: no more orders on account; those that are open stay. */
  isActive: boolean('is_active').notNull().default(true),
  setBy: uuid('set_by'),
  setAt: timestamptz('set_at').notNull().defaultNow(),
})

/** Stores what admins write down about customers. */
export const customerNotes = pgTable('customer_notes', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  note: text('note').notNull(),
  writtenBy: uuid('written_by').notNull(),
  writtenAt: timestamptz('written_at').notNull().defaultNow(),
})
