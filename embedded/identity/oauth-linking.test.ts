import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createUserWithEmailAndPassword,
  linkWithCredential,
  OAuthCredential,
  signInAnonymously,
  signInWithCredential,
} from '@firebase/auth'
import type { AuthError } from '@firebase/auth'
import { createTestBrowser, startUrl } from './testing/browser.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import { startTestOpenIdProvider } from './testing/openid-provider.ts'
import { startTestProvider } from './testing/oauth-provider.ts'

const password = 'torque wrench 42'
const ada = { sub: '1001', email: 'ada@example.com', email_verified: true, name: 'Ada' }
const clash = { code: 'auth/account-exists-with-different-credential' }

test('an address that the provider has not verified waits until its owner has signed in the other way', async () => {
  await using fixture = await createLinkingFixture()
  const auth = fixture.identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, ada.email, password)
  const unsure = await fixture.google({ ...ada, email_verified: false })
  const refused = await signInWithCredential(fixture.identity.sdk(), unsure).catch((thrown: AuthError) => thrown)
  assert.ok('customData' in refused)
  assert.equal(refused.code, clash.code)
  assert.equal(refused.customData.email, ada.email)
  // the SDK keeps the whole answer here, and its own reader refuses a pending token that stands alone
  const { _tokenResponse: response } = refused.customData as unknown as { _tokenResponse: Record<string, unknown> }
  assert.deepEqual(response['verifiedProvider'], ['password'])
  assert.ok(!('idToken' in response))

  await linkWithCredential(user, credential('google.com', String(response['pendingToken'])))
  const signedIn = await signInWithCredential(
    fixture.identity.sdk(),
    await fixture.google({ ...ada, email_verified: false }),
  )
  assert.equal(signedIn.user.uid, user.uid)
  assert.equal(signedIn.user.emailVerified, false)
})

test('a provider account links to one account; linking it again offers to sign in to that one', async () => {
  await using fixture = await createLinkingFixture()
  const { identity } = fixture
  const first = await createUserWithEmailAndPassword(identity.sdk(), 'bob@example.com', password)
  await linkWithCredential(first.user, await fixture.google(ada))
  assert.equal(first.user.email, 'bob@example.com')
  const other = await createUserWithEmailAndPassword(identity.sdk(), 'eve@example.com', password)
  const taken = linkWithCredential(other.user, await fixture.google(ada))
  await assert.rejects(taken, { code: 'auth/credential-already-in-use' })

  // as a window links: it wants the credential back
  const { pendingToken, sessionId } = await fixture.come('google.com', ada)
  const response = await identity.call('/v1/accounts:signInWithIdp', {
    requestUri: `${identity.origin}/auth/callback?providerId=google.com&pendingToken=${pendingToken}`,
    sessionId,
    idToken: await other.user.getIdToken(),
    returnSecureToken: true,
    returnIdpCredential: true,
  })
  assert.equal(response.status, 200)
  assert.match(String(response.body['errorMessage']), /^FEDERATED_USER_ID_ALREADY_LINKED/)
  assert.ok(!('idToken' in response.body))
  const back = credential('google.com', String(response.body['pendingToken']))
  assert.equal((await signInWithCredential(identity.sdk(), back)).user.uid, first.user.uid)

  const second = linkWithCredential(first.user, await fixture.google({ ...ada, sub: '2002' }))
  await assert.rejects(second, { code: 'auth/provider-already-linked' })
})

test('an account without an address takes the provider’s, unless it is taken', async () => {
  await using fixture = await createLinkingFixture()
  const { identity } = fixture
  const { user } = await signInAnonymously(identity.sdk())
  const upgraded = await linkWithCredential(user, await fixture.google(ada))
  assert.equal(upgraded.user.uid, user.uid)
  assert.equal(upgraded.user.email, ada.email)
  assert.equal(upgraded.user.isAnonymous, false)
  const another = await signInAnonymously(identity.sdk())
  const taken = linkWithCredential(another.user, await fixture.github(5, ada.email))
  await assert.rejects(taken, { code: 'auth/email-already-in-use' })
})

test('a disabled account stays shut, and a second step is still asked for', async () => {
  await using fixture = await createLinkingFixture()
  const { identity } = fixture
  await signInWithCredential(identity.sdk(), await fixture.google(ada))
  await identity.database.query(
    `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
     SELECT 'own', local_id, 'phone', '+15555550100', now() FROM identity.accounts`,
  )
  const asked = signInWithCredential(identity.sdk(), await fixture.google(ada))
  await assert.rejects(asked, { code: 'auth/multi-factor-auth-required' })
  await identity.database.query('UPDATE identity.accounts SET disabled_at = now()')
  for (const shut of [await fixture.google(ada), await fixture.google({ ...ada, sub: '4004' })]) {
    await assert.rejects(signInWithCredential(identity.sdk(), shut), { code: 'auth/user-disabled' })
  }
})

/** Starts a service with a real OpenID provider as Google and a fake GitHub. */
async function createLinkingFixture() {
  const provider = await startTestProvider()
  const { answers, origin: githubOrigin } = provider
  const endpoints = {
    authorizationUrl: `${githubOrigin}/authorize`,
    tokenUrl: `${githubOrigin}/token`,
    apiUrl: githubOrigin,
  }
  answers.set('/token', { body: { access_token: 'theirs', token_type: 'bearer' } })
  let origin = 'http://localhost'
  const identity = await startTestIdentity({
    issuer: () => origin,
    anonymous: () => true,
    oauthProviders: () => [
      google.config,
      { providerId: 'github.com', clientId: 'ours', clientSecret: 'secret', endpoints },
    ],
  })
  origin = identity.origin
  const google = await startTestOpenIdProvider([`${origin}/auth/callback/google.com`])

  async function come(providerId: string, person: { sub: string }) {
    google.person = person
    const browser = createTestBrowser()
    const { url, sessionId } = startUrl(origin, { providerId })
    const asked = new URL((await browser.peek(url)).headers.get('location') ?? '')
    const there =
      providerId === 'google.com'
        ? asked.href
        : `${origin}/auth/callback/${providerId}?code=c&state=${asked.searchParams.get('state')}`
    const { message } = await browser.open(there)
    assert.ok(message?.['pendingToken'], JSON.stringify(message))
    return { pendingToken: message['pendingToken'], sessionId }
  }

  return {
    identity,
    come,
    async google(person: { sub: string; [claim: string]: unknown }) {
      const { pendingToken, sessionId } = await come('google.com', person)
      return credential('google.com', `${pendingToken}.${sessionId}`)
    },
    async github(id: number, email: string) {
      answers.set('/user', { body: { id, login: 'somebody' } })
      answers.set('/user/emails', { body: [{ email, primary: true, verified: true }] })
      const { pendingToken, sessionId } = await come('github.com', { sub: '' })
      return credential('github.com', `${pendingToken}.${sessionId}`)
    },
    async [Symbol.asyncDispose]() {
      await identity[Symbol.asyncDispose]()
      await google[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

function credential(providerId: string, pendingToken: string): OAuthCredential {
  const created = OAuthCredential.fromJSON({ providerId, signInMethod: providerId, pendingToken })
  if (!created) throw new Error('the SDK made no credential')
  return created
}
