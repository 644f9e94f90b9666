import { and, eq, isNull } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticateForChange } from './authenticate.ts'
import { canonicalEmail } from './email-address.ts'
import { countEmailLookup } from './email-lookup-limit.ts'
import type { Call } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { consumeLimit, limits } from './limits.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { assertMayChangeUnverified, changeEmailAddress } from './change-email.ts'
import { presentProfile } from './present-account.ts'
import { issueTokens, startSession, upgradeSession } from './sessions.ts'
import { notifyOwner } from './mails.ts'
import { inTransaction } from './transaction.ts'
import { readDisplayName } from './display-name.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { createAccount } from './write-account.ts'

const kind = 'identitytoolkit#SignupNewUserResponse'

/** Creates an account with e-mail and password and signs it in; with an ID token it gives that account a password. */
export async function signUp(call: Call): Promise<object> {
  const emailText = readText(call.body, 'email')
  const password = readText(call.body, 'password')
  const idToken = readText(call.body, 'idToken')
  if (emailText === undefined && password === undefined && !idToken) return signUpAnonymously(call)
  const email = canonicalEmail(emailText)
  if (!password) throw new WireError('MISSING_PASSWORD')
  assertAcceptablePassword(password, email)
  const displayName = readDisplayName(call) || null
  if (idToken) return linkPassword(call, idToken, email, password)

  await countEmailLookup(call)
  await assertEmailIsFree(call, email)
  const passwordHash = await call.passwords.hash(password)

  const { account, open } = await inTransaction(call.db, async (tx) => {
    const password = { passwordHash, passwordChangedAt: call.at }
    const created = await createAccount(tx, call, { email, displayName, ...password }, 'password')
    if (!created) throw new WireError('EMAIL_EXISTS')
    return { account: created, open: await startSession(tx, call, created, { signInProvider: 'password' }) }
  })

  return {
    kind,
    localId: account.localId,
    email,
    ...presentProfile(account),
    ...(await issueTokens(call, account, open)),
  }
}

async function signUpAnonymously(call: Call): Promise<object> {
  if (!call.anonymous?.()) throw new WireError('ADMIN_ONLY_OPERATION')
  await consumeLimit(call, `sign-up ${call.network}`, limits.signUpsOfAddress)
  const { account, open } = await inTransaction(call.db, async (tx) => {
    const created = await createAccount(tx, call, {}, 'anonymous')
    if (!created) throw new Error('INSERT … RETURNING gave no row')
    return { account: created, open: await startSession(tx, call, created, { signInProvider: 'anonymous' }) }
  })
  return { kind, localId: account.localId, ...(await issueTokens(call, account, open)) }
}

async function linkPassword(call: Call, idToken: string, email: string, password: string): Promise<object> {
  const { account: before, session } = await authenticateForChange(call, idToken)
  if (before.passwordHash) throw new WireError('PROVIDER_ALREADY_LINKED', 'This account has a password already.')
  const moves = before.email !== email
  if (moves) {
    if (before.email) assertMayChangeUnverified(call, before)
    await countEmailLookup(call, before.localId)
    await assertEmailIsFree(call, email)
  }
  const passwordHash = await call.passwords.hash(password)

  const { account, open } = await inTransaction(call.db, async (tx) => {
    if (moves) {
      const currentSessionId = session.sessionId
      await changeEmailAddress(tx, call, { from: before, to: email, proven: false, currentSessionId })
    }
    const [linked] = await tx
      .update(accounts)
      .set({ passwordHash, passwordChangedAt: call.at })
      .where(and(eq(accounts.localId, before.localId), isNull(accounts.passwordHash)))
      .returning()
    if (!linked) throw new WireError('PROVIDER_ALREADY_LINKED', 'This account has a password already.')
    if (!moves) await notifyOwner(tx, call, before, 'password-changed', {})
    await record(tx, call, { event: 'provider-added', localId: linked.localId, method: 'password' })
    return { account: linked, open: await upgradeSession(tx, call, session, { signInProvider: 'password' }) }
  })

  return { kind, localId: account.localId, email, ...(await issueTokens(call, account, open)) }
}

// Saves the hashing; the unique index decides when two come at once.
async function assertEmailIsFree(call: Call, email: string): Promise<void> {
  const [taken] = await call.db.select({ localId: accounts.localId }).from(accounts).where(eq(accounts.email, email))
  if (taken) throw new WireError('EMAIL_EXISTS')
}
