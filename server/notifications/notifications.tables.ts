import { bigint, boolean, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { mailEncryptions } from '#contract/notifications.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Stores messages to people, written in the transaction that causes them. */
export const outbox = pgTable('outbox', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  channel: text('channel', { enum: ['mail', 'sms'] }).notNull(),
  recipient: text('recipient').notNull(),
  /** Who gets the answer to a mail; null for the sender. */
  replyTo: text('reply_to'),
  kind: text('kind').notNull(),
  subject: text('subject').notNull(),
  textBody: text('text_body').notNull(),
  htmlBody: text('html_body').notNull(),
  writtenAt: timestamptz('written_at').notNull().defaultNow(),
  sentAt: timestamptz('sent_at'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  /** Null while no provider for its kind is configured. */
  queuedAt: timestamptz('queued_at'),
  /** The time a process began to send it. */
  sendingSince: timestamptz('sending_since'),
  givenUpAt: timestamptz('given_up_at'),
  /** Its link or code gives access to an account. */
  opensAccount: boolean('opens_account').notNull().default(false),
  /** The order that a mail is about. */
  orderId: uuid('order_id'),
  /** The hash of the code in the link of a mail about an account. */
  codeHash: bytea('code_hash'),
})

/** Stores the mail server that was set in the dashboard: one row at most. */
export const mailSettings = pgTable('mail_settings', {
  id: boolean('id').primaryKey().default(true),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  encryption: text('encryption', { enum: mailEncryptions }).notNull(),
  /** Empty if the server asks for no login. */
  user: text('user_name').notNull(),
  /** Null without a login. */
  sealedPassword: bytea('sealed_password'),
  sender: text('sender').notNull(),
})
