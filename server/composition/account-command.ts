import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ownValue } from '#contract/own-value.ts'
import type { users } from '#server/accounts/accounts.tables.ts'
import type { AccountAdmin, AccountState } from '#server/accounts/account-admin.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import {
  disableAccount,
  enableAccount,
  removePhoneNumber,
  getUserAccount,
  type AdministerAccountDeps,
  removeSecondFactor,
  sendPasswordReset,
  signOutAccount,
} from '#server/accounts/administer-account.ts'
import { createMailQueue } from '#server/composition/mail-queue.ts'
import { createMailRoutes } from '#server/notifications/mail-routes.ts'
import { startDelivery } from '#server/notifications/start-delivery.ts'
import { mailPasswords } from '#server/composition/mail-passwords.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { createAccountAdmin } from '#server/composition/create-identity.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createStoreCache } from '#server/store/store-cache.ts'
import { createLog } from '#server/platform/observability/log.ts'

type User = typeof users.$inferSelect

interface Action {
  /** The confirmation question; `{email}` is replaced. */
  question: string
  done: string
  run: (deps: AdministerAccountDeps, user: User, argument: string | undefined) => Promise<void>
  /** Changes an account that never entered the shop, and so has no user; false if there is nothing to change. */
  runWithoutUser: (
    account: { admin: AccountAdmin; localId: string; tx: Transaction },
    argument: string | undefined,
  ) => Promise<boolean>
}

// Actions at the command line have no actor in the audit log.
const anonymous = undefined

const actions: Record<string, Action> = {
  disable: {
    question: 'Lock {email} out? Sessions end at once.',
    done: '{email} is locked out.',
    run: (deps, { id }) => disableAccount(deps, { id }, anonymous),
    runWithoutUser: ({ admin, localId, tx }) => admin.disable(tx, localId),
  },
  enable: {
    question: 'Let {email} sign in again?',
    done: '{email} can sign in again.',
    run: (deps, { id }) => enableAccount(deps, { id }, anonymous),
    runWithoutUser: ({ admin, localId, tx }) => admin.enable(tx, localId),
  },
  'sign-out': {
    question: 'Sign {email} out everywhere?',
    done: '{email} is signed out everywhere.',
    run: (deps, { id }) => signOutAccount(deps, { id }, anonymous),
    runWithoutUser: ({ admin, localId, tx }) => admin.signOut(tx, localId),
  },
  'remove-second-factor': {
    question: 'Take the second factor off the account of {email}? Its owner gets a mail.',
    done: 'The second factor is off the account of {email}.',
    run: async (deps, { id }, factorId) =>
      removeSecondFactor(
        deps,
        { id, factorId: chooseFactor((await getUserAccount(deps, id)).account, factorId) },
        anonymous,
      ),
    runWithoutUser: async ({ admin, localId, tx }, factorId) =>
      admin.removeSecondFactor(tx, localId, chooseFactor(await admin.read(localId), factorId)),
  },
  'free-phone': {
    question: 'Take the phone number off the account of {email}? Sessions end at once.',
    done: 'The account of {email} has no phone number any more.',
    run: (deps, { id }) => removePhoneNumber(deps, { id }, anonymous),
    runWithoutUser: ({ admin, localId, tx }) => admin.removePhone(tx, localId),
  },
  'reset-password': {
    question: 'Mail {email} a link to a new password?',
    done: 'The mail to {email} is written.',
    run: (deps, { id }) => sendPasswordReset(deps, { id }, anonymous),
    runWithoutUser: ({ admin, localId, tx }) => admin.sendPasswordReset(tx, localId),
  },
}

export const accountUsage = `account EMAIL [${Object.keys(actions).join(' | ')}] [--yes]   shows or changes an account`

interface Terminal {
  print: (message: string) => void
  /** Undefined without a terminal. */
  prompt: ((question: string) => Promise<string>) | undefined
}

/** Prints the account of a user, or changes it after a confirmation. */
export async function runAccountCommand(
  db: Database,
  config: Config,
  args: string[],
  { print, prompt }: Terminal,
): Promise<void> {
  const { isAgreed, email, name, argument } = readArguments(args)
  const action = name === undefined ? undefined : ownValue(actions, name)
  if (!email || (name !== undefined && !action)) throw usageError()
  const subject = await findSubject(db, config, email)
  const filled = (message: string) => message.replaceAll('{email}', 'user' in subject ? subject.user.email : email)
  if (!action) return describe(db, config, subject).then(print)

  if (!isAgreed) {
    if (!prompt) throw new ConfigError('There is no terminal to ask at: add --yes.')
    if ((await prompt(`${filled(action.question)} Type yes: `)).trim().toLowerCase() !== 'yes')
      return print('Nothing was changed.')
  }
  await withAccountAdmin(db, config, print, async (admin) => {
    if ('user' in subject) return action.run({ db, accountAdmin: admin }, subject.user, argument)
    const { localId } = subject
    const isChanged = await db.transaction(async (tx) => {
      return admin && action.runWithoutUser({ admin, localId, tx }, argument)
    })
    if (!isChanged) throw new ConfigError(`The account of ${email} has nothing to change.`)
  })
  print(filled(action.done))
}

