import { deliverMessage, RefusedForGood } from '#server/notifications/deliver-message.ts'
import type { SmsService } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'

export interface SmsRoute {
  service: SmsService
  emptiesWhatOpensAccounts: boolean
  now: () => Date
}

/** A code that comes later is of no use to anybody. */
const longestWaitMs = 10 * 60_000

/** Hands one text message to the service, as Twilio takes it; throws what may pass, so that the job comes back later. */
export function deliverSms(db: Database, route: SmsRoute, id: number): Promise<void> {
  const { url, user, password, from } = route.service
  return deliverMessage(db, id, {
    emptiesWhatOpensAccounts: route.emptiesWhatOpensAccounts,
    async send(sms) {
      if (route.now().getTime() - sms.writtenAt.getTime() > longestWaitMs)
        throw new RefusedForGood('The code in this message is too old to be sent.')
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
        body: new URLSearchParams({ To: sms.recipient, From: from, Body: sms.textBody }),
        signal: AbortSignal.timeout(15_000),
      })
      if (answer.ok) return
      const reason = `${answer.status} ${await said(answer)}`.trim()
      // A wrong password or a full queue is not the message's fault.
      const mayPass = answer.status >= 500 || [401, 403, 408, 429].includes(answer.status)
      throw mayPass ? new Error(reason) : new RefusedForGood(reason)
    },
  })
}

async function said(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined) // some answer in HTML, which helps nobody
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : answer.statusText
}
