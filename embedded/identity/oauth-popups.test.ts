import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAdditionalUserInfo, OAuthCredential, signInWithCredential } from '@firebase/auth'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { createTestBrowser, startUrl } from './testing/browser.ts'
import type { TestBrowser } from './testing/browser.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'
import { startTestOpenIdProvider } from './testing/openid-provider.ts'
import { startTestProvider, serveOpenIdMetadata } from './testing/oauth-provider.ts'

const shop = 'http://localhost:4711'
const callback = `${shop}/auth/callback/google.com`
const ada = { sub: '1001', email: 'Ada@Example.com', email_verified: true, name: 'Ada', picture: 'https://p.test/a' }

test('a window goes to the provider and back, and only the page that opened it can sign in with what it brings', async () => {
  await using fixture = await createPopupFixture()
  const { identity, browser } = fixture
  const { url, sessionId } = startUrl(identity.origin)
  const start = await browser.peek(url)
  const asked = new URL(start.headers.get('location') ?? '').searchParams
  assert.equal(asked.get('code_challenge_method'), 'S256')
  assert.equal(asked.get('scope'), 'openid email profile')
  assert.equal(asked.get('redirect_uri'), `${identity.origin}/auth/callback/google.com`)
  assert.ok(asked.get('state') && asked.get('nonce') && asked.get('state') !== asked.get('nonce'))
  const cookie = start.headers.get('set-cookie') ?? ''
  assert.match(cookie, /; Max-Age=600; Path=\/auth\/callback; HttpOnly; SameSite=Lax$/)
  for (const secret of ['nonce', 'state', 'verifier', sessionId]) assert.ok(!cookie.includes(secret))

  const page = await browser.open(start.headers.get('location') ?? '')
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/)
  for (const { headers } of [start, page]) assert.equal(headers.get('cross-origin-opener-policy'), 'unsafe-none')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.ok(![...browser.cookies.keys()].some((key) => key.includes('sign_in_')), 'the cookie is gone')
  const { pendingToken = '', ...message } = page.message ?? {}
  assert.deepEqual(message, { kind: 'auth-callback', eventId: '4711', providerId: 'google.com' })
  assert.match(pendingToken, /^[\w-]{43}$/)

  const response = await redeem(identity, pendingToken, sessionId)
  assert.equal(response.status, 200)
  assert.equal(response.body['email'], 'ada@example.com')
  assert.equal(response.body['isNewUser'], true)
  assert.equal(response.body['emailVerified'], true)
  for (const key of ['oauthIdToken', 'oauthAccessToken', 'pendingToken', 'needConfirmation', 'errorMessage']) {
    assert.ok(!(key in response.body), key)
  }
  assert.match((await redeem(identity, pendingToken, sessionId)).error ?? '', /^INVALID_PENDING_TOKEN/)
})

// spec 7.28
test('the SDK signs in with a pending token that carries its session id', async () => {
  await using fixture = await createPopupFixture()
  const { pendingToken, sessionId } = await fixture.goThrough()
  const signedIn = await signInWithCredential(fixture.identity.sdk(), credential(`${pendingToken}.${sessionId}`))
  assert.equal(signedIn.user.email, 'ada@example.com')
  assert.equal(signedIn.user.emailVerified, true)
  assert.equal(getAdditionalUserInfo(signedIn)?.profile?.['name'], 'Ada')
  const again = signInWithCredential(fixture.identity.sdk(), credential(`${pendingToken}.${sessionId}`))
  await assert.rejects(again, { code: 'auth/invalid-credential' })
})

test('a pending token is good once, for five minutes, for one session, and stored only as a hash', async () => {
  await using fixture = await createPopupFixture()
  const { identity } = fixture
  const refused = async (token: string, sessionId?: string) =>
    assert.match((await redeem(identity, token, sessionId)).error ?? 'signed in', /^INVALID_PENDING_TOKEN/)
  await refused('A'.repeat(43), 'A'.repeat(43))
  await refused((await fixture.goThrough()).pendingToken)
  const stolen = await fixture.goThrough()
  await refused(stolen.pendingToken, 'B'.repeat(43))
  await refused(stolen.pendingToken, stolen.sessionId)

  const late = await fixture.goThrough()
  const { rows } = await identity.database.query('SELECT * FROM identity.pending_profiles')
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(late.pendingToken))
  identity.clock.aheadMs = 5 * 60_000
  await refused(late.pendingToken, late.sessionId)

  const fresh = await fixture.goThrough()
  const both = await Promise.all([1, 2].map(() => redeem(identity, fresh.pendingToken, fresh.sessionId)))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 400],
  )
})

test('one process begins, another finishes, a third signs in', async () => {
  await using fixture = await createPopupFixture()
  await using second = await fixture.identity.another()
  await using third = await fixture.identity.another()
  const { back, sessionId } = await fixture.returnUrl()
  const browser = createTestBrowser()
  const host = new URL(second.origin).host
  for (const [key, value] of fixture.browser.cookies) browser.cookies.set(`${host} ${key.split(' ')[1]}`, value)
  const { message } = await browser.open(`${second.origin}${back.pathname}${back.search}`)
  assert.equal((await redeem(third, message?.['pendingToken'] ?? '', sessionId)).status, 200)
})

