import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  /** The secret is derived from the shop's own, the id and this number. */
  secretEdition: integer('secret_edition').notNull().default(1),
  secretChangedAt: timestamptz('secret_changed_at'),
  pausedAt: timestamptz('paused_at'),
  pauseReason: text('pause_reason', { enum: ['admin', 'failing'] }),
  /** The first failure since the last success. */
  failingSince: timestamptz('failing_since'),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** Stores what is to be told, written by triggers in the transaction in which it happens. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  messageId: uuid('message_id').notNull().defaultRandom(),
  endpointId: uuid('endpoint_id')
    .notNull()
    .references(() => webhookEndpoints.id),
  type: text('type').$type<WebhookEvent | 'test'>().notNull(),
  subjectId: uuid('subject_id'),
  happenedAt: timestamptz('happened_at').notNull().defaultNow(),
  payload: text('payload'),
  attempts: integer('attempts').notNull().default(0),
  /** Null once it is delivered or given up. */
  dueAt: timestamptz('due_at').defaultNow(),
  sendingSince: timestamptz('sending_since'),
  deliveredAt: timestamptz('delivered_at'),
  answerStatus: integer('answer_status'),
  answerBody: text('answer_body'),
  error: text('error'),
  durationMs: integer('duration_ms'),
})
