import { sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { UndeliveredMessage } from '#server/notifications/queue-mail.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export interface Sms {
  /** In E.164, such as +15555551000. */
  to: string
  text: string
}

/** Writes a text message in the caller's transaction. Every one of them holds a code that opens an account. */
export type QueueSms = (tx: Transaction, sms: Sms) => Promise<void>

/**
 * Creates the function that queues text messages. `delivers` is false without an SMS provider: messages then stay in the outbox,
 * and `onUndelivered` is called.
 */
export function createQueueSms(jobs: Jobs, delivers: boolean, announce: (sms: UndeliveredMessage) => void): QueueSms {
  return async (tx, { to, text }) => {
    const [row] = await tx
      .insert(outbox)
      .values({
        channel: 'sms',
        recipient: to,
        kind: 'phone-code',
        subject: '',
        textBody: text,
        htmlBody: '',
        opensAccount: true,
        ...(delivers ? { queuedAt: sql`now()` } : {}),
      })
      .returning({ id: outbox.id })
    if (!delivers) announce({ to, text })
    else if (row) await jobs.enqueue(tx, 'deliver-sms', { id: row.id })
  }
}