// security 46
test('a callback that this browser did not start is ignored', async () => {
  await using fixture = await createPopupFixture()
  const { identity, browser } = fixture
  const { back } = await fixture.returnUrl()
  const stranger = await createTestBrowser().open(back.href)
  assert.equal(stranger.status, 400)
  assert.equal(stranger.message, undefined)
  assert.match(stranger.html, /begun in another browser/)

  const otherState = new URL(back)
  otherState.searchParams.set('state', new URL((await fixture.returnUrl()).back).searchParams.get('state') ?? '')
  const swapped = await browser.open(otherState.href)
  assert.equal(swapped.message?.['error'], 'invalid-credential', 'the code belongs to another PKCE verifier')

  const otherProvider = back.href.replace('/google.com?', '/github.com?')
  assert.equal((await browser.open(otherProvider)).status, 400)

  const tampered = createTestBrowser()
  for (const [key, value] of browser.cookies) tampered.cookies.set(key, value.replace(/^.{8}/, 'AAAAAAAA'))
  assert.equal((await tampered.open(back.href)).status, 400)

  const { back: late } = await fixture.returnUrl()
  identity.clock.aheadMs = 10 * 60_000
  assert.equal((await browser.open(late.href)).status, 400)
})

test('an authorization code works once', async () => {
  await using fixture = await createPopupFixture()
  const { back } = await fixture.returnUrl()
  const kept = new Map(fixture.browser.cookies)
  assert.ok((await fixture.browser.open(back.href)).message?.['pendingToken'])
  for (const [key, value] of kept) fixture.browser.cookies.set(key, value)
  assert.equal((await fixture.browser.open(back.href)).message?.['error'], 'invalid-credential')
})

test('cancelling at the provider returns to the page with a message', async () => {
  await using fixture = await createPopupFixture()
  const { back } = await fixture.returnUrl()
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
  const page = await fixture.browser.open(back.href)
  assert.deepEqual(page.message, {
    kind: 'auth-callback',
    eventId: '4711',
    providerId: 'google.com',
    error: 'popup-closed-by-user',
    message: 'You cancelled at the other provider.',
  })
})

