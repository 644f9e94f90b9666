import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  sendEmailVerification,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  unlink,
} from '@firebase/auth'
import type { MultiFactorError, User } from '@firebase/auth'
import { decodeJwt } from 'jose'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { fromBase32 } from './testing/base32.ts'
import { base32, matchingStep, totpCode, totpStep } from './totp.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'
const step = 30_000

test('codes are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  const at = (seconds: number) => totpCode(secret, totpStep(new Date(seconds * 1000)))
  assert.equal(at(59), '287082')
  assert.equal(at(1_111_111_109), '081804')
  assert.equal(at(1_234_567_890), '005924')
  assert.equal(at(20_000_000_000), '353130')
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const now = new Date(59_000)
  assert.equal(matchingStep(secret, '287082', new Date(89_000)), totpStep(now))
  assert.equal(matchingStep(secret, '287082', new Date(120_000)), undefined)
  assert.equal(matchingStep(secret, '28708', now), undefined)
})

// spec 7.31
// security 14
test('an authenticator app is added, asked for at sign-in, and taken off again', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user, secret } = await enrolled(identity)
  assert.equal(multiFactor(user).enrolledFactors[0]?.displayName, 'My phone')
  const enrolledClaims = decodeJwt(await user.getIdToken())['firebase'] as Record<string, unknown>
  assert.equal(enrolledClaims['sign_in_second_factor'], 'totp')

  const raw = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  assert.deepEqual(Object.keys(raw.body).toSorted(), [
    'email',
    'localId',
    'mfaInfo',
    'mfaPendingCredential',
    'registered',
  ])
  const resolver = getMultiFactorResolver(auth, await secondStepError(identity, auth))
  const [hint] = resolver.hints
  assert.ok(hint)
  const response = (code: string) => resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint.uid, code))

  await assert.rejects(response('000000'), { code: 'auth/invalid-verification-code' })
  await assert.rejects(response(codeNow(identity, secret)), { code: 'auth/invalid-verification-code' }, 'used before')
  identity.clock.aheadMs += step
  const done = await response(codeNow(identity, secret))
  assert.equal(done.user.uid, user.uid)
  const claims = decodeJwt(await done.user.getIdToken())['firebase'] as Record<string, unknown>
  assert.equal(claims['sign_in_second_factor'], 'totp')
  assert.equal(claims['second_factor_identifier'], hint.uid)

  await multiFactor(done.user).unenroll(hint.uid)
  assert.deepEqual(multiFactor(done.user).enrolledFactors, [])
  await signInWithEmailAndPassword(identity.sdk(), email, password)
  const reported = identity.mails.at(-1)
  assert.equal(`${reported?.to} ${reported?.kind}`, `${email} second-factor-removed`)
  await confirmPasswordReset(auth, codeInMail(reported), 'another torque 43')
  await signInWithEmailAndPassword(identity.sdk(), email, 'another torque 43')
})

test('five wrong codes end a sign-in, and no credential counts twice', async () => {
  await using identity = await startTestIdentity()
  const { secret } = await enrolled(identity)
  const first = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  const finish = (mfaPendingCredential: unknown, verificationCode: string, from = first) =>
    identity.call('/v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential,
      mfaEnrollmentId: (from.body['mfaInfo'] as { mfaEnrollmentId: string }[])[0]?.mfaEnrollmentId,
      totpVerificationInfo: { verificationCode },
    })
  const guesses = await Promise.all(
    Array.from({ length: 8 }, (_, i) => finish(first.body['mfaPendingCredential'], `00000${i}`)),
  )
  assert.equal(guesses.filter((guess) => guess.error === 'INVALID_CODE').length, 5)
  identity.clock.aheadMs += step
  const tooLate = await finish(first.body['mfaPendingCredential'], codeNow(identity, secret))
  assert.equal(tooLate.error, 'INVALID_MFA_PENDING_CREDENTIAL')

  const second = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  const credential = second.body['mfaPendingCredential']
  const both = await Promise.all([1, 2].map(() => finish(credential, codeNow(identity, secret))))
  assert.equal(both.filter((response) => response.status === 200).length, 1)
  assert.equal((await finish('made up', '123456')).error, 'INVALID_MFA_PENDING_CREDENTIAL')
})

test('a second factor requires a verified address and a recent sign-in', async () => {
  await using identity = await startTestIdentity()
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  const start = async () => TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  await assert.rejects(start(), { code: 'auth/unverified-email' })
  await verify(identity, user)
  const secret = await start()
  const wrong = TotpMultiFactorGenerator.assertionForEnrollment(secret, '000000')
  await assert.rejects(multiFactor(user).enroll(wrong), { code: 'auth/invalid-verification-code' })
  identity.clock.aheadMs = 6 * 60_000
  await assert.rejects(start(), { code: 'auth/requires-recent-login' })
})

// security 14
test('the owner removes a second step that a thief has added', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user: thief } = await enrolled(identity)
  const code = codeInMail(identity.mails.at(-1))
  const info = await checkActionCode(auth, code)
  assert.equal(info.operation, 'REVERT_SECOND_FACTOR_ADDITION')
  assert.equal(info.data.multiFactorInfo?.factorId, 'totp')
  await applyActionCode(auth, code)
  await assert.rejects(thief.reload(), { code: 'auth/user-token-expired' })
  await signInWithEmailAndPassword(auth, email, password)
})

test('secrets of authenticator apps are sealed in the database', async () => {
  await using identity = await startTestIdentity()
  const { secret } = await enrolled(identity)
  const { rows } = await identity.database.query('SELECT sealed_secret FROM identity.second_factors')
  assert.ok(!rows[0].sealed_secret.includes(secret) && !rows[0].sealed_secret.includes(secret.toString('base64')))
})

test('a password is unlinked and signs in no more', async () => {
  await using identity = await startTestIdentity()
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  await unlink(user, 'password')
  assert.deepEqual(user.providerData, [])
  const old = signInWithEmailAndPassword(identity.sdk(), email, password)
  await assert.rejects(old, { code: 'auth/invalid-credential' })
})

async function enrolled(identity: TestIdentity): Promise<{ user: User; secret: Buffer }> {
  // the beginning of a step, so that none ends in the middle of a test
  identity.clock.aheadMs = step - (Date.now() % step)
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  await verify(identity, user)
  const totp = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const secret = fromBase32(totp.secretKey)
  const proof = TotpMultiFactorGenerator.assertionForEnrollment(totp, codeNow(identity, secret))
  await multiFactor(user).enroll(proof, 'My phone')
  return { user, secret }
}

async function verify(identity: TestIdentity, user: User): Promise<void> {
  await sendEmailVerification(user)
  await applyActionCode(identity.sdk(), codeInMail(identity.mails.at(-1)))
  await user.reload()
}

async function secondStepError(identity: TestIdentity, auth: ReturnType<TestIdentity['sdk']>) {
  const error: unknown = await signInWithEmailAndPassword(auth, email, password).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Error && 'code' in error && error.code === 'auth/multi-factor-auth-required')
  return error as unknown as MultiFactorError
}

function codeNow(identity: TestIdentity, secret: Buffer): string {
  return totpCode(secret, totpStep(new Date(Date.now() + identity.clock.aheadMs)))
}
