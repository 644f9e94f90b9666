import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose'
import { postPaths } from './identity.routes.ts'
import { codeInMail, startTestIdentity, type TestIdentity } from './testing/start-identity.ts'
import { startTestProvider, serveOpenIdMetadata, type TestProvider } from './testing/oauth-provider.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'
import { totpCode, totpStep } from './totp.ts'

const password = 'torque wrench 42'
let signer: GenerateKeyPairResult
let provider: TestProvider
let identity: TestIdentity
before(async () => {
  signer = await generateKeyPair('RS256')
  provider = await startTestProvider()
  serveOpenIdMetadata(provider, [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256' }])
  identity = await startTestIdentity({
    phone: () => true,
    anonymous: () => true,
    enumerationProtection: () => false,
    oauthProviders: () => [
      { providerId: 'google.com', clientId: 'our-client', clientSecret: 'secret', issuer: provider.origin },
    ],
  })
})
after(async () => {
  await identity[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

interface Owner {
  email: string
  localId: string
  idToken: string
}

/** Describes a way to change the sign-in methods, as its owner uses it. */
interface AccessChange {
  path: string
  owner: () => Promise<Owner>
  /** The body without the ID token. */
  body: (owner: Owner) => Promise<object>
  /** The notification to the owner; absent if nothing has changed yet, or there is no owner any more. */
  mail?: string
}

let count = 0
const newEmail = () => `person-${(count += 1)}@example.com`
const newNumber = () => `+1212555${String(1000 + (count += 1)).slice(-4)}`

const accessChanges: Record<string, AccessChange> = {
  'a first password': {
    path: '/v1/accounts:signUp',
    owner: byLink,
    body: async ({ email }) => ({ email, password }),
    mail: 'password-changed',
  },
  'another password': {
    path: '/v1/accounts:update',
    owner: byPassword,
    body: async () => ({ password: 'another torque 43' }),
    mail: 'password-changed',
  },
  'another address, unproven': {
    path: '/v1/accounts:update',
    owner: unverified,
    body: async () => ({ email: newEmail() }),
    mail: 'email-changed',
  },
  'another address by a mail to it': {
    path: '/v1/accounts:sendOobCode',
    owner: byPassword,
    body: async () => ({ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: newEmail() }),
  },
  'another address by a sign-in link': {
    path: '/v1/accounts:signInWithEmailLink',
    owner: byGoogle,
    body: async () => signInLink(newEmail()),
    mail: 'email-changed',
  },
  'a sign-in link in addition to Google': {
    path: '/v1/accounts:signInWithEmailLink',
    owner: byGoogle,
    body: ({ email }) => signInLink(email),
    mail: 'sign-in-added',
  },
  'Google in addition to a password': {
    path: '/v1/accounts:signInWithIdp',
    owner: byPassword,
    body: async () => google(newEmail()),
    mail: 'sign-in-added',
  },
  'a phone': {
    path: '/v1/accounts:signInWithPhoneNumber',
    owner: byPassword,
    body: () => phoneCode(),
    mail: 'phone-added',
  },
  'another phone': {
    path: '/v1/accounts:signInWithPhoneNumber',
    owner: withPhone,
    body: () => phoneCode(),
    mail: 'phone-added',
  },
  'no phone': {
    path: '/v1/accounts:update',
    owner: withPhone,
    body: async () => ({ deleteProvider: ['phone'] }),
    mail: 'phone-removed',
  },
  'no password': {
    path: '/v1/accounts:update',
    owner: byPassword,
    body: async () => ({ deleteProvider: ['password'] }),
    mail: 'sign-in-removed',
  },
  'no Google': {
    path: '/v1/accounts:update',
    owner: byGoogle,
    body: async () => ({ deleteProvider: ['google.com'] }),
    mail: 'sign-in-removed',
  },
  'an app is offered': {
    path: '/v2/accounts/mfaEnrollment:start',
    owner: byPassword,
    body: async () => ({ totpEnrollmentInfo: {} }),
  },
  'an app': {
    path: '/v2/accounts/mfaEnrollment:finalize',
    owner: byPassword,
    body: appCode,
    mail: 'second-factor-added',
  },
  'a text message is sent': {
    path: '/v2/accounts/mfaEnrollment:start',
    owner: byPassword,
    body: async () => ({
      phoneEnrollmentInfo: { phoneNumber: newNumber(), recaptchaToken: await solveCaptcha(identity) },
    }),
  },
  'text messages': {
    path: '/v2/accounts/mfaEnrollment:finalize',
    owner: byPassword,
    body: secondPhoneCode,
    mail: 'second-factor-added',
  },
  'no app': {
    path: '/v2/accounts/mfaEnrollment:withdraw',
    owner: withApp,
    body: async ({ localId }) => {
      const query = 'SELECT enrollment_id AS id FROM identity.second_factors WHERE local_id = $1'
      const { rows } = await identity.database.query(query, [localId])
      return { mfaEnrollmentId: rows[0].id }
    },
    mail: 'second-factor-removed',
  },
  'recovery codes': {
    path: '/v1/accounts:createRecoveryCodes',
    owner: withApp,
    body: async () => ({}),
    mail: 'recovery-codes-created',
  },
  'no account': {
    path: '/v1/accounts:delete',
    owner: byPassword,
    body: async () => ({}),
    mail: 'account-deleted',
  },
}

/** Lists what an old session may do: none of it changes the sign-in methods. */
const harmless: Record<string, object[]> = {
  '/v1/accounts:lookup': [{}],
  '/v1/accounts:listSessions': [{}],
  '/v1/accounts:readRecoveryCodes': [{}],
  '/v1/accounts:update': [{}, { displayName: 'Ada', photoUrl: 'https://p.test/a' }],
  '/v1/accounts:sendOobCode': [{ requestType: 'VERIFY_EMAIL' }],
  '/v1/accounts:signOut': [{}],
}

/** Lists calls with credentials of their own and no ID token. */
const withoutSession = [
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:resetPassword',
  '/v1/accounts:createAuthUri',
  '/v1/accounts:sendVerificationCode',
  '/v1/accounts:proveHuman',
  '/v1/accounts:previewOobCode',
  '/v2/accounts/mfaSignIn:start',
  '/v2/accounts/mfaSignIn:finalize',
  '/v2/accounts/mfaSignIn:recover',
  '/v1/token',
]

// security 16
test('every endpoint of the service says whether it wants a recent sign-in', () => {
  const known = new Set([
    ...Object.values(accessChanges).map(({ path }) => path),
    ...Object.keys(harmless),
    ...withoutSession,
  ])
  assert.deepEqual([...known].toSorted(), postPaths.toSorted())
})

for (const [name, accessChange] of Object.entries(accessChanges)) {
  // security 16
  test(`${name}: an old session is rejected, a recent one accepted, and the owner is notified`, async () => {
    const owner = await accessChange.owner()
    const body = { ...(await accessChange.body(owner)), idToken: owner.idToken }
    const before = await accessOf(owner)
    const mailsBefore = identity.mails.length
    const old = await withOldSession(owner, () => identity.call(accessChange.path, body))
    assert.match(old.error ?? 'let in', /^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/)
    assert.deepEqual(await accessOf(owner), before)
    assert.equal(identity.mails.length, mailsBefore)

    const recent = await identity.call(accessChange.path, body)
    assert.equal(recent.status, 200, recent.error)
    const reported = identity.mails.slice(mailsBefore).filter(({ to }) => to === owner.email)
    assert.deepEqual(
      reported.map(({ kind }) => kind),
      accessChange.mail ? [accessChange.mail] : [],
    )
  })
}

for (const [path, bodies] of Object.entries(harmless)) {
  test(`${path} lets an old session do what changes nothing about signing in`, async () => {
    const owner = await withPhone()
    const before = await accessOf(owner)
    for (const body of bodies) {
      const response = await withOldSession(owner, () => identity.call(path, { ...body, idToken: owner.idToken }))
      assert.equal(response.status, 200, response.error)
    }
    assert.deepEqual(await accessOf(owner), before)
  })
}

for (const [name, accessChange] of Object.entries(accessChanges)) {
  // These only offer a code; handing it in is the change.
  if (accessChange.path.endsWith(':start')) continue
  // security 16
  test(`${name}: what a thief has begun is not finished once the owner has ended the session`, async () => {
    const owner = await accessChange.owner()
    const body = { ...(await accessChange.body(owner)), idToken: owner.idToken }
    const before = await accessOf(owner)
    const ending = await identity.database.connect()
    try {
      await ending.query('BEGIN')
      await ending.query('DELETE FROM identity.sessions WHERE local_id = $1', [owner.localId])
      let isAnswered = false
      const response = identity.call(accessChange.path, body).finally(() => (isAnswered = true))
      while (!isAnswered && !(await isRequestWaiting())) await pause(20)
      await ending.query('COMMIT')
      assert.equal((await response).error, 'TOKEN_EXPIRED')
    } finally {
      ending.release()
    }
    assert.deepEqual(await accessOf(owner), before)
  })
}

test('a new token does not make an old sign-in recent', async () => {
  const { localId, email } = await byPassword()
  const { body } = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  await identity.database.query(
    `UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes' WHERE local_id = $1`,
    [localId],
  )
  const renewed = await identity.call('/v1/token', { grantType: 'refresh_token', refreshToken: body['refreshToken'] })
  const response = await identity.call('/v1/accounts:delete', { idToken: renewed.body['id_token'] })
  assert.match(response.error ?? '', /^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/)
})

test('an anonymous visitor, who has nothing to sign in again with, gets a way to sign in at any time', async () => {
  const ways: [path: string, body: () => Promise<object>][] = [
    ['/v1/accounts:signUp', async () => ({ email: newEmail(), password })],
    ['/v1/accounts:signInWithEmailLink', () => signInLink(newEmail())],
    ['/v1/accounts:signInWithIdp', () => google(newEmail())],
    ['/v1/accounts:signInWithPhoneNumber', () => phoneCode()],
  ]
  for (const [path, body] of ways) {
    const { body: visitor } = await identity.call('/v1/accounts:signUp', { returnSecureToken: true })
    const owner = { email: '', localId: String(visitor['localId']), idToken: String(visitor['idToken']) }
    const sent = { ...(await body()), idToken: owner.idToken }
    const linked = await withOldSession(owner, () => identity.call(path, sent))
    assert.equal(linked.status, 200, `${path}: ${linked.error}`)
    assert.equal(linked.body['localId'], owner.localId)
  }
})

async function isRequestWaiting(): Promise<boolean> {
  const { rows } = await identity.database.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

/** Returns all sign-in methods of the account. */
async function accessOf({ localId }: Owner): Promise<unknown> {
  const { rows } = await identity.database.query(
    `SELECT email, email_verified_at, password_hash, phone_number, email_link_used_at,
      (SELECT array_agg(provider_id || raw_id) FROM identity.linked_providers p WHERE p.local_id = a.local_id) AS providers,
      (SELECT array_agg(enrollment_id) FROM identity.second_factors f WHERE f.local_id = a.local_id) AS factors,
      (SELECT array_agg(code_hash) FROM identity.recovery_codes r WHERE r.local_id = a.local_id) AS recovery_codes
    FROM identity.accounts a WHERE local_id = $1`,
    [localId],
  )
  return rows
}

async function withOldSession<T>({ localId }: Owner, work: () => Promise<T>): Promise<T> {
  const shift = (by: string) =>
    identity.database.query(
      `UPDATE identity.sessions SET authenticated_at = authenticated_at + $2::interval WHERE local_id = $1`,
      [localId, by],
    )
  await shift('-6 minutes')
  try {
    return await work()
  } finally {
    await shift('6 minutes')
  }
}

async function unverified(): Promise<Owner> {
  const email = newEmail()
  const { body } = await identity.call('/v1/accounts:signUp', { email, password })
  return { email, localId: String(body['localId']), idToken: String(body['idToken']) }
}

async function byPassword(): Promise<Owner> {
  const owner = await unverified()
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: owner.idToken })
  await identity.call('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  return owner
}

async function byLink(): Promise<Owner> {
  const email = newEmail()
  const { body } = await identity.call('/v1/accounts:signInWithEmailLink', await signInLink(email))
  return { email, localId: String(body['localId']), idToken: String(body['idToken']) }
}

async function byGoogle(): Promise<Owner> {
  const email = newEmail()
  const { body } = await identity.call('/v1/accounts:signInWithIdp', await google(email))
  return { email, localId: String(body['localId']), idToken: String(body['idToken']) }
}

async function withPhone(): Promise<Owner> {
  const owner = await byPassword()
  const linked = await identity.call('/v1/accounts:signInWithPhoneNumber', {
    ...(await phoneCode()),
    idToken: owner.idToken,
  })
  return { ...owner, idToken: String(linked.body['idToken']) }
}

async function withApp(): Promise<Owner> {
  const owner = await byPassword()
  const sent = { ...(await appCode(owner)), idToken: owner.idToken }
  const { body } = await identity.call('/v2/accounts/mfaEnrollment:finalize', sent)
  return { ...owner, idToken: String(body['idToken']) }
}

async function signInLink(email: string): Promise<object> {
  const continueUrl = 'http://shop.test/sign-in'
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl })
  return { email, oobCode: codeInMail(identity.mails.at(-1)) }
}

async function google(email: string): Promise<object> {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: provider.origin, aud: 'our-client', sub: email, email, email_verified: true }
  const token = await new SignJWT({ ...claims, iat: now, exp: now + 3600 })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(signer.privateKey)
  return { requestUri: 'http://localhost', postBody: `id_token=${token}&providerId=google.com` }
}

async function phoneCode(): Promise<object> {
  const { body } = await identity.call('/v1/accounts:sendVerificationCode', {
    phoneNumber: newNumber(),
    recaptchaToken: await solveCaptcha(identity),
  })
  return { sessionInfo: body['sessionInfo'], code: codeInText() }
}

async function secondPhoneCode({ idToken }: Owner): Promise<object> {
  const recaptchaToken = await solveCaptcha(identity)
  const phoneEnrollmentInfo = { phoneNumber: newNumber(), recaptchaToken }
  const { body } = await identity.call('/v2/accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo })
  const { sessionInfo } = body['phoneSessionInfo'] as { sessionInfo: string }
  return { phoneVerificationInfo: { sessionInfo, code: codeInText() } }
}

async function appCode({ idToken }: Owner): Promise<object> {
  const { body } = await identity.call('/v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = body['totpSessionInfo'] as { sharedSecretKey: string; sessionInfo: string }
  const verificationCode = totpCode(fromBase32(sharedSecretKey), totpStep(new Date()))
  return { totpVerificationInfo: { sessionInfo, verificationCode } }
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function codeInText(): string {
  return /^\d{6}/.exec(identity.texts.at(-1)?.text ?? '')?.[0] ?? ''
}
