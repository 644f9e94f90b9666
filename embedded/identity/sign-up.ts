import { and, eq, isNull } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { canonicalEmail } from './email-address.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { countUse, limits, network } from './limits.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { presentProfile } from './present-account.ts'
import { newLocalId } from './new-local-id.ts'
import { issueTokens, startSession, upgradeSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const kind = 'identitytoolkit#SignupNewUserResponse'

/** Creates an account with e-mail and password and signs it in; with an ID token it gives that account a password. */
export async function signUp(identity: Identity, request: WireRequest): Promise<object> {
  const emailText = readText(request.body, 'email')
  const password = readText(request.body, 'password')
  const idToken = readText(request.body, 'idToken')
  if (emailText === undefined && password === undefined && !idToken) return signUpAnonymously(identity, request)
  const email = canonicalEmail(emailText)
  if (!password) throw new WireError('MISSING_PASSWORD')
  assertAcceptablePassword(password, email)
  if (idToken) return linkPassword(identity, request, idToken, email, password)

  await countUse(identity, `sign-up ${network(request.ipAddress)}`, limits.signUpsOfAddress)
  await assertEmailIsFree(identity, email)
  const passwordHash = await identity.passwords.hash(password)
  const displayName = readText(request.body, 'displayName')?.slice(0, 256) || null
  const now = identity.now()

  const { account, open } = await inTransaction(identity.db, async (tx) => {
    const [created] = await tx
      .insert(accounts)
      .values({
        localId: newLocalId(),
        email,
        passwordHash,
        displayName,
        passwordChangedAt: now,
        createdAt: now,
        lastLoginAt: now,
        validSince: now,
      })
      .onConflictDoNothing({ target: accounts.email })
      .returning()
    if (!created) throw new WireError('EMAIL_EXISTS')
    await record(tx, { event: 'account-created', localId: created.localId, method: 'password', now, request })
    const how = { signInProvider: 'password', authenticatedAt: now, now, request }
    return { account: created, open: await startSession(tx, created, how) }
  })

  return {
    kind,
    localId: account.localId,
    email,
    ...presentProfile(account),
    ...(await issueTokens(identity, account, open)),
  }
}

async function signUpAnonymously(identity: Identity, request: WireRequest): Promise<object> {
  if (!identity.anonymous?.()) throw new WireError('ADMIN_ONLY_OPERATION')
  await countUse(identity, `sign-up ${network(request.ipAddress)}`, limits.signUpsOfAddress)
  const now = identity.now()
  const { account, open } = await inTransaction(identity.db, async (tx) => {
    const [created] = await tx
      .insert(accounts)
      .values({ localId: newLocalId(), createdAt: now, lastLoginAt: now, validSince: now })
      .returning()
    if (!created) throw new Error('INSERT … RETURNING gave no row')
    await record(tx, { event: 'account-created', localId: created.localId, method: 'anonymous', now, request })
    const how = { signInProvider: 'anonymous', authenticatedAt: now, now, request }
    return { account: created, open: await startSession(tx, created, how) }
  })
  return { kind, localId: account.localId, ...(await issueTokens(identity, account, open)) }
}

async function linkPassword(
  identity: Identity,
  request: WireRequest,
  idToken: string,
  email: string,
  password: string,
): Promise<object> {
  const { account: before, session } = await authenticate(identity, idToken)
  if (before.passwordHash) throw new WireError('PROVIDER_ALREADY_LINKED', 'This account has a password already.')
  if (before.email !== email) await assertEmailIsFree(identity, email)
  const passwordHash = await identity.passwords.hash(password)
  const now = identity.now()

  const { account, open } = await inTransaction(identity.db, async (tx) => {
    const [linked] = await tx
      .update(accounts)
      .set({
        email,
        passwordHash,
        passwordChangedAt: now,
        ...(before.email !== email && { emailVerifiedAt: null }),
      })
      .where(and(eq(accounts.localId, before.localId), isNull(accounts.passwordHash)))
      .returning()
    if (!linked) throw new WireError('PROVIDER_ALREADY_LINKED', 'This account has a password already.')
    await record(tx, { event: 'provider-added', localId: linked.localId, method: 'password', now, request })
    return { account: linked, open: await upgradeSession(tx, session, { signInProvider: 'password' }, now) }
  })

  return { kind, localId: account.localId, email, ...(await issueTokens(identity, account, open)) }
}

// Saves the hashing; the unique index decides when two come at once.
async function assertEmailIsFree(identity: Identity, email: string): Promise<void> {
  const [taken] = await identity.db
    .select({ localId: accounts.localId })
    .from(accounts)
    .where(eq(accounts.email, email))
  if (taken) throw new WireError('EMAIL_EXISTS')
}
