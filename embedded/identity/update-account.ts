import { applyMailCode } from './apply-mail-code.ts'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate, holdSession } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { canonicalEmail } from './email-address.ts'
import { countEmailLookup } from './email-lookup-limit.ts'
import { readDisplayName } from './display-name.ts'
import { revokeAccess } from './end-access.ts'
import type { Call, Tx } from './identity-deps.ts'
import type { Account } from './identity.tables.ts'
import { listLinkedProviders, unlinkProviders } from './linked-providers.ts'
import { assertMayChangeUnverified, changeEmailAddress } from './change-email.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { maskedNumber } from './phone-number.ts'
import { isPictureAddress } from './picture-url.ts'
import { presentProfile, presentProviders } from './present-account.ts'
import { endSessionsBy, issueTokens, startSession } from './sessions.ts'
import { notifyOwner } from './mails.ts'
import { inTransaction } from './transaction.ts'
import { malformed, readText, readTexts } from './wire-body.ts'
import { WireError } from './wire-error.ts'
import { changeAccount } from './write-account.ts'

/** Lists what only the operator of a project changes at Google, with an OAuth token. */
const fieldsOfOperators = ['disableUser', 'customAttributes', 'createdAt', 'lastLoginAt', 'emailVerified']

/** Changes profile, password or address of the account behind an ID token, or does what a mailed code stands for. */
export async function updateAccount(call: Call): Promise<object> {
  const oobCode = readText(call.body, 'oobCode')
  if (oobCode !== undefined) return applyMailCode(call, oobCode)

  const who = await authenticate(call, readText(call.body, 'idToken'))
  if (call.body['validSince'] !== undefined) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'validSince cannot be set here: accounts:signOut ends sessions.')
  }
  const notOwn = fieldsOfOperators.find((name) => call.body[name] !== undefined && call.body[name] !== null)
  if (notOwn !== undefined) throw new WireError('INSUFFICIENT_PERMISSION', `${notOwn} is not changed by an ID token.`)
  const localId = readText(call.body, 'localId')
  if (localId !== undefined && localId !== who.account.localId)
    throw new WireError('INSUFFICIENT_PERMISSION', 'localId is not that of the ID token.')
  const profile = { ...readProfile(call), ...readDeletedAttributes(call) }
  const email = readNewEmail(call, who.account)
  const password = readText(call.body, 'password')
  if (email !== undefined || password !== undefined) {
    return changeCredentials(call, who, profile, email, password)
  }

  const unlinked = readTexts(call.body, 'deleteProvider')
  if (unlinked.length > 0) await assertRecentSignIn(call, who)
  const account = await inTransaction(call.db, async (tx) => {
    await holdSession(tx, who.session)
    const changes = await unlink(tx, call, who, unlinked)
    return changeAccount(tx, { localId: who.account.localId }, { ...profile, ...changes })
  })
  return presentUpdated(call, account)
}

/** Removes sign-in methods, ends the other sessions that came by them, notifies the owner of each, and returns the changes of the account. */
async function unlink(
  tx: Tx,
  call: Call,
  { account, session }: Authenticated,
  providerIds: readonly string[],
): Promise<Partial<Account>> {
  if (providerIds.length === 0) return {}
  const { localId, phoneNumber, email } = account
  const own = account.passwordHash ? 'password' : account.emailLinkUsedAt ? 'emailLink' : undefined
  const unlinksOwn = providerIds.includes('password') && own
  const ways = [...(unlinksOwn ? [own] : []), ...(await unlinkProviders(tx, localId, providerIds))]
  for (const way of ways) {
    await record(tx, call, { event: 'provider-removed', localId, method: way })
    await notifyOwner(tx, call, account, 'sign-in-removed', { way })
  }
  const unlinksPhone = providerIds.includes('phone') && phoneNumber
  if (unlinksPhone) {
    await record(tx, call, { event: 'provider-removed', localId, method: 'phone' })
    await notifyOwner(tx, call, account, 'phone-removed', { phone: maskedNumber(phoneNumber) })
  }
  const removed = [...ways.map((way) => (way === own ? 'password' : way)), ...(unlinksPhone ? ['phone'] : [])]
  if (removed.length > 0) {
    await endSessionsBy(tx, session, removed)
    // Tokens issued by the host do not name their session: the devices that stay fetch new ones.
    await call.revokeAccess?.(tx, { localId, email })
  }
  return {
    ...(unlinksOwn && { passwordHash: null, emailLinkUsedAt: null }),
    ...(unlinksPhone && { phoneNumber: null, phoneLinkedAt: null }),
  }
}

