import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ownValue } from '#contract/own-value.ts'
import type { users } from '#server/accounts/accounts.tables.ts'
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
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { createMailRoutes } from '#server/notifications/mail-routes.ts'
import { startDelivery } from '#server/notifications/start-delivery.ts'
import { mailPasswords } from '#server/composition/mail-passwords.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { createAccountAdmin } from '#server/composition/create-identity.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createStoreCache } from '#server/store/store-cache.ts'
import { createLog } from '#server/platform/observability/log.ts'

type User = typeof users.$inferSelect

interface Action {
  /** The confirmation question; `{email}` is replaced. */
  question: string
  done: string
  run: (deps: AdministerAccountDeps, user: User, argument: string | undefined) => Promise<void>
}

// Actions at the command line have no actor in the audit log.
const anonymous = undefined

const actions: Record<string, Action> = {
  disable: {
    question: 'Lock {email} out? Sessions end at once.',
    done: '{email} is locked out.',
    run: (deps, { id }) => disableAccount(deps, { id }, anonymous),
  },
  enable: {
    question: 'Let {email} sign in again?',
    done: '{email} can sign in again.',
    run: (deps, { id }) => enableAccount(deps, { id }, anonymous),
  },
  'sign-out': {
    question: 'Sign {email} out everywhere?',
    done: '{email} is signed out everywhere.',
    run: (deps, { id }) => signOutAccount(deps, { id }, anonymous),
  },
  'remove-second-factor': {
    question: 'Take the second factor off the account of {email}? Its owner gets a mail.',
    done: 'The second factor is off the account of {email}.',
    run: async (deps, { id }, factorId) =>
      removeSecondFactor(deps, { id, factorId: await chooseFactor(deps, id, factorId) }, anonymous),
  },
  'free-phone': {
    question: 'Take the phone number off the account of {email}? Sessions end at once.',
    done: 'The account of {email} has no phone number any more.',
    run: (deps, { id }) => removePhoneNumber(deps, { id }, anonymous),
  },
  'reset-password': {
    question: 'Mail {email} a link to a new password?',
    done: 'The mail to {email} is written.',
    run: (deps, { id }) => sendPasswordReset(deps, { id }, anonymous),
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
  const user = await getUserByEmail(db, email)
  const filled = (message: string) => message.replaceAll('{email}', user.email)
  if (!action) return describe(db, config, user).then(print)

  if (!isAgreed) {
    if (!prompt) throw new ConfigError('There is no terminal to ask at: add --yes.')
    if ((await prompt(`${filled(action.question)} Type yes: `)).trim().toLowerCase() !== 'yes')
      return print('Nothing was changed.')
  }
  await withAccountAdmin(db, config, print, (operator) => action.run({ db, accountAdmin: operator }, user, argument))
  print(filled(action.done))
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

async function chooseFactor(deps: AdministerAccountDeps, id: string, factorId: string | undefined): Promise<string> {
  if (factorId !== undefined) return factorId
  const factors = (await getUserAccount(deps, id)).account?.secondFactors ?? []
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
    const queueMail = createQueueMail({
      jobs,
      delivers: config.smtpUrl !== undefined,
      announce,
      publicUrl,
      findStore: store.read,
    })
    const storeName = async (tx: Transaction) => (await store.read(tx)).name
    await work(createAccountAdmin({ db, publicUrl, queueMail, storeName, now }))
  } finally {
    await jobs.stop()
  }
}

const publicUrlOf = ({ publicUrl, port }: Config) => publicUrl ?? `http://localhost:${port}`

async function describe(db: Database, config: Config, { id }: User): Promise<string> {
  const isHere = config.identity.mode === 'embedded'
  const operator = isHere
    ? createAccountAdmin({
        db,
        publicUrl: () => '',
        queueMail: () => Promise.resolve(),
        storeName: () => Promise.resolve(''),
        now: () => new Date(),
      })
    : undefined
  const { user, account } = await getUserAccount({ db, accountAdmin: operator }, id)
  const facts: [string, string][] = [
    ['E-mail', `${user.email}, ${user.emailVerifiedAt ? 'verified' : 'not verified'}`],
    ['Role', user.role],
    ['Disabled', user.disabledAt ? `since ${user.disabledAt.toISOString()}` : 'no'],
    ['User since', user.createdAt.toISOString()],
  ]
  if (!isHere) facts.push(['Account', 'in a Firebase project: manage it in the Firebase console'])
  else if (!account) facts.push(['Account', 'none at the shop’s identity service'])
  else {
    facts.push(
      ['Last sign-in', account.lastSignInAt.toISOString()],
      ['Ways in', account.providers.map((way) => `${way.id} (${way.name})`).join(', ') || 'none'],
      ['Second factors', account.secondFactors.map((factor) => `${factor.kind} ${factor.id}`).join(', ') || 'none'],
      ['Sessions', String(account.sessions.length)],
    )
  }
  return facts.map(([term, value]) => `${`${term}:`.padEnd(16)}${value}`).join('\n')
}
