import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { canonicalEmail } from './email-address.ts'
import { isEnumerationProtected } from './enumeration-protection.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { assertUsesLeft, countUse, forgetAttempts, limits, network, takeAttempt } from './limits.ts'
import { presentProfile } from './present-account.ts'
import { presentSignIn, startSessionOrAsk } from './second-step.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Begins a session for the right password. An unknown address and a wrong password look alike, also in time. */
export async function signInWithPassword(identity: Identity, request: WireRequest): Promise<object> {
  const email = canonicalEmail(readText(request.body, 'email'))
  const password = readText(request.body, 'password')
  if (!password) throw new WireError('MISSING_PASSWORD')

  const { attemptsName, failuresName } = signInLimits(email, request)
  await assertUsesLeft(identity, failuresName, limits.failedSignInsOfAddress)
  await takeAttempt(identity, attemptsName)

  const now = identity.now()
  const [known] = await identity.db.select().from(accounts).where(eq(accounts.email, email))
  if (!(await identity.passwords.verify(known?.passwordHash, password)) || !known?.passwordHash) {
    await record(identity.db, { event: 'sign-in-failed', localId: known?.localId, method: 'password', now, request })
    await countUse(identity, failuresName, limits.failedSignInsOfAddress)
    throw wrongPassword(identity, known)
  }
  await forgetAttempts(identity, attemptsName)
  if (known.disabledAt) {
    await record(identity.db, { event: 'sign-in-failed', localId: known.localId, method: 'password', now, request })
    throw new WireError('USER_DISABLED')
  }

  const provenHash = known.passwordHash
  const passwordHash = identity.passwords.isOutdated(provenHash) ? await identity.passwords.hash(password) : provenHash
  const { account, open } = await inTransaction(identity.db, async (tx) => {
    // a password changed meanwhile must not be signed in with
    const [current] = await tx
      .update(accounts)
      .set({ lastLoginAt: now, passwordHash })
      .where(and(eq(accounts.localId, known.localId), eq(accounts.passwordHash, provenHash)))
      .returning()
    if (!current) throw new WireError('INVALID_LOGIN_CREDENTIALS')
    const how = { signInProvider: 'password', authenticatedAt: now, now, request }
    return { account: current, open: await startSessionOrAsk(tx, current, how) }
  })

  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: account.localId,
    email,
    ...presentProfile(account),
    registered: true,
    ...(await presentSignIn(identity, account, open)),
  }
}

/** The names under which tries at one account, and all failures of one network, are counted. */
export function signInLimits(email: string, request: Pick<WireRequest, 'ipAddress'>) {
  const origin = network(request.ipAddress)
  return { attemptsName: `sign-in ${email} ${origin}`, failuresName: `sign-in ${origin}` }
}

function wrongPassword(identity: Identity, known: Account | undefined): WireError {
  if (isEnumerationProtected(identity)) return new WireError('INVALID_LOGIN_CREDENTIALS')
  return new WireError(known ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND')
}
