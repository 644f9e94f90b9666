import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#contract/language.ts'
import type { TestMail } from '#contract/notifications.ts'
import { type MailRoute, senderOf } from '#server/notifications/deliver-mail.ts'
import { PasswordLostError } from '#server/notifications/mail-routes.ts'

/** After this time, an answer of the mail server is old: one that was down for a minute counts as working again. */
const maxAgeMs = 60_000
/** A page waits for it, unlike mails, which are sent in the background. */
const answerMs = 10_000

export type MailServer = ReturnType<typeof createMailServer>

/** Describes the answer of the mail server; `fault` is undefined if it takes mails. */
interface Checked {
  route: MailRoute
  fault: string | undefined
}

/** Knows whether the mail server takes the shop's connection and its password, as of the last minute. */
export function createMailServer(findRoute: () => Promise<MailRoute | undefined>, now: () => Date) {
  let last: (Checked & { at: number }) | undefined
  let asking: { route: MailRoute; answer: Promise<Checked> } | undefined

  async function ask(route: MailRoute): Promise<Checked> {
    const fault = await Promise.race([
      route.transport.verify().then(
        () => undefined,
        (error: unknown) => faultOf(error, route),
      ),
      noAnswer(),
    ])
    if (asking?.route === route) asking = undefined
    last = { route, fault, at: now().getTime() }
    return last
  }

  /** Asks the mail server, which may take some seconds; undefined if none is set. Throws PasswordLostError. */
  async function check(): Promise<Checked | undefined> {
    const route = await findRoute()
    if (!route) {
      last = undefined
      return undefined
    }
    if (last?.route === route && now().getTime() - last.at < maxAgeMs) return last
    if (asking?.route !== route) asking = { route, answer: ask(route) }
    return asking.answer
  }

  return {
    check,
    /** Whether the mail server worked when it was last asked; if that is long ago, it is asked again in the background. */
    hasWorked(): boolean {
      // Without the password or the database, it does not count as working.
      check().catch(() => (last = undefined))
      return last !== undefined && last.fault === undefined
    },
    /** Sends a mail at once, not through the outbox, and returns what the mail server answers; `countTest` counts a connection. */
    async sendTest(to: string, language: Language, countTest: () => Promise<void>): Promise<TestMail> {
      const route = await findRoute().catch(lostPassword)
      if (!route) return { sent: false, answer: 'No mail server is set.' }
      if (route instanceof PasswordLostError) return { sent: false, answer: route.message }
      await countTest()
      const { name } = await route.findStore()
      const mail = { from: senderOf(route.from, name), to: { name: '', address: to }, ...testMail[language](name) }
      // A check that has begun before says less than this mail.
      await asking?.answer
      const sent = await Promise.race([
        route.transport.sendMail(mail).then(
          ({ response = '' }: { response?: string | undefined }) => ({
            sent: true,
            answer: withoutLogin(response, route) ?? unrepeated,
          }),
          (error: unknown) => ({ sent: false, answer: faultOf(error, route) }),
        ),
        noAnswer().then((answer) => ({ sent: false, answer })),
      ])
      last = { route, fault: sent.sent ? undefined : sent.answer, at: now().getTime() }
      return sent
    },
  }
}

/** Returns the error for a stored password that cannot be read; throws any other. */
export function lostPassword(error: unknown): PasswordLostError {
  if (error instanceof PasswordLostError) return error
  throw error
}

/** Waits as long as a page does for the mail server, and says that it has not answered. */
export const noAnswer = (): Promise<string> =>
  delay(answerMs, 'The mail server has not answered within 10 seconds.', { ref: false })

/** Returns what is wrong, in the words of the mail server or of the network. */
function faultOf(error: unknown, route: MailRoute): string {
  const { message, response } = error as { message: string; response?: string | false }
  if (!response) return withoutLogin(message, route) ?? message
  return isMailAnswer(response) ? (withoutLogin(message, route) ?? unrepeated) : 'What answers there is no mail server.'
}

/** Whether an answer is one of SMTP, which begins with a code: what other services say is never repeated. */
export const isMailAnswer = (answer: string): boolean => /^[2-5]\d\d(?:[ -]|$)/.test(answer)

const unrepeated = 'The words of the mail server are left out, since they may repeat the user name or the password.'

/**
 * Returns what a mail server says without the name and password that it may repeat, the longest first, since the password may begin with
 * the name; undefined if these are too short to be found.
 */
export function withoutLogin(answer: string, { login: { user, password } }: MailRoute): string | undefined {
  const words = [user, password].filter((text) => text !== '')
  if (words.some(({ length }) => length <= 2)) return undefined
  const sent = words.length > 0 ? [`\0${user}\0${password}`, `${user}\0${user}\0${password}`] : []
  return [...words, ...sent]
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, '…'), answer)
    .slice(0, 500)
}

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
