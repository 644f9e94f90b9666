import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createUserWithEmailAndPassword,
  deleteUser,
  sendEmailVerification,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
} from '@firebase/auth'
import { decodeJwt } from 'jose'
import { startTestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'

// spec 4.1, 7.25
test('signs up, is known after a reload, signs in again', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, ' Buyer@Example.COM ', password)
  assert.equal(user.email, 'buyer@example.com')
  assert.equal(user.isAnonymous, false)
  assert.equal(user.emailVerified, false)

  await updateProfile(user, { displayName: 'Ada Wrench' })
  await updateProfile(user, { photoURL: 'https://shop.test/ada.webp' })
  await user.reload()
  assert.equal(user.displayName, 'Ada Wrench')
  assert.equal(user.photoURL, 'https://shop.test/ada.webp')
  assert.equal(user.providerData[0]?.providerId, 'password')
  assert.ok(Date.parse(user.metadata.creationTime ?? '') > 0)

  const again = await signInWithEmailAndPassword(identity.sdk(), 'BUYER@example.com', password)
  assert.equal(again.user.uid, user.uid)
  assert.equal(again.user.displayName, 'Ada Wrench')
  const claims = decodeJwt(await again.user.getIdToken(true))
  assert.equal(claims['name'], 'Ada Wrench')
  assert.equal(claims.iss, 'http://shop.test')
  assert.equal(claims.aud, 'boltyard-test')
})

// spec 3.7, 7.25
test('the wire of a sign-up and a lookup has the shapes that the SDK depends on', async () => {
  await using identity = await startTestIdentity()
  const created = await identity.call('/v1/accounts:signUp', {
    email: 'a@b.example',
    password,
    returnSecureToken: true,
  })
  assert.equal(created.status, 200)
  assert.equal(created.body['kind'], 'identitytoolkit#SignupNewUserResponse')
  assert.equal(created.body['expiresIn'], '3600')
  assert.equal(created.body['email'], 'a@b.example')

  const seen = await identity.call('/v1/accounts:lookup', { idToken: created.body['idToken'] })
  const [user] = seen.body['users'] as Record<string, unknown>[]
  assert.ok(user)
  assert.match(String(user['createdAt']), /^\d{13}$/)
  assert.equal(typeof user['createdAt'], 'string')
  assert.equal(typeof user['lastLoginAt'], 'string')
  assert.equal(typeof user['validSince'], 'string')
  assert.equal(user['passwordHash'], 'UkVEQUNURUQ=')
  for (const response of [created.body, user]) {
    assert.ok(!Object.values(response).includes(null), 'absent values have no key')
    for (const marker of ['needConfirmation', 'mfaPendingCredential', 'errorMessage', 'phoneNumber']) {
      assert.ok(!(marker in response), marker)
    }
  }

  const claims = decodeJwt(String(created.body['idToken']))
  assert.equal(claims.sub, created.body['localId'])
  assert.equal(typeof claims['auth_time'], 'number')
  assert.equal(typeof claims['sid'], 'string')
  assert.deepEqual(claims['firebase'], { identities: { email: ['a@b.example'] }, sign_in_provider: 'password' })
})

test('of many sign-ups with one address exactly one wins', async () => {
  await using identity = await startTestIdentity()
  await using neighbour = await identity.another()
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      (i % 2 ? identity : neighbour).call('/v1/accounts:signUp', { email: 'One@Example.com', password }),
    ),
  )
  assert.equal(responses.filter((response) => response.status === 200).length, 1)
  const refusals = responses.flatMap((response) => response.error ?? [])
  assert.deepEqual(
    refusals,
    Array.from({ length: 7 }, () => 'EMAIL_EXISTS'),
  )
  const { rows } = await identity.database.query('SELECT email FROM identity.accounts')
  assert.deepEqual(rows, [{ email: 'one@example.com' }])
})

