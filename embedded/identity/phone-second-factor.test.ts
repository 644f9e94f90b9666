import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  checkActionCode,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  sendEmailVerification,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
} from '@firebase/auth'
import type { MultiFactorError } from '@firebase/auth'
import { decodeJwt } from 'jose'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'
const number = '+12125550123'
const withPhones = { phone: () => true }

// spec 7.31
test('a phone is added as a second step, asked for at sign-in, and taken off again', async () => {
  await using identity = await startTestIdentity(withPhones)
  const idToken = await verified(identity)
  const added = await enroll(identity, idToken, number, 'My phone')
  assert.deepEqual(Object.keys(added.body).toSorted(), ['expiresIn', 'idToken', 'phoneAuthInfo', 'refreshToken'])
  const enrolledClaims = decodeJwt(String(added.body['idToken']))['firebase'] as Record<string, unknown>
  assert.equal(enrolledClaims['sign_in_second_factor'], 'phone')

  const auth = identity.sdk()
  const error: unknown = await signInWithEmailAndPassword(auth, email, password).catch((thrown: unknown) => thrown)
  // the SDK's own type of it says more than can be checked here
  const { hints } = getMultiFactorResolver(auth, error as MultiFactorError)
  assert.equal(hints[0]?.factorId, 'phone')
  assert.equal(
    hints[0] && 'phoneNumber' in hints[0] && hints[0].phoneNumber,
    '+*******0123',
    'to a stranger only its end',
  )

  const { pending, factor, code, sessionInfo } = await secondStep(identity)
  const finish = (typed: string) =>
    identity.call('/v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential: pending,
      phoneVerificationInfo: { sessionInfo, code: typed },
    })
  assert.equal((await finish(wrong(code))).error, 'INVALID_CODE')
  const entered = await finish(code)
  assert.equal(entered.status, 200)
  const claims = decodeJwt(String(entered.body['idToken']))['firebase'] as Record<string, unknown>
  assert.equal(claims['sign_in_second_factor'], 'phone')
  assert.equal(claims['second_factor_identifier'], factor)
  assert.equal((await finish(code)).error, 'INVALID_MFA_PENDING_CREDENTIAL', 'nothing of it counts twice')

  const { body } = await identity.call('/v1/accounts:lookup', { idToken: entered.body['idToken'] })
  const [user] = body['users'] as { mfaInfo: Record<string, unknown>[] }[]
  assert.equal(user?.mfaInfo[0]?.['phoneInfo'], number, 'to its owner all of it')
  const withdraw = (mfaEnrollmentId: unknown) =>
    identity.call('/v2/accounts/mfaEnrollment:withdraw', { idToken: entered.body['idToken'], mfaEnrollmentId })
  assert.equal((await withdraw(undefined)).error, 'MISSING_MFA_ENROLLMENT_ID')
  assert.equal((await withdraw('unknown')).error, 'MFA_ENROLLMENT_NOT_FOUND')
  assert.equal((await withdraw(factor)).status, 200)
  await signInWithEmailAndPassword(identity.sdk(), email, password)
})

test('the code of one sign-in opens no other one', async () => {
  await using identity = await startTestIdentity(withPhones)
  await enroll(identity, await verified(identity), number)
  const mine = await secondStep(identity)
  const other = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  const crossed = await identity.call('/v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: other.body['mfaPendingCredential'],
    phoneVerificationInfo: { sessionInfo: mine.sessionInfo, code: mine.code },
  })
  assert.equal(crossed.error, 'INVALID_SESSION_INFO')
  const asFirst = await identity.call('/v1/accounts:signInWithPhoneNumber', mine)
  assert.equal(asFirst.error, 'INVALID_SESSION_INFO', 'nor does it sign in alone')
})

