import type { Language } from '#contract/language.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { limitFormMails, type Sender } from '#server/site-content/limit-form-mails.ts'
import { readStoreRow } from '#server/store/read-store.ts'

/** Returns the address of the first admin, if there is one. */
export type FindOwnerEmail = (tx: Transaction) => Promise<string | undefined>

/**
 * Puts a visitor’s message into the outbox, for the recipient that the store has, else its address, else the owner of the shop. Throws
 * `contact-form-off` if there is neither, and as `limitFormMails` does.
 */
export async function sendContactMessage(
  db: Database,
  { queueMail, findOwnerEmail }: { queueMail: QueueMail; findOwnerEmail: FindOwnerEmail },
  { name, email, message, language }: { name: string; email: string; message: string; language: Language },
  sender: Sender,
): Promise<void> {
  await limitFormMails(db, kind, sender)
  await db.transaction(async (tx) => {
    const recipient = await findRecipient(tx, findOwnerEmail)
    if (recipient === undefined) throw problem('contact-form-off')
    await queueMail(tx, {
      to: recipient,
      kind,
      language,
      subject: texts[language].subject(name.trim()),
      paragraphs: [texts[language].sender(`${name} <${email}>`), ...message.split(/\n{2,}/)],
    })
  })
}

async function findRecipient(tx: Transaction, findOwnerEmail: FindOwnerEmail): Promise<string | undefined> {
  const { contactRecipient, email } = await readStoreRow(tx)
  return contactRecipient || email || findOwnerEmail(tx)
}

const kind = 'contact-message'

/** The frame of a message has the language of the page that it was written on. */
const texts: Record<Language, { subject(name: string): string; sender(sender: string): string }> = {
  en: { subject: (name) => `A message from ${name}`, sender: (sender) => `${sender} wrote:` },
  de: { subject: (name) => `Eine Nachricht von ${name}`, sender: (sender) => `${sender} schreibt:` },
}
