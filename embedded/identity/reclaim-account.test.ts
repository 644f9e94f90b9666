import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose'
import type { Person } from './identity-deps.ts'
import { codeInMail, startTestIdentity, type TestIdentity } from './testing/start-identity.ts'
import { startTestProvider, serveOpenIdMetadata, type TestProvider } from './testing/oauth-provider.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'

const password = 'torque wrench 42'
const reclaimed: Person[] = []
let signer: GenerateKeyPairResult
let provider: TestProvider
let identity: TestIdentity
before(async () => {
  signer = await generateKeyPair('RS256')
  provider = await startTestProvider()
  serveOpenIdMetadata(provider, [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256' }])
  identity = await startTestIdentity({
    phone: () => true,
    oauthProviders: () => [
      { providerId: 'google.com', clientId: 'our-client', clientSecret: 'secret', issuer: provider.origin },
    ],
    reclaimPerson: async (_tx, person) => void reclaimed.push(person),
  })
})
after(async () => {
  await identity[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Maps the ways to verify an address to the account afterwards. */
const ways: Record<string, { prove: (email: string) => Promise<unknown>; left: object }> = {
  Google: {
    prove: async (email) => signIn('signInWithIdp', await google(email, { sub: email, name: 'The Owner' })),
    left: { display_name: 'The Owner', photo_url: null, has_password: false, link_used: false, providers: 1 },
  },
  'a sign-in link': {
    prove: async (email) => {
      await call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://shop.test/' })
      return signIn('signInWithEmailLink', { email, oobCode: codeInMail(identity.mails.at(-1)) })
    },
    left: { display_name: null, photo_url: null, has_password: false, link_used: true, providers: 0 },
  },
  'a password reset': {
    prove: async (email) => {
      await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
      await call('resetPassword', { oobCode: codeInMail(identity.mails.at(-1)), newPassword: 'another torque 43' })
      return signIn('signInWithPassword', { email, password: 'another torque 43' })
    },
    left: { display_name: null, photo_url: null, has_password: true, link_used: false, providers: 0 },
  },
}

let count = 0
for (const [name, { prove, left }] of Object.entries(ways)) {
  // security 15
  test(`by ${name} the owner of an address gets the account, and nothing that a stranger put into it`, async () => {
    const email = `owner-${(count += 1)}@example.com`
    const stranger = await call('signUp', { email, password })
    const { idToken, localId, refreshToken } = stranger
    await call('update', { idToken, displayName: 'Stranger', photoUrl: 'https://stranger.test/face.webp' })
    await call('signInWithIdp', { ...(await google(`stranger-${count}@example.com`, {})), idToken })
    await call('signInWithPhoneNumber', { ...(await phoneCode()), idToken })
    await identity.database.query(
      `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
       VALUES ($1, $1, 'phone', '+12125550199', now())`,
      [localId],
    )
    await call('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: `to-${count}@stranger.test`,
    })
    const change = codeInMail(identity.mails.at(-1))

    assert.equal(await prove(email), localId)
    assert.deepEqual(await stateOf(localId), {
      email,
      is_verified: true,
      phone_number: null,
      factors: 0,
      codes: 0,
      ...left,
    })
    assert.deepEqual(reclaimed.splice(0), [{ localId, email }])
    const reported = identity.mails.filter(({ to, kind }) => to === email && kind === 'account-reclaimed')
    assert.equal(reported.length, 1)

    const refused = [
      await identity.call('/v1/accounts:lookup', { idToken }),
      await identity.call('/v1/token', { grantType: 'refresh_token', refreshToken }),
      await identity.call('/v1/accounts:signInWithPassword', { email, password }),
      await identity.call('/v1/accounts:update', { oobCode: change }),
    ]
    assert.deepEqual(
      refused.map(({ error }) => error),
      ['TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'INVALID_LOGIN_CREDENTIALS', 'INVALID_OOB_CODE'],
    )
  })
}

test('an address that was verified is not reclaimed from its own account', async () => {
  const email = 'settled@example.com'
  const { idToken } = await call('signUp', { email, password })
  await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await call('update', { oobCode: codeInMail(identity.mails.at(-1)) })
  await call('update', { idToken, displayName: 'Settled' })
  for (const { prove } of Object.values(ways)) await prove(email)
  const { rows } = await identity.database.query('SELECT display_name FROM identity.accounts WHERE email = $1', [email])
  assert.deepEqual(rows, [{ display_name: 'Settled' }])
  assert.deepEqual(reclaimed, [])
})

async function stateOf(localId: unknown): Promise<unknown> {
  const { rows } = await identity.database.query(
    `SELECT email, email_verified_at IS NOT NULL AS is_verified, phone_number, display_name, photo_url,
      password_hash IS NOT NULL AS has_password, email_link_used_at IS NOT NULL AS link_used,
      (SELECT count(*)::int FROM identity.linked_providers p WHERE p.local_id = a.local_id) AS providers,
      (SELECT count(*)::int FROM identity.second_factors f WHERE f.local_id = a.local_id) AS factors,
      (SELECT count(*)::int FROM identity.mail_codes c WHERE c.local_id = a.local_id AND purpose <> 'PASSWORD_RESET') AS codes
    FROM identity.accounts a WHERE local_id = $1`,
    [localId],
  )
  return rows[0]
}

async function call(verb: string, body: object): Promise<Record<string, unknown>> {
  const response = await identity.call(`/v1/accounts:${verb}`, body)
  assert.equal(response.status, 200, `${verb}: ${response.error}`)
  return response.body
}

async function signIn(verb: string, body: object): Promise<unknown> {
  return (await call(verb, body))['localId']
}

async function google(email: string, claims: { sub?: string; name?: string }): Promise<object> {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: provider.origin, aud: 'our-client', sub: email, email, email_verified: true, ...claims }
  const token = await new SignJWT({ ...all, iat: now, exp: now + 3600 })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(signer.privateKey)
  return { requestUri: 'http://localhost', postBody: `id_token=${token}&providerId=google.com` }
}

async function phoneCode(): Promise<object> {
  const { sessionInfo } = await call('sendVerificationCode', {
    phoneNumber: `+1212555012${count}`,
    recaptchaToken: await solveCaptcha(identity),
  })
  return { sessionInfo, code: identity.texts.at(-1)?.text.slice(0, 6) }
}
