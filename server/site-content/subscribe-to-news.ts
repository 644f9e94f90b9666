import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { mailBody } from '#server/notifications/mail-body.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { assertMailsLeft } from '#server/site-content/assert-mails-left.ts'
import { newsletterSubscriptions as subscriptions } from '#server/site-content/site-content.tables.ts'

const kind = 'newsletter-confirmation'

/** Where a subscription is confirmed and ended. */
export const subscriptionUrl = (publicUrl: string, token: string) =>
  new URL(`/newsletter?token=${token}`, publicUrl).href

/** Mails the link that subscribes. Whoever has subscribed already, or asked in the last ten minutes, gets no other mail. */
export async function subscribeToNews(
  db: Database,
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  email: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [asked] = await tx
      .insert(subscriptions)
      .values({ id: newId(), email: email.toLowerCase(), token: randomBytes(24).toString('base64url') })
      .onConflictDoUpdate({
        target: subscriptions.email,
        set: { askedAt: sql`now()` },
        setWhere: sql`${subscriptions.confirmedAt} IS NULL AND ${subscriptions.askedAt} < now() - interval '10 minutes'`,
      })
      .returning()
    if (!asked) return
    await assertMailsLeft(tx, kind)
    await queueMail(tx, {
      to: asked.email,
      kind,
      subject: 'Please confirm that you want our news',
      ...mailBody(
        ['Hello,', 'somebody, most likely you, asked for our news at this address. One click and you get it.'],
        {
          action: { label: 'Confirm or end it', url: subscriptionUrl(publicUrl, asked.token) },
          notes: ['If it was not you, ignore this mail: nothing else will come.'],
        },
      ),
    })
  })
}
