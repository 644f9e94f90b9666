import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getMultiFactorResolver,
  multiFactor,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
} from '@firebase/auth'
import type { MultiFactorAssertion, MultiFactorError } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import { ensureAccount } from './ensure-account.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { fromBase32 } from './testing/base32.ts'
import { totpCode, totpStep } from './totp.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'
const minute = 60_000

/** Creates an account with an authenticator app and its first ten codes. */
async function withCodes(changes: Partial<IdentityDeps> = {}) {
  const identity = await startTestIdentity(changes)
  await ensureAccount({ db: drizzle(identity.database), now: () => new Date() }, { email, password })
  const auth = identity.sdk()
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  await addApp()
  const idToken = () => user.getIdToken()
  const make = async () => identity.call('/v1/accounts:createRecoveryCodes', { idToken: await idToken() })
  const left = async () =>
    (await identity.call('/v1/accounts:readRecoveryCodes', { idToken: await idToken() })).body['left']
  const { body } = await make()
  const codes = body['recoveryCodes'] as string[]

  async function addApp() {
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
    const code = totpCode(fromBase32(secret.secretKey), totpStep(new Date(Date.now() + identity.clock.aheadMs)))
    await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'App')
  }
  const withdraw = async () => {
    for (const { uid } of multiFactor(user).enrolledFactors) await multiFactor(user).unenroll(uid)
  }
  return {
    identity,
    codes,
    make,
    left,
    addApp,
    withdraw,
    [Symbol.asyncDispose]: () => identity[Symbol.asyncDispose](),
  }
}

async function firstStep(identity: TestIdentity): Promise<unknown> {
  const { body } = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  return body['mfaPendingCredential']
}

async function recover(identity: TestIdentity, recoveryCode: string | undefined) {
  const mfaPendingCredential = await firstStep(identity)
  return identity.call('/v2/accounts/mfaSignIn:recover', {
    mfaPendingCredential,
    ...(recoveryCode && { recoveryCode }),
  })
}

// security 14
test('ten codes are shown once and stored as hashes; each signs in once, and the owner gets a mail with how many are left', async () => {
  await using account = await withCodes()
  const { identity, codes, left } = account
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  const { rows } = await identity.database.query('SELECT * FROM identity.recovery_codes')
  const stored = JSON.stringify(rows.map(({ code_hash: hash }) => [hash.toString('hex'), hash.toString('utf8')]))
  for (const code of codes) assert.ok(!stored.includes(code.replace('-', '')))

  const [first = '', second = ''] = codes
  const done = await recover(identity, first)
  assert.equal(done.status, 200)
  assert.equal((await identity.call('/v1/accounts:lookup', { idToken: done.body['idToken'] })).status, 200)
  assert.equal(await left(), 9)
  const mail = identity.mails.at(-1)
  assert.equal(mail?.kind, 'recovery-code-used')
  assert.match(JSON.stringify(mail), /9 codes are left/)
  assert.equal((await recover(identity, first)).error, 'INVALID_RECOVERY_CODE')
  assert.equal((await recover(identity, undefined)).error, 'MISSING_CODE')
  // As people type it.
  assert.equal((await recover(identity, ` ${second.replace('-', ' ').toUpperCase()}`)).status, 200)
})

test('the SDK goes on with a recovery code where it would with another factor', async () => {
  await using account = await withCodes()
  const { identity, codes } = account
  const auth = identity.sdk()
  const error = await signInWithEmailAndPassword(auth, email, password).catch((thrown: unknown) => thrown)
  const resolver = getMultiFactorResolver(auth, error as MultiFactorError)
  const assertion = {
    factorId: 'recovery',
    async _process(_auth: unknown, { credential }: { credential: string }) {
      const response = await identity.call('/v2/accounts/mfaSignIn:recover', {
        mfaPendingCredential: credential,
        recoveryCode: codes[0],
      })
      return response.body
    },
  }
  const { user } = await resolver.resolveSignIn(assertion as unknown as MultiFactorAssertion)
  await user.reload()
  assert.equal(user.email, email)
})

test('one code used by two at once signs in one of them', async () => {
  await using account = await withCodes()
  const { identity, codes, left } = account
  const responses = await Promise.all(Array.from({ length: 6 }, () => recover(identity, codes[0])))
  assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  assert.equal(await left(), 9)
})

test('new codes void the old ones and require a recent sign-in and a second factor; the owner is notified', async () => {
  await using account = await withCodes()
  const { identity, codes, make, left } = account
  const renewed = await make()
  assert.equal(renewed.status, 200)
  assert.equal(identity.mails.at(-1)?.kind, 'recovery-codes-created')
  assert.equal(await left(), 10)
  assert.equal((await recover(identity, codes[0])).error, 'INVALID_RECOVERY_CODE')
  assert.equal((await recover(identity, (renewed.body['recoveryCodes'] as string[])[0])).status, 200)
  await account.withdraw()
  assert.equal((await make()).error, 'MFA_ENROLLMENT_NOT_FOUND')
  identity.clock.aheadMs = 6 * minute
  assert.match((await make()).error ?? '', /^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/)
})

test('codes go with the last factor, and do not come back with the next one', async () => {
  await using account = await withCodes()
  const { identity, codes, left } = account
  const { rows } = await identity.database.query('SELECT * FROM identity.recovery_codes')
  await account.withdraw()
  assert.equal(await left(), 0)
  for (const row of rows) {
    await identity.database.query('INSERT INTO identity.recovery_codes VALUES ($1, $2, $3)', [
      row.code_hash,
      row.local_id,
      row.created_at,
    ])
  }
  await account.addApp()
  assert.equal(await left(), 0, 'nor if some were left behind')
  assert.equal((await recover(identity, codes[0])).error, 'INVALID_RECOVERY_CODE')
})

// security 14
test('wrong codes are few, in one sign-in and over all of them', async () => {
  await using account = await withCodes({ limits: true })
  const { identity, codes } = account
  const mfaPendingCredential = await firstStep(identity)
  const guess = (recoveryCode = '00000-00000') =>
    identity.call('/v2/accounts/mfaSignIn:recover', { mfaPendingCredential, recoveryCode })
  for (let i = 0; i < 5; i += 1) assert.equal((await guess()).error, 'INVALID_RECOVERY_CODE')
  assert.notEqual((await guess(codes[0])).status, 200, 'this sign-in is over')
  assert.equal((await recover(identity, codes[0])).status, 429, 'and the next one waits')
  identity.clock.aheadMs = 3 * minute
  assert.equal((await recover(identity, codes[0])).status, 200)
})

test('codes cannot be created or counted without signing in, and no code replaces the first factor', async () => {
  await using account = await withCodes()
  const { identity, codes } = account
  assert.equal((await identity.call('/v1/accounts:createRecoveryCodes', {})).error, 'MISSING_ID_TOKEN')
  assert.equal((await identity.call('/v1/accounts:readRecoveryCodes', {})).error, 'MISSING_ID_TOKEN')
  const bare = await identity.call('/v2/accounts/mfaSignIn:recover', { recoveryCode: codes[0] })
  assert.equal(bare.error, 'MISSING_MFA_PENDING_CREDENTIAL')
  const guessed = { mfaPendingCredential: 'guessed', recoveryCode: codes[0] }
  assert.equal((await identity.call('/v2/accounts/mfaSignIn:recover', guessed)).error, 'INVALID_MFA_PENDING_CREDENTIAL')
})
