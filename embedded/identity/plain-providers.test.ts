import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { getAdditionalUserInfo, OAuthCredential, signInWithCredential } from '@firebase/auth'
import { createTestBrowser, startUrl } from './testing/browser.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import { startTestProvider } from './testing/oauth-provider.ts'

const github = { id: 583_231, login: 'ada', name: 'Ada', email: 'public@example.com', avatar_url: 'https://p.test/a' }

// spec 4.2
test('GitHub: only the primary address counts, and only if it is verified', async () => {
  await using fixture = await createPlainProviderFixture('github.com')
  fixture.answers.set('/user', { body: github })
  const emails = (verified: boolean) => [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'Ada@Example.com', primary: true, verified },
  ]
  fixture.answers.set('/user/emails', { body: emails(true) })
  const signedIn = await fixture.signIn()
  assert.equal(signedIn.user.email, 'ada@example.com')
  assert.equal(signedIn.user.emailVerified, true)
  assert.equal(signedIn.user.displayName, 'Ada')
  assert.equal(signedIn.user.providerData[0]?.uid, '583231')
  assert.equal(getAdditionalUserInfo(signedIn)?.username, 'ada')

  const exchange = fixture.requests.find(({ path }) => path === '/token')
  assert.equal(exchange?.form.get('client_secret'), 'secret')
  const verifier = exchange?.form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  assert.equal(fixture.query?.get('code_challenge'), challenge)
  assert.equal(fixture.query?.get('scope'), 'read:user user:email')
  assert.ok(fixture.requests.filter(({ authorization }) => authorization === 'Bearer their-token').length === 2)

  fixture.answers.set('/user', { body: { ...github, id: 2 } })
  fixture.answers.set('/user/emails', { body: emails(false) })
  const without = await fixture.signIn()
  assert.equal(without.user.email, null)
  assert.notEqual(without.user.uid, signedIn.user.uid)
})

test('GitHub: an answer that names another sender is not its own', async () => {
  await using fixture = await createPlainProviderFixture('github.com')
  fixture.answers.set('/user', { body: github })
  fixture.answers.set('/user/emails', { body: [] })
  assert.ok((await fixture.come('&iss=https%3A%2F%2Fgithub.com%2Flogin%2Foauth')).message?.['pendingToken'])
  const mixedUp = await fixture.come('&iss=https%3A%2F%2Fevil.test')
  assert.equal(mixedUp.message?.['error'], 'invalid-credential')
  assert.equal(fixture.requests.filter(({ path }) => path === '/token').length, 1, 'its code is not sent')
})

// spec 4.2
test('Facebook: its word about an address opens no account that is there already', async () => {
  await using fixture = await createPlainProviderFixture('facebook.com')
  const picture = { data: { url: 'https://p.test/f' } }
  fixture.answers.set('/me', { body: { id: '77', name: 'Ada', email: 'ada@example.com', picture } })
  const first = await fixture.signIn()
  assert.equal(first.user.emailVerified, false)
  assert.equal(first.user.photoURL, 'https://p.test/f')
  const proof = createHmac('sha256', 'secret').update('their-token').digest('hex')
  assert.equal(fixture.requests.at(-1)?.query.get('appsecret_proof'), proof)

  fixture.answers.set('/me', { body: { id: '78', name: 'Eve', email: 'ada@example.com' } })
  await assert.rejects(fixture.signIn(), { code: 'auth/account-exists-with-different-credential' })
  fixture.answers.set('/me', { body: { id: '77', name: 'Ada' } })
  assert.equal((await fixture.signIn()).user.uid, first.user.uid)
})

// spec 4.2
test('X: the client authenticates by Basic, and an account may have no address', async () => {
  await using fixture = await createPlainProviderFixture('twitter.com')
  fixture.answers.set('/users/me', {
    body: { data: { id: '9', name: 'Ada', username: 'ada_l', profile_image_url: 'https://p.test/x' } },
  })
  const signedIn = await fixture.signIn()
  assert.equal(signedIn.user.email, null)
  assert.equal(getAdditionalUserInfo(signedIn)?.username, 'ada_l')
  const exchange = fixture.requests.find(({ path }) => path === '/token')
  assert.equal(exchange?.authorization, `Basic ${Buffer.from('our-client_1:secret').toString('base64')}`)
  assert.equal(exchange?.form.get('client_secret'), null)

  fixture.answers.set('/users/me', { body: { data: { id: '10', confirmed_email: 'ada@example.com' } } })
  const confirmed = await fixture.signIn()
  assert.equal(confirmed.user.email, 'ada@example.com')
  assert.equal(confirmed.user.emailVerified, false)
})

// security 56
test('malformed user data of a provider is ignored', async () => {
  await using fixture = await createPlainProviderFixture('github.com')
  fixture.answers.set('/user/emails', { body: [] })
  for (const body of [{}, { id: 'not a number' }, { id: null }, []]) {
    fixture.answers.set('/user', { body })
    assert.equal((await fixture.come()).message?.['error'], 'invalid-credential')
  }
  fixture.answers.set('/user', { status: 401, body: { message: 'Bad credentials' } })
  assert.equal((await fixture.come()).message?.['error'], 'invalid-credential')
  fixture.answers.set('/user', { body: github })
  fixture.answers.set('/user/emails', { status: 404, body: {} })
  assert.equal((await fixture.come()).message?.['error'], 'invalid-credential')
  // GitHub answers 200 to a code that it refuses
  fixture.answers.set('/token', { body: { error: 'bad_verification_code' } })
  assert.equal((await fixture.come()).message?.['error'], 'invalid-credential')
  fixture.answers.set('/token', { status: 503, body: {} })
  assert.equal((await fixture.come()).message?.['error'], 'network-request-failed')
})

/** Starts a service with a fake provider without OpenID. */
async function createPlainProviderFixture(providerId: string) {
  const provider = await startTestProvider()
  const { origin } = provider
  const endpoints = { authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token`, apiUrl: origin }
  const config = { providerId, clientId: 'our-client_1', clientSecret: 'secret', endpoints }
  const identity = await startTestIdentity({ oauthProviders: () => [config] })
  provider.answers.set('/token', { body: { access_token: 'their-token', token_type: 'bearer', scope: '' } })

  const fixture = {
    ...provider,
    query: undefined as URLSearchParams | undefined,
    async come(more = '') {
      const browser = createTestBrowser()
      const { url, sessionId } = startUrl(identity.origin, { providerId })
      fixture.query = new URL((await browser.peek(url)).headers.get('location') ?? '').searchParams
      const response = `code=c&state=${fixture.query.get('state')}${more}`
      const { message } = await browser.open(`${identity.origin}/auth/callback/${providerId}?${response}`)
      return { message, sessionId }
    },
    async signIn() {
      const { message, sessionId } = await fixture.come()
      assert.ok(message?.['pendingToken'], JSON.stringify(message))
      const pendingToken = `${message['pendingToken']}.${sessionId}`
      const created = OAuthCredential.fromJSON({ providerId, signInMethod: providerId, pendingToken })
      assert.ok(created)
      return signInWithCredential(identity.sdk(), created)
    },
    async [Symbol.asyncDispose]() {
      await identity[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
  return fixture
}
