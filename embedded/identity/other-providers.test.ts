import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  applyActionCode,
  createUserWithEmailAndPassword,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  unlink,
} from '@firebase/auth'
import { decodeJwt, exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import type { IdentityDeps } from './identity-deps.ts'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import { startTestProvider, serveOpenIdMetadata, type TestProvider } from './testing/oauth-provider.ts'

const password = 'torque wrench 42'
const ada = { sub: '1001', email: 'Ada@Example.com', email_verified: true, name: 'Ada', picture: 'https://p.test/a' }

let signer: GenerateKeyPairResult
let stranger: GenerateKeyPairResult
let provider: TestProvider
const google = { iss: '', aud: 'our-client' }
before(async () => {
  signer = await generateKeyPair('RS256')
  stranger = await generateKeyPair('RS256')
  provider = await startTestProvider()
  serveOpenIdMetadata(provider, [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256' }])
  google.iss = provider.origin
})
after(() => provider[Symbol.asyncDispose]())
const deps: Partial<IdentityDeps> = {
  oauthProviders: () => [
    { providerId: 'google.com', clientId: google.aud, clientSecret: 'secret', issuer: provider.origin },
  ],
}

// spec 7.28
test('the first sign-in makes an account, the next one finds it', async () => {
  await using identity = await startTestIdentity(deps)
  const auth = identity.sdk()
  const first = await signInWithCredential(auth, await credential(ada))
  assert.equal(getAdditionalUserInfo(first)?.isNewUser, true)
  assert.equal(getAdditionalUserInfo(first)?.profile?.['name'], 'Ada')
  assert.equal(first.providerId, 'google.com')
  assert.equal(first.user.email, 'ada@example.com')
  assert.equal(first.user.emailVerified, true)
  assert.equal(first.user.displayName, 'Ada')
  assert.equal(first.user.photoURL, 'https://p.test/a')
  const again = await signInWithCredential(identity.sdk(), await credential({ ...ada, email: 'ada@moved.example' }))
  assert.equal(again.user.uid, first.user.uid)
  assert.equal(getAdditionalUserInfo(again)?.isNewUser, false)
  const claims = decodeJwt(await again.user.getIdToken(true))['firebase'] as Record<string, unknown>
  assert.equal(claims['sign_in_provider'], 'google.com')
  assert.deepEqual(claims['identities'], { email: ['ada@example.com'], 'google.com': ['1001'] })
})

test('forged, expired, foreign and replayed tokens are rejected', async () => {
  await using identity = await startTestIdentity(deps)
  const send = async (idToken: string, extra = '') =>
    (
      await identity.call('/v1/accounts:signInWithIdp', {
        requestUri: 'http://localhost',
        postBody: `id_token=${idToken}&providerId=google.com${extra}`,
      })
    ).error?.split(' : ')[0]
  const now = Math.floor(Date.now() / 1000)
  const refused = 'INVALID_IDP_RESPONSE'
  assert.equal(await send(await token(ada, stranger.privateKey)), refused)
  assert.equal(await send(await token({ ...ada, aud: 'another-site' })), refused)
  assert.equal(await send(await token({ ...ada, iss: 'https://evil.test' })), refused)
  assert.equal(await send(await token({ ...ada, iat: now - 7200, exp: now - 3600 })), refused)
  assert.equal(await send(new UnsecuredJWT({ ...google, ...ada, iat: now, exp: now + 60 }).encode()), refused)
  assert.equal(await send('nonsense'), refused)
  const withNonce = await token({ ...ada, nonce: createHash('sha256').update('raw').digest('hex') })
  assert.equal(await send(withNonce), 'MISSING_OR_INVALID_NONCE')
  assert.equal(await send(withNonce, '&nonce=other'), 'MISSING_OR_INVALID_NONCE')
  assert.equal(await send(withNonce, '&nonce=raw'), undefined)
  assert.equal(await send(await token(ada), '&nonce=raw'), 'MISSING_OR_INVALID_NONCE')

  const bare = { requestUri: 'http://localhost', postBody: 'access_token=stolen&providerId=google.com' }
  assert.match((await identity.call('/v1/accounts:signInWithIdp', bare)).error ?? '', /^INVALID_IDP_RESPONSE/)
  const unknown = { requestUri: 'http://localhost', postBody: `id_token=x&providerId=facebook.com` }
  assert.match((await identity.call('/v1/accounts:signInWithIdp', unknown)).error ?? '', /^OPERATION_NOT_ALLOWED/)
})

test('two verifications of one address create one account', async () => {
  await using identity = await startTestIdentity(deps)
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(identity.mails[0]))
  const joined = await signInWithCredential(identity.sdk(), await credential(ada))
  assert.equal(joined.user.uid, user.uid)
  assert.deepEqual(joined.user.providerData.map((one) => one.providerId).toSorted(), ['google.com', 'password'])
  await user.reload()
  await signInWithEmailAndPassword(identity.sdk(), 'ada@example.com', password)
})

// security 15
test('an address that the provider has not verified opens nothing', async () => {
  await using identity = await startTestIdentity(deps)
  await createUserWithEmailAndPassword(identity.sdk(), 'ada@example.com', password)
  const clash = { code: 'auth/account-exists-with-different-credential' }
  const unverified = await credential({ ...ada, email_verified: false })
  await assert.rejects(signInWithCredential(identity.sdk(), unverified), clash)
  await signInWithEmailAndPassword(identity.sdk(), 'ada@example.com', password)
})

test('a linked provider that has verified the very address of the account verifies it, now or at a later sign-in', async () => {
  await using identity = await startTestIdentity(deps)
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), 'ada@example.com', password)
  await linkWithCredential(user, await credential({ ...ada, email_verified: false }))
  await user.reload()
  assert.equal(user.emailVerified, false)
  const again = await signInWithCredential(identity.sdk(), await credential(ada))
  assert.equal(again.user.uid, user.uid)
  assert.equal(again.user.emailVerified, true)

  const bob = await createUserWithEmailAndPassword(identity.sdk(), 'bob@example.com', password)
  const linked = await linkWithCredential(
    bob.user,
    await credential({ sub: '3003', email: 'bob@example.com', email_verified: true }),
  )
  await linked.user.reload()
  assert.equal(linked.user.emailVerified, true)
  assert.equal(decodeJwt(await linked.user.getIdToken())['email_verified'], true)

  const eve = await createUserWithEmailAndPassword(identity.sdk(), 'eve@example.com', password)
  await linkWithCredential(
    eve.user,
    await credential({ sub: '4004', email: 'other@example.com', email_verified: true }),
  )
  await eve.user.reload()
  assert.equal(eve.user.emailVerified, false, 'another address proves nothing')
})

