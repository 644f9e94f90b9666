import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  applyActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  multiFactor,
  sendEmailVerification,
  signInAnonymously,
  TotpMultiFactorGenerator,
  updateEmail,
  updatePassword,
} from '@firebase/auth'
import type { User } from '@firebase/auth'
import { decodeJwt, exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import type { IdentityDeps } from './identity-deps.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { startTestProvider, serveOpenIdMetadata, type TestProvider } from './testing/oauth-provider.ts'
import { fromBase32 } from './testing/base32.ts'
import { totpCode, totpStep } from './totp.ts'

const email = 'ada@example.com'
const password = 'torque wrench 42'

let signer: GenerateKeyPairResult
let provider: TestProvider
before(async () => {
  signer = await generateKeyPair('RS256')
  provider = await startTestProvider()
  serveOpenIdMetadata(provider, [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256' }])
})
after(() => provider[Symbol.asyncDispose]())
const audience = 'our-client'
const withGoogle: Partial<IdentityDeps> = {
  oauthProviders: () => [
    { providerId: 'google.com', clientId: audience, clientSecret: 'secret', issuer: provider.origin },
  ],
}

test('the last sign-in moves when a sign-in is complete, not at its first step', async () => {
  await using identity = await startTestIdentity({ ...withGoogle })
  const { user, secret } = await withSecondFactor(identity)
  const idToken = await user.getIdToken()
  const lastLoginAt = async () => {
    const { body } = await identity.call('/v1/accounts:lookup', { idToken })
    return Number((body['users'] as { lastLoginAt: string }[])[0]?.lastLoginAt)
  }
  const before = await lastLoginAt()
  identity.clock.aheadMs += 60_000

  const first = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  await identity.call('/v1/accounts:sendOobCode', {
    requestType: 'EMAIL_SIGNIN',
    email,
    continueUrl: 'http://shop.test/',
  })
  const oobCode = codeInMail(identity.mails.at(-1))
  const byMail = await identity.call('/v1/accounts:signInWithEmailLink', { email, oobCode })
  const byGoogle = await signInByGoogle(identity, { sub: '1', email, email_verified: true })
  for (const { body } of [first, byMail, byGoogle]) assert.equal(typeof body['mfaPendingCredential'], 'string')
  assert.equal(await lastLoginAt(), before)

  const done = await identity.call('/v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: first.body['mfaPendingCredential'],
    mfaEnrollmentId: (first.body['mfaInfo'] as { mfaEnrollmentId: string }[])[0]?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: totpCode(secret, totpStep(new Date(Date.now() + 60_000))) },
  })
  assert.equal(done.error, undefined)
  assert.ok((await lastLoginAt()) >= before + 60_000)
})

test('linking is no sign-in', async () => {
  await using identity = await startTestIdentity(withGoogle)
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  const before = user.metadata.lastSignInTime
  identity.clock.aheadMs = 60_000
  await linkWithCredential(user, GoogleAuthProvider.credential(await googleToken({ sub: '1' })))
  await user.reload()
  assert.equal(user.metadata.lastSignInTime, before)
})

test('tokens of an upgraded account name the provider that it was upgraded to, also after a refresh', async () => {
  await using identity = await startTestIdentity({
    ...withGoogle,
    anonymous: () => true,
    enumerationProtection: () => false,
  })
  const claimsOf = async (user: User) => {
    const now = decodeJwt(await user.getIdToken())
    const later = decodeJwt(await user.getIdToken(true))
    const provider = (now['firebase'] as Record<string, unknown>)['sign_in_provider']
    assert.equal((later['firebase'] as Record<string, unknown>)['sign_in_provider'], provider)
    assert.equal(later['provider_id'], now['provider_id'])
    return [provider, now['provider_id']]
  }

  const { user: byUpdate } = await signInAnonymously(identity.sdk())
  await updateEmail(byUpdate, 'by-update@example.com')
  assert.deepEqual(await claimsOf(byUpdate), ['anonymous', 'anonymous'], 'an address alone signs nobody in')
  await updatePassword(byUpdate, password)
  assert.deepEqual(await claimsOf(byUpdate), ['password', undefined])

  const { user: byPassword } = await signInAnonymously(identity.sdk())
  await linkWithCredential(byPassword, EmailAuthProvider.credential('by-password@example.com', password))
  assert.deepEqual(await claimsOf(byPassword), ['password', undefined])
  await linkWithCredential(byPassword, GoogleAuthProvider.credential(await googleToken({ sub: '1' })))
  assert.deepEqual(await claimsOf(byPassword), ['google.com', undefined])

  const { user: byGoogle } = await signInAnonymously(identity.sdk())
  await linkWithCredential(byGoogle, GoogleAuthProvider.credential(await googleToken({ sub: '2' })))
  assert.deepEqual(await claimsOf(byGoogle), ['google.com', undefined])
})

test('an address that looks like another one or leads to the same mailbox is refused: addresses are ASCII', async () => {
  await using identity = await startTestIdentity()
  const { body } = await identity.call('/v1/accounts:signUp', { email: 'admin@example.com', password })
  const { idToken } = body
  const alike = [
    'Ａdmin@example.com',
    'admın@example.com',
    'аdmin@example.com',
    'admiⁿ@example.com',
    'admin@ｅxample.com',
  ]
  for (const other of alike) {
    for (const [verb, input] of [
      ['signUp', { email: other, password }],
      ['signInWithPassword', { email: other, password }],
      ['update', { idToken, email: other }],
      ['sendOobCode', { requestType: 'EMAIL_SIGNIN', email: other, continueUrl: 'http://localhost/' }],
      ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: other }],
    ] as const) {
      assert.equal((await identity.call(`/v1/accounts:${verb}`, input)).error, 'INVALID_EMAIL', `${verb} ${other}`)
    }
  }
  assert.equal(identity.mails.length, 0)
})