// security 8
test('says in the SDK’s codes why a sign-up or sign-in is refused', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const signUp = (email: string, secret: string) => createUserWithEmailAndPassword(auth, email, secret)
  await signUp('taken@example.com', password)
  const refused = async (attempt: Promise<unknown>, code: string) => assert.rejects(attempt, { code: `auth/${code}` })
  await refused(signUp('taken@example.com', password), 'email-already-in-use')
  await refused(signUp('not an address', password), 'invalid-email')
  await refused(signUp('', password), 'missing-email')
  await refused(signUp('new@example.com', ''), 'missing-password')
  await refused(signUp('new@example.com', 'short'), 'weak-password')
  await refused(signUp('new@example.com', 'Password123!'), 'password-too-common')
  await refused(signUp('new@example.com', '12345678'), 'password-too-common')
  await refused(signUp('new@example.com', 'new@example.com'), 'password-does-not-meet-requirements')
  await refused(signUp('new@example.com', 'x'.repeat(5000)), 'password-does-not-meet-requirements')
  await refused(signInWithEmailAndPassword(auth, 'taken@example.com', 'wrong one 1'), 'invalid-credential')
  await refused(signInWithEmailAndPassword(auth, 'nobody@example.com', password), 'invalid-credential')

  const weak = await identity.call('/v1/accounts:signUp', { email: 'new@example.com', password: 'short' })
  assert.equal(weak.error, 'WEAK_PASSWORD : Password should be at least 8 characters')
  const common = await identity.call('/v1/accounts:signUp', { email: 'new@example.com', password: 'letmein!!' })
  assert.equal(common.error, 'PASSWORD_TOO_COMMON : This password is too common. Choose another one.')
  const anonymous = await identity.call('/v1/accounts:signUp', { returnSecureToken: true })
  assert.equal(anonymous.error, 'ADMIN_ONLY_OPERATION')
})

test('a disabled account signs in nowhere, and a stranger does not learn that it is disabled', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'off@example.com', password)
  await identity.database.query('UPDATE identity.accounts SET disabled_at = now()')
  await assert.rejects(user.reload(), { code: 'auth/user-disabled' })
  const right = signInWithEmailAndPassword(identity.sdk(), 'off@example.com', password)
  await assert.rejects(right, { code: 'auth/user-disabled' })
  const wrong = signInWithEmailAndPassword(identity.sdk(), 'off@example.com', 'another guess')
  await assert.rejects(wrong, { code: 'auth/invalid-credential' })
})

// security 6
test('a new password ends every other session at once and keeps this one', async () => {
  await using identity = await startTestIdentity()
  const here = identity.sdk()
  const elsewhere = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(here, 'two@example.com', password)
  const other = await signInWithEmailAndPassword(elsewhere, 'two@example.com', password)
  await updatePassword(user, 'another torque 43')
  await user.reload()
  await user.getIdToken(true)
  await assert.rejects(other.user.reload(), { code: 'auth/user-token-expired' })
  assert.equal(elsewhere.currentUser, null)
  const old = signInWithEmailAndPassword(identity.sdk(), 'two@example.com', password)
  await assert.rejects(old, { code: 'auth/invalid-credential' })
  await signInWithEmailAndPassword(identity.sdk(), 'two@example.com', 'another torque 43')
})

test('five minutes after signing in, password and account are out of reach', async () => {
  await using identity = await startTestIdentity()
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), 'late@example.com', password)
  identity.clock.aheadMs = 5 * 60_000 + 1000
  await assert.rejects(updatePassword(user, 'another torque 43'), { code: 'auth/requires-recent-login' })
  await assert.rejects(deleteUser(user), { code: 'auth/requires-recent-login' })
  const direct = await identity.call('/v1/accounts:update', {
    idToken: await user.getIdToken(),
    email: 'stranger@example.com',
  })
  assert.match(direct.error ?? '', /^OPERATION_NOT_ALLOWED : /)
})

// spec 7.30
test('a deleted account is gone with its sessions and codes', async () => {
  await using identity = await startTestIdentity()
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), 'gone@example.com', password)
  await sendEmailVerification(user)
  const idToken = await user.getIdToken()
  const refreshToken = user.refreshToken
  await deleteUser(user)
  assert.equal((await identity.call('/v1/accounts:lookup', { idToken })).error, 'USER_NOT_FOUND')
  const refresh = await identity.call('/v1/token', { grantType: 'refresh_token', refreshToken })
  assert.equal(refresh.error, 'TOKEN_EXPIRED')
  const { rows } = await identity.database.query(
    'SELECT (SELECT count(*) FROM identity.sessions) + (SELECT count(*) FROM identity.mail_codes) AS left_over',
  )
  assert.deepEqual(rows, [{ left_over: '0' }])
})

test('the owner of a deleted account gets a mail, in the language of the account and without a link', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  auth.languageCode = 'de'
  const { user } = await createUserWithEmailAndPassword(auth, 'gone@example.com', password)
  await deleteUser(user)
  const { to, kind, language, action } = identity.mails.at(-1) ?? {}
  assert.deepEqual([to, kind, language, action], ['gone@example.com', 'account-deleted', 'de', undefined])
})
