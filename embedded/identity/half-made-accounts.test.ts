import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity, WireResponse } from './testing/start-identity.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'
import { cleanUpIdentity } from './clean-up-identity.ts'

const password = 'torque wrench 42'
const number = '+12125550123'
const hour = 3_600_000
const withPhones = { phone: () => true }

test('a half-made account gives its number up to the account to which its owner adds it', async () => {
  await using identity = await startTestIdentity(withPhones)
  const half = await enter(identity)
  const { idToken, localId } = await signUp(identity, 'a@example.com')
  const linked = await enter(identity, { idToken })
  assert.equal(linked.error, undefined)
  assert.equal(linked.body['temporaryProof'], undefined, 'the number is added, not refused')
  assert.equal(linked.body['localId'], localId)
  assert.equal((await enter(identity)).body['localId'], localId)
  const gone = await identity.call('/v1/accounts:lookup', { idToken: half.body['idToken'] })
  assert.equal(gone.error, 'USER_NOT_FOUND')
  const { rows } = await identity.database.query(
    `SELECT event FROM identity.audit_events WHERE local_id = $1 ORDER BY event_id DESC LIMIT 1`,
    [half.body['localId']],
  )
  assert.deepEqual(rows, [{ event: 'account-deleted' }])
})

test('a number that becomes a second step leaves its half-made account', async () => {
  await using identity = await startTestIdentity(withPhones)
  await enter(identity)
  const { idToken } = await signUp(identity, 'a@example.com')
  await identity.call('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await identity.call('/v1/accounts:update', { oobCode: codeInMail(identity.mails.at(-1)) })
  const phoneEnrollmentInfo = { phoneNumber: number, recaptchaToken: await solveCaptcha(identity) }
  const { body } = await identity.call('/v2/accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo })
  const { sessionInfo } = body['phoneSessionInfo'] as { sessionInfo: string }
  const phoneVerificationInfo = { sessionInfo, code: codeInText(identity) }
  const enrolled = await identity.call('/v2/accounts/mfaEnrollment:finalize', { idToken, phoneVerificationInfo })
  assert.equal(enrolled.error, undefined)
  assert.equal(await accountsOf(identity, number), 0)
})

test('an account with an address, with another way in or disabled keeps its number', async () => {
  await using identity = await startTestIdentity(withPhones)
  const changes = {
    'an address': `email = 'owner@example.com'`,
    'a disabled account': 'disabled_at = now()',
  }
  for (const [name, change] of Object.entries(changes)) {
    await enter(identity)
    await identity.database.query(`UPDATE identity.accounts SET ${change}`)
    await assertKept(identity, name)
  }
  const { localId } = (await enter(identity)).body
  await identity.database.query(
    `INSERT INTO identity.linked_providers (provider_id, raw_id, local_id, federated_id, linked_at)
      VALUES ('twitter.com', '1', $1, 'twitter/1', now())`,
    [localId],
  )
  await assertKept(identity, 'another way in')
})

test('an account without an address takes no number from another one', async () => {
  await using identity = await startTestIdentity({ ...withPhones, anonymous: () => true })
  await enter(identity)
  const { idToken } = (await identity.call('/v1/accounts:signUp', {})).body
  const linked = await enter(identity, { idToken })
  assert.ok(linked.body['temporaryProof'])
})

test('a half-made account is there again at the next sign-in, and gone a day after the last one', async () => {
  await using identity = await startTestIdentity(withPhones)
  const first = await enter(identity)
  const other = await enter(identity, {}, '+12125550124')
  await signUp(identity, 'a@example.com', other.body['idToken'])
  identity.clock.aheadMs += 23 * hour
  await normalize(identity)
  const again = await enter(identity)
  assert.equal(again.body['isNewUser'], false)
  assert.equal(again.body['localId'], first.body['localId'])
  identity.clock.aheadMs += 23 * hour
  await normalize(identity)
  assert.equal(await accountsOf(identity, number), 1, 'it was used a moment ago')
  identity.clock.aheadMs += 2 * hour
  await normalize(identity)
  assert.equal(await accountsOf(identity, number), 0)
  assert.equal(await accountsOf(identity, '+12125550124'), 1, 'a finished one stays')
  assert.equal((await enter(identity)).body['isNewUser'], true)
})

test('an account that is finished while its number is being added elsewhere keeps it', async () => {
  await using identity = await startTestIdentity(withPhones)
  for (let round = 0; round < 5; round += 1) {
    const phoneNumber = `+1212555013${round}`
    const half = await enter(identity, {}, phoneNumber)
    const { idToken } = await signUp(identity, `other-${round}@example.com`)
    const order = await orderCode(identity, phoneNumber)
    const [finished, linked] = await Promise.all([
      identity.call('/v1/accounts:signUp', {
        email: `owner-${round}@example.com`,
        password,
        idToken: half.body['idToken'],
      }),
      identity.call('/v1/accounts:signInWithPhoneNumber', { ...order, idToken }),
    ])
    const isDraftable = linked.body['temporaryProof'] !== undefined
    assert.equal(finished.status, isDraftable ? 200 : 400, `${finished.error} ${linked.error}`)
    assert.equal(await accountsOf(identity, phoneNumber), 1)
  }
})

async function assertKept(identity: TestIdentity, name: string): Promise<void> {
  const { idToken } = await signUp(identity, 'a@example.com')
  const linked = await enter(identity, { idToken })
  assert.ok(linked.body['temporaryProof'], name)
  const { temporaryProof, phoneNumber } = linked.body
  const insisted = await identity.call('/v1/accounts:signInWithPhoneNumber', { temporaryProof, phoneNumber, idToken })
  assert.equal(insisted.error, 'PHONE_NUMBER_EXISTS')
  await identity.database.query('DELETE FROM identity.accounts')
}

async function accountsOf(identity: TestIdentity, phoneNumber: string): Promise<number> {
  const { rowCount } = await identity.database.query('SELECT 1 FROM identity.accounts WHERE phone_number = $1', [
    phoneNumber,
  ])
  return rowCount ?? 0
}

const normalize = (identity: TestIdentity) =>
  cleanUpIdentity({
    db: drizzle(identity.database),
    now: () => new Date(Date.now() + identity.clock.aheadMs),
    log: fastify().log,
    keys: { rotate: () => Promise.resolve() },
  })

async function signUp(identity: TestIdentity, email: string, idToken?: unknown): Promise<Record<string, unknown>> {
  const { status, body, error } = await identity.call('/v1/accounts:signUp', {
    email,
    password,
    ...(idToken ? { idToken } : {}),
  })
  assert.equal(status, 200, error)
  return body
}

async function orderCode(identity: TestIdentity, phoneNumber: string): Promise<object> {
  const recaptchaToken = await solveCaptcha(identity)
  const { body } = await identity.call('/v1/accounts:sendVerificationCode', { phoneNumber, recaptchaToken })
  return { sessionInfo: body['sessionInfo'], code: codeInText(identity) }
}

async function enter(identity: TestIdentity, more: object = {}, phoneNumber = number): Promise<WireResponse> {
  const order = await orderCode(identity, phoneNumber)
  return identity.call('/v1/accounts:signInWithPhoneNumber', { ...order, ...more })
}

function codeInText(identity: TestIdentity): string {
  return /^\d{6}/.exec(identity.texts.at(-1)?.text ?? '')?.[0] ?? ''
}
