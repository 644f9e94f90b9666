import { deliverMail, type MailRoute } from '#server/notifications/deliver-mail.ts'
import { deliverSms } from '#server/notifications/deliver-sms.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Describes what delivery needs besides the settings. */
interface DeliveryDeps {
  findMailRoute: () => Promise<MailRoute | undefined>
  now: () => Date
}

/** Takes up the delivery of mails and, where an SMS provider is set, text messages. */
export async function startDelivery(
  db: Database,
  jobs: Jobs,
  { findMailRoute, now, ...config }: Pick<Config, 'production' | 'sms'> & DeliveryDeps,
): Promise<void> {
  const deliver = async ({ id }: { id: number }): Promise<void> => {
    const route = await findMailRoute()
    // The job comes back later.
    if (!route) throw new Error('no mail server is set')
    await deliverMail(db, route, id)
  }
  await jobs.on('deliver-mail', deliver, { isPolled: true })
  if (config.sms) {
    const route = { service: config.sms, now, clearsCredentials: config.production }
    await jobs.on<{ id: number }>('deliver-sms', ({ id }) => deliverSms(db, route, id))
  }
}
