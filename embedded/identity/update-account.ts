import { eq } from 'drizzle-orm'
import { applyMailCode } from './apply-mail-code.ts'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { canonicalEmail } from './email-address.ts'
import { endAccess } from './end-access.ts'
import { isEnumerationProtected } from './enumeration-protection.ts'
import type { Identity, Tx } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { listLinkedProviders, unlinkProviders } from './linked-providers.ts'
import { createMailCode, forgetMailCodes } from './mail-codes.ts'
import { actionLink, emailChangedMail } from './mails.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { isPictureAddress } from './picture-address.ts'
import { presentProfile, presentProviders } from './present-account.ts'
import { issueTokens, startSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { malformed, readText, readTexts } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Changes profile, password or address of the account behind an ID token, or does what a mailed code stands for. */
export async function updateAccount(identity: Identity, request: WireRequest): Promise<object> {
  const oobCode = readText(request.body, 'oobCode')
  if (oobCode !== undefined) return applyMailCode(identity, request, oobCode)

  const who = await authenticate(identity, readText(request.body, 'idToken'))
  const profile = readProfile(request)
  const email = readNewEmail(identity, request, who.account)
  const password = readText(request.body, 'password')
  if (email !== undefined || password !== undefined) {
    return changeCredentials(identity, request, who, profile, email, password)
  }

  const unlinked = readTexts(request.body, 'deleteProvider')
  const changes = {
    ...profile,
    ...(unlinked.includes('password') && { passwordHash: null, emailLinkUsedAt: null }),
    ...(unlinked.includes('phone') && { phoneNumber: null }),
  }
  const { localId } = who.account
  const account = await inTransaction(identity.db, async (tx) => {
    await unlinkProviders(tx, localId, unlinked)
    for (const method of unlinked) {
      await record(tx, { event: 'provider-removed', localId, method, now: identity.now(), request })
    }
    return writeAccount(tx, localId, changes)
  })
  return presentUpdated(identity, account)
}

/** Everybody who knew the old ones is signed out; the caller goes on with a new session. */
async function changeCredentials(
  identity: Identity,
  request: WireRequest,
  who: Authenticated,
  profile: Partial<Account>,
  email: string | undefined,
  password: string | undefined,
): Promise<object> {
  assertRecentSignIn(identity, who.session)
  const before = who.account
  const now = identity.now()
  const changes = {
    ...profile,
    ...(password !== undefined && (await readPassword(identity, password, email ?? before.email, now))),
    ...(email !== undefined && { email, emailVerifiedAt: null }),
    validSince: now,
  }

  const { account, open } = await inTransaction(identity.db, async (tx) => {
    const changed = await writeAccount(tx, before.localId, changes)
    await endAccess(identity, tx, before)
    await forgetMailCodes(tx, changed.localId, 'PASSWORD_RESET')
    if (email !== undefined) await tellOldAddress(tx, identity, request, before, email, now)
    const { signInProvider, authenticatedAt } = who.session
    const event = password === undefined ? 'email-changed' : 'password-changed'
    const how = { signInProvider, authenticatedAt, now, request, event } as const
    return { account: changed, open: await startSession(tx, changed, how) }
  })
  return { ...(await presentUpdated(identity, account)), ...(await issueTokens(identity, account, open)) }
}

async function readPassword(
  identity: Identity,
  password: string,
  email: string | null,
  now: Date,
): Promise<Partial<Account>> {
  if (!email) throw new WireError('OPERATION_NOT_ALLOWED', 'This account has no e-mail address.')
  if (password === '') throw new WireError('MISSING_PASSWORD')
  assertAcceptablePassword(password, email)
  return { passwordHash: await identity.passwords.hash(password), passwordChangedAt: now }
}

/** An address that is taken at once, unproven, would tell who has an account; so the operator must want that. */
function readNewEmail(identity: Identity, request: WireRequest, { email: current }: Account): string | undefined {
  const text = readText(request.body, 'email')
  if (text === undefined) return undefined
  const email = canonicalEmail(text)
  if (email === current) return undefined
  if (isEnumerationProtected(identity)) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  }
  return email
}

async function tellOldAddress(
  tx: Tx,
  identity: Identity,
  request: WireRequest,
  { localId, email }: Account,
  newEmail: string,
  now: Date,
): Promise<void> {
  await forgetMailCodes(tx, localId, 'VERIFY_EMAIL')
  if (!email) return
  const undo = await createMailCode(tx, { purpose: 'RECOVER_EMAIL', localId, email, newEmail }, now)
  await identity.sendMail(tx, emailChangedMail(email, newEmail, actionLink(identity, request, 'recoverEmail', undo)))
}

async function presentUpdated(identity: Identity, account: Account): Promise<object> {
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.localId,
    ...(account.email && { email: account.email }),
    emailVerified: account.emailVerifiedAt !== null,
    ...presentProfile(account),
    ...(account.passwordHash && { passwordHash: 'UkVEQUNURUQ=' }),
    providerUserInfo: presentProviders(account, await listLinkedProviders(identity.db, account.localId)),
  }
}

async function writeAccount(tx: Tx, localId: string, changes: Partial<Account>): Promise<Account> {
  const [account] =
    Object.keys(changes).length > 0
      ? await tx.update(accounts).set(changes).where(eq(accounts.localId, localId)).returning()
      : await tx.select().from(accounts).where(eq(accounts.localId, localId))
  if (!account) throw new WireError('USER_NOT_FOUND')
  return account
}

/** null and absent mean "no change" on this wire; an empty text or `deleteAttribute` clears. */
function readProfile(request: WireRequest): { displayName?: string | null; photoUrl?: string | null } {
  const displayName = readText(request.body, 'displayName')
  const photoUrl = readText(request.body, 'photoUrl')
  const cleared = readTexts(request.body, 'deleteAttribute')
  if (displayName !== undefined && displayName.length > 256) throw malformed('The name is too long.')
  if (photoUrl && !isPictureAddress(photoUrl)) throw malformed('photoUrl must be the address of a picture.')
  return {
    ...(displayName !== undefined && { displayName: displayName.trim() || null }),
    ...(photoUrl !== undefined && { photoUrl: photoUrl || null }),
    ...(cleared.includes('DISPLAY_NAME') && { displayName: null }),
    ...(cleared.includes('PHOTO_URL') && { photoUrl: null }),
  }
}