test('says why no code is sent for a second step', async () => {
  await using identity = await startTestIdentity(withPhones)
  const factor = await enroll(identity, await verified(identity), number)
  assert.equal(factor.status, 200)
  const first = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  const mfaPendingCredential = first.body['mfaPendingCredential']
  const mfaEnrollmentId = (first.body['mfaInfo'] as { mfaEnrollmentId: string }[])[0]?.mfaEnrollmentId
  const start = async (body: object) => (await identity.call('/v2/accounts/mfaSignIn:start', body)).error?.split(' ')[0]
  const phoneSignInInfo = { recaptchaToken: await solveCaptcha(identity) }
  assert.equal(await start({ mfaEnrollmentId, phoneSignInInfo }), 'MISSING_MFA_PENDING_CREDENTIAL')
  assert.equal(await start({ mfaPendingCredential, phoneSignInInfo }), 'MISSING_MFA_ENROLLMENT_ID')
  const guessed = { mfaPendingCredential: 'guessed', mfaEnrollmentId, phoneSignInInfo }
  assert.equal(await start(guessed), 'INVALID_MFA_PENDING_CREDENTIAL')
  const strange = { mfaPendingCredential, mfaEnrollmentId: 'strange', phoneSignInInfo }
  assert.equal(await start(strange), 'MFA_ENROLLMENT_NOT_FOUND')
  assert.equal(await start({ mfaPendingCredential, mfaEnrollmentId }), 'MISSING_APP_CREDENTIAL')
  const empty = { mfaPendingCredential, mfaEnrollmentId, phoneSignInInfo: { recaptchaToken: 'made up' } }
  assert.equal(await start(empty), 'CAPTCHA_CHECK_FAILED')
  assert.equal(await start({ mfaPendingCredential, mfaEnrollmentId, phoneSignInInfo }), undefined)
})

test('a number is added once, five second steps are enough, and a phone is no first step for them', async () => {
  await using identity = await startTestIdentity(withPhones)
  let idToken: unknown = await verified(identity)
  for (let i = 0; i < 5; i += 1) {
    const added = await enroll(identity, idToken, `+1212555011${i}`)
    assert.equal(added.status, 200)
    idToken = added.body['idToken']
  }
  const start = async (token: unknown, phoneNumber: string) =>
    (await startEnrollment(identity, token, phoneNumber)).error?.split(' ')[0]
  assert.equal(await start(idToken, '+12125550112'), 'SECOND_FACTOR_EXISTS')
  assert.equal(await start(idToken, number), 'SECOND_FACTOR_LIMIT_EXCEEDED')
  const reverting = identity.mails.filter(({ kind }) => kind === 'second-factor-added')
  const auth = identity.sdk()
  const first = await checkActionCode(auth, codeInMail(reverting[0]))
  assert.equal(first.operation, 'REVERT_SECOND_FACTOR_ADDITION', 'later ones do not void the way back from the first')
  assert.match(reverting[0]?.text ?? '', /a code that is sent to a phone/)

  await identity.call('/v1/accounts:sendVerificationCode', {
    phoneNumber: number,
    recaptchaToken: await solveCaptcha(identity),
  })
  const sent = await identity.call('/v1/accounts:sendVerificationCode', {
    phoneNumber: number,
    recaptchaToken: await solveCaptcha(identity),
  })
  const byPhone = await identity.call('/v1/accounts:signInWithPhoneNumber', {
    sessionInfo: sent.body['sessionInfo'],
    code: codeInText(identity),
  })
  assert.equal(await start(byPhone.body['idToken'], number), 'UNSUPPORTED_FIRST_FACTOR')
})

test('signing in by a linked number requires the second factor, too', async () => {
  await using identity = await startTestIdentity(withPhones)
  const idToken = await verified(identity)
  const enter = async (more: object) => {
    const sent = await identity.call('/v1/accounts:sendVerificationCode', {
      phoneNumber: '+12125550177',
      recaptchaToken: await solveCaptcha(identity),
    })
    const { sessionInfo } = sent.body
    return identity.call('/v1/accounts:signInWithPhoneNumber', { sessionInfo, code: codeInText(identity), ...more })
  }
  const linked = await enter({ idToken })
  await enroll(identity, linked.body['idToken'], number)
  const asked = await enter({})
  assert.equal(asked.body['idToken'], undefined)
  assert.ok(asked.body['mfaPendingCredential'])
})

