import { createTransport } from 'nodemailer'
import { deliverMail, type MailRoute } from '#server/notifications/deliver-mail.ts'
import { deliverSms } from '#server/notifications/deliver-sms.ts'
import type { Delivering } from '#server/notifications/present-message.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'

type DeliveryConfig = Pick<Config, 'production' | 'smtpUrl' | 'mailFrom' | 'sms'>

/** What goes out by itself in this shop; everything else stays readable in the outbox. */
export const deliveringOf = ({ production, smtpUrl, sms }: DeliveryConfig): Delivering => ({
  mail: smtpUrl !== undefined,
  sms: sms !== undefined,
  hidesWhatOpensAccounts: production,
})

/** Takes up the delivery of mails and text messages, as far as this shop has someone to hand them to. */
export async function startDelivery(db: Database, jobs: Jobs, config: DeliveryConfig, now: () => Date): Promise<void> {
  const mailRoute = openMailRoute(config)
  if (mailRoute) await jobs.on<{ id: number }>('deliver-mail', ({ id }) => deliverMail(db, mailRoute, id))
  if (config.sms) {
    const route = { service: config.sms, now, emptiesWhatOpensAccounts: config.production }
    await jobs.on<{ id: number }>('deliver-sms', ({ id }) => deliverSms(db, route, id))
  }
}

/** The way to the mail server; its address may hold a name, a password and `?requireTLS=true`. */
export function openMailRoute({ smtpUrl, mailFrom, production }: Omit<DeliveryConfig, 'sms'>): MailRoute | undefined {
  if (smtpUrl === undefined) return undefined
  // Together shorter than the time after which another process takes a message over.
  const patience = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
  return {
    transport: createTransport({ url: smtpUrl, ...patience }),
    from: mailFrom,
    emptiesWhatOpensAccounts: production,
  }
}
