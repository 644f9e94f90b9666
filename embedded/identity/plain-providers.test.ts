import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { getAdditionalUserInfo, OAuthCredential, signInWithCredential } from '@firebase/auth'
import { scratchBrowser, startUrl } from './scratch-browser.ts'
import { scratchIdentity } from './scratch-identity.ts'
import { scratchProvider } from './scratch-provider.ts'

const github = { id: 583_231, login: 'ada', name: 'Ada', email: 'public@example.com', avatar_url: 'https://p.test/a' }

test('GitHub: only the primary address counts, and only if it is verified', async () => {
  await using world = await plainWorld('github.com')
  world.answers.set('/user', { body: github })
  const emails = (verified: boolean) => [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'Ada@Example.com', primary: true, verified },
  ]
  world.answers.set('/user/emails', { body: emails(true) })
  const signedIn = await world.signIn()
  assert.equal(signedIn.user.email, 'ada@example.com')
  assert.equal(signedIn.user.emailVerified, true)
  assert.equal(signedIn.user.displayName, 'Ada')
  assert.equal(signedIn.user.providerData[0]?.uid, '583231')
  assert.equal(getAdditionalUserInfo(signedIn)?.username, 'ada')

  const exchange = world.asked.find(({ path }) => path === '/token')
  assert.equal(exchange?.form.get('client_secret'), 'secret')
  const verifier = exchange?.form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  assert.equal(world.query?.get('code_challenge'), challenge)
  assert.equal(world.query?.get('scope'), 'read:user user:email')
  assert.ok(world.asked.filter(({ authorization }) => authorization === 'Bearer their-token').length === 2)

  world.answers.set('/user', { body: { ...github, id: 2 } })
  world.answers.set('/user/emails', { body: emails(false) })
  const without = await world.signIn()
  assert.equal(without.user.email, null)
  assert.notEqual(without.user.uid, signedIn.user.uid)
})

test('GitHub: an answer that names another sender is not its own', async () => {
  await using world = await plainWorld('github.com')
  world.answers.set('/user', { body: github })
  world.answers.set('/user/emails', { body: [] })
  assert.ok((await world.come('&iss=https%3A%2F%2Fgithub.com%2Flogin%2Foauth')).message?.['pendingToken'])
  const mixedUp = await world.come('&iss=https%3A%2F%2Fevil.test')
  assert.equal(mixedUp.message?.['error'], 'invalid-credential')
  assert.equal(world.asked.filter(({ path }) => path === '/token').length, 1, 'its code goes to nobody')
})

test('Facebook: its word about an address opens no account that is there already', async () => {
  await using world = await plainWorld('facebook.com')
  const picture = { data: { url: 'https://p.test/f' } }
  world.answers.set('/me', { body: { id: '77', name: 'Ada', email: 'ada@example.com', picture } })
  const first = await world.signIn()
  assert.equal(first.user.emailVerified, false)
  assert.equal(first.user.photoURL, 'https://p.test/f')
  const proof = createHmac('sha256', 'secret').update('their-token').digest('hex')
  assert.equal(world.asked.at(-1)?.query.get('appsecret_proof'), proof)

  world.answers.set('/me', { body: { id: '78', name: 'Eve', email: 'ada@example.com' } })
  await assert.rejects(world.signIn(), { code: 'auth/account-exists-with-different-credential' })
  world.answers.set('/me', { body: { id: '77', name: 'Ada' } })
  assert.equal((await world.signIn()).user.uid, first.user.uid)
})

test('X: the client proves itself by Basic, and an account may come without an address', async () => {
  await using world = await plainWorld('twitter.com')
  world.answers.set('/users/me', {
    body: { data: { id: '9', name: 'Ada', username: 'ada_l', profile_image_url: 'https://p.test/x' } },
  })
  const signedIn = await world.signIn()
  assert.equal(signedIn.user.email, null)
  assert.equal(getAdditionalUserInfo(signedIn)?.username, 'ada_l')
  const exchange = world.asked.find(({ path }) => path === '/token')
  assert.equal(exchange?.authorization, `Basic ${Buffer.from('our-client_1:secret').toString('base64')}`)
  assert.equal(exchange?.form.get('client_secret'), null)

  world.answers.set('/users/me', { body: { data: { id: '10', confirmed_email: 'ada@example.com' } } })
  const confirmed = await world.signIn()
  assert.equal(confirmed.user.email, 'ada@example.com')
  assert.equal(confirmed.user.emailVerified, false)
})

test('what a provider says in another shape brings nothing', async () => {
  await using world = await plainWorld('github.com')
  world.answers.set('/user/emails', { body: [] })
  for (const body of [{}, { id: 'not a number' }, { id: null }, []]) {
    world.answers.set('/user', { body })
    assert.equal((await world.come()).message?.['error'], 'invalid-credential')
  }
  world.answers.set('/user', { status: 401, body: { message: 'Bad credentials' } })
  assert.equal((await world.come()).message?.['error'], 'invalid-credential')
  world.answers.set('/user', { body: github })
  world.answers.set('/user/emails', { status: 404, body: {} })
  assert.equal((await world.come()).message?.['error'], 'invalid-credential')
  // GitHub answers 200 to a code that it refuses
  world.answers.set('/token', { body: { error: 'bad_verification_code' } })
  assert.equal((await world.come()).message?.['error'], 'invalid-credential')
  world.answers.set('/token', { status: 503, body: {} })
  assert.equal((await world.come()).message?.['error'], 'network-request-failed')
})

/** A service whose provider, one without OpenID, is a stand-in at the wire. */
async function plainWorld(providerId: string) {
  const provider = await scratchProvider()
  const { origin } = provider
  const endpoints = { authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token`, apiUrl: origin }
  const config = { providerId, clientId: 'our-client_1', clientSecret: 'secret', endpoints }
  const identity = await scratchIdentity({ oauthProviders: () => [config] })
  provider.answers.set('/token', { body: { access_token: 'their-token', token_type: 'bearer', scope: '' } })

  const world = {
    ...provider,
    query: undefined as URLSearchParams | undefined,
    async come(more = '') {
      const browser = scratchBrowser()
      const { url, sessionId } = startUrl(identity.origin, { providerId })
      world.query = new URL((await browser.peek(url)).headers.get('location') ?? '').searchParams
      const answer = `code=c&state=${world.query.get('state')}${more}`
      const { message } = await browser.open(`${identity.origin}/auth/callback/${providerId}?${answer}`)
      return { message, sessionId }
    },
    async signIn() {
      const { message, sessionId } = await world.come()
      assert.ok(message?.['pendingToken'], JSON.stringify(message))
      const pendingToken = `${message['pendingToken']}.${sessionId}`
      const made = OAuthCredential.fromJSON({ providerId, signInMethod: providerId, pendingToken })
      assert.ok(made)
      return signInWithCredential(identity.sdk(), made)
    },
    async [Symbol.asyncDispose]() {
      await identity[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
  return world
}