/** Changes credentials, ends all sessions and returns a new one for the caller. */
async function changeCredentials(
  call: Call,
  who: Authenticated,
  profile: Partial<Account>,
  email: string | undefined,
  password: string | undefined,
): Promise<object> {
  await assertRecentSignIn(call, who)
  const before = who.account
  if (email !== undefined) await countEmailLookup(call, before.localId)
  const changes = {
    ...profile,
    ...(password !== undefined && (await readPassword(call, password, email ?? before.email))),
    validSince: call.at,
  }

  const { account, open } = await inTransaction(call.db, async (tx) => {
    await holdSession(tx, who.session)
    if (email !== undefined) await changeEmailAddress(tx, call, { from: before, to: email, proven: false })
    const changed = await changeAccount(tx, { localId: before.localId }, changes)
    await revokeAccess(tx, call, before)
    // The mail about an address that has changed undoes more than a new password could.
    if (email === undefined) await notifyOwner(tx, call, before, 'password-changed', {})
    const { authenticatedAt, secondFactor: kind, secondFactorId: enrollmentId } = who.session
    const secondFactor = kind && enrollmentId ? { kind, enrollmentId } : undefined
    const signInProvider = password === undefined ? who.session.signInProvider : 'password'
    const event = password === undefined ? null : 'password-changed'
    const how = { signInProvider, authenticatedAt, secondFactor, event } as const
    return { account: changed, open: await startSession(tx, call, changed, how) }
  })
  return { ...(await presentUpdated(call, account)), ...(await issueTokens(call, account, open)) }
}

async function readPassword(call: Call, password: string, email: string | null): Promise<Partial<Account>> {
  if (!email) throw new WireError('OPERATION_NOT_ALLOWED', 'This account has no e-mail address.')
  if (password === '') throw new WireError('MISSING_PASSWORD')
  assertAcceptablePassword(password, email)
  return { passwordHash: await call.passwords.hash(password), passwordChangedAt: call.at }
}

function readNewEmail(call: Call, account: Account): string | undefined {
  const text = readText(call.body, 'email')
  if (text === undefined) return undefined
  const email = canonicalEmail(text)
  if (email === account.email) return undefined
  assertMayChangeUnverified(call, account)
  return email
}

async function presentUpdated(call: Call, account: Account): Promise<object> {
  return {
    localId: account.localId,
    ...(account.email && { email: account.email }),
    emailVerified: account.emailVerifiedAt !== null,
    ...presentProfile(account),
    providerUserInfo: presentProviders(account, await listLinkedProviders(call.db, account.localId)),
  }
}

const deletableAttributes: Readonly<Record<string, Partial<Account>>> = {
  DISPLAY_NAME: { displayName: null },
  PHOTO_URL: { photoUrl: null },
}

/** Reads the parts of the profile that are to be cleared; throws for others, which have calls of their own. */
function readDeletedAttributes(call: Call): Partial<Account> {
  const changes = readTexts(call.body, 'deleteAttribute').map((name) => {
    const change = Object.hasOwn(deletableAttributes, name) ? deletableAttributes[name] : undefined
    if (!change) throw malformed(`deleteAttribute takes ${Object.keys(deletableAttributes).join(' and ')}.`)
    return change
  })
  return Object.assign({}, ...changes)
}

/** Reads the profile: null and absent mean no change; an empty text clears. */
function readProfile(call: Call): { displayName?: string | null; photoUrl?: string | null } {
  const displayName = readDisplayName(call)
  const photoUrl = readText(call.body, 'photoUrl')
  if (photoUrl && !isPictureAddress(photoUrl)) throw malformed('photoUrl must be the address of a picture.')
  return {
    ...(displayName !== undefined && { displayName: displayName || null }),
    ...(photoUrl !== undefined && { photoUrl: photoUrl || null }),
  }
}