test('without a window the way leads back to a path of this site and to no other', async () => {
  await using fixture = await createPopupFixture()
  const { identity, browser } = fixture
  const { url, sessionId } = startUrl(identity.origin, { returnTo: '/sign-in?from=%2Fprofile' })
  const { location } = await lastRedirect(browser, url)
  assert.match(location, /^\/sign-in\?from=%2Fprofile#/)
  const message = new URLSearchParams(location.split('#')[1])
  assert.equal(message.get('eventId'), '4711')
  assert.equal((await redeem(identity, message.get('pendingToken') ?? '', sessionId)).status, 200)

  for (const returnTo of [
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/a#b',
    '/\t/evil.test',
    '',
  ]) {
    const page = await browser.open(startUrl(identity.origin, { returnTo }).url)
    assert.equal(page.status, 400, returnTo)
    assert.equal(page.url.pathname, '/auth/start')
  }
  const unconfigured = startUrl(identity.origin, { returnTo: '/sign-in', providerId: 'github.com' })
  const refusal = await browser.peek(unconfigured.url)
  const reported = new URLSearchParams(refusal.headers.get('location')?.split('#')[1])
  assert.equal(reported.get('error'), 'operation-not-allowed')
})

test('a window that is asked for wrongly says so on a page of its own', async () => {
  await using identity = await startTestIdentity()
  const browser = createTestBrowser()
  for (const more of [{ sessionId: 'short' }, { eventId: '' }, { eventId: 'a b' }, { providerId: '<script>' }]) {
    const page = await browser.open(startUrl(identity.origin, more).url)
    assert.equal(page.status, 400)
    assert.equal(page.message, undefined)
    assert.ok(!page.html.includes('<script>'))
  }
  const page = await browser.open(startUrl(identity.origin, { eventId: `'"><img>&` }).url)
  assert.equal(page.message?.['eventId'], `'"><img>&`)
  assert.equal(page.message?.['error'], 'operation-not-allowed')
  assert.ok(!page.html.includes('<img>'))
  assert.equal((await fetch(`${identity.origin}/auth/callback.js`)).status, 200)
  assert.equal(
    (await fetch(`${identity.origin}/auth/oauth.css`)).headers.get('content-type'),
    'text/css; charset=utf-8',
  )
})

test('an ID token that is forged, expired, another’s or of another window brings nothing', async () => {
  await using provider = await startTestProvider()
  const [signer, stranger] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  serveOpenIdMetadata(provider, [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256' }])
  const config = { providerId: 'google.com', clientId: 'ours', clientSecret: 'secret', issuer: provider.origin }
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  await using identity = await startTestIdentity({ oauthProviders: () => [config], log })
  const now = Math.floor(Date.now() / 1000)

  const come = async (changes: JWTPayload, sign: (claims: JWTPayload) => Promise<string> | string = signed) => {
    const browser = createTestBrowser()
    const { url } = startUrl(identity.origin)
    const asked = new URL((await browser.peek(url)).headers.get('location') ?? '').searchParams
    const claims = {
      iss: provider.origin,
      aud: 'ours',
      sub: '1',
      iat: now,
      exp: now + 60,
      nonce: asked.get('nonce') ?? '',
    }
    const idToken = await sign({ ...claims, email: 'ada@example.com', ...changes })
    provider.answers.set('/token', { body: { access_token: 'a', token_type: 'Bearer', id_token: idToken } })
    const back = `${identity.origin}/auth/callback/google.com?code=c&state=${asked.get('state')}`
    const { message } = await browser.open(back)
    return message?.['error'] ?? (message?.['pendingToken'] && 'signed in')
  }
  const signed = (claims: JWTPayload) => signWith(signer.privateKey, claims)
  assert.equal(await come({}), 'signed in')
  assert.equal(await come({ exp: now - 90, iat: now - 200 }), 'invalid-credential')
  assert.equal(await come({ exp: now - 30, iat: now - 200 }), 'signed in', 'clocks may differ by a minute')
  assert.equal(await come({ aud: 'another-site' }), 'invalid-credential')
  assert.equal(await come({ iss: 'https://evil.test' }), 'invalid-credential')
  assert.equal(await come({ nonce: 'of another window' }), 'invalid-credential')
  assert.equal(await come({ nonce: undefined }), 'invalid-credential')
  assert.equal(await come({}, (claims) => signWith(stranger.privateKey, claims)), 'invalid-credential')
  assert.equal(await come({}, (claims) => new UnsecuredJWT(claims).encode()), 'invalid-credential')
  assert.equal(await come({}, () => 'nonsense'), 'invalid-credential')
  const { rows } = await identity.database.query('SELECT count(*)::int AS count FROM identity.pending_profiles')
  assert.deepEqual(rows, [{ count: 2 }])
  const reported = lines.filter((line) => line.includes('signing in at another provider failed'))
  assert.equal(reported.length, 8)
  assert.ok(!/ada@example|eyJ|code=/.test(reported.join()), 'neither people nor tokens are in the log')
})

test('a provider without a response is distinguished from a rejection', async () => {
  const gone = await startTestProvider()
  await gone[Symbol.asyncDispose]()
  const config = { providerId: 'google.com', clientId: 'ours', clientSecret: 'secret', issuer: gone.origin }
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  await using identity = await startTestIdentity({ oauthProviders: () => [config], log })
  const page = await createTestBrowser().open(startUrl(identity.origin).url)
  assert.equal(page.message?.['error'], 'network-request-failed')
  assert.ok(lines.some((line) => line.includes('signing in at another provider failed')))
})

/** Starts a service with a provider and a browser. */
async function createPopupFixture() {
  let origin = shop
  const identity = await startTestIdentity({ issuer: () => origin, oauthProviders: () => [provider.config] })
  origin = identity.origin
  const provider = await startTestOpenIdProvider([`${origin}/auth/callback/google.com`])
  provider.person = ada
  const browser = createTestBrowser()

  /** Everything but the callback, which the test calls itself. */
  async function returnUrl() {
    const { url, sessionId } = startUrl(identity.origin)
    const { location } = await lastRedirect(browser, url, '/auth/callback/')
    return { sessionId, back: new URL(location) }
  }

  return {
    identity,
    provider,
    browser,
    returnUrl,
    async goThrough() {
      const { url, sessionId } = startUrl(identity.origin)
      const { message } = await createTestBrowser().open(url)
      return { pendingToken: message?.['pendingToken'] ?? '', sessionId }
    },
    async [Symbol.asyncDispose]() {
      await identity[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** Follows redirects by hand, up to the one that the test is about. */
async function lastRedirect(browser: TestBrowser, start: string, until = '#'): Promise<{ location: string }> {
  let url = new URL(start)
  for (;;) {
    const location = (await browser.peek(url.href)).headers.get('location')
    if (!location) throw new Error(`${url.pathname} leads nowhere`)
    if (location.includes(until) && !location.startsWith('/interaction')) return { location }
    url = new URL(location, url)
  }
}

/** Redeems a token like the SDK after a popup. */
function redeem(identity: TestIdentity, pendingToken: string, sessionId?: string) {
  return identity.call('/v1/accounts:signInWithIdp', {
    requestUri: `${callback}?providerId=google.com&pendingToken=${pendingToken}`,
    ...(sessionId && { sessionId }),
    returnSecureToken: true,
    returnIdpCredential: true,
  })
}

function credential(pendingToken: string): OAuthCredential {
  const created = OAuthCredential.fromJSON({ providerId: 'google.com', signInMethod: 'google.com', pendingToken })
  if (!created) throw new Error('the SDK made no credential')
  return created
}

function signWith(key: CryptoKey, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(key)
}
