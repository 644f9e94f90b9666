import { createTransport } from 'nodemailer'
import { deliverMail, type MailTransport } from '#server/notifications/deliver-mail.ts'
import { deliverSms } from '#server/notifications/deliver-sms.ts'
import type { DeliveryPolicy } from '#server/notifications/present-message.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** What delivery needs besides the settings. */
interface DeliveryDeps {
  mailRoute: MailTransport | undefined
  now: () => Date
}

type DeliveryConfig = Pick<Config, 'production' | 'smtpUrl' | 'mailFrom' | 'sms'>

/** Returns which messages are delivered; others stay in the outbox. */
export const deliveryPolicyOf = ({ production, smtpUrl, sms }: DeliveryConfig): DeliveryPolicy => ({
  mail: smtpUrl !== undefined,
  sms: sms !== undefined,
  hidesCredentials: production,
})

/** Takes up the delivery of mails and text messages, as far as this shop has someone to hand them to. */
export async function startDelivery(
  db: Database,
  jobs: Jobs,
  { mailRoute, now, ...config }: Pick<DeliveryConfig, 'production' | 'sms'> & DeliveryDeps,
): Promise<void> {
  if (mailRoute) await jobs.on<{ id: number }>('deliver-mail', ({ id }) => deliverMail(db, mailRoute, id))
  if (config.sms) {
    const route = { service: config.sms, now, clearsCredentials: config.production }
    await jobs.on<{ id: number }>('deliver-sms', ({ id }) => deliverSms(db, route, id))
  }
}

/** Creates the mail transport; the URL may contain a name, a password and `?requireTLS=true`. */
export function openMailRoute({
  smtpUrl,
  mailFrom,
  production,
  findStore,
}: Omit<DeliveryConfig, 'sms'> & Pick<MailTransport, 'findStore'>): MailTransport | undefined {
  if (smtpUrl === undefined) return undefined
  // Together shorter than the time after which another process takes a message over.
  const retryLimits = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
  return {
    transport: createTransport({ url: smtpUrl, ...retryLimits }),
    from: mailFrom,
    findStore,
    clearsCredentials: production,
  }
}
