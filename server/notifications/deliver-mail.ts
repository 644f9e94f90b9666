import { eq, sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database.ts'

/** Hands one message to the mail server, once; throws what the server said, so that the job comes back later. */
export async function deliverMail(db: Database, transport: Transporter, from: string, id: number): Promise<void> {
  const [mail] = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.id, id))
    .returning()
  if (!mail || mail.sentAt) return
  try {
    await transport.sendMail({
      from,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.textBody,
      html: mail.htmlBody,
      // The same message sent again after a lost answer keeps its name, so that mail servers can tell.
      messageId: `<${id}.${mail.writtenAt.getTime()}@${from.split('@').at(-1)?.replace('>', '') ?? 'boltyard'}>`,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await db.update(outbox).set({ lastError: reason }).where(eq(outbox.id, id))
    throw error
  }
  await db
    .update(outbox)
    .set({ sentAt: sql`now()`, lastError: null })
    .where(eq(outbox.id, id))
}
