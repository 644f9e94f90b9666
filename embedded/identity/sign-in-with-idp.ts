import { and, eq, sql } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticateForChange } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { countEmailLookup } from './email-lookup-limit.ts'
import { reclaimAccount } from './end-access.ts'
import type { Call, Tx } from './identity-deps.ts'
import { accounts, linkedProviders } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { presentProfile } from './present-account.ts'
import type { ProviderProfile } from './provider-profile.ts'
import { saveForLater, presentAssertion, readAssertion } from './read-assertion.ts'
import { presentSignIn, startSessionOrSecondFactor } from './second-factor-sign-in.ts'
import { upgradeSession } from './sessions.ts'
import { notifyOwner } from './mails.ts'
import { inTransaction } from './transaction.ts'
import { readFlag, readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { changeAccount, createAccount, lockAccount } from './write-account.ts'

interface Entered {
  account: Account
  isNewUser: boolean
}

/** Signs in who another provider vouches for, making or linking the account; with an own ID token it only links. */
export async function signInWithIdp(call: Call): Promise<object> {
  const idToken = readText(call.body, 'idToken')
  const linking = idToken ? await authenticateForChange(call, idToken) : undefined
  const assertion = await readAssertion(call)
  const { profile } = assertion

  const outcome = await inTransaction(call.db, async (tx) => {
    // two windows of the same person at once
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`${profile.providerId} ${profile.rawId}`}))`)
    if (linking) {
      const account = await link(tx, call, linking, profile)
      const proof = { signInProvider: profile.providerId }
      return { account, isNewUser: false, open: await upgradeSession(tx, call, linking.session, proof) }
    }
    const entered = await findOrCreateAccount(tx, call, profile)
    if ('clashing' in entered) return entered
    return { ...entered, open: await startSessionOrSecondFactor(tx, call, entered.account, profile.providerId) }
  }).catch((thrown: unknown) => {
    if (thrown instanceof WireError && thrown.code === 'FEDERATED_USER_ID_ALREADY_LINKED') return thrown
    throw thrown
  })

  if (outcome instanceof WireError) {
    // a popup wants the credential back, so that it can sign in with it instead
    if (!readFlag(call.body, 'returnIdpCredential')) throw outcome
    return {
      ...presentAssertion(assertion),
      ...(await saveForLater(call, assertion)),
      errorMessage: outcome.message,
    }
  }
  if ('clashing' in outcome) {
    await countEmailLookup(call)
    const later = await saveForLater(call, assertion)
    const { localId, ways: verifiedProvider } = outcome.clashing
    return { ...presentAssertion(assertion), ...later, needConfirmation: true, localId, verifiedProvider }
  }
  return {
    ...presentAssertion(assertion),
    localId: outcome.account.localId,
    ...(outcome.account.email && { email: outcome.account.email }),
    emailVerified: outcome.account.emailVerifiedAt !== null,
    ...presentProfile(outcome.account),
    ...(outcome.isNewUser && { isNewUser: true }),
    ...(await presentSignIn(call, outcome.account, outcome.open)),
  }
}

/** Returns the account of a profile, or the sign-in methods of the account that it may not open alone. */
async function findOrCreateAccount(
  tx: Tx,
  call: Call,
  profile: ProviderProfile,
): Promise<Entered | { clashing: { localId: string; ways: string[] } }> {
  const { providerId, email, displayName, photoUrl } = profile
  const [linked] = await tx
    .select({ localId: linkedProviders.localId })
    .from(linkedProviders)
    .where(and(eq(linkedProviders.providerId, profile.providerId), eq(linkedProviders.rawId, profile.rawId)))
  const known = linked && (await lockAccount(tx, linked.localId, 'key share'))
  if (known?.disabledAt) throw new WireError('USER_DISABLED')
  if (known) return { account: await verifyAddress(tx, call, known, profile), isNewUser: false }
  // USER_NOT_FOUND would make the SDK sign out who only picked the wrong account; of this it makes user-mismatch
  if (call.body['autoCreate'] === false) throw new WireError('EMAIL_NOT_FOUND')

  const [sameEmail] = profile.email
    ? await tx.select().from(accounts).where(eq(accounts.email, profile.email)).for('update')
    : []
  if (!sameEmail || !profile.email) {
    const emailVerifiedAt = profile.emailVerified ? call.at : null
    const account = await createAccount(tx, call, { email, emailVerifiedAt, displayName, photoUrl }, providerId)
    // A concurrent sign-in has created the account: now it can be found.
    if (!account) return findOrCreateAccount(tx, call, profile)
    await insertLink(tx, call, account.localId, profile)
    return { account, isNewUser: true }
  }
  if (!profile.emailVerified) {
    return { clashing: { localId: sameEmail.localId, ways: await signInMethodsOfAccount(tx, sameEmail) } }
  }
  if (sameEmail.disabledAt) throw new WireError('USER_DISABLED')
  const owned = sameEmail.emailVerifiedAt
    ? sameEmail
    : await reclaimAccount(tx, call, { ...sameEmail, email: profile.email })
  const account = await changeAccount(tx, { localId: owned.localId }, missingProfile(owned, profile))
  await insertLink(tx, call, account.localId, profile)
  await record(tx, call, { event: 'provider-added', localId: account.localId, method: providerId })
  // The owner is notified of a reclaimed account.
  if (owned === sameEmail) {
    await notifyOwner(tx, call, account, 'sign-in-added', { way: profile.providerId })
  }
  return { account, isNewUser: false }
}

async function link(tx: Tx, call: Call, { account }: Authenticated, profile: ProviderProfile): Promise<Account> {
  const [existing] = await tx
    .select()
    .from(linkedProviders)
    .where(and(eq(linkedProviders.providerId, profile.providerId), eq(linkedProviders.rawId, profile.rawId)))
  if (existing) throw new WireError('FEDERATED_USER_ID_ALREADY_LINKED')
  await insertLink(tx, call, account.localId, profile)
  await record(tx, call, { event: 'provider-added', localId: account.localId, method: profile.providerId })
  await notifyOwner(tx, call, account, 'sign-in-added', { way: profile.providerId })
  const [taken] =
    !account.email && profile.email
      ? await tx.select({ localId: accounts.localId }).from(accounts).where(eq(accounts.email, profile.email))
      : []
  if (taken) throw new WireError('EMAIL_EXISTS')
  const email = account.email ? {} : { email: profile.email, emailVerifiedAt: profile.emailVerified ? call.at : null }
  const changed = await changeAccount(
    tx,
    { localId: account.localId },
    { ...missingProfile(account, profile), ...email },
  )
  return verifyAddress(tx, call, changed, profile)
}

/** Marks the address of an account as verified if the provider has verified it. */
async function verifyAddress(
  tx: Tx,
  call: Call,
  account: Account,
  { email, emailVerified }: ProviderProfile,
): Promise<Account> {
  if (account.emailVerifiedAt || !emailVerified || !email) return account
  const [verified] = await tx
    .update(accounts)
    .set({ emailVerifiedAt: call.at })
    .where(and(eq(accounts.localId, account.localId), eq(accounts.email, email)))
    .returning()
  if (verified) await record(tx, call, { event: 'email-verified', localId: account.localId })
  return verified ?? account
}

async function insertLink(tx: Tx, call: Call, localId: string, profile: ProviderProfile): Promise<void> {
  const { providerId, rawId, federatedId, email, displayName, photoUrl } = profile
  const inserted = await tx
    .insert(linkedProviders)
    .values({ providerId, rawId, localId, federatedId, email, displayName, photoUrl, linkedAt: call.at })
    .onConflictDoNothing()
    .returning()
  if (inserted.length === 0) throw new WireError('PROVIDER_ALREADY_LINKED')
}

function missingProfile(account: Account, profile: ProviderProfile): Partial<Account> {
  return {
    displayName: account.displayName ?? profile.displayName,
    photoUrl: account.photoUrl ?? profile.photoUrl,
  }
}

async function signInMethodsOfAccount(tx: Tx, account: Account): Promise<string[]> {
  const linked = await listLinkedProviders(tx, account.localId)
  const own = account.passwordHash || account.emailLinkUsedAt ? ['password'] : []
  return [...own, ...linked.map((one) => one.providerId), ...(account.phoneNumber ? ['phone'] : [])]
}
