import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity, WireResponse } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'

const password = 'torque wrench 42'
const number = '+12125550123'
const minute = 60_000

// spec 7.29
test('a number signs up, signs in again, and is shown as what it is', async () => {
  await using identity = await startTestIdentity(withPhones)
  const first = await enter(identity, ' +1 (212) 555-0123 ')
  assert.equal(first.status, 200)
  assert.deepEqual(Object.keys(first.body).toSorted(), [
    'expiresIn',
    'idToken',
    'isNewUser',
    'localId',
    'phoneNumber',
    'refreshToken',
  ])
  assert.equal(first.body['isNewUser'], true)
  assert.equal(first.body['phoneNumber'], number)
  assert.equal(identity.texts[0]?.to, number)
  assert.match(identity.texts[0]?.text ?? '', /^\d{6} is your Boltyard code\.[^]*\n@shop\.test #\d{6}$/)

  const again = await enter(identity, number)
  assert.equal(again.body['localId'], first.body['localId'])
  assert.equal(again.body['isNewUser'], false)
  const claims = claimsOf(again.body['idToken'])
  assert.equal(claims['phone_number'], number)
  assert.deepEqual(claims['firebase'], { identities: { phone: [number] }, sign_in_provider: 'phone' })

  const { body } = await identity.call('/v1/accounts:lookup', { idToken: again.body['idToken'] })
  const [user] = body['users'] as Record<string, unknown>[]
  assert.equal(user?.['phoneNumber'], number)
  assert.deepEqual(user?.['providerUserInfo'], [{ providerId: 'phone', rawId: number, phoneNumber: number }])
})

test('phones are off unless the operator turns them on', async () => {
  await using identity = await startTestIdentity()
  const captcha = await solveCaptcha(identity)
  const sent = await identity.call('/v1/accounts:sendVerificationCode', {
    phoneNumber: number,
    recaptchaToken: captcha,
  })
  assert.match(sent.error ?? '', /^OPERATION_NOT_ALLOWED/)
  const entered = await identity.call('/v1/accounts:signInWithPhoneNumber', { sessionInfo: 'x', code: '123456' })
  assert.match(entered.error ?? '', /^OPERATION_NOT_ALLOWED/)
})

test('invalid numbers and those of other countries get no message', async () => {
  await using identity = await startTestIdentity({ ...withPhones, phoneCountries: () => ['US', 'CA'] })
  const refusals: [string | undefined, string][] = [
    [undefined, 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['212 555 0123', 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['+1212555', 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['+99912345678', 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['+1'.padEnd(60, '2'), 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['+19002345678', 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['+442079460123', 'OPERATION_NOT_ALLOWED : Codes are not sent to numbers of this country.'],
  ]
  for (const [phoneNumber, expected] of refusals) {
    assert.equal((await identity.call('/v1/accounts:sendVerificationCode', { phoneNumber })).error, expected)
  }
  assert.equal((await send(identity, '+14165550123')).status, 200, 'Canada is allowed, with the same prefix')
  assert.equal(identity.texts.length, 1)
})

// spec 5.12, 7.29
test('a captcha is needed, is good once, for ten minutes, and only if it is ours', async () => {
  await using identity = await startTestIdentity(withPhones)
  await using stranger = await startTestIdentity(withPhones)
  const sendWith = async (recaptchaToken: string | undefined) =>
    (await identity.call('/v1/accounts:sendVerificationCode', { phoneNumber: number, recaptchaToken })).error
  assert.equal(await sendWith(undefined), 'MISSING_APP_CREDENTIAL')
  const token = await solveCaptcha(identity)
  const twice = await Promise.all([sendWith(token), sendWith(token)])
  assert.deepEqual(twice.filter((error) => error === undefined).length, 1, 'two at once are one too many')
  const late = await solveCaptcha(identity)
  const forged = JSON.parse(Buffer.from(await solveCaptcha(identity), 'base64').toString())
  const { challenge, solution } = forged
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const bad = [
    token,
    await solveCaptcha(stranger),
    'no base64 at all',
    encode(null),
    encode([]),
    encode({ challenge: {}, solution: {} }),
    encode({ challenge: { parameters: {}, signature: 'x' }, solution }),
    encode({ challenge: { ...challenge, signature: undefined }, solution }),
    encode({ challenge: { ...challenge, signature: 'é'.repeat(64) }, solution }),
    encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    encode({ challenge, solution: { counter: solution.counter, derivedKey: 7 } }),
    encode({
      challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } },
      solution,
    }),
  ]
  for (const each of bad) assert.match((await sendWith(each)) ?? '', /^CAPTCHA_CHECK_FAILED : /)
  identity.clock.aheadMs = 10 * minute + 1000
  assert.match((await sendWith(late)) ?? '', /^CAPTCHA_CHECK_FAILED/)
})

// security 12
test('a code is tried five times, lives ten minutes, and is used up by a success only', async () => {
  await using identity = await startTestIdentity(withPhones)
  const finish = (sessionInfo: unknown, code: string | undefined) =>
    identity.call('/v1/accounts:signInWithPhoneNumber', { sessionInfo, code })
  assert.equal((await finish('unknown', '123456')).error, 'INVALID_SESSION_INFO')
  assert.equal((await finish(undefined, '123456')).error, 'MISSING_SESSION_INFO')

  const { sessionInfo, code } = await order(identity)
  assert.equal((await finish(sessionInfo, undefined)).error, 'MISSING_CODE')
  for (let tries = 0; tries < 4; tries += 1)
    assert.equal((await finish(sessionInfo, wrong(code))).error, 'INVALID_CODE')
  assert.equal((await finish(sessionInfo, code)).status, 200)
  assert.equal((await finish(sessionInfo, code)).error, 'INVALID_SESSION_INFO', 'it was good once')

  const guessed = await order(identity)
  const guesses = await Promise.all(Array.from({ length: 8 }, () => finish(guessed.sessionInfo, wrong(guessed.code))))
  assert.equal(guesses.filter(({ error }) => error === 'INVALID_CODE').length, 5)
  assert.equal((await finish(guessed.sessionInfo, guessed.code)).error, 'SESSION_EXPIRED')

  const late = await order(identity)
  identity.clock.aheadMs = 10 * minute
  assert.equal((await finish(late.sessionInfo, late.code)).error, 'SESSION_EXPIRED')
})

test('a number joins an account, moves with it, and leaves it', async () => {
  await using identity = await startTestIdentity(withPhones)
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email: 'a@example.com', password })).body
  const linked = await enter(identity, number, { idToken })
  assert.equal(linked.body['isNewUser'], false)
  assert.equal(claimsOf(linked.body['idToken'])['email'], 'a@example.com')
  const byPhone = await enter(identity, number)
  assert.equal(byPhone.body['localId'], linked.body['localId'])
  const moved = await enter(identity, '+12125550124', { idToken: linked.body['idToken'] })
  assert.equal(moved.status, 200)
  const stranger = await enter(identity, number)
  assert.equal(stranger.body['isNewUser'], true, 'the old number is free again')
  identity.clock.aheadMs += 6 * 60_000
  const later = await enter(identity, '+12125550125', { idToken: moved.body['idToken'] })
  assert.match(later.error ?? '', /^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/)

  const again = await identity.call('/v1/accounts:signInWithPassword', { email: 'a@example.com', password })
  const unlinked = await identity.call('/v1/accounts:update', {
    idToken: again.body['idToken'],
    deleteProvider: ['phone'],
  })
  assert.deepEqual(
    (unlinked.body['providerUserInfo'] as { providerId: string }[]).map((one) => one.providerId),
    ['password'],
  )
  assert.equal((await enter(identity, '+12125550124')).body['isNewUser'], true)
})

// spec 7.29
test('a number of another account: a proof instead of tokens, which signs in to that one', async () => {
  await using identity = await startTestIdentity(withPhones)
  const owner = await enter(identity, number)
  const finished = { email: 'owner@example.com', password, idToken: owner.body['idToken'] }
  assert.equal((await identity.call('/v1/accounts:signUp', finished)).status, 200)
  const { idToken } = (await identity.call('/v1/accounts:signUp', { email: 'a@example.com', password })).body
  const clash = await enter(identity, number, { idToken })
  assert.equal(clash.status, 200)
  assert.deepEqual(Object.keys(clash.body).toSorted(), ['phoneNumber', 'temporaryProof', 'temporaryProofExpiresIn'])
  const { temporaryProof, phoneNumber } = clash.body
  const finish = (body: object) => identity.call('/v1/accounts:signInWithPhoneNumber', body)
  const other = await finish({ temporaryProof, phoneNumber: '+12125550124' })
  assert.equal(other.error, 'INVALID_TEMPORARY_PROOF')
  assert.equal((await finish({ temporaryProof, phoneNumber, idToken })).error, 'PHONE_NUMBER_EXISTS')
  const entered = await finish({ temporaryProof, phoneNumber })
  assert.equal(entered.body['localId'], owner.body['localId'])
  assert.equal((await finish({ temporaryProof, phoneNumber })).error, 'INVALID_TEMPORARY_PROOF')
})

test('proving oneself again makes no account', async () => {
  await using identity = await startTestIdentity(withPhones)
  assert.equal((await enter(identity, number, { operation: 'REAUTH' })).error, 'USER_NOT_FOUND')
  const { body } = await enter(identity, number)
  assert.equal((await enter(identity, number, { operation: 'REAUTH' })).body['localId'], body['localId'])
})

test('two first sign-ins with one number at once make one account', async () => {
  await using identity = await startTestIdentity(withPhones)
  const orders = [await order(identity), await order(identity)]
  const [one, two] = await Promise.all(orders.map((each) => identity.call('/v1/accounts:signInWithPhoneNumber', each)))
  assert.equal(one?.status, 200)
  assert.equal(one?.body['localId'], two?.body['localId'])
})

test('a disabled account keeps its number to itself', async () => {
  await using identity = await startTestIdentity(withPhones)
  await enter(identity, number)
  await identity.database.query('UPDATE identity.accounts SET disabled_at = now()')
  const { sessionInfo, code } = await order(identity)
  const finish = () => identity.call('/v1/accounts:signInWithPhoneNumber', { sessionInfo, code })
  assert.equal((await finish()).error, 'USER_DISABLED')
  assert.equal((await finish()).error, 'USER_DISABLED', 'a refusal does not use the code up')
})

test('text messages cost money, so a number gets one per half minute, five an hour, ten a day', async () => {
  await using identity = await startTestIdentity({ ...withPhones, limits: true })
  const sendNow = async () => (await send(identity, number)).error?.split(' ')[0]
  assert.equal(await sendNow(), undefined)
  assert.equal(await sendNow(), 'TOO_MANY_ATTEMPTS_TRY_LATER')
  for (let i = 1; i < 5; i += 1) {
    identity.clock.aheadMs += minute
    assert.equal(await sendNow(), undefined)
  }
  identity.clock.aheadMs += minute
  assert.equal(await sendNow(), 'QUOTA_EXCEEDED')
  identity.clock.aheadMs += 60 * minute
  for (let i = 5; i < 10; i += 1) {
    identity.clock.aheadMs += minute
    assert.equal(await sendNow(), undefined, `message ${i}`)
  }
  identity.clock.aheadMs += 60 * minute
  assert.equal(await sendNow(), 'QUOTA_EXCEEDED')
  assert.equal(identity.texts.length, 10)
})

test('one network gets twenty text messages a day, to whatever numbers', async () => {
  await using identity = await startTestIdentity({ ...withPhones, limits: true })
  for (let i = 0; i < 20; i += 1) assert.equal((await send(identity, `+121255501${10 + i}`)).status, 200)
  assert.match((await send(identity, '+12125550199')).error ?? '', /^TOO_MANY_ATTEMPTS_TRY_LATER/)
})

test('a number for tests has its fixed code and gets no message', async () => {
  const phoneTestNumbers = new Map([['+15555551000', '123456']])
  await using identity = await startTestIdentity({ ...withPhones, phoneTestNumbers, phoneCountries: () => ['CA'] })
  const { sessionInfo } = (await send(identity, '+1 555-555-1000')).body
  const entered = await identity.call('/v1/accounts:signInWithPhoneNumber', { sessionInfo, code: '123456' })
  assert.equal(entered.status, 200)
  assert.equal(identity.texts.length, 0)
})

const withPhones = { phone: () => true }

async function send(identity: TestIdentity, phoneNumber: string): Promise<WireResponse> {
  const recaptchaToken = await solveCaptcha(identity)
  return identity.call('/v1/accounts:sendVerificationCode', {
    phoneNumber,
    recaptchaToken,
    captchaResponse: 'NO_RECAPTCHA',
    clientType: 'CLIENT_TYPE_WEB',
    recaptchaVersion: 'RECAPTCHA_ENTERPRISE',
  })
}

async function order(identity: TestIdentity, phoneNumber = number): Promise<{ sessionInfo: unknown; code: string }> {
  const { body } = await send(identity, phoneNumber)
  return { sessionInfo: body['sessionInfo'], code: /^\d{6}/.exec(identity.texts.at(-1)?.text ?? '')?.[0] ?? '' }
}

async function enter(identity: TestIdentity, phoneNumber: string, more: object = {}): Promise<WireResponse> {
  return identity.call('/v1/accounts:signInWithPhoneNumber', { ...(await order(identity, phoneNumber)), ...more })
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

function claimsOf(idToken: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString())
}
