import { sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'

export interface Mail {
  to: string
  kind: string
  subject: string
  text: string
  html: string
  /** Its link opens the recipient's account. */
  opensAccount?: boolean
}

/** Writes a mail in the caller's transaction: it goes out exactly if what it tells about is true. */
export type QueueMail = (tx: Transaction, mail: Mail) => Promise<void>

/** A message that can only be read in the outbox; a text message has no subject. */
export interface UndeliveredMessage {
  to: string
  subject?: string
  text: string
}

/** `delivers` is false while no mail server is configured: mails then stay in the outbox, and `announce` hears of each. */
export function createQueueMail(
  jobs: Jobs,
  delivers: boolean,
  announce: (mail: UndeliveredMessage) => void,
): QueueMail {
  return async (tx, mail) => {
    // The address of somebody who has deleted the account: nobody reads it.
    if (mail.to.endsWith('.invalid')) return
    const [row] = await tx
      .insert(outbox)
      .values({
        channel: 'mail',
        recipient: mail.to,
        kind: mail.kind,
        subject: onOneLine(mail.subject),
        textBody: mail.text,
        htmlBody: mail.html,
        opensAccount: mail.opensAccount ?? false,
        ...(delivers ? { queuedAt: sql`now()` } : {}),
      })
      .returning({ id: outbox.id })
    if (!delivers) announce(mail)
    else if (row) await jobs.enqueue(tx, 'deliver-mail', { id: row.id })
  }
}

/** A subject may carry names that strangers have typed; a line break in it would be a header of theirs. */
const onOneLine = (subject: string) => subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
