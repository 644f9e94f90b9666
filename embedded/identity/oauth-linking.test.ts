import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  createUserWithEmailAndPassword,
  linkWithCredential,
  OAuthCredential,
  reauthenticateWithCredential,
  sendEmailVerification,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
} from '@firebase/auth'
import type { AuthError, User } from '@firebase/auth'
import type { Person } from './identity-deps.ts'
import { createTestBrowser, startUrl } from './testing/browser.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import { startTestOpenIdProvider } from './testing/openid-provider.ts'
import { startTestProvider } from './testing/oauth-provider.ts'

const password = 'torque wrench 42'
const ada = { sub: '1001', email: 'ada@example.com', email_verified: true, name: 'Ada' }
const clash = { code: 'auth/account-exists-with-different-credential' }

test('a linked provider account stays the same user under another address', async () => {
  await using fixture = await createLinkingFixture()
  const first = await signInWithCredential(fixture.identity.sdk(), await fixture.google(ada))
  const moved = await fixture.google({ ...ada, email: 'ada@moved.example', email_verified: false })
  const again = await signInWithCredential(fixture.identity.sdk(), moved)
  assert.equal(again.user.uid, first.user.uid)
  assert.equal(again.user.email, 'ada@example.com')
})

test('an address that both sides have verified joins the two', async () => {
  await using fixture = await createLinkingFixture()
  const auth = fixture.identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, ada.email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(fixture.identity.mails[0]))
  const joined = await signInWithCredential(fixture.identity.sdk(), await fixture.google(ada))
  assert.equal(joined.user.uid, user.uid)
  assert.deepEqual(providersOf(joined.user), ['google.com', 'password'])
  await user.getIdToken(true)
  await signInWithEmailAndPassword(fixture.identity.sdk(), ada.email, password)
})

test('a stranger who waits on an address that was never verified loses every way in when its owner comes', async () => {
  await using fixture = await createLinkingFixture()
  const { identity } = fixture
  const stranger = await createUserWithEmailAndPassword(identity.sdk(), ada.email, password)
  await linkWithCredential(stranger.user, await fixture.github(666, 'stranger@example.com'))
  await identity.database.query(`UPDATE identity.accounts SET phone_number = '+15555550100'`)
  await identity.database.query(
    `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
     SELECT 'theirs', local_id, 'phone', '+15555550100', now() FROM identity.accounts`,
  )
  await sendEmailVerification(stranger.user)

  const owner = await signInWithCredential(identity.sdk(), await fixture.google(ada))
  assert.equal(owner.user.uid, stranger.user.uid)
  assert.equal(owner.user.emailVerified, true)
  assert.equal(owner.user.phoneNumber, null)
  assert.deepEqual(providersOf(owner.user), ['google.com'])
  assert.deepEqual(fixture.ended, [{ localId: owner.user.uid, email: ada.email }])
  await assert.rejects(stranger.user.getIdToken(true), { code: 'auth/user-token-expired' })
  const byPassword = signInWithEmailAndPassword(identity.sdk(), ada.email, password)
  await assert.rejects(byPassword, { code: 'auth/invalid-credential' })
  const byGithub = await signInWithCredential(identity.sdk(), await fixture.github(666, 'stranger@example.com'))
  assert.notEqual(byGithub.user.uid, owner.user.uid)
  const byMail = applyActionCode(identity.sdk(), codeInMail(identity.mails[0]))
  await assert.rejects(byMail, { code: 'auth/invalid-action-code' })
})

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

test('reauthentication creates no account and rejects another user', async () => {
  await using fixture = await createLinkingFixture()
  const { user } = await signInWithCredential(fixture.identity.sdk(), await fixture.google(ada))
  await reauthenticateWithCredential(user, await fixture.google(ada))
  const wrong = reauthenticateWithCredential(
    user,
    await fixture.google({ ...ada, sub: '3003', email: 'new@example.com' }),
  )
  await assert.rejects(wrong, { code: 'auth/user-mismatch' })
  const { rows } = await fixture.identity.database.query('SELECT count(*)::int AS count FROM identity.accounts')
  assert.deepEqual(rows, [{ count: 1 }])
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
  const ended: Person[] = []
  let origin = 'http://localhost'
  const identity = await startTestIdentity({
    issuer: () => origin,
    anonymous: () => true,
    revokeAccess: async (_tx, person) => void ended.push(person),
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
    ended,
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

const providersOf = (user: User) => user.providerData.map(({ providerId }) => providerId).toSorted()
