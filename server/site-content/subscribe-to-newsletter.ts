import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { OutdatedSql } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Mail, QueueMail } from '#server/notifications/queue-mail.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { limitFormMails, type Sender } from '#server/site-content/limit-form-mails.ts'
import { newsletterSubscriptions as subscriptions } from '#server/site-content/site-content.tables.ts'

const kind = 'newsletter-confirmation'
const ofAddress = { hits: 6, windowMs: 86_400_000 }

/** Returns the path of the page that confirms or ends a subscription. */
export const subscriptionPath = (token: string) => `/newsletter?token=${token}`

/** Mails the confirmation link. Sends none to a subscriber, or within ten minutes of another one. */
export async function subscribeToNewsletter(
  db: Database,
  queueMail: QueueMail,
  { email, language }: { email: string; language: Language },
  sender: Sender,
): Promise<void> {
  // Checked first, so that a rejection reveals nothing about the address.
  await limitFormMails(db, kind, sender)
  await db.transaction(async (tx) => {
    const address = email.toLowerCase()
    const isUsedUp = (await sender.limits.countUse(tx, `${kind} to ${address}`, ofAddress)) !== undefined
    if (isUsedUp) return
    const [asked] = await tx
      .insert(subscriptions)
      .values({ id: newId(), email: address, token: randomBytes(24).toString('base64url') })
      .onConflictDoUpdate({
        target: subscriptions.email,
        set: { askedAt: sql`now()` },
        setWhere: sql`${subscriptions.confirmedAt} IS NULL AND ${subscriptions.askedAt} < now() - interval '10 minutes'`,
      })
      .returning()
    if (!asked) return
    await queueMail(tx, {
      to: asked.email,
      kind,
      language,
      ...texts[language](subscriptionPath(asked.token)),
    })
  })
}

const texts: Record<Language, (url: string) => Omit<Mail, 'to' | 'kind'>> = {
  en: (url) => ({
    subject: 'Confirm your newsletter subscription',
    paragraphs: [
      'Hello,',
      'Someone, most likely you, asked for our newsletter at this address. Confirm with one click.',
    ],
    action: { label: 'Confirm or unsubscribe', url },
    notes: ['If it wasn’t you, ignore this email: we won’t write again.'],
  }),
  de: (url) => ({
    subject: 'Bestätigen Sie Ihr Newsletter-Abonnement',
    paragraphs: [
      'Guten Tag,',
      'jemand, vermutlich Sie, hat unseren Newsletter an diese Adresse bestellt. Bestätigen Sie das mit einem Klick.',
    ],
    action: { label: 'Bestätigen oder abbestellen', url },
    notes: ['Wenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Wir schreiben nicht wieder.'],
  }),
}

/** Says in SQL that the link of a confirmation was used. All mails to an address have the same link: the newest is enough. */
export const outdatedNewsletterMail: OutdatedSql = sql`CASE
  WHEN ${outbox.kind} = ${kind} AND NOT EXISTS (
    SELECT FROM newsletter_subscriptions
    WHERE email = ${outbox.recipient} AND confirmed_at IS NULL AND asked_at <= ${outbox.writtenAt}) THEN 'link'
  END`