// security 14
test('one number cannot be both first and second factor, in either order', async () => {
  await using identity = await startTestIdentity(withPhones)
  const idToken = await verified(identity)
  const link = async (phoneNumber: string, token: unknown) => {
    const recaptchaToken = await solveCaptcha(identity)
    const { body } = await identity.call('/v1/accounts:sendVerificationCode', { phoneNumber, recaptchaToken })
    const proof = { sessionInfo: body['sessionInfo'], code: codeInText(identity) }
    return identity.call('/v1/accounts:signInWithPhoneNumber', { ...proof, idToken: token })
  }
  const linked = await link(number, idToken)
  assert.equal(linked.status, 200)
  const again = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  const refused = await startEnrollment(identity, again.body['idToken'], number)
  assert.match(refused.error ?? '', /^UNSUPPORTED_FIRST_FACTOR : /)
  const other = await enroll(identity, again.body['idToken'], '+12125550144')
  assert.equal(other.status, 200)
  const second = await link('+12125550144', other.body['idToken'])
  assert.match(second.error ?? '', /^UNSUPPORTED_FIRST_FACTOR : /)
})

test('a number that becomes the first step while it is being added as the second is refused', async () => {
  await using identity = await startTestIdentity(withPhones)
  const idToken = await verified(identity)
  const { body } = await startEnrollment(identity, idToken, number)
  const { sessionInfo } = body['phoneSessionInfo'] as { sessionInfo: string }
  const code = codeInText(identity)
  await identity.database.query('UPDATE identity.accounts SET phone_number = $1', [number])
  const finished = await identity.call('/v2/accounts/mfaEnrollment:finalize', {
    idToken,
    phoneVerificationInfo: { sessionInfo, code },
  })
  assert.match(finished.error ?? '', /^UNSUPPORTED_FIRST_FACTOR : /)
})

test('an authenticator app and a phone: either is enough', async () => {
  await using identity = await startTestIdentity(withPhones)
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  await user.getIdToken(true)
  const added = await enroll(identity, await user.getIdToken(), number)
  assert.equal(added.status, 200)
  const session = await multiFactor(user).getSession()
  assert.ok((await TotpMultiFactorGenerator.generateSecret(session)).secretKey)
  const wrongApp = await identity.call('/v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: (await secondStep(identity)).pending,
    mfaEnrollmentId: (await secondStep(identity)).factor,
    totpVerificationInfo: { verificationCode: '123456' },
  })
  assert.equal(wrongApp.error, 'MFA_ENROLLMENT_NOT_FOUND', 'a phone knows no codes of an app')
})

async function verified(identity: TestIdentity): Promise<string> {
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  const unverified = await startEnrollment(identity, await user.getIdToken(), number)
  assert.match(String(unverified.error), /^UNVERIFIED_EMAIL : /)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  return user.getIdToken(true)
}

async function startEnrollment(identity: TestIdentity, idToken: unknown, phoneNumber: string) {
  const recaptchaToken = await solveCaptcha(identity)
  return identity.call('/v2/accounts/mfaEnrollment:start', {
    idToken,
    phoneEnrollmentInfo: { phoneNumber, recaptchaToken },
  })
}

async function enroll(identity: TestIdentity, idToken: unknown, phoneNumber: string, displayName?: string) {
  const { body } = await startEnrollment(identity, idToken, phoneNumber)
  const { sessionInfo } = body['phoneSessionInfo'] as { sessionInfo: string }
  return identity.call('/v2/accounts/mfaEnrollment:finalize', {
    idToken,
    displayName,
    phoneVerificationInfo: { sessionInfo, code: codeInText(identity) },
  })
}

async function secondStep(identity: TestIdentity) {
  const first = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  const pending = first.body['mfaPendingCredential']
  const factor = (first.body['mfaInfo'] as { mfaEnrollmentId: string }[])[0]?.mfaEnrollmentId
  const { body } = await identity.call('/v2/accounts/mfaSignIn:start', {
    mfaPendingCredential: pending,
    mfaEnrollmentId: factor,
    phoneSignInInfo: { recaptchaToken: await solveCaptcha(identity) },
  })
  const { sessionInfo } = body['phoneResponseInfo'] as { sessionInfo: string }
  return { pending, factor, sessionInfo, code: codeInText(identity) }
}

function codeInText(identity: TestIdentity): string {
  return /^\d{6}/.exec(identity.texts.at(-1)?.text ?? '')?.[0] ?? ''
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
