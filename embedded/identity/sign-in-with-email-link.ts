import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { canonicalEmail } from './email-address.ts'
import { evictStranger } from './evict-stranger.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { redeemMailCode } from './mail-codes.ts'
import { newLocalId } from './new-local-id.ts'
import { presentSignIn, startSessionOrAsk } from './second-step.ts'
import { upgradeSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Signs in whoever can read mail at an address, making the account if need be; with an ID token it links the address. */
export async function signInWithEmailLink(identity: Identity, request: WireRequest): Promise<object> {
  const email = canonicalEmail(readText(request.body, 'email'))
  const code = readText(request.body, 'oobCode')
  if (!code) throw new WireError('MISSING_OOB_CODE')
  const idToken = readText(request.body, 'idToken')
  const linking = idToken ? await authenticate(identity, idToken) : undefined
  const now = identity.now()

  const { account, open, isNewUser } = await inTransaction(identity.db, async (tx) => {
    const redeemed = await redeemMailCode(tx, code, now)
    if (redeemed.purpose !== 'EMAIL_SIGNIN') throw new WireError('INVALID_OOB_CODE')
    if (redeemed.email !== email) {
      throw new WireError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.')
    }
    if (linking) {
      const linked = await linkAddress(tx, linking.account, email, now)
      await record(tx, { event: 'provider-added', localId: linking.account.localId, method: 'emailLink', now, request })
      return {
        ...linked,
        open: await upgradeSession(tx, linking.session, { signInProvider: 'password' }, now),
        isNewUser: false,
      }
    }
    const entered = await enter(identity, tx, request, email, now)
    const how = { signInProvider: 'password', authenticatedAt: now, now, request }
    return { ...entered, open: await startSessionOrAsk(tx, entered.account, how) }
  })

  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: account.localId,
    email,
    isNewUser,
    ...(await presentSignIn(identity, account, open)),
  }
}

async function enter(
  identity: Identity,
  tx: Tx,
  request: WireRequest,
  email: string,
  now: Date,
): Promise<{ account: Account; isNewUser: boolean }> {
  const [known] = await tx.select().from(accounts).where(eq(accounts.email, email)).for('update')
  if (!known) {
    const [created] = await tx
      .insert(accounts)
      .values({
        localId: newLocalId(),
        email,
        emailVerifiedAt: now,
        emailLinkUsedAt: now,
        createdAt: now,
        lastLoginAt: now,
        validSince: now,
      })
      .onConflictDoNothing({ target: accounts.email })
      .returning()
    // Somebody with this address has just come by another way: now that account is there to be found.
    if (!created) return enter(identity, tx, request, email, now)
    await record(tx, { event: 'account-created', localId: created.localId, method: 'emailLink', now, request })
    return { account: created, isNewUser: true }
  }
  if (known.disabledAt) throw new WireError('USER_DISABLED')
  const changes = known.emailVerifiedAt ? {} : await evictStranger(identity, tx, known, request, now)
  const [account] = await tx
    .update(accounts)
    .set({ ...changes, emailLinkUsedAt: now, lastLoginAt: now })
    .where(eq(accounts.localId, known.localId))
    .returning()
  if (!account) throw new WireError('USER_NOT_FOUND')
  return { account, isNewUser: false }
}

async function linkAddress(tx: Tx, before: Account, email: string, now: Date): Promise<{ account: Account }> {
  if (before.passwordHash && before.email !== email) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  }
  const [taken] = await tx.select().from(accounts).where(eq(accounts.email, email))
  if (taken && taken.localId !== before.localId) throw new WireError('EMAIL_EXISTS')
  const [account] = await tx
    .update(accounts)
    .set({ email, emailVerifiedAt: now, emailLinkUsedAt: now })
    .where(eq(accounts.localId, before.localId))
    .returning()
  if (!account) throw new WireError('USER_NOT_FOUND')
  return { account }
}
