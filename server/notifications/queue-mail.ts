import { sql } from 'drizzle-orm'
import { type Language, defaultLanguage } from '#contract/language.ts'
import { mailBody, type MailLink, type MailStore, type MailText } from '#server/notifications/mail-body.ts'
import { mailSettings, outbox } from '#server/notifications/notifications.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export interface Mail extends MailText {
  to: string
  /** Who gets the answer; the sender by default. */
  replyTo?: string
  kind: string
  subject: string
  /** Its link gives access to the recipient's account. */
  opensAccount?: boolean
  /** The order that it is about. */
  orderId?: string
  /** The hash of the code in its link. */
  codeHash?: Buffer | undefined
}

/** Writes a mail in the caller's transaction, so that it is sent only if that commits. */
export type QueueMail = (tx: Transaction, mail: Mail) => Promise<void>

/** Describes a message that is only shown in the outbox; a text message has no subject. */
export interface UndeliveredMessage {
  to: string
  subject?: string
  text: string
}

interface MailDeps {
  jobs: Pick<Jobs, 'enqueue'>
  /** Whether SMTP_URL is set. Without any mail server, mails stay in the outbox, and `announce` is called. */
  delivers: boolean
  announce?: (mail: UndeliveredMessage) => void
  /** The URL that the path of an action is resolved against. */
  publicUrl: () => string
  /** Returns the store that the mail comes from. */
  findStore: (tx: Transaction) => Promise<MailStore>
  /** Lists what every mail links at its end; paths are resolved like that of an action. */
  findLinks?: (tx: Transaction, language: Language) => Promise<readonly MailLink[]>
}

/** Creates the function that queues mails. */
export function createQueueMail({ jobs, delivers, announce, publicUrl, findStore, findLinks }: MailDeps): QueueMail {
  return async (tx, { action, ...mail }) => {
    // The address of a deleted account.
    if (mail.to.endsWith('.invalid')) return
    const resolve = <Link extends MailLink>(link: Link) => ({ ...link, url: new URL(link.url, publicUrl()).href })
    const shared = findLinks ? await findLinks(tx, mail.language ?? defaultLanguage) : []
    const { text, html } = mailBody(
      { ...(await findStore(tx)), publicUrl: publicUrl() },
      {
        ...mail,
        ...(action && { action: resolve(action) }),
        links: [...(mail.links ?? []), ...shared].map(resolve),
      },
    )
    const [row] = await insertMail(tx).execute({
      recipient: mail.to,
      replyTo: mail.replyTo ?? null,
      kind: mail.kind,
      subject: toSingleLine(mail.subject),
      textBody: text,
      htmlBody: html,
      opensAccount: mail.opensAccount ?? false,
      orderId: mail.orderId ?? null,
      codeHash: mail.codeHash ?? null,
      delivers,
    })
    if (!row?.queuedAt) announce?.({ to: mail.to, subject: mail.subject, text })
    else await jobs.enqueue(tx, 'deliver-mail', { id: row.id })
  }
}

const insertMail = preparedOnce((tx) =>
  tx
    .insert(outbox)
    .values({
      channel: 'mail',
      recipient: sql.placeholder('recipient'),
      replyTo: sql.placeholder('replyTo'),
      kind: sql.placeholder('kind'),
      subject: sql.placeholder('subject'),
      textBody: sql.placeholder('textBody'),
      htmlBody: sql.placeholder('htmlBody'),
      opensAccount: sql.placeholder('opensAccount'),
      orderId: sql.placeholder('orderId'),
      codeHash: sql.placeholder('codeHash'),
      queuedAt: sql`CASE WHEN ${sql.placeholder('delivers')}::boolean OR EXISTS (SELECT FROM ${mailSettings}) THEN now() END`,
    })
    .returning({ id: outbox.id, queuedAt: outbox.queuedAt })
    .prepare('insert_mail'),
)

/** Removes line breaks, which would allow header injection through names. */
const toSingleLine = (subject: string) => subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
