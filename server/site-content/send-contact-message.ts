import { and, count, eq, gt, sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { mailBody } from '#server/notifications/mail-body.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'

/**
 * Puts a visitor’s message into the outbox, for the owner. Throws `contact-form-off` while nobody is set to receive it, and
 * `too-many-requests` after 60 messages in an hour, from whomever: nobody should find a mailbox full of a stranger's words.
 */
export async function sendContactMessage(
  db: Database,
  queueMail: QueueMail,
  from: { name: string; email: string; message: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { contactRecipient } = (await readSiteContent(tx)).settings
    if (contactRecipient === '') throw problem('contact-form-off')
    const [written] = await tx
      .select({ lastHour: count() })
      .from(outbox)
      .where(and(eq(outbox.kind, kind), gt(outbox.writtenAt, sql`now() - interval '1 hour'`)))
    if (written && written.lastHour >= mostAnHour) throw problem('too-many-requests', { seconds: 3600 })
    const { name, email, message } = from
    await queueMail(tx, {
      to: contactRecipient,
      kind,
      subject: `A message from ${name.replaceAll(/\s+/g, ' ')}`,
      ...mailBody([`${name} <${email}> wrote:`, ...message.split(/\n{2,}/)]),
    })
  })
}

const kind = 'contact-message'
const mostAnHour = 60
