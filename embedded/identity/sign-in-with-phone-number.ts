import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account, PhoneSession } from './identity.tables.ts'
import { newLocalId } from './new-local-id.ts'
import { assertPhonesAllowed } from './phone-number.ts'
import {
  createTemporaryProof,
  findTemporaryProof,
  redeemPhoneSession,
  temporaryProofSeconds,
  tryCode,
} from './phone-sessions.ts'
import { presentSignIn, startSessionOrAsk } from './second-step.ts'
import { upgradeSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Signs in who has the phone, making the account if need be; with an ID token it gives that account the number. */
export async function signInWithPhoneNumber(identity: Identity, request: WireRequest): Promise<object> {
  assertPhonesAllowed(identity)
  const idToken = readText(request.body, 'idToken')
  const linking = idToken ? await authenticate(identity, idToken) : undefined
  const proven = await readProof(identity, request)
  const { phoneNumber } = proven
  const now = identity.now()

  const outcome = await inTransaction(identity.db, async (tx) => {
    await redeemPhoneSession(tx, proven)
    if (linking) return link(identity, tx, linking, proven, request, now)
    const entered = await enter(tx, phoneNumber, request, now)
    const how = { signInProvider: 'phone', authenticatedAt: now, now, request }
    return { ...entered, open: await startSessionOrAsk(tx, entered.account, how) }
  })

  if ('temporaryProof' in outcome) return outcome
  return {
    localId: outcome.account.localId,
    phoneNumber,
    isNewUser: outcome.isNewUser,
    ...(await presentSignIn(identity, outcome.account, outcome.open)),
  }
}

async function readProof(identity: Identity, request: WireRequest): Promise<PhoneSession> {
  const proof = readText(request.body, 'temporaryProof')
  return proof
    ? findTemporaryProof(identity, proof, readText(request.body, 'phoneNumber'))
    : tryCode(identity, request, request.body, 'sign-in')
}

async function enter(
  tx: Tx,
  phoneNumber: string,
  request: WireRequest,
  now: Date,
): Promise<{ account: Account; isNewUser: boolean }> {
  if (readText(request.body, 'operation') !== 'REAUTH') {
    const [created] = await tx
      .insert(accounts)
      .values({ localId: newLocalId(), phoneNumber, createdAt: now, lastLoginAt: now, validSince: now })
      .onConflictDoNothing({ target: accounts.phoneNumber })
      .returning()
    if (created) {
      await record(tx, { event: 'account-created', localId: created.localId, method: 'phone', now, request })
      return { account: created, isNewUser: true }
    }
  }
  const [account] = await tx
    .update(accounts)
    .set({ lastLoginAt: now })
    .where(eq(accounts.phoneNumber, phoneNumber))
    .returning()
  if (!account) throw new WireError('USER_NOT_FOUND')
  if (account.disabledAt) throw new WireError('USER_DISABLED')
  return { account, isNewUser: false }
}

async function link(
  identity: Identity,
  tx: Tx,
  { account: before, session }: Authenticated,
  { phoneNumber, purpose }: PhoneSession,
  request: WireRequest,
  now: Date,
) {
  const [owner] = await tx.select().from(accounts).where(eq(accounts.phoneNumber, phoneNumber))
  if (owner && owner.localId !== before.localId) {
    if (purpose === 'temporary-proof') throw new WireError('PHONE_NUMBER_EXISTS')
    const temporaryProof = await createTemporaryProof(tx, phoneNumber, now)
    return { temporaryProof, temporaryProofExpiresIn: String(temporaryProofSeconds), phoneNumber }
  }
  if (before.phoneNumber && !owner) assertRecentSignIn(identity, session)
  const { localId } = before
  const [account] = await tx.update(accounts).set({ phoneNumber }).where(eq(accounts.localId, localId)).returning()
  if (!account) throw new WireError('USER_NOT_FOUND')
  if (!owner) await record(tx, { event: 'phone-added', localId, now, request })
  const signInProvider = session.signInProvider === 'anonymous' ? 'phone' : session.signInProvider
  return { account, isNewUser: false, open: await upgradeSession(tx, session, { signInProvider }, now) }
}