test('a clash of addresses names the account that it is with', async () => {
  await using identity = await startTestIdentity(withGoogle)
  const created = await identity.call('/v1/accounts:signUp', { email, password })
  const { body } = await signInByGoogle(identity, { sub: '1', email, email_verified: false })
  assert.equal(body['needConfirmation'], true)
  assert.equal(body['localId'], created.body['localId'])
  assert.equal(body['idToken'], undefined)
})

test('a request of a provider’s credential says where it came from, and which provider it is', async () => {
  await using identity = await startTestIdentity(withGoogle)
  const error = async (body: object) => (await identity.call('/v1/accounts:signInWithIdp', body)).error
  const postBody = `id_token=${await googleToken({ sub: '1' })}`
  assert.equal(await error({ postBody }), 'MISSING_REQUEST_URI')
  assert.equal(await error({ postBody, requestUri: 'nowhere' }), 'INVALID_REQUEST_URI')
  assert.equal(
    await error({ postBody, requestUri: 'http://localhost/back?code=secret' }),
    'INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost/back',
  )
  const inAddress = await identity.call('/v1/accounts:signInWithIdp', {
    requestUri: `http://localhost?providerId=google.com&${postBody}`,
  })
  assert.equal(inAddress.body['providerId'], 'google.com')
})

test('a provider’s account that is linked already is not linked again', async () => {
  await using identity = await startTestIdentity(withGoogle)
  const { idToken } = (await signInByGoogle(identity, { sub: '1', email, email_verified: true })).body
  const again = {
    requestUri: 'http://localhost',
    postBody: `id_token=${await googleToken({ sub: '1' })}&providerId=google.com`,
    idToken,
  }
  const refused = await identity.call('/v1/accounts:signInWithIdp', again)
  assert.equal(refused.error, 'FEDERATED_USER_ID_ALREADY_LINKED')
  const reported = await identity.call('/v1/accounts:signInWithIdp', { ...again, returnIdpCredential: true })
  assert.equal(reported.body['errorMessage'], 'FEDERATED_USER_ID_ALREADY_LINKED')
  assert.equal(reported.body['idToken'], undefined)
})

test('a code that has changed the address answers the new one', async () => {
  await using identity = await startTestIdentity()
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email, password })).body
  const newEmail = 'moved@example.com'
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
  const { body } = await identity.call('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  assert.equal(body['email'], newEmail)
  assert.equal(body['newEmail'], newEmail)
  const undone = await identity.call('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  assert.equal(undone.body['email'], email)
  assert.equal('newEmail' in undone.body, false)
})

