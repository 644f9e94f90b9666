import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteApp, initializeApp } from '@firebase/app'
import {
  createUserWithEmailAndPassword,
  initializeAuth,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
} from '@firebase/auth'
import type { Auth, Persistence } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import { createPool } from '../postgres/testing/test-database.ts'
import { startTestIdentity, readWireResponse } from './testing/start-identity.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'

test('a person is still signed in after the page is loaded again', async () => {
  await using identity = await startTestIdentity()
  const store = new Map<string, string>()
  const before = openPage(identity.origin, store)
  const { user } = await createUserWithEmailAndPassword(before, email, password)
  await deleteApp(before.app)
  const after = openPage(identity.origin, store)
  await after.authStateReady()
  assert.equal(after.currentUser?.uid, user.uid)
  assert.equal(after.currentUser?.metadata.creationTime, user.metadata.creationTime)
  await deleteApp(after.app)
})

// spec 4.5
test('a user who cannot be restored is signed out, unless only the network fails', async (t) => {
  await using identity = await startTestIdentity()
  const store = new Map<string, string>()
  const before = openPage(identity.origin, store)
  const { user } = await createUserWithEmailAndPassword(before, email, password)
  await deleteApp(before.app)

  // After a refused connection the SDK leaves its time limit of half a minute running.
  const { setTimeout } = globalThis
  const unrefed = t.mock.method(globalThis, 'setTimeout', (...given: Parameters<typeof setTimeout>) =>
    setTimeout(...given).unref(),
  )
  const offline = openPage('http://127.0.0.1:9', store)
  await offline.authStateReady()
  unrefed.mock.restore()
  assert.equal(offline.currentUser?.uid, user.uid)
  await deleteApp(offline.app)

  await identity.call('/v1/accounts:delete', { idToken: await user.getIdToken() })
  const after = openPage(identity.origin, store)
  await after.authStateReady()
  assert.equal(after.currentUser, null)
  await deleteApp(after.app)
})

// spec 3.7, 7.30
test('a profile keeps what a change leaves out', async () => {
  await using identity = await startTestIdentity()
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), email, password)
  await updateProfile(user, { displayName: 'Ada Wrench' })
  await updateProfile(user, { photoURL: 'https://shop.test/ada.webp' })
  assert.equal(user.displayName, 'Ada Wrench')
  await updateProfile(user, { displayName: 'Ada Spanner' })
  assert.equal(user.photoURL, 'https://shop.test/ada.webp')
})

test('a session ended elsewhere is signed out at the next refresh, with a message', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  const other = await identity.call('/v1/accounts:signInWithPassword', { email, password })
  await identity.call('/v1/accounts:signOut', { idToken: other.body['idToken'], everywhere: true })
  await assert.rejects(user.getIdToken(true), { code: 'auth/user-token-expired' })
  assert.equal(auth.currentUser, null)
})

test('a sign-in in the very second of a new password counts, and the session before it does not', async () => {
  await using identity = await startTestIdentity()
  const here = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(here, email, password)
  const stale = await user.getIdToken()
  await updatePassword(user, 'another torque 43')
  const again = await signInWithEmailAndPassword(identity.sdk(), email, 'another torque 43')
  await again.user.reload()
  assert.equal((await identity.call('/v1/accounts:lookup', { idToken: stale })).error, 'TOKEN_EXPIRED')
})

test('a look-up writes nothing, since every page load is one', async () => {
  await using identity = await startTestIdentity()
  const { body } = await identity.call('/v1/accounts:signUp', { email, password })
  const { connectionString } = identity.database.options
  const readOnly = createPool({ connectionString, options: '-c default_transaction_read_only=on' })
  try {
    await using reader = await identity.another({ db: drizzle(readOnly) })
    assert.equal((await reader.call('/v1/accounts:lookup', { idToken: body['idToken'] })).status, 200)
  } finally {
    await readOnly.end()
  }
})

test('a refusal for haste is one that the SDK understands', async () => {
  await using identity = await startTestIdentity({ limits: true })
  const auth = identity.sdk()
  await sendPasswordResetEmail(auth, email)
  await assert.rejects(sendPasswordResetEmail(auth, email), {
    code: 'auth/too-many-requests',
    message: /^Firebase: A message is on its way already\. Try again in .+\. \(auth\/too-many-requests\)\.$/,
  })
})

test('nothing of an emulator is here: neither its paths, nor its owner, nor its unsigned tokens', async () => {
  await using identity = await startTestIdentity()
  const { body } = await identity.call('/v1/accounts:signUp', { email, password })
  const post = (path: string, sent: object) =>
    fetch(`${identity.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(sent),
    })
  for (const path of [
    '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k',
    '/securetoken.googleapis.com/v1/token?key=k',
    '/emulator/v1/projects/boltyard-test/accounts',
    '/emulator/v1/projects/boltyard-test/verificationCodes',
    '/v1/projects/boltyard-test/accounts:query',
  ]) {
    assert.equal((await post(path, {})).status, 404, path)
  }
  const asOwner = await post('/v1/accounts:lookup?key=k', { localId: [body['localId']] })
  assert.equal((await readWireResponse(asOwner)).error, 'MISSING_ID_TOKEN')
  const [, claims] = String(body['idToken']).split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const unsigned = await identity.call('/v1/accounts:lookup', { idToken: `${none}.${claims}.` })
  assert.equal(unsigned.error, 'INVALID_ID_TOKEN')
})

/** Opens the SDK in a page; its storage outlives the page. */
function openPage(origin: string, store: Map<string, string>): Auth {
  class Stored {
    static type = 'LOCAL' as const
    readonly type = 'LOCAL' as const
    async _isAvailable() {
      return true
    }
    async _set(key: string, value: unknown) {
      store.set(key, JSON.stringify(value))
    }
    async _get(key: string) {
      return JSON.parse(store.get(key) ?? 'null')
    }
    async _remove(key: string) {
      store.delete(key)
    }
    _addListener() {}
    _removeListener() {}
  }
  const app = initializeApp({ apiKey: 'test-key', projectId: 'boltyard-test', authDomain: 'localhost' }, 'page')
  const auth = initializeAuth(app, { persistence: Stored as Persistence })
  auth.config.apiHost = auth.config.tokenApiHost = new URL(origin).host
  auth.config.apiScheme = 'http'
  return auth
}
