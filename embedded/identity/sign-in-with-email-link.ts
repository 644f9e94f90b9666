import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticateForChange } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { changeEmailAddress } from './change-email.ts'
import { canonicalEmail } from './email-address.ts'
import { countEmailLookup } from './email-lookup-limit.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { redeemMailCode } from './mail-codes.ts'
import { notifyOwner } from './mails.ts'
import { reclaimAccount } from './end-access.ts'
import { presentSignIn, startSessionOrSecondFactor } from './second-factor-sign-in.ts'
import { upgradeSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { changeAccount, createAccount } from './write-account.ts'

/** Signs in by e-mail link, creating the account if needed; with an ID token it links the address. */
export async function signInWithEmailLink(call: Call): Promise<object> {
  const email = canonicalEmail(readText(call.body, 'email'))
  const code = readText(call.body, 'oobCode')
  if (!code) throw new WireError('MISSING_OOB_CODE')
  const idToken = readText(call.body, 'idToken')
  const linking = idToken ? await authenticateForChange(call, idToken) : undefined
  if (linking) await countEmailLookup(call, linking.account.localId)

  const { account, open, isNewUser } = await inTransaction(call.db, async (tx) => {
    const redeemed = await redeemMailCode(tx, code, call.at)
    if (redeemed.purpose !== 'EMAIL_SIGNIN') throw new WireError('INVALID_OOB_CODE')
    if (redeemed.email !== email) {
      throw new WireError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.')
    }
    if (linking) {
      const linked = await linkAddress(tx, call, linking, email)
      await record(tx, call, { event: 'provider-added', localId: linked.localId, method: 'emailLink' })
      const session = await upgradeSession(tx, call, linking.session, { signInProvider: 'password' })
      return { account: linked, open: session, isNewUser: false }
    }
    const entered = await findOrCreateAccount(tx, call, email)
    return { ...entered, open: await startSessionOrSecondFactor(tx, call, entered.account, 'password') }
  })
  return { localId: account.localId, email, isNewUser, ...(await presentSignIn(call, account, open)) }
}

async function findOrCreateAccount(
  tx: Tx,
  call: Call,
  email: string,
): Promise<{ account: Account; isNewUser: boolean }> {
  const { at } = call
  const [known] = await tx.select().from(accounts).where(eq(accounts.email, email)).for('update')
  if (!known) {
    const account = await createAccount(tx, call, { email, emailVerifiedAt: at, emailLinkUsedAt: at }, 'emailLink')
    // A concurrent sign-in has created the account: now it can be found.
    return account ? { account, isNewUser: true } : findOrCreateAccount(tx, call, email)
  }
  if (known.disabledAt) throw new WireError('USER_DISABLED')
  if (!known.emailVerifiedAt) await reclaimAccount(tx, call, { ...known, email })
  return { account: await changeAccount(tx, { localId: known.localId }, { emailLinkUsedAt: at }), isNewUser: false }
}

async function linkAddress(
  tx: Tx,
  call: Call,
  { account: before, session }: Authenticated,
  email: string,
): Promise<Account> {
  if (before.passwordHash && before.email !== email) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  }
  const [taken] = await tx.select().from(accounts).where(eq(accounts.email, email))
  if (taken && taken.localId !== before.localId) throw new WireError('EMAIL_EXISTS')
  if (before.email === email) {
    await notifyOwner(tx, call, before, 'sign-in-added', { way: 'emailLink' })
  } else {
    const currentSessionId = session.sessionId
    await changeEmailAddress(tx, call, { from: before, to: email, proven: true, currentSessionId })
  }
  const whose = { localId: before.localId, email }
  return changeAccount(tx, whose, { emailVerifiedAt: call.at, emailLinkUsedAt: call.at })
}
