import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drizzle } from 'drizzle-orm/node-postgres'
import { ensureAccount } from './ensure-account.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'

const email = 'ann@example.com'
const password = 'torque wrench 42'

async function mailCode(identity: TestIdentity, requestType: 'EMAIL_SIGNIN' | 'PASSWORD_RESET'): Promise<string> {
  const continueUrl = 'http://shop.test/'
  await identity.call('/v1/accounts:sendOobCode', { requestType, email, continueUrl, canHandleCodeInApp: true })
  return codeInMail(identity.mails.at(-1))
}

const preview = async (identity: TestIdentity, oobCode: string | undefined) =>
  identity.call('/v1/accounts:previewOobCode', oobCode === undefined ? {} : { oobCode })

test('a link that would take an unverified password away says so, and is still good afterwards', async () => {
  await using identity = await startTestIdentity()
  await identity.call('/v1/accounts:signUp', { email, password })
  const oobCode = await mailCode(identity, 'EMAIL_SIGNIN')
  const { status, body } = await preview(identity, oobCode)
  assert.equal(status, 200)
  assert.deepEqual(body['removes'], ['password'])
  assert.equal((await identity.call('/v1/accounts:signInWithEmailLink', { email, oobCode })).status, 200)
  const refused = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  assert.equal(refused.error, 'INVALID_LOGIN_CREDENTIALS')
})

test('a reset replaces the password anyway; what else it takes from an unverified account it says', async () => {
  await using identity = await startTestIdentity()
  await identity.call('/v1/accounts:signUp', { email, password })
  assert.deepEqual((await preview(identity, await mailCode(identity, 'PASSWORD_RESET'))).body['removes'], [])
  await identity.database.query(`UPDATE identity.accounts SET phone_number = '+15555550100'`)
  assert.deepEqual((await preview(identity, await mailCode(identity, 'PASSWORD_RESET'))).body['removes'], ['phone'])
})

test('nothing goes from a verified account, nor where there is none', async () => {
  await using identity = await startTestIdentity()
  assert.deepEqual((await preview(identity, await mailCode(identity, 'EMAIL_SIGNIN'))).body['removes'], [])
  await ensureAccount({ db: drizzle(identity.database), now: () => new Date() }, { email, password })
  for (const purpose of ['EMAIL_SIGNIN', 'PASSWORD_RESET'] as const) {
    assert.deepEqual((await preview(identity, await mailCode(identity, purpose))).body['removes'], [], purpose)
  }
})

test('a link to the first password of an account that was opened for its owner says so, once', async () => {
  await using identity = await startTestIdentity()
  const database = drizzle(identity.database)
  await ensureAccount({ db: database, now: () => new Date() }, { email, password })
  assert.equal((await preview(identity, await mailCode(identity, 'PASSWORD_RESET'))).body['activates'], undefined)
  await identity.database.query(`UPDATE identity.accounts SET password_hash = NULL`)
  const oobCode = await mailCode(identity, 'PASSWORD_RESET')
  assert.equal((await preview(identity, oobCode)).body['activates'], true)
  await identity.call('/v1/accounts:resetPassword', { oobCode, newPassword: password })
  assert.equal((await preview(identity, await mailCode(identity, 'PASSWORD_RESET'))).body['activates'], undefined)
})

test('nothing is revealed without a valid code', async () => {
  await using identity = await startTestIdentity()
  assert.equal((await preview(identity, undefined)).error, 'MISSING_OOB_CODE')
  assert.equal((await preview(identity, 'guessed')).error, 'INVALID_OOB_CODE')
})
