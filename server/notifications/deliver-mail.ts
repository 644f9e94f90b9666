import type { Transporter } from 'nodemailer'
import { deliverMessage, RefusedForGood } from '#server/notifications/deliver-message.ts'
import type { Database } from '#server/platform/database.ts'

export interface MailRoute {
  transport: Transporter
  from: string
  emptiesWhatOpensAccounts: boolean
}

/** Hands one mail to the mail server, once; throws what may pass, so that the job comes back later. */
export function deliverMail(db: Database, route: MailRoute, id: number): Promise<void> {
  return deliverMessage(db, id, {
    emptiesWhatOpensAccounts: route.emptiesWhatOpensAccounts,
    async send(mail) {
      await route.transport
        .sendMail({
          from: route.from,
          // As an object: a text could be read as several addresses.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.textBody,
          html: mail.htmlBody,
          // The same message sent again after a lost answer keeps its name, so that mail servers can tell.
          messageId: `<${id}.${mail.writtenAt.getTime()}@${domainOf(route.from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch((error: unknown) => {
          throw isRefusal(error) ? new RefusedForGood(error.message) : error
        })
    },
  })
}

/** The server will never take this mail: it said so (5xx), or there is nobody to send it to. A wrong password is not the mail's fault. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 500
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && status >= 500
}

const domainOf = (from: string) => from.split('@').at(-1)?.replace('>', '').trim() || 'boltyard'
