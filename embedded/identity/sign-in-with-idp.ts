import { and, eq, sql } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { evictStranger } from './evict-stranger.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts, linkedProviders } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { newLocalId } from './new-local-id.ts'
import { presentProfile } from './present-account.ts'
import type { ProviderProfile } from './provider-profile.ts'
import { keepForLater, presentAssertion, readAssertion } from './read-assertion.ts'
import { presentSignIn, startSessionOrAsk } from './second-step.ts'
import { upgradeSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readFlag, readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

interface Entered {
  account: Account
  isNewUser: boolean
}

/** Signs in who another provider vouches for, making or linking the account; with an own ID token it only links. */
export async function signInWithIdp(identity: Identity, request: WireRequest): Promise<object> {
  const idToken = readText(request.body, 'idToken')
  const linking = idToken ? await authenticate(identity, idToken) : undefined
  const now = identity.now()
  const assertion = await readAssertion(identity, request, now)
  const { profile } = assertion

  const outcome = await inTransaction(identity.db, async (tx) => {
    // two windows of the same person at once
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`${profile.providerId} ${profile.rawId}`}))`)
    if (linking) {
      const account = await link(tx, linking, request, profile, now)
      const { signInProvider } = linking.session
      const proof = { signInProvider: signInProvider === 'anonymous' ? profile.providerId : signInProvider }
      return { account, isNewUser: false, open: await upgradeSession(tx, linking.session, proof, now) }
    }
    const entered = await enter(identity, tx, request, profile, now)
    if ('clashing' in entered) return entered
    const how = { signInProvider: profile.providerId, authenticatedAt: now, now, request }
    return { ...entered, open: await startSessionOrAsk(tx, entered.account, how) }
  }).catch((thrown: unknown) => {
    if (thrown instanceof WireError && thrown.code === 'FEDERATED_USER_ID_ALREADY_LINKED') return thrown
    throw thrown
  })

  if (outcome instanceof WireError) {
    // a popup wants the credential back, so that it can sign in with it instead
    if (!readFlag(request.body, 'returnIdpCredential')) throw outcome
    return {
      ...presentAssertion(assertion),
      ...(await keepForLater(identity, assertion, now)),
      errorMessage: outcome.message,
    }
  }
  if ('clashing' in outcome) {
    const later = await keepForLater(identity, assertion, now)
    return { ...presentAssertion(assertion), ...later, needConfirmation: true, verifiedProvider: outcome.clashing }
  }
  return {
    ...presentAssertion(assertion),
    localId: outcome.account.localId,
    ...(outcome.account.email && { email: outcome.account.email }),
    emailVerified: outcome.account.emailVerifiedAt !== null,
    ...presentProfile(outcome.account),
    ...(outcome.isNewUser && { isNewUser: true }),
    ...(await presentSignIn(identity, outcome.account, outcome.open)),
  }
}

/** The account that this profile signs in to, or the ways to sign in to the one that it may not have by itself. */
async function enter(
  identity: Identity,
  tx: Tx,
  request: WireRequest,
  profile: ProviderProfile,
  now: Date,
): Promise<Entered | { clashing: string[] }> {
  const [linked] = await tx
    .select({ account: accounts })
    .from(linkedProviders)
    .innerJoin(accounts, eq(accounts.localId, linkedProviders.localId))
    .where(and(eq(linkedProviders.providerId, profile.providerId), eq(linkedProviders.rawId, profile.rawId)))
  if (linked) return { account: await touch(tx, linked.account, {}, now), isNewUser: false }
  // USER_NOT_FOUND would make the SDK sign out who only picked the wrong account; of this it makes user-mismatch
  if (request.body['autoCreate'] === false) throw new WireError('EMAIL_NOT_FOUND')

  const [sameEmail] = profile.email
    ? await tx.select().from(accounts).where(eq(accounts.email, profile.email)).for('update')
    : []
  if (!sameEmail) {
    const account = await create(tx, profile, now)
    // Somebody with this address has just come by another way: now that account is there to be found.
    if (!account) return enter(identity, tx, request, profile, now)
    await insertLink(tx, account.localId, profile, now)
    await record(tx, { event: 'account-created', localId: account.localId, method: profile.providerId, now, request })
    return { account, isNewUser: true }
  }
  if (!profile.emailVerified) return { clashing: await waysToSignIn(tx, sameEmail) }
  if (sameEmail.disabledAt) throw new WireError('USER_DISABLED')
  const changes = sameEmail.emailVerifiedAt ? {} : await evictStranger(identity, tx, sameEmail, request, now)
  const account = await touch(tx, sameEmail, { ...missingProfile(sameEmail, profile), ...changes }, now)
  await insertLink(tx, account.localId, profile, now)
  await record(tx, { event: 'provider-added', localId: account.localId, method: profile.providerId, now, request })
  return { account, isNewUser: false }
}

async function link(
  tx: Tx,
  { account }: Authenticated,
  request: WireRequest,
  profile: ProviderProfile,
  now: Date,
): Promise<Account> {
  const [existing] = await tx
    .select()
    .from(linkedProviders)
    .where(and(eq(linkedProviders.providerId, profile.providerId), eq(linkedProviders.rawId, profile.rawId)))
  if (existing && existing.localId !== account.localId) throw new WireError('FEDERATED_USER_ID_ALREADY_LINKED')
  if (!existing) {
    await insertLink(tx, account.localId, profile, now)
    await record(tx, { event: 'provider-added', localId: account.localId, method: profile.providerId, now, request })
  }
  const [taken] =
    !account.email && profile.email
      ? await tx.select({ localId: accounts.localId }).from(accounts).where(eq(accounts.email, profile.email))
      : []
  if (taken) throw new WireError('EMAIL_EXISTS')
  const email = account.email ? {} : { email: profile.email, emailVerifiedAt: profile.emailVerified ? now : null }
  return touch(tx, account, { ...missingProfile(account, profile), ...email }, now)
}

async function insertLink(tx: Tx, localId: string, profile: ProviderProfile, now: Date): Promise<void> {
  const { providerId, rawId, federatedId, email, displayName, photoUrl } = profile
  const inserted = await tx
    .insert(linkedProviders)
    .values({ providerId, rawId, localId, federatedId, email, displayName, photoUrl, linkedAt: now })
    .onConflictDoNothing()
    .returning()
  if (inserted.length === 0) throw new WireError('PROVIDER_ALREADY_LINKED')
}

/** undefined if another transaction has made an account with this address meanwhile. */
async function create(tx: Tx, profile: ProviderProfile, now: Date): Promise<Account | undefined> {
  const [account] = await tx
    .insert(accounts)
    .values({
      localId: newLocalId(),
      email: profile.email,
      emailVerifiedAt: profile.emailVerified ? now : null,
      displayName: profile.displayName,
      photoUrl: profile.photoUrl,
      createdAt: now,
      lastLoginAt: now,
      validSince: now,
    })
    .onConflictDoNothing({ target: accounts.email })
    .returning()
  return account
}

async function touch(tx: Tx, before: Account, changes: Partial<Account>, now: Date): Promise<Account> {
  if (before.disabledAt) throw new WireError('USER_DISABLED')
  const [account] = await tx
    .update(accounts)
    .set({ ...changes, lastLoginAt: now })
    .where(eq(accounts.localId, before.localId))
    .returning()
  if (!account) throw new WireError('USER_NOT_FOUND')
  return account
}

function missingProfile(account: Account, profile: ProviderProfile): Partial<Account> {
  return {
    displayName: account.displayName ?? profile.displayName,
    photoUrl: account.photoUrl ?? profile.photoUrl,
  }
}

async function waysToSignIn(tx: Tx, account: Account): Promise<string[]> {
  const linked = await listLinkedProviders(tx, account.localId)
  const own = account.passwordHash || account.emailLinkUsedAt ? ['password'] : []
  return [...own, ...linked.map((one) => one.providerId), ...(account.phoneNumber ? ['phone'] : [])]
}
