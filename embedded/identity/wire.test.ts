import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUserWithEmailAndPassword, signInWithEmailAndPassword, validatePassword } from '@firebase/auth'
import fc from 'fast-check'
import { startTestIdentity, readWireResponse } from './testing/start-identity.ts'
import { parseJsonBody } from './wire-body.ts'
import { search } from '#server/testing/random-search.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

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
  await using identity = await startTestIdentity({ phone: () => true })
  const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') =>
    readWireResponse(
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
      const result = await send(path, body, contentType)
      const shown = `${path} ${String(body).slice(0, 40)} ${result.status} ${result.error}`
      assert.ok(result.status >= 400 && result.status < 500, shown)
      assert.match(result.error ?? '', /^[A-Z_]+( : .+)?$/, shown)
      const { code, errors } = result.body['error'] as { code: number; errors: unknown[] }
      assert.equal(code, result.status)
      assert.deepEqual(errors, [{ message: result.error, domain: 'global', reason: 'invalid' }])
    }
  }
})

test('unknown paths and wrong methods respond in Google’s error format', async () => {
  await using identity = await startTestIdentity({ phone: () => true })
  const gets = [
    '/v1/projects',
    '/v1/recaptchaParams',
    '/v2/recaptchaConfig',
    '/v2/passwordPolicy',
    '/v2/captchaChallenge',
  ]
  const unknown = [
    '/v1/accounts:',
    '/v1/accounts:signInWithCustomToken',
    `/v1/accounts:${'a'.repeat(500)}`,
    '/v1/accounts:sign%55p/x',
    '/v2/accounts/',
    '/v2/accounts/passkeyEnrollment:start',
    '/v1/projects/boltyard/accounts:lookup',
    '/v1/projects/x/accounts',
    '/v2/projects/x/config',
    '/v2/accounts:zzz',
  ]
  const calls = [
    ...unknown.flatMap((path) => ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [method, path] as const)),
    ...posts.flatMap((path) => ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method, path] as const)),
    ...[...gets, '/.well-known/jwks.json'].flatMap((path) =>
      ['POST', 'PUT', 'DELETE'].map((method) => [method, path] as const),
    ),
  ]
  for (const [method, path] of calls) {
    for (const contentType of ['application/json', undefined]) {
      const response = await fetch(`${identity.origin}${path}?key=k`, {
        method,
        ...(contentType && method !== 'GET' && { body: '{}', headers: { 'content-type': contentType } }),
      })
      const { body } = await readWireResponse(response)
      const message = 'NOT_FOUND : There is no such method here.'
      const errors = [{ message, domain: 'global', reason: 'invalid' }]
      assert.deepEqual(body, { error: { code: 404, message, errors, status: 'NOT_FOUND' } }, `${method} ${path}`)
    }
  }
})

test('a refusal names its status by Google’s words, whatever it is', async () => {
  await using identity = await startTestIdentity()
  const send = async (body: string, contentType: string) => {
    const headers = { 'content-type': contentType }
    const result = await fetch(`${identity.origin}/v1/accounts:signUp?key=k`, { method: 'POST', headers, body })
    const { error } = (await readWireResponse(result)).body as {
      error: { code: number; status: string; message: string }
    }
    return [error.code, error.status, error.message]
  }
  assert.deepEqual(await send('{', 'application/json'), [
    400,
    'INVALID_ARGUMENT',
    'INVALID_ARGUMENT : The body is not valid JSON.',
  ])
  assert.deepEqual(await send('a', 'text/plain'), [
    415,
    'INVALID_ARGUMENT',
    'INVALID_ARGUMENT : The body must be application/json.',
  ])
  assert.deepEqual(await send(`{"a":"${'a'.repeat(70_000)}"}`, 'application/json'), [
    413,
    'INVALID_ARGUMENT',
    'REQUEST_TOO_LARGE : The request is too large.',
  ])
})

