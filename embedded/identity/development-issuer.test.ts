import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUserWithEmailAndPassword, OAuthCredential, signInWithCredential } from '@firebase/auth'
import { developmentProvider } from './development-issuer.ts'
import { scratchBrowser, startUrl } from './scratch-browser.ts'
import { scratchIdentity } from './scratch-identity.ts'
import type { ScratchIdentity } from './scratch-identity.ts'

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

test('it follows whichever name of this machine is in the address bar', async () => {
  await using identity = await developmentIdentity((origin) => origin.replace('127.0.0.1', 'localhost'))
  const signedIn = await signInWithCredential(
    identity.sdk(),
    await choose(identity, { choice: 'tomas.okafor@mail.example' }),
  )
  assert.equal(signedIn.user.displayName, 'Tomas Okafor')
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
  const browser = scratchBrowser()
  const chooser = await browser.open(startUrl(identity.origin).url)
  assert.ok(chooser.html.includes(note))
  assert.match(chooser.headers.get('content-security-policy') ?? '', /form-action 'self'/)
  const action = `${identity.origin}/auth/development/authorize`
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
  const abroad = { ...hidden, redirect_uri: 'https://evil.test/auth/callback/google.com' }
  assert.equal((await browser.open(action, { ...abroad, choice: 'cancel' })).status, 400)
  const left = await browser.open(action, { ...hidden, choice: 'cancel' })
  assert.equal(left.message?.['error'], 'popup-closed-by-user')
})

test('its codes are for the one window that asked, for a minute', async () => {
  await using identity = await developmentIdentity()
  const browser = scratchBrowser()
  const chooser = await browser.open(startUrl(identity.origin).url)
  const { redirect_uri: redirectUri = '', ...hidden } = hiddenFields(chooser.html)
  const choice = { ...hidden, redirect_uri: redirectUri, choice: 'noor.haddad@mail.example' }
  const { searchParams } = await whereTo(`${identity.origin}/auth/development/authorize`, choice)
  const code = searchParams.get('code') ?? ''
  const token = (form: Record<string, string>) =>
    fetch(`${identity.origin}/auth/development/token`, { method: 'POST', body: new URLSearchParams(form) })
  const known = { code, client_id: developmentProvider.clientId, client_secret: developmentProvider.clientSecret }
  for (const form of [{ code }, known, { ...known, redirect_uri: redirectUri, code_verifier: 'guess' }]) {
    assert.equal((await token(form)).status, 400)
  }
  identity.clock.aheadMs = 61_000
  const late = await browser.open(`${redirectUri}?${searchParams.toString()}`)
  assert.equal(late.message?.['error'], 'invalid-credential')
})

test('where it is not asked for, it is not there', async () => {
  await using identity = await scratchIdentity()
  for (const path of ['authorize', 'jwks.json', '.well-known/openid-configuration']) {
    assert.equal((await fetch(`${identity.origin}/auth/development/${path}`)).status, 404)
  }
  const page = await scratchBrowser().open(startUrl(identity.origin).url)
  assert.equal(page.message?.['error'], 'operation-not-allowed')
  assert.ok(page.html.includes('This way of signing in is not set up.'))
})

test('a configured Google takes its place', async () => {
  const google = { providerId: 'google.com', clientId: 'ours', clientSecret: 's', issuer: 'http://127.0.0.1:9' }
  await using identity = await scratchIdentity({ developmentChooser: true, oauthProviders: () => [google] })
  const page = await scratchBrowser().open(startUrl(identity.origin).url)
  assert.equal(page.message?.['error'], 'network-request-failed')
})

async function developmentIdentity(name = (origin: string) => origin): Promise<ScratchIdentity> {
  let origin = 'http://localhost'
  const identity = await scratchIdentity({ issuer: () => origin, developmentChooser: true })
  origin = name(identity.origin)
  return identity
}

async function choose(identity: ScratchIdentity, answer: Record<string, string>): Promise<OAuthCredential> {
  const browser = scratchBrowser()
  const { url, sessionId } = startUrl(identity.origin)
  const chooser = await browser.open(url)
  const form = { ...hiddenFields(chooser.html), ...answer }
  const { message } = await browser.open(`${identity.origin}/auth/development/authorize`, form)
  assert.ok(message?.['pendingToken'], JSON.stringify(message))
  const pendingToken = `${message['pendingToken']}.${sessionId}`
  const made = OAuthCredential.fromJSON({ providerId: 'google.com', signInMethod: 'google.com', pendingToken })
  assert.ok(made)
  return made
}

async function whereTo(url: string, form: Record<string, string>): Promise<URL> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}

function hiddenFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}
