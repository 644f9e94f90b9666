import { and, eq } from 'drizzle-orm'
import { canonicalEmail } from './email-address.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { assertUsesLeft, countUse, forgetAttempts, limits, network, takeAttempt } from './limits.ts'
import { needsRehash } from './passwords.ts'
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

  const origin = network(request.ipAddress)
  const attemptsName = `sign-in ${email} ${origin}`
  const failuresName = `sign-in ${origin}`
  await assertUsesLeft(identity, failuresName, limits.failedSignInsOfAddress)
  await takeAttempt(identity, attemptsName)

  const [known] = await identity.db.select().from(accounts).where(eq(accounts.email, email))
  if (!(await identity.passwords.verify(known?.passwordHash, password)) || !known?.passwordHash) {
    await countUse(identity, failuresName, limits.failedSignInsOfAddress)
    throw new WireError('INVALID_LOGIN_CREDENTIALS')
  }
  await forgetAttempts(identity, attemptsName)
  if (known.disabledAt) throw new WireError('USER_DISABLED')

  const provenHash = known.passwordHash
  const passwordHash = needsRehash(provenHash) ? await identity.passwords.hash(password) : provenHash
  const now = identity.now()
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
