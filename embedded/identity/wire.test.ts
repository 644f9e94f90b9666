import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUserWithEmailAndPassword, signInWithEmailAndPassword, validatePassword } from '@firebase/auth'
import fc from 'fast-check'
import { scratchIdentity, wireAnswer } from './scratch-identity.ts'
import { parseJsonBody } from './wire-body.ts'

const password = 'torque wrench 42'
const verbs =
  'signUp signInWithPassword lookup update delete sendOobCode resetPassword signInWithEmailLink signInWithIdp createAuthUri sendVerificationCode signInWithPhoneNumber proveHuman listSessions signOut'
const secondSteps =
  'mfaEnrollment:start mfaEnrollment:finalize mfaEnrollment:withdraw mfaSignIn:start mfaSignIn:finalize'
const posts = [
  ...verbs.split(' ').map((verb) => `/v1/accounts:${verb}`),
  ...secondSteps.split(' ').map((verb) => `/v2/accounts/${verb}`),
  '/v1/token',
]

test('bad bodies get a refusal in Google’s shape, never a 500', async () => {
  await using identity = await scratchIdentity({ phone: () => true })
  const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') =>
    wireAnswer(
      await fetch(`${identity.origin}${path}?key=k`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body,
      }),
    )
  const bodies: [string | Uint8Array<ArrayBuffer>, string?][] = [
    ['{'],
    ['[]'],
    ['null'],
    ['"text"'],
    ['{"email":12,"password":true,"idToken":[],"oobCode":{},"requestType":0,"grantType":1}'],
    ['{"email":"a\\u0000@b.example"}'],
    ['{"email":"\\ud800@b.example"}'],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['['.repeat(30_000)],
    [`${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    [`{"email":"${'a'.repeat(70_000)}@b.example"}`],
    [`{"idToken":"${'a'.repeat(9_000)}"}`],
    ['<email>a</email>', 'application/xml'],
    ['email=a', 'text/plain'],
    ['email=a&email=b', 'application/x-www-form-urlencoded'],
    ['{"__proto__":{"email":"a@b.example"},"constructor":{"password":"x"}}'],
    ['{"phoneEnrollmentInfo":{"__proto__":1},"totpVerificationInfo":[],"phoneVerificationInfo":"x","captchaToken":{}}'],
  ]
  for (const path of posts) {
    for (const [body, contentType] of bodies) {
      const answer = await send(path, body, contentType)
      const shown = `${path} ${String(body).slice(0, 40)} ${answer.status} ${answer.error}`
      assert.ok(answer.status >= 400 && answer.status < 500, shown)
      assert.match(answer.error ?? '', /^[A-Z_]+( : .+)?$/, shown)
      const { code, errors } = answer.body['error'] as { code: number; errors: unknown[] }
      assert.equal(code, answer.status)
      assert.deepEqual(errors, [{ message: answer.error, domain: 'global', reason: 'invalid' }])
    }
  }
})

test('any JSON whatever is read or refused', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      try {
        const fields = parseJsonBody(Buffer.from(text))
        assert.equal(Object.getPrototypeOf(fields), null)
      } catch (thrown) {
        assert.ok(thrown instanceof Error && thrown.name === 'WireError', String(thrown))
      }
    }),
  )
})

test('a body cannot reach a prototype, and both spellings of a field are one', () => {
  const fields = parseJsonBody(Buffer.from('{"__proto__":{"email":"x"},"id_token":"t","photoUrl":null}'))
  assert.equal(fields['email'], undefined)
  assert.equal(fields['idToken'], 't')
  assert.equal(({} as Record<string, unknown>)['email'], undefined)
})

test('any key without a colon is good, and no other', async () => {
  await using identity = await scratchIdentity()
  const error = async (path: string) => (await wireAnswer(await fetch(`${identity.origin}${path}`))).error
  assert.equal(await error('/v1/projects?key=anything'), undefined)
  assert.equal(await error('/v1/projects'), 'INVALID_API_KEY')
  assert.equal(await error('/v1/projects?key='), 'INVALID_API_KEY')
  assert.equal(await error('/v1/projects?key=a:b'), 'INVALID_API_KEY')
})

test('a tenant is refused', async () => {
  await using identity = await scratchIdentity()
  const answer = await identity.call('/v1/accounts:signUp', { email: 'a@b.example', password, tenantId: 't' })
  assert.equal(answer.error, 'UNSUPPORTED_TENANT_OPERATION')
})

test('tells the SDK about the project, the password policy and that no captcha of Google’s is needed', async () => {
  await using identity = await scratchIdentity()
  const project = await identity.call('/v1/projects')
  assert.deepEqual(project.body, { projectId: 'boltyard-test', authorizedDomains: ['shop.test', 'localhost'] })
  const captcha = await identity.call('/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE')
  assert.deepEqual(captcha.body['recaptchaEnforcementState'], [
    { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
    { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
  ])
  const auth = identity.sdk()
  assert.equal((await validatePassword(auth, 'short')).isValid, false)
  assert.equal((await validatePassword(auth, password)).isValid, true)
})

test('while the database is away the answer is 503, and the service recovers by itself', async () => {
  await using identity = await scratchIdentity()
  const auth = identity.sdk()
  await createUserWithEmailAndPassword(auth, 'a@example.com', password)
  const name = (await identity.database.query('SELECT current_database() AS name')).rows[0].name
  await using admin = await scratchIdentity()
  const allow = (yes: boolean) => admin.database.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${yes}`)
  await allow(false)
  await admin.database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  const away = await identity.call('/v1/accounts:signInWithPassword', { email: 'a@example.com', password })
  assert.equal(away.status, 503)
  assert.match(away.error ?? '', /^SERVICE_UNAVAILABLE : /)
  await allow(true)
  await signInWithEmailAndPassword(auth, 'a@example.com', password)
})

test('logs of a failure hold no secret', async () => {
  const lines: string[] = []
  await using identity = await scratchIdentity({
    log: (line) => lines.push(line),
    sendMail: async (tx) => void (await tx.execute('SELECT broken')),
  })
  const made = await identity.call('/v1/accounts:signUp', { email: 'secret@example.com', password })
  const failed = await identity.call('/v1/accounts:sendOobCode', {
    requestType: 'VERIFY_EMAIL',
    idToken: made.body['idToken'],
  })
  assert.equal(failed.status, 500)
  await identity.database.query('DROP TABLE identity.refresh_tokens')
  const refresh = { grantType: 'refresh_token', refreshToken: made.body['refreshToken'] }
  assert.equal((await identity.call('/v1/token', refresh)).status, 500)
  await identity.call('/v1/accounts:signInWithPassword', { email: 'secret@example.com', password })
  const log = lines.join('')
  assert.match(log, /an identity request failed/)
  for (const secret of [password, 'argon2', String(made.body['refreshToken']), String(made.body['idToken'])]) {
    assert.ok(!log.includes(secret), `the log holds ${secret.slice(0, 12)}`)
  }
})
