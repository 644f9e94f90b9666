import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose'
import { serveOpenIdMetadata, startTestProvider, type TestProvider } from './testing/oauth-provider.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'
import { codeInMail, startTestIdentity, type TestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'
const newPassword = 'another torque 43'
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
  })
})
after(async () => {
  await identity[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const additions: Record<string, string[]> = {
  'sign-in-added': ['phone', 'google.com'],
  'phone-added': ['phone'],
  'sign-in-removed': [],
}

for (const [kind, removed] of Object.entries(additions)) {
  // security 12, 16
  test(`the link of the mail ${kind} takes from a stranger what was added then and later, and signs him out`, async () => {
    const { email, localId, idToken } = await verified()
    const stranger = await takeOver(idToken)
    const oobCode = codeOf(email, kind)
    const preview = await call('previewOobCode', { oobCode })
    await call('resetPassword', { oobCode, newPassword })

    assert.deepEqual([preview['undoes'], preview['removes']], [true, removed])
    const left = ['phone', 'google.com', 'password'].filter((method) => !removed.includes(method))
    assert.deepEqual((await methods(localId)).toSorted(), left.toSorted())
    for (const token of [idToken, stranger.idToken]) {
      assert.equal((await identity.call('/v1/accounts:lookup', { idToken: token })).error, 'TOKEN_EXPIRED')
    }
    assert.equal((await call('signInWithPassword', { email, password: newPassword }))['localId'], localId)

    // The notices of what came before still help.
    await call('resetPassword', { oobCode: codeOf(email, 'sign-in-added'), newPassword }, kind === 'sign-in-added')
    assert.deepEqual(await methods(localId), ['password'])
  })
}

// security 12
test('changes by a stranger void neither the reset that the owner asked for nor the links of earlier notices', async () => {
  const { email, localId, idToken } = await verified()
  await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const asked = codeOf(email, 'reset-password')
  const stranger = await takeOver(idToken)
  await call('update', { idToken: stranger.idToken, password: 'of the stranger 44' })
  const notices = ['sign-in-added', 'phone-added', 'sign-in-removed', 'password-changed'].map((kind) =>
    codeOf(email, kind),
  )
  for (const oobCode of [asked, ...notices]) await call('previewOobCode', { oobCode })

  await call('resetPassword', { oobCode: asked, newPassword })
  await call('resetPassword', { oobCode: asked, newPassword }, true)
  await call('resetPassword', { oobCode: notices[0], newPassword })
  // The first notice has undone what the later ones told of.
  for (const oobCode of notices) await call('resetPassword', { oobCode, newPassword }, true)
  assert.deepEqual(await methods(localId), ['password'])
})

test('a new reset voids the earlier one, and no notice', async () => {
  const { email, idToken } = await verified()
  await takeOver(idToken)
  await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const earlier = codeOf(email, 'reset-password')
  await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  await call('resetPassword', { oobCode: earlier, newPassword }, true)
  await call('resetPassword', { oobCode: codeOf(email, 'phone-added'), newPassword })
  // One reset is enough: the link that was asked for is used up with it.
  await call('resetPassword', { oobCode: codeOf(email, 'reset-password'), newPassword }, true)
})

test('the notices of before a change of the address work again once it is restored', async () => {
  const { email, localId, idToken } = await verified()
  await takeOver(idToken)
  await call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: `thief-${email}` })
  await call('update', { oobCode: codeOf(`thief-${email}`, 'change-email') })
  const oobCode = codeOf(email, 'sign-in-added')
  await call('resetPassword', { oobCode, newPassword }, true)
  await call('update', { oobCode: codeOf(email, 'email-changed') })
  await call('resetPassword', { oobCode, newPassword })
  assert.deepEqual(await methods(localId), ['password'])
})

/** Links a Google account and a phone with the session of the owner, and removes the password. */
async function takeOver(idToken: string): Promise<{ idToken: string }> {
  const google = await googleToken(`stranger-${(count += 1)}@example.com`)
  await call('signInWithIdp', { requestUri: 'http://localhost', postBody: google, idToken })
  identity.clock.aheadMs += 1000
  const recaptchaToken = await solveCaptcha(identity)
  const { sessionInfo } = await call('sendVerificationCode', {
    phoneNumber: `+12125550${100 + count}`,
    recaptchaToken,
  })
  const code = identity.texts.at(-1)?.text.slice(0, 6)
  await call('signInWithPhoneNumber', { sessionInfo, code, idToken })
  identity.clock.aheadMs += 1000
  await call('update', { idToken, deleteProvider: ['password'] })
  identity.clock.aheadMs += 1000
  const entered = await call('signInWithIdp', { requestUri: 'http://localhost', postBody: google })
  return { idToken: String(entered['idToken']) }
}

let count = 0
async function verified(): Promise<{ email: string; localId: string; idToken: string }> {
  const email = `owner-${(count += 1)}@example.com`
  const { localId, idToken } = await call('signUp', { email, password })
  await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await call('update', { oobCode: codeOf(email, 'verify-email') })
  return { email, localId: String(localId), idToken: String(idToken) }
}

async function methods(localId: string): Promise<string[]> {
  const { rows } = await identity.database.query(
    `SELECT array_remove(ARRAY[CASE WHEN password_hash IS NOT NULL THEN 'password' END,
        CASE WHEN phone_number IS NOT NULL THEN 'phone' END], NULL)
      || ARRAY(SELECT provider_id FROM identity.linked_providers p WHERE p.local_id = a.local_id) AS methods
    FROM identity.accounts a WHERE local_id = $1`,
    [localId],
  )
  return rows[0].methods
}

const codeOf = (to: string, kind: string) =>
  codeInMail(identity.mails.findLast((mail) => mail.to === to && mail.kind === kind))

async function call(verb: string, body: object, isRefused = false): Promise<Record<string, unknown>> {
  const response = await identity.call(`/v1/accounts:${verb}`, body)
  assert.equal(response.error, isRefused ? 'INVALID_OOB_CODE' : undefined, verb)
  return response.body
}

async function googleToken(email: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: provider.origin, aud: 'our-client', sub: email, email, email_verified: true }
  const token = await new SignJWT({ ...all, iat: now, exp: now + 3600 })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(signer.privateKey)
  return `id_token=${token}&providerId=google.com`
}
