import type { Transporter } from 'nodemailer'
import { deliverMessage, PermanentDeliveryError } from '#server/notifications/deliver-message.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Describes the way of mails to a mail server. */
export interface MailRoute {
  transport: Transporter
  /** The host and port. */
  host: string
  /** An address, with or without a name; without one the mails have that of the store. */
  from: string
  findStore: () => Promise<{ name: string }>
  clearsCredentials: boolean
  /** Holds the credentials, which answers must not repeat. */
  login: { user: string; password: string }
}

/** Hands one mail to the mail server, once; throws what may pass, so that the job comes back later. */
export function deliverMail(db: Database, route: MailRoute, id: number): Promise<void> {
  return deliverMessage(db, id, {
    clearsCredentials: route.clearsCredentials,
    async send(mail) {
      await route.transport
        .sendMail({
          from: senderOf(route.from, (await route.findStore()).name),
          // As an object: a text could be read as several addresses.
          to: { name: '', address: mail.recipient },
          ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          text: mail.textBody,
          html: mail.htmlBody,
          // A message keeps its id when it is sent again, so that mail servers can detect duplicates.
          messageId: `<${id}.${mail.writtenAt.getTime()}@${domainOf(route.from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch((error: unknown) => {
          throw isRefusal(error) ? new PermanentDeliveryError(error.message) : error
        })
    },
  })
}

/** Whether the server will never accept this mail: a 5xx response, or no recipient. Failed authentication does not count. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 500
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && status >= 500
}

/** Returns who a mail is from: an address without a name has that of the store. */
export const senderOf = (from: string, name: string) => (from.includes('<') ? from : { name, address: from })

const domainOf = (from: string) => from.split('@').at(-1)?.replace('>', '').trim() || 'boltyard'