test('the key may also come in a header, and no call names its account or another project', async () => {
  await using identity = await startTestIdentity({ anonymous: () => true })
  const signUp = async (headers: Record<string, string>, body: object) =>
    readWireResponse(
      await fetch(`${identity.origin}/v1/accounts:signUp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  assert.equal((await signUp({ 'x-goog-api-key': 'k' }, {})).status, 200)
  assert.equal((await signUp({ authorization: 'Bearer owner' }, {})).error, 'INVALID_API_KEY')
  const named = await signUp({ 'x-goog-api-key': 'k' }, { targetProjectId: 'other', localId: 'mine' })
  assert.equal(named.status, 200)
  assert.notEqual(named.body['localId'], 'mine')
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
    search(),
  )
})

// security 24
test('a body cannot reach a prototype, and both spellings of a field are one', () => {
  const fields = parseJsonBody(Buffer.from('{"__proto__":{"email":"x"},"id_token":"t","photoUrl":null}'))
  assert.equal(fields['email'], undefined)
  assert.equal(fields['idToken'], 't')
  assert.equal(({} as Record<string, unknown>)['email'], undefined)
})

// spec 5.12
test('any key without a colon is good, and no other', async () => {
  await using identity = await startTestIdentity()
  const error = async (path: string) => (await readWireResponse(await fetch(`${identity.origin}${path}`))).error
  assert.equal(await error('/v1/projects?key=anything'), undefined)
  assert.equal(await error('/v1/projects'), 'INVALID_API_KEY')
  assert.equal(await error('/v1/projects?key='), 'INVALID_API_KEY')
  assert.equal(await error('/v1/projects?key=a:b'), 'INVALID_API_KEY')
})

// spec 3.7
test('a tenant is refused', async () => {
  await using identity = await startTestIdentity()
  const result = await identity.call('/v1/accounts:signUp', { email: 'a@b.example', password, tenantId: 't' })
  assert.equal(result.error, 'UNSUPPORTED_TENANT_OPERATION')
})

// spec 7.32
test('the SDK gets the project, the password policy and a config without Google’s captcha', async () => {
  await using identity = await startTestIdentity()
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
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  await createUserWithEmailAndPassword(auth, 'a@example.com', password)
  const name = (await identity.database.query('SELECT current_database() AS name')).rows[0].name
  await using admin = await startTestIdentity()
  const allow = (yes: boolean) => admin.database.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${yes}`)
  await allow(false)
  await admin.database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  const away = await identity.call('/v1/accounts:signInWithPassword', { email: 'a@example.com', password })
  assert.equal(away.status, 503)
  assert.match(away.error ?? '', /^SERVICE_UNAVAILABLE : /)
  await allow(true)
  // Further dead connections may come to light first.
  const isBack = () => signInWithEmailAndPassword(auth, 'a@example.com', password).then(Boolean, () => false)
  await waitUntil(isBack, 'the service recovers')
})

test('logs of a failure hold no secret', async () => {
  const lines: string[] = []
  await using identity = await startTestIdentity({
    log: (line) => lines.push(line),
    sendMail: async (tx) => void (await tx.execute('SELECT broken')),
  })
  const created = await identity.call('/v1/accounts:signUp', { email: 'secret@example.com', password })
  const failed = await identity.call('/v1/accounts:sendOobCode', {
    requestType: 'VERIFY_EMAIL',
    idToken: created.body['idToken'],
  })
  assert.equal(failed.status, 500)
  await identity.database.query('DROP TABLE identity.refresh_tokens')
  const refresh = { grantType: 'refresh_token', refreshToken: created.body['refreshToken'] }
  assert.equal((await identity.call('/v1/token', refresh)).status, 500)
  await identity.call('/v1/accounts:signInWithPassword', { email: 'secret@example.com', password })
  const log = lines.join('')
  assert.match(log, /an identity request failed/)
  for (const secret of [password, 'argon2', String(created.body['refreshToken']), String(created.body['idToken'])]) {
    assert.ok(!log.includes(secret), `the log holds ${secret.slice(0, 12)}`)
  }
})