/** Describes whose account it is: that of a user of the shop, or one that never entered it. */
type Subject = { user: User } | { localId: string }

/** Throws `user-not-found` if there is neither. */
async function findSubject(db: Database, config: Config, email: string): Promise<Subject> {
  try {
    return { user: await getUserByEmail(db, email) }
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === 'user-not-found'
    const localId = isUnknown ? await readOnlyAccountAdmin(db, config)?.find(email) : undefined
    if (localId === undefined) throw error
    return { localId }
  }
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: { yes: { type: 'boolean' } }, allowPositionals: true })
    const [email, name, argument] = positionals
    return { isAgreed: values.yes ?? false, email, name, argument }
  } catch {
    throw usageError()
  }
}

const usageError = () => new ConfigError(`Usage: npm run shop -- ${accountUsage}`)

/** Prompts at the terminal; undefined without one. */
export const promptAtTerminal = process.stdin.isTTY
  ? async (question: string) => {
      const terminal = createInterface({ input: process.stdin, output: process.stdout })
      try {
        return await terminal.question(question)
      } finally {
        terminal.close()
      }
    }
  : undefined

function chooseFactor(account: AccountState | undefined, factorId: string | undefined): string {
  if (factorId !== undefined) return factorId
  const factors = account?.secondFactors ?? []
  if (factors.length > 1) throw new ConfigError(`Say which: ${factors.map((factor) => factor.id).join(', ')}`)
  return factors[0]?.id ?? ''
}

/** Mails that an action writes are delivered as all others are: by the jobs of the shop that runs. */
async function withAccountAdmin(
  db: Database,
  config: Config,
  print: Terminal['print'],
  work: (operator: AdministerAccountDeps['accountAdmin']) => Promise<void>,
): Promise<void> {
  if (config.identity.mode === 'firebase') return work(undefined)
  const jobs = await startJobs(db.$client.options.connectionString ?? '', createLog('warn'))
  const now = () => new Date()
  try {
    const store = createStoreCache(db)
    const { mailEncryptionKey } = await loadSecrets(config.dataDirectory, config.secretKey)
    const passwords = mailPasswords(mailEncryptionKey)
    const { find } = createMailRoutes(db, { config, findStore: () => store.read(), passwords })
    await startDelivery(db, jobs, { ...config, findMailRoute: find, now })
    const announce = () => print('Nothing delivers mails here: it is in the outbox of the dashboard.')
    const publicUrl = () => publicUrlOf(config)
    const queueMail = createMailQueue(config, { jobs, announce, publicUrl, findStore: store.read })
    const storeName = async (tx: Transaction) => (await store.read(tx)).name
    await work(createAccountAdmin({ db, publicUrl, queueMail, storeName, now }))
  } finally {
    await jobs.stop()
  }
}

const publicUrlOf = ({ publicUrl, port }: Config) => publicUrl ?? `http://localhost:${port}`

const readOnlyAccountAdmin = (db: Database, config: Config): AccountAdmin | undefined =>
  config.identity.mode === 'embedded'
    ? createAccountAdmin({
        db,
        publicUrl: () => '',
        queueMail: () => Promise.resolve(),
        storeName: () => Promise.resolve(''),
        now: () => new Date(),
      })
    : undefined

async function describe(db: Database, config: Config, subject: Subject): Promise<string> {
  const accountAdmin = readOnlyAccountAdmin(db, config)
  const facts: [string, string][] = []
  let account: AccountState | undefined
  if ('user' in subject) {
    const { user, account: ofUser } = await getUserAccount({ db, accountAdmin }, subject.user.id)
    account = ofUser
    facts.push(
      ['E-mail', `${user.email}, ${user.emailVerifiedAt ? 'verified' : 'not verified'}`],
      ['Role', user.role],
      ['Disabled', user.disabledAt ? `since ${user.disabledAt.toISOString()}` : 'no'],
      ['User since', user.createdAt.toISOString()],
    )
  } else {
    account = await accountAdmin?.read(subject.localId)
    facts.push(
      ['E-mail verified', account?.emailVerified ? 'yes' : 'no'],
      ['Disabled', account?.disabledAt ? `since ${account.disabledAt.toISOString()}` : 'no'],
      ['Account since', account?.createdAt.toISOString() ?? ''],
      ['User', 'none: the account never entered the shop'],
    )
  }
  if (!accountAdmin) facts.push(['Account', 'in a Firebase project: manage it in the Firebase console'])
  else if (!account) facts.push(['Account', 'none at the shop’s identity service'])
  else {
    facts.push(
      ['Last sign-in', account.lastSignInAt.toISOString()],
      ['Ways in', account.providers.map((way) => `${way.id} (${way.name})`).join(', ') || 'none'],
      ['Second factors', account.secondFactors.map((factor) => `${factor.kind} ${factor.id}`).join(', ') || 'none'],
      ['Sessions', String(account.sessions.length)],
    )
  }
  return facts.map(([term, value]) => `${`${term}:`.padEnd(17)}${value}`).join('\n')
}
