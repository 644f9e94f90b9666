import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { mailBody } from '#server/notifications/mail-body.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'
import { assertMailsLeft } from '#server/site-content/assert-mails-left.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'

/**
 * Puts a visitor’s message into the outbox, for the owner. Throws `contact-form-off` while nobody is set to receive it, and
 * `too-many-requests` when visitors have written too much in the last hour.
 */
export async function sendContactMessage(
  db: Database,
  queueMail: QueueMail,
  from: { name: string; email: string; message: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { contactRecipient } = (await readSiteContent(tx)).settings
    if (contactRecipient === '') throw problem('contact-form-off')
    await assertMailsLeft(tx, kind)
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
