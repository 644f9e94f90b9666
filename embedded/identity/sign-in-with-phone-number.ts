import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticateForChange } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { removeHalfMade } from './half-made-accounts.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account, PhoneSession } from './identity.tables.ts'
import { assertPhonesAllowed, maskedNumber, readPhoneNumber } from './phone-number.ts'
import {
  createTemporaryProof,
  findTemporaryProof,
  redeemPhoneSession,
  temporaryProofSeconds,
  checkCode,
  sendTextCode,
} from './phone-sessions.ts'
import { assertNotBothSteps, listSecondFactors } from './second-factors.ts'
import { presentSignIn, startSessionOrSecondFactor } from './second-factor-sign-in.ts'
import { upgradeSession } from './sessions.ts'
import { notifyOwner } from './mails.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { changeAccount, createAccount } from './write-account.ts'

/** Texts a code to a number for sign-in, or to add it to an account. */
export async function sendVerificationCode(call: Call): Promise<object> {
  assertPhonesAllowed(call)
  const phoneNumber = readPhoneNumber(call, readText(call.body, 'phoneNumber'))
  const captchaToken = readText(call.body, 'recaptchaToken')
  return { sessionInfo: await sendTextCode(call, { purpose: 'sign-in', phoneNumber, captchaToken }) }
}

/** Signs in by phone, creating the account if needed; with an ID token it adds the number to that account. */
export async function signInWithPhoneNumber(call: Call): Promise<object> {
  assertPhonesAllowed(call)
  const idToken = readText(call.body, 'idToken')
  const linking = idToken ? await authenticateForChange(call, idToken) : undefined
  const verified = await readProof(call)
  const { phoneNumber } = verified

  const outcome = await inTransaction(call.db, async (tx) => {
    await redeemPhoneSession(tx, verified)
    if (linking) return link(tx, call, linking, verified)
    const entered = await findOrCreateAccount(tx, call, phoneNumber)
    return { ...entered, open: await startSessionOrSecondFactor(tx, call, entered.account, 'phone') }
  })

  if ('temporaryProof' in outcome) return outcome
  return {
    localId: outcome.account.localId,
    phoneNumber,
    isNewUser: outcome.isNewUser,
    ...(await presentSignIn(call, outcome.account, outcome.open)),
  }
}

async function readProof(call: Call): Promise<PhoneSession> {
  const proof = readText(call.body, 'temporaryProof')
  return proof
    ? findTemporaryProof(call, proof, readText(call.body, 'phoneNumber'))
    : checkCode(call, call.body, 'sign-in')
}

async function findOrCreateAccount(
  tx: Tx,
  call: Call,
  phoneNumber: string,
): Promise<{ account: Account; isNewUser: boolean }> {
  if (readText(call.body, 'operation') !== 'REAUTH') {
    const created = await createAccount(tx, call, { phoneNumber, phoneLinkedAt: call.at }, 'phone')
    if (created) return { account: created, isNewUser: true }
  }
  const [account] = await tx.select().from(accounts).where(eq(accounts.phoneNumber, phoneNumber)).for('update')
  if (!account) throw new WireError('USER_NOT_FOUND')
  if (account.disabledAt) throw new WireError('USER_DISABLED')
  return { account, isNewUser: false }
}

async function link(
  tx: Tx,
  call: Call,
  { account: before, session }: Authenticated,
  { phoneNumber, purpose }: PhoneSession,
) {
  if (before.email !== null) await removeHalfMade(tx, call, phoneNumber)
  const [owner] = await tx.select().from(accounts).where(eq(accounts.phoneNumber, phoneNumber))
  if (owner && owner.localId !== before.localId) {
    if (purpose === 'temporary-proof') throw new WireError('PHONE_NUMBER_EXISTS')
    const temporaryProof = await createTemporaryProof(tx, phoneNumber, call.at)
    return { temporaryProof, temporaryProofExpiresIn: String(temporaryProofSeconds), phoneNumber }
  }
  const { localId } = before
  const account = await changeAccount(tx, { localId }, { phoneNumber, ...(!owner && { phoneLinkedAt: call.at }) })
  // The row is locked: no second factor can be added concurrently.
  assertNotBothSteps(
    phoneNumber,
    (await listSecondFactors(tx, localId)).map((factor) => factor.phoneNumber),
  )
  if (!owner) {
    await record(tx, call, { event: 'phone-added', localId })
    await notifyOwner(tx, call, before, 'phone-added', { phone: maskedNumber(phoneNumber) })
  }
  // A verified address allows adding a second factor, which is not possible with a phone number only.
  const signInProvider = session.signInProvider === 'anonymous' ? 'phone' : session.signInProvider
  return { account, isNewUser: false, open: await upgradeSession(tx, call, session, { signInProvider }) }
}
