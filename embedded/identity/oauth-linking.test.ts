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
import { scratchBrowser, startUrl } from './scratch-browser.ts'
import { codeInMail, scratchIdentity } from './scratch-identity.ts'
import { scratchOpenIdProvider } from './scratch-openid-provider.ts'
import { scratchProvider } from './scratch-provider.ts'

const password = 'torque wrench 42'
const ada = { sub: '1001', email: 'ada@example.com', email_verified: true, name: 'Ada' }
const clash = { code: 'auth/account-exists-with-different-credential' }

test('who is known by the provider’s number stays the same person under another address', async () => {
  await using world = await linkingWorld()
  const first = await signInWithCredential(world.identity.sdk(), await world.google(ada))
  const moved = await world.google({ ...ada, email: 'ada@moved.example', email_verified: false })
  const again = await signInWithCredential(world.identity.sdk(), moved)
  assert.equal(again.user.uid, first.user.uid)
  assert.equal(again.user.email, 'ada@example.com')
})

test('an address that both sides have verified joins the two', async () => {
  await using world = await linkingWorld()
  const auth = world.identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, ada.email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(world.identity.mails[0]))
  const joined = await signInWithCredential(world.identity.sdk(), await world.google(ada))
  assert.equal(joined.user.uid, user.uid)
  assert.deepEqual(providersOf(joined.user), ['google.com', 'password'])
  await user.getIdToken(true)
  await signInWithEmailAndPassword(world.identity.sdk(), ada.email, password)
})

test('a stranger who waits on an address that was never verified loses every way in when its owner comes', async () => {
  await using world = await linkingWorld()
  const { identity } = world
  const stranger = await createUserWithEmailAndPassword(identity.sdk(), ada.email, password)
  await linkWithCredential(stranger.user, await world.github(666, 'stranger@example.com'))
  await identity.database.query(`UPDATE identity.accounts SET phone_number = '+15555550100'`)
  await identity.database.query(
    `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
     SELECT 'theirs', local_id, 'phone', '+15555550100', now() FROM identity.accounts`,
  )
  await sendEmailVerification(stranger.user)

  const owner = await signInWithCredential(identity.sdk(), await world.google(ada))
  assert.equal(owner.user.uid, stranger.user.uid)
  assert.equal(owner.user.emailVerified, true)
  assert.equal(owner.user.phoneNumber, null)
  assert.deepEqual(providersOf(owner.user), ['google.com'])
  assert.deepEqual(world.ended, [{ localId: owner.user.uid, email: ada.email }])
  await assert.rejects(stranger.user.getIdToken(true), { code: 'auth/user-token-expired' })
  const byPassword = signInWithEmailAndPassword(identity.sdk(), ada.email, password)
  await assert.rejects(byPassword, { code: 'auth/invalid-credential' })
  const byGithub = await signInWithCredential(identity.sdk(), await world.github(666, 'stranger@example.com'))
  assert.notEqual(byGithub.user.uid, owner.user.uid)
  const byMail = applyActionCode(identity.sdk(), codeInMail(identity.mails[0]))
  await assert.rejects(byMail, { code: 'auth/invalid-action-code' })
})

test('an address that the provider has not verified waits until its owner has signed in the other way', async () => {
  await using world = await linkingWorld()
  const auth = world.identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, ada.email, password)
  const unsure = await world.google({ ...ada, email_verified: false })
  const refused = await signInWithCredential(world.identity.sdk(), unsure).catch((thrown: AuthError) => thrown)
  assert.ok('customData' in refused)
  assert.equal(refused.code, clash.code)
  assert.equal(refused.customData.email, ada.email)
  // the SDK keeps the whole answer here, and its own reader refuses a pending token that stands alone
  const { _tokenResponse: answer } = refused.customData as unknown as { _tokenResponse: Record<string, unknown> }
  assert.deepEqual(answer['verifiedProvider'], ['password'])
  assert.ok(!('idToken' in answer))

  await linkWithCredential(user, credential('google.com', String(answer['pendingToken'])))
  const signedIn = await signInWithCredential(
    world.identity.sdk(),
    await world.google({ ...ada, email_verified: false }),
  )
  assert.equal(signedIn.user.uid, user.uid)
  assert.equal(signedIn.user.emailVerified, false)
})

