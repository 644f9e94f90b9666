import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'

export interface Mail {
  to: string
  kind: string
  subject: string
  text: string
  html: string
}

/** Writes a mail in the caller's transaction: it goes out exactly if what it tells about is true. */
export type QueueMail = (tx: Transaction, mail: Mail) => Promise<void>

/** `delivers` is false while no mail server is configured: messages then stay readable in the outbox. */
export function createQueueMail(jobs: Jobs, delivers: boolean): QueueMail {
  return async (tx, mail) => {
    const [row] = await tx
      .insert(outbox)
      .values({
        channel: 'mail',
        recipient: mail.to,
        kind: mail.kind,
        subject: mail.subject,
        textBody: mail.text,
        htmlBody: mail.html,
      })
      .returning({ id: outbox.id })
    if (row && delivers) await jobs.enqueue(tx, 'deliver-mail', { id: row.id })
  }
}
