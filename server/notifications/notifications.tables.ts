import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/moment.ts'

/** Messages to people, written in the transaction of what they tell about. */
export const outbox = pgTable('outbox', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  channel: text('channel', { enum: ['mail', 'sms'] }).notNull(),
  recipient: text('recipient').notNull(),
  kind: text('kind').notNull(),
  subject: text('subject').notNull(),
  textBody: text('text_body').notNull(),
  htmlBody: text('html_body').notNull(),
  writtenAt: moment('written_at').notNull().defaultNow(),
  sentAt: moment('sent_at'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  /** Empty while nothing delivers messages of its kind. */
  queuedAt: moment('queued_at'),
  /** Since when a process is sending it. */
  sendingSince: moment('sending_since'),
  givenUpAt: moment('given_up_at'),
  /** Its link or code opens an account. */
  opensAccount: boolean('opens_account').notNull().default(false),
})
