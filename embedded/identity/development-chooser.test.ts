import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createUserWithEmailAndPassword, OAuthCredential, signInWithCredential } from '@firebase/auth'
import { createTestBrowser, startUrl } from './testing/browser.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'

const note = 'Development stand-in: no real Google account is asked'

test('a made-up account signs in as one of Google’s would', async () => {
  await using identity = await developmentIdentity()
  const first = await choose(identity, { choice: 'mara.lindqvist@mail.example' })
  const signedIn = await signInWithCredential(identity.sdk(), first)
  assert.equal(signedIn.user.email, 'mara.lindqvist@mail.example')
  assert.equal(signedIn.user.emailVerified, true)
  assert.equal(signedIn.user.displayName, 'Mara Lindqvist')
  const again = await choose(identity, { choice: 'mara.lindqvist@mail.example' })
  assert.equal((await signInWithCredential(identity.sdk(), again)).user.uid, signedIn.user.uid)
})

test('an address that is typed opens no account that is there already', async () => {
  await using identity = await developmentIdentity()
  await createUserWithEmailAndPassword(identity.sdk(), 'owner@example.com', 'torque wrench 42')
  const typed = await choose(identity, { name: 'Not the owner', email: 'owner@example.com' })
  const clash = { code: 'auth/account-exists-with-different-credential' }
  await assert.rejects(signInWithCredential(identity.sdk(), typed), clash)
  const own = await choose(identity, { name: 'Ada', email: 'Ada@Example.com' })
  const signedIn = await signInWithCredential(identity.sdk(), own)
  assert.equal(signedIn.user.email, 'ada@example.com')
  assert.equal(signedIn.user.emailVerified, false)
})

test('the page says what it is, takes no nonsense, and can be left', async () => {
  await using identity = await developmentIdentity()
  const browser = createTestBrowser()
  const chooser = await browser.open(startUrl(identity.origin).url)
  assert.ok(chooser.html.includes(note))
  assert.match(chooser.headers.get('content-security-policy') ?? '', /form-action 'self'/)
  const action = `${identity.origin}/auth/development`
  const hidden = hiddenFields(chooser.html)
  for (const [name, email] of [
    ['', 'a@example.com'],
    ['Ada', 'no address'],
    ['Ada', '"><script>'],
  ]) {
    const page = await browser.open(action, { ...hidden, name: name ?? '', email: email ?? '' })
    assert.equal(page.status, 400)
    assert.match(page.html, /role="alert"/)
    assert.ok(!page.html.includes('"><script>'))
  }
  const abroad = { ...hidden, returnTo: 'https://evil.test/' }
  assert.equal((await browser.open(action, { ...abroad, choice: 'cancel' })).status, 400)
  const left = await browser.open(action, { ...hidden, choice: 'cancel' })
  assert.equal(left.message?.['error'], 'popup-closed-by-user')
})

test('a choice is for the one window that asked, once', async () => {
  await using identity = await developmentIdentity()
  const wanted = { choice: 'noor.haddad@mail.example' }
  const elsewhere = await choose(identity, wanted, randomBytes(32).toString('base64url'))
  await assert.rejects(signInWithCredential(identity.sdk(), elsewhere), { code: 'auth/invalid-credential' })
  const mine = await choose(identity, wanted)
  await signInWithCredential(identity.sdk(), mine)
  await assert.rejects(signInWithCredential(identity.sdk(), mine), { code: 'auth/invalid-credential' })
})

test('a page that left for the chooser gets the choice in its fragment', async () => {
  await using identity = await developmentIdentity()
  const { url } = startUrl(identity.origin)
  const chooser = await createTestBrowser().open(`${url}&returnTo=%2Fsign-in`)
  const form = { ...hiddenFields(chooser.html), choice: 'noor.haddad@mail.example' }
  const response = await fetch(`${identity.origin}/auth/development`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  assert.match(response.headers.get('location') ?? '', /^\/sign-in#kind=auth-callback&.*pendingToken=/)
})

test('the development chooser exists only where it is enabled', async () => {
  await using identity = await startTestIdentity()
  assert.equal((await fetch(`${identity.origin}/auth/development`, { method: 'POST' })).status, 404)
  const page = await createTestBrowser().open(startUrl(identity.origin).url)
  assert.equal(page.message?.['error'], 'operation-not-allowed')
  assert.ok(page.html.includes('This way of signing in is not set up.'))
})

test('a configured Google takes its place', async () => {
  const google = { providerId: 'google.com', clientId: 'ours', clientSecret: 's', issuer: 'http://127.0.0.1:9' }
  await using identity = await startTestIdentity({ developmentChooser: true, oauthProviders: () => [google] })
  const page = await createTestBrowser().open(startUrl(identity.origin).url)
  assert.equal(page.message?.['error'], 'network-request-failed')
})

const developmentIdentity = () => startTestIdentity({ developmentChooser: true })

async function choose(
  identity: TestIdentity,
  result: Record<string, string>,
  otherSessionId?: string,
): Promise<OAuthCredential> {
  const browser = createTestBrowser()
  const { url, sessionId } = startUrl(identity.origin)
  const chooser = await browser.open(url)
  const form = { ...hiddenFields(chooser.html), ...result }
  const { message } = await browser.open(`${identity.origin}/auth/development`, form)
  assert.ok(message?.['pendingToken'], JSON.stringify(message))
  const pendingToken = `${message['pendingToken']}.${otherSessionId ?? sessionId}`
  const created = OAuthCredential.fromJSON({ providerId: 'google.com', signInMethod: 'google.com', pendingToken })
  assert.ok(created)
  return created
}

function hiddenFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}