test('an account at a provider belongs to one account here; whoever asks for it again may sign in to that one', async () => {
  await using world = await linkingWorld()
  const { identity } = world
  const first = await createUserWithEmailAndPassword(identity.sdk(), 'bob@example.com', password)
  await linkWithCredential(first.user, await world.google(ada))
  assert.equal(first.user.email, 'bob@example.com')
  const other = await createUserWithEmailAndPassword(identity.sdk(), 'eve@example.com', password)
  const taken = linkWithCredential(other.user, await world.google(ada))
  await assert.rejects(taken, { code: 'auth/credential-already-in-use' })

  // as a window links: it wants the credential back
  const { pendingToken, sessionId } = await world.come('google.com', ada)
  const answer = await identity.call('/v1/accounts:signInWithIdp', {
    requestUri: `${identity.origin}/auth/callback?providerId=google.com&pendingToken=${pendingToken}`,
    sessionId,
    idToken: await other.user.getIdToken(),
    returnSecureToken: true,
    returnIdpCredential: true,
  })
  assert.equal(answer.status, 200)
  assert.match(String(answer.body['errorMessage']), /^FEDERATED_USER_ID_ALREADY_LINKED/)
  assert.ok(!('idToken' in answer.body))
  const back = credential('google.com', String(answer.body['pendingToken']))
  assert.equal((await signInWithCredential(identity.sdk(), back)).user.uid, first.user.uid)

  const second = linkWithCredential(first.user, await world.google({ ...ada, sub: '2002' }))
  await assert.rejects(second, { code: 'auth/provider-already-linked' })
})

test('who has no address yet takes the provider’s, unless it is somebody else’s', async () => {
  await using world = await linkingWorld()
  const { identity } = world
  const { user } = await signInAnonymously(identity.sdk())
  const upgraded = await linkWithCredential(user, await world.google(ada))
  assert.equal(upgraded.user.uid, user.uid)
  assert.equal(upgraded.user.email, ada.email)
  assert.equal(upgraded.user.isAnonymous, false)
  const another = await signInAnonymously(identity.sdk())
  const taken = linkWithCredential(another.user, await world.github(5, ada.email))
  await assert.rejects(taken, { code: 'auth/email-already-in-use' })
})

test('proving oneself again makes no account, and the wrong account is told from the right one', async () => {
  await using world = await linkingWorld()
  const { user } = await signInWithCredential(world.identity.sdk(), await world.google(ada))
  await reauthenticateWithCredential(user, await world.google(ada))
  const wrong = reauthenticateWithCredential(
    user,
    await world.google({ ...ada, sub: '3003', email: 'new@example.com' }),
  )
  await assert.rejects(wrong, { code: 'auth/user-mismatch' })
  const { rows } = await world.identity.database.query('SELECT count(*)::int AS count FROM identity.accounts')
  assert.deepEqual(rows, [{ count: 1 }])
})

test('a disabled account stays shut, and a second step is still asked for', async () => {
  await using world = await linkingWorld()
  const { identity } = world
  await signInWithCredential(identity.sdk(), await world.google(ada))
  await identity.database.query(
    `INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
     SELECT 'own', local_id, 'phone', '+15555550100', now() FROM identity.accounts`,
  )
  const asked = signInWithCredential(identity.sdk(), await world.google(ada))
  await assert.rejects(asked, { code: 'auth/multi-factor-auth-required' })
  await identity.database.query('UPDATE identity.accounts SET disabled_at = now()')
  for (const shut of [await world.google(ada), await world.google({ ...ada, sub: '4004' })]) {
    await assert.rejects(signInWithCredential(identity.sdk(), shut), { code: 'auth/user-disabled' })
  }
})

/** A service with a real OpenID provider as Google and a stand-in for GitHub. */
async function linkingWorld() {
  const provider = await scratchProvider()
  const { answers, origin: githubOrigin } = provider
  const endpoints = {
    authorizationUrl: `${githubOrigin}/authorize`,
    tokenUrl: `${githubOrigin}/token`,
    apiUrl: githubOrigin,
  }
  answers.set('/token', { body: { access_token: 'theirs', token_type: 'bearer' } })
  const ended: Person[] = []
  let origin = 'http://localhost'
  const identity = await scratchIdentity({
    issuer: () => origin,
    anonymous: () => true,
    endAccess: async (_tx, person) => void ended.push(person),
    oauthProviders: () => [
      google.config,
      { providerId: 'github.com', clientId: 'ours', clientSecret: 'secret', endpoints },
    ],
  })
  origin = identity.origin
  const google = await scratchOpenIdProvider([`${origin}/auth/callback/google.com`])

  async function come(providerId: string, person: { sub: string }) {
    google.person = person
    const browser = scratchBrowser()
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
  const made = OAuthCredential.fromJSON({ providerId, signInMethod: providerId, pendingToken })
  if (!made) throw new Error('the SDK made no credential')
  return made
}

const providersOf = (user: User) => user.providerData.map(({ providerId }) => providerId).toSorted()
