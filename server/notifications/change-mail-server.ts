import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { changeMailServer as endpoint, MailServerFault } from '#contract/notifications.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { MailRoute } from '#server/notifications/deliver-mail.ts'
import {
  hostAndPort,
  type MailRoutes,
  type MailSettings,
  openPassword,
  readMailSettings,
  sealLabel,
} from '#server/notifications/mail-routes.ts'
import { isMailAnswer, lostPassword, noAnswer, withoutLogin } from '#server/notifications/mail-server.ts'
import { mailSettings, outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AddressRefusedError, assertReachableHost } from '#server/platform/http/fetch-public.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { and, isNotNull, isNull } from 'drizzle-orm'

type Input = Body<typeof endpoint>
type Outcome = ResponseBody<typeof endpoint>

/** On the public internet, the shop connects to these ports only, so that nobody scans others with it. */
const mailPorts = [25, 465, 587, 2525]

interface ChangeDeps {
  routes: MailRoutes
  jobs: Pick<Jobs, 'enqueue'>
  /** Counts a connection; throws `too-many-requests`. */
  countTest: () => Promise<void>
}

/** Saves the mail server if it takes the login within ten seconds; else nothing changes, and the fault says why. */
export async function changeMailServer(
  db: Database,
  { routes, jobs, countTest }: ChangeDeps,
  { password: given, ...input }: Input,
  by: AuditActor,
): Promise<Outcome> {
  const stored = await readMailSettings(db)
  const password = input.user === '' ? '' : (given ?? findPassword(routes, stored, input))
  if (password === undefined) return { fault: 'password' }
  const fault = findFault(routes, input)
  if (fault) return { fault }
  // A refusal before any connection does not count.
  const unreachable = await tryWithinTime(() => assertReachableHost(input.host, routes.reach))
  if (unreachable) return unreachable
  await countTest()
  const sealedPassword = input.user === '' ? null : routes.passwords.seal(sealLabel(input), password)
  const settings = { ...input, sealedPassword }
  const route = routes.open(settings, password)
  const refusal = await tryWithinTime(() => route.transport.verify(), route)
  if (refusal) return refusal
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(mailSettings).for('update')
    await tx.insert(mailSettings).values(settings).onConflictDoUpdate({ target: mailSettings.id, set: settings })
    const facts = { before: before && factsOf(before), after: factsOf(settings) }
    const isSame = JSON.stringify(facts.before) === JSON.stringify(facts.after)
    await recordAuditEvent(tx, by, {
      kind: 'mail-server-changed',
      subject: { type: 'site', id: 'mail-server' },
      // A new password for the same server is a change, too.
      ...(facts.before && !isSame ? { before: facts.before } : {}),
      after: facts.after,
    })
    // Mails that the old server has not taken go out now.
    const waiting = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNotNull(outbox.queuedAt), isNull(outbox.sentAt), isNull(outbox.givenUpAt)))
      .limit(maxWaiting)
    for (const { id } of waiting) await jobs.enqueue(tx, 'deliver-mail', { id })
  })
  return {}
}

/** Returns the stored password if it stays with its server and user; undefined if it must be entered. */
function findPassword({ passwords }: MailRoutes, stored: MailSettings | undefined, input: Omit<Input, 'password'>) {
  if (!stored || sealLabel(stored) !== sealLabel(input)) return undefined
  try {
    return openPassword(passwords, stored)
  } catch (error) {
    return void lostPassword(error)
  }
}

/** Returns why the shop does not even connect. */
function findFault(
  { isFixed, reach }: MailRoutes,
  { port, encryption, user }: Omit<Input, 'password'>,
): MailServerFault | undefined {
  if (isFixed) return 'fixed'
  if (reach !== 'public') return undefined
  if (!mailPorts.includes(port)) return 'address'
  return encryption === 'none' && user !== '' ? 'encryption' : undefined
}

async function tryWithinTime(attempt: () => Promise<unknown>, route?: MailRoute): Promise<Outcome | undefined> {
  return Promise.race([
    attempt().then(
      () => undefined,
      (error: unknown) => refusalOf(error, route),
    ),
    noAnswer().then((): Outcome => ({ fault: 'silent' })),
  ])
}

/** Tells apart what the seller can mend. Words are repeated only of a mail server, never of the network. */
function refusalOf(error: unknown, route: MailRoute | undefined): Outcome {
  if (error instanceof AddressRefusedError) return { fault: 'address' }
  const { code = '', response = '', message } = error as { code?: string; response?: string | false; message: string }
  const isOfMailServer = response !== false && isMailAnswer(response)
  const words = isOfMailServer && route ? withoutLogin(response, route) : undefined
  const answer = words === undefined ? {} : { answer: words }
  if (code === 'EAUTH') return { fault: 'login', ...answer }
  if (['ENOTFOUND', 'EAI_AGAIN', 'EDNS'].includes(code)) return { fault: 'not-found' }
  if (code === 'ETLS' || /CERT|TLS|SSL/.test(code) || /certificate|TLS|SSL/i.test(message))
    return { fault: 'certificate' }
  return isOfMailServer ? { fault: 'refused', ...answer } : { fault: 'silent' }
}

/** Limits what a change sends at once; others are still waiting for their next attempt. */
const maxWaiting = 1000

/** Returns what the audit log has of a mail server: neither the user, which may be a person, nor anything of the password. */
export const factsOf = ({ encryption, sender, ...address }: Omit<MailSettings, 'sealedPassword'>) => ({
  mailHost: hostAndPort(address),
  mailEncryption: encryption,
  mailSender: sender,
})