test('a provider is linked once, and unlinked', async () => {
  await using identity = await startTestIdentity(deps)
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), 'bob@example.com', password)
  await linkWithCredential(user, await credential(ada))
  assert.equal(user.email, 'bob@example.com')
  const other = await createUserWithEmailAndPassword(identity.sdk(), 'eve@example.com', password)
  const taken = linkWithCredential(other.user, await credential(ada))
  await assert.rejects(taken, { code: 'auth/credential-already-in-use' })
  const entered = await signInWithCredential(identity.sdk(), await credential(ada))
  assert.equal(entered.user.uid, user.uid)
  await unlink(user, 'google.com')
  assert.deepEqual(
    user.providerData.map((one) => one.providerId),
    ['password'],
  )
  const fresh = await signInWithCredential(identity.sdk(), await credential(ada))
  assert.notEqual(fresh.user.uid, user.uid)
})

test('proving oneself again makes no account', async () => {
  await using identity = await startTestIdentity(deps)
  const auth = identity.sdk()
  const { user } = await signInWithCredential(auth, await credential(ada))
  await reauthenticateWithCredential(user, await credential(ada))
  const anonymous = reauthenticateWithCredential(user, await credential({ sub: '2002', email: 'new@example.com' }))
  await assert.rejects(anonymous, { code: 'auth/user-mismatch' })
  const { rows } = await identity.database.query('SELECT count(*)::int AS count FROM identity.accounts')
  assert.deepEqual(rows, [{ count: 1 }])
})

test('two first sign-ins at once make one account', async () => {
  await using identity = await startTestIdentity(deps)
  const body = { requestUri: 'http://localhost', postBody: `id_token=${await token(ada)}&providerId=google.com` }
  const responses = await Promise.all([1, 2, 3].map(() => identity.call('/v1/accounts:signInWithIdp', body)))
  assert.equal(new Set(responses.map((response) => response.body['localId'])).size, 1)
  const ways = new OAuthProvider('google.com').credential({ idToken: await token(ada) })
  await signInWithCredential(identity.sdk(), ways)
})

test('several providers and a mailed link that bring one new address at once make one account', async () => {
  await using identity = await startTestIdentity(deps)
  const url = 'http://localhost/sign-in'
  for (let round = 0; round < 5; round += 1) {
    const email = `new-${round}@example.com`
    const byIdp = async (sub: string) =>
      identity.call('/v1/accounts:signInWithIdp', {
        requestUri: 'http://localhost',
        postBody: `id_token=${await token({ ...ada, sub, email })}&providerId=google.com`,
      })
    await sendSignInLinkToEmail(identity.sdk(), email, { url, handleCodeInApp: true })
    const oobCode = codeInMail(identity.mails.at(-1))
    const responses = await Promise.all([
      byIdp(`${round}-a`),
      byIdp(`${round}-b`),
      identity.call('/v1/accounts:signInWithEmailLink', { email, oobCode }),
    ])
    const entered = responses.filter(({ status }) => status === 200)
    assert.ok(entered.length >= 2, JSON.stringify(responses.map(({ error }) => error)))
    assert.equal(new Set(entered.map(({ body }) => body['localId'])).size, 1)
    assert.ok(responses.every(({ error }) => !error || error === 'PROVIDER_ALREADY_LINKED'))
  }
})

async function credential(claims: JWTPayload) {
  return GoogleAuthProvider.credential(await token(claims))
}

function token(claims: JWTPayload, key = signer.privateKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...google, iat: now, exp: now + 3600, ...claims }).setProtectedHeader({ alg: 'RS256' }).sign(key)
}
