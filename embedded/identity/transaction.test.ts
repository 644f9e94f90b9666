import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { startTestIdentity } from './testing/start-identity.ts'
import { inTransaction } from './transaction.ts'

const account = (id: string, email: string, phone: string) =>
  `INSERT INTO identity.accounts (local_id, email, phone_number, created_at, last_login_at, valid_since)
   VALUES ('${id}', '${email}', '${phone}', now(), now(), now())`
const link = (localId: string, providerId: string, rawId: string) =>
  `INSERT INTO identity.linked_providers (provider_id, raw_id, local_id, federated_id, linked_at)
   VALUES ('${providerId}', '${rawId}', '${localId}', '${rawId}', now())`
const phoneFactor = (id: string, phone: string) =>
  `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
   VALUES ('${id}', 'ann', 'phone', '${phone}', now())`
const totpFactor = (id: string) =>
  `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, sealed_secret, last_used_step, enrolled_at)
   VALUES ('${id}', 'ann', 'totp', '', 0, now())`
const mailCode = (localId: string, enrollmentId: string) =>
  `INSERT INTO identity.mail_codes (code_hash, purpose, local_id, email, enrollment_id, created_at, expires_at)
   VALUES ('', 'VERIFY_EMAIL', '${localId}', 'x', '${enrollmentId}', now(), now())`
const phoneSession = (credential: string) =>
  `INSERT INTO identity.phone_sessions (session_hash, purpose, phone_number, credential_hash, created_at, expires_at)
   VALUES ('', 'sign-in', 'x', '${credential}', now(), now())`

test('each rule of the tables that two requests at once can run into has its own code', async () => {
  await using identity = await startTestIdentity()
  for (const statement of [
    account('ann', 'ann@example.com', '+1'),
    account('bob', 'bob@example.com', '+2'),
    link('ann', 'google.com', '1'),
    phoneFactor('f1', '+3'),
    totpFactor('f2'),
  ]) {
    await identity.database.query(statement)
  }
  for (const [statement, code] of [
    [account('cem', 'ann@example.com', '+4'), 'EMAIL_EXISTS'],
    [`UPDATE identity.accounts SET email = 'ann@example.com' WHERE local_id = 'bob'`, 'EMAIL_EXISTS'],
    [`UPDATE identity.accounts SET phone_number = '+1' WHERE local_id = 'bob'`, 'PHONE_NUMBER_EXISTS'],
    [link('bob', 'google.com', '1'), 'FEDERATED_USER_ID_ALREADY_LINKED'],
    [link('ann', 'google.com', '2'), 'PROVIDER_ALREADY_LINKED'],
    [phoneFactor('f3', '+3'), 'SECOND_FACTOR_EXISTS'],
    [totpFactor('f3'), 'SECOND_FACTOR_EXISTS'],
    [link('gone', 'github.com', '1'), 'USER_NOT_FOUND'],
    [mailCode('gone', 'f1'), 'USER_NOT_FOUND'],
    [mailCode('ann', 'gone'), 'MFA_ENROLLMENT_NOT_FOUND'],
    [phoneSession('gone'), 'INVALID_MFA_PENDING_CREDENTIAL'],
  ] as const) {
    const work = inTransaction(drizzle(identity.database), (tx) => tx.execute(sql.raw(statement)))
    await assert.rejects(work, { name: 'WireError', code }, statement)
  }
})

test('a broken rule that no request should be able to reach is a fault, not a taken address', async () => {
  await using identity = await startTestIdentity()
  const twice = account('ann', 'ann@example.com', '+1')
  await identity.database.query(twice)
  const again = account('ann', 'other@example.com', '+2')
  const work = inTransaction(drizzle(identity.database), (tx) => tx.execute(sql.raw(again)))
  await assert.rejects(work, (thrown: Error) => thrown.name !== 'WireError')
})
