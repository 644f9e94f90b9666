import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { canonicalEmail } from './email-address.ts'
import { isEnumerationProtected } from './email-lookup-limit.ts'
import type { Call } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { assertLimitLeft, consumeLimit, resetAttempts, guessAt, limits, consumeAttempt } from './limits.ts'
import { presentProfile } from './present-account.ts'
import { presentSignIn, startSessionOrSecondFactor } from './second-factor-sign-in.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Begins a session for the right password. An unknown address and a wrong password look alike, also in time. */
export async function signInWithPassword(call: Call): Promise<object> {
  const email = canonicalEmail(readText(call.body, 'email'))
  const password = readText(call.body, 'password')
  if (!password) throw new WireError('MISSING_PASSWORD')

  const { guess, failuresName } = signInLimits(email, call)
  await assertLimitLeft(call, failuresName, limits.failedSignInsOfAddress)
  await consumeAttempt(call, guess)
  const [known] = await call.db.select().from(accounts).where(eq(accounts.email, email))
  if (!(await call.passwords.verify(known?.passwordHash, password)) || !known?.passwordHash) {
    await record(call.db, call, { event: 'sign-in-failed', localId: known?.localId, method: 'password' })
    await consumeLimit(call, failuresName, limits.failedSignInsOfAddress)
    throw wrongPassword(call, known)
  }
  await resetAttempts(call, guess)
  if (known.disabledAt) {
    await record(call.db, call, { event: 'sign-in-failed', localId: known.localId, method: 'password' })
    throw new WireError('USER_DISABLED')
  }

  const provenHash = known.passwordHash
  const passwordHash = call.passwords.isOutdated(provenHash) ? await call.passwords.hash(password) : provenHash
  const { account, open } = await inTransaction(call.db, async (tx) => {
    // a password changed meanwhile must not be signed in with
    const [current] = await tx
      .update(accounts)
      .set({ passwordHash })
      .where(and(eq(accounts.localId, known.localId), eq(accounts.passwordHash, provenHash)))
      .returning()
    if (!current) throw new WireError('INVALID_LOGIN_CREDENTIALS')
    return { account: current, open: await startSessionOrSecondFactor(tx, call, current, 'password') }
  })

  return {
    localId: account.localId,
    email,
    ...presentProfile(account),
    registered: true,
    ...(await presentSignIn(call, account, open)),
  }
}

/** Returns the limits for passwords of one address, and for all failures of one network. */
export function signInLimits(email: string, call: Pick<Call, 'network'>) {
  return {
    guess: guessAt(`sign-in ${email}`, call, limits.passwordGuessesOfAccount),
    failuresName: `sign-in ${call.network}`,
  }
}

function wrongPassword(call: Call, known: Account | undefined): WireError {
  if (isEnumerationProtected(call)) return new WireError('INVALID_LOGIN_CREDENTIALS')
  return new WireError(known ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND')
}