test('ways to sign in are an empty list for an address without any', async () => {
  await using identity = await startTestIdentity({ enumerationProtection: () => false })
  const request = async (more: object = {}) => {
    const body = { identifier: 'nobody@example.com', continueUri: 'http://shop.test/', ...more }
    return (await identity.call('/v1/accounts:createAuthUri', body)).body
  }
  const { registered, allProviders, signinMethods } = await request()
  assert.deepEqual(
    { registered, allProviders, signinMethods },
    { registered: false, allProviders: [], signinMethods: [] },
  )
  assert.equal((await request({ sessionId: 'mine' }))['sessionId'], 'mine')
  await using silent = await startTestIdentity()
  const { body } = await silent.call('/v1/accounts:createAuthUri', {
    identifier: email,
    continueUri: 'http://shop.test/',
  })
  assert.deepEqual(Object.keys(body).toSorted(), ['sessionId'])
})

test('second factors are a list in every account, so that a page learns of the last one’s end', async () => {
  await using identity = await startTestIdentity()
  const { user } = await withSecondFactor(identity)
  const elsewhere = identity.sdk()
  await elsewhere.updateCurrentUser(user)
  const copy = elsewhere.currentUser
  assert.ok(copy)
  await copy.reload()
  assert.equal(multiFactor(copy).enrolledFactors.length, 1)
  const [factor] = multiFactor(user).enrolledFactors
  assert.ok(factor)
  await multiFactor(user).unenroll(factor)
  const { body } = await identity.call('/v1/accounts:lookup', { idToken: await user.getIdToken() })
  assert.deepEqual((body['users'] as { mfaInfo: unknown }[])[0]?.mfaInfo, [])
  await copy.reload()
  assert.deepEqual(multiFactor(copy).enrolledFactors, [])
})

test('refusals of a second factor say why', async () => {
  const phoneTestNumbers = new Map([['+15555550100', '123456']])
  await using identity = await startTestIdentity({ anonymous: () => true, phone: () => true, phoneTestNumbers })
  const start = async (idToken: unknown, body: object = { totpEnrollmentInfo: {} }) =>
    (await identity.call('/v2/accounts/mfaEnrollment:start', { idToken, ...body })).error
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email: 'new@example.com', password })).body
  assert.equal(await start(idToken), 'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.')
  const anonymous = (await identity.call('/v1/accounts:signUp', {})).body['idToken']
  assert.equal(await start(anonymous), 'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.')
  const { user } = await withSecondFactor(identity)
  assert.equal(
    await start(await user.getIdToken()),
    'SECOND_FACTOR_EXISTS : An authenticator app is already enrolled as second factor for this account.',
  )
  for (const phoneNumber of [undefined, '5555550100']) {
    const phoneEnrollmentInfo = { phoneNumber }
    assert.equal(
      await start(await user.getIdToken(), { phoneEnrollmentInfo }),
      'INVALID_PHONE_NUMBER : Invalid format.',
    )
    const sent = await identity.call('/v1/accounts:sendVerificationCode', phoneEnrollmentInfo)
    assert.equal(sent.error, 'INVALID_PHONE_NUMBER : Invalid format.')
  }
})

test('a mail about one’s own address wants an ID token', async () => {
  await using identity = await startTestIdentity()
  const error = async (body: object) => (await identity.call('/v1/accounts:sendOobCode', body)).error
  assert.equal(await error({ requestType: 'VERIFY_EMAIL', email }), 'INVALID_ID_TOKEN')
  assert.equal(await error({ requestType: 'VERIFY_EMAIL', idToken: 'made up' }), 'INVALID_ID_TOKEN')
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', email }
  assert.equal(await error(change), 'MISSING_NEW_EMAIL')
  assert.equal(await error({ ...change, newEmail: 'moved@example.com' }), 'MISSING_ID_TOKEN')
})

