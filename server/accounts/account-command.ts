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
import { ConfigError } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'

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

interface AccountCommandDeps {
  db: Database
  print: (message: string) => void
  /** Undefined without a terminal. */
  prompt: ((question: string) => Promise<string>) | undefined
  accounts: AccountAccess
}

/** Gives access to the accounts of the identity service. */
export interface AccountAccess {
  /** Only reads; undefined if accounts are managed elsewhere. */
  reader: AccountAdmin | undefined
  /** Runs work that may change accounts and write mails. */
  change: (work: (admin: AccountAdmin | undefined) => Promise<void>) => Promise<void>
}

/** Prints the account of a user, or changes it after a confirmation. */
export async function runAccountCommand(
  args: string[],
  { db, print, prompt, accounts }: AccountCommandDeps,
): Promise<void> {
  const { isAgreed, email, name, argument } = readArguments(args)
  const action = name === undefined ? undefined : ownValue(actions, name)
  if (!email || (name !== undefined && !action)) throw usageError()
  const subject = await findSubject(db, accounts, email)
  const filled = (message: string) => message.replaceAll('{email}', 'user' in subject ? subject.user.email : email)
  if (!action) return print(await describe(db, accounts, subject))

  if (!isAgreed) {
    if (!prompt) throw new ConfigError('There is no terminal to ask at: add --yes.')
    if ((await prompt(`${filled(action.question)} Type yes: `)).trim().toLowerCase() !== 'yes')
      return print('Nothing was changed.')
  }
  await accounts.change(async (admin) => {
    if ('user' in subject) return action.run({ db, accountAdmin: admin }, subject.user, argument)
    const { localId } = subject
    const isChanged = await db.transaction(async (tx) => {
      return admin && action.runWithoutUser({ admin, localId, tx }, argument)
    })
    if (!isChanged) throw new ConfigError(`The account of ${email} has nothing to change.`)
  })
  print(filled(action.done))
}

/** Names an account: that of a user of the shop, or one that never entered it. */
type Subject = { user: User } | { localId: string }

/** Throws `user-not-found` if there is neither. */
async function findSubject(db: Database, { reader }: AccountAccess, email: string): Promise<Subject> {
  try {
    return { user: await getUserByEmail(db, email) }
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === 'user-not-found'
    const localId = isUnknown ? await reader?.find(email) : undefined
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

async function describe(db: Database, { reader: accountAdmin }: AccountAccess, subject: Subject): Promise<string> {
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
