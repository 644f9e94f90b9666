import { deliverMessage, PermanentDeliveryError } from '#server/notifications/deliver-message.ts'
import type { SmsService } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'

export interface SmsRoute {
  service: SmsService
  clearsCredentials: boolean
  now: () => Date
}

/** Codes are useless after this time. */
const maxAgeMs = 10 * 60_000

/** Hands one text message to the service, as Twilio takes it; throws what may pass, so that the job comes back later. */
export function deliverSms(db: Database, route: SmsRoute, id: number): Promise<void> {
  const { url, user, password, from } = route.service
  return deliverMessage(db, id, {
    clearsCredentials: route.clearsCredentials,
    async send(sms) {
      if (route.now().getTime() - sms.writtenAt.getTime() > maxAgeMs)
        throw new PermanentDeliveryError('The code in this message is too old to be sent.')
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
        body: new URLSearchParams({ To: sms.recipient, From: from, Body: sms.textBody }),
        signal: AbortSignal.timeout(15_000),
      })
      if (response.ok) return
      const reason = `${response.status} ${await errorText(response)}`.trim()
      // A wrong password or a full queue is not the message's fault.
      const mayPass = response.status >= 500 || [401, 403, 408, 429].includes(response.status)
      throw mayPass ? new Error(reason) : new PermanentDeliveryError(reason)
    },
  })
}

async function errorText(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined) // An HTML error page.
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : response.statusText
}