async function signInByGoogle(identity: TestIdentity, claims: JWTPayload, idToken?: unknown) {
  const postBody = `id_token=${await googleToken(claims)}&providerId=google.com`
  return identity.call('/v1/accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody,
    ...(idToken !== undefined && { idToken }),
  })
}

function googleToken(claims: JWTPayload): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: provider.origin, aud: audience, iat: now, exp: now + 3600, ...claims }
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(signer.privateKey)
}

/** Creates an account with an authenticator app whose last code was used. */
async function withSecondFactor(identity: TestIdentity): Promise<{ user: User; secret: Buffer }> {
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  await user.reload()
  const offered = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const secret = fromBase32(offered.secretKey)
  const code = totpCode(secret, totpStep(new Date()))
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(offered, code), 'App')
  return { user, secret }
}

test('removing a sign-in method ends the other sessions that came by it, and no others', async () => {
  await using identity = await startTestIdentity(withGoogle)
  const byPassword = (await identity.call('/v1/accounts:signUp', { email, password })).body
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: byPassword['idToken'] })
  await identity.call('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  const [first, second] = [1, 2].map(() => signInByGoogle(identity, { sub: '1', email, email_verified: true }))
  const byGoogle = [(await first)?.body ?? {}, (await second)?.body ?? {}]
  const removed = { idToken: byGoogle[0]?.['idToken'], deleteProvider: ['google.com'] }
  assert.equal((await identity.call('/v1/accounts:update', removed)).error, undefined)
  const left = [byPassword, ...byGoogle].map(({ idToken }) => identity.call('/v1/accounts:lookup', { idToken }))
  assert.deepEqual(
    (await Promise.all(left)).map(({ error }) => error),
    [undefined, undefined, 'TOKEN_EXPIRED'],
  )
})

test('fields that the service does not take are refused, and those that clear the profile clear it', async () => {
  await using identity = await startTestIdentity()
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email, password })).body
  await identity.call('/v1/accounts:update', { idToken, displayName: 'Ada', photoUrl: 'https://p.test/a' })
  const update = (body: object) => identity.call('/v1/accounts:update', { idToken, ...body })
  assert.match((await update({ validSince: '1' })).error ?? '', /^OPERATION_NOT_ALLOWED : /)
  const ofOperators = {
    disableUser: true,
    customAttributes: '{}',
    localId: 'another',
    createdAt: '1',
    emailVerified: true,
  }
  for (const [name, value] of Object.entries(ofOperators))
    assert.match((await update({ [name]: value })).error ?? '', /^INSUFFICIENT_PERMISSION : /, name)
  assert.equal((await update({ deleteAttribute: ['DISPLAY_NAME', 'PASSWORD'] })).status, 400)
  assert.equal((await update({ deleteAttribute: ['NO_SUCH'] })).status, 400)
  const { body } = await update({ deleteAttribute: ['DISPLAY_NAME'] })
  assert.deepEqual([body['displayName'], body['photoUrl']], [undefined, 'https://p.test/a'])
  const cleared = await update({ deleteAttribute: ['PHOTO_URL'] })
  assert.equal(cleared.body['photoUrl'], undefined)
})

test('a linked Google account is a sign-in method of its address, and its profile has the fields that clients read', async () => {
  await using identity = await startTestIdentity({ ...withGoogle, enumerationProtection: () => false })
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email, password })).body
  const claims = { sub: '7', email: 'at-google@example.com', email_verified: true, name: 'Ada L', given_name: 'Ada' }
  const linked = await signInByGoogle(identity, claims, idToken)
  const profile = JSON.parse(String(linked.body['rawUserInfo'])) as Record<string, unknown>
  const { id, verified_email, name, given_name } = profile
  assert.deepEqual(
    { id, verified_email, name, given_name },
    { id: '7', verified_email: true, name: 'Ada L', given_name: 'Ada' },
  )
  for (const [identifier, signinMethods] of [
    [email, ['password', 'google.com']],
    ['at-google@example.com', ['google.com']],
  ] as const) {
    const { body } = await identity.call('/v1/accounts:createAuthUri', { identifier, continueUri: 'http://shop.test/' })
    assert.deepEqual([body['registered'], body['signinMethods']], [true, signinMethods])
  }
})
