import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#contract/language.ts'
import type { MailServerState, TestMail } from '#contract/notifications.ts'
import { type MailTransport, senderOf } from '#server/notifications/deliver-mail.ts'

/** After this time, an answer of the mail server is old: one that was down for a minute counts as working again. */
const maxAgeMs = 60_000
/** A page waits for it, unlike mails, which are sent in the background. */
const answerMs = 10_000

export type MailServer = ReturnType<typeof createMailServer>

/** Knows whether the mail server takes the shop's connection and its password, as of the last minute. */
export function createMailServer(
  { transport, from, findStore }: MailTransport,
  { host, now }: { host: string; now: () => Date },
) {
  let last: { fault: string | undefined; at: number } | undefined
  let checking: Promise<string | undefined> | undefined

  async function ask(): Promise<string | undefined> {
    const fault = await Promise.race([transport.verify().then(() => undefined, faultOf), noAnswer()])
    last = { fault, at: now().getTime() }
    checking = undefined
    return fault
  }

  /** Returns what is wrong with the mail server, or undefined; it may take some seconds. */
  const check = (): Promise<string | undefined> =>
    last && now().getTime() - last.at < maxAgeMs ? Promise.resolve(last.fault) : (checking ??= ask())

  return {
    check,
    /** Whether the mail server worked when it was last asked; if that is long ago, it is asked again in the background. */
    hasWorked(): boolean {
      void check()
      return last !== undefined && last.fault === undefined
    },
    async state(): Promise<MailServerState> {
      const fault = await check()
      return {
        state: fault === undefined ? 'working' : 'failing',
        host,
        from,
        ...(fault === undefined ? {} : { fault }),
      }
    },
    /** Sends a mail at once, not through the outbox, and returns what the mail server answers. */
    async sendTest(to: string, language: Language): Promise<TestMail> {
      const { name } = await findStore()
      const mail = { from: senderOf(from, name), to: { name: '', address: to }, ...testMail[language](name) }
      // A check that has begun before says less than this mail.
      await checking
      const sent = await Promise.race([
        transport.sendMail(mail).then(
          ({ response = '' }: { response?: string | undefined }) => ({ sent: true, answer: response }),
          (error: unknown) => ({ sent: false, answer: faultOf(error) }),
        ),
        noAnswer().then((answer) => ({ sent: false, answer })),
      ])
      last = { fault: sent.sent ? undefined : sent.answer, at: now().getTime() }
      return sent
    },
  }
}

const noAnswer = (): Promise<string> =>
  delay(answerMs, 'The mail server has not answered within 10 seconds.', { ref: false })

const faultOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const testMail: Record<Language, (store: string) => { subject: string; text: string }> = {
  en: (store) => ({
    subject: `Test mail from ${store}`,
    text: `The mail server of ${store} is set up: this mail has arrived.\n`,
  }),
  de: (store) => ({
    subject: `Testmail von ${store}`,
    text: `Der Mailserver von ${store} ist eingerichtet: Diese Mail ist angekommen.\n`,
  }),
}
