import type { Page } from '@playwright/test'

interface Access {
  token: string
  email: string
  role: string
  expiresAt: string
}

/**
 * Signs up or in by the API and stores the session in the browser as the pages do: their forms take a second and a half each time.
 * Returns the token of the identity service.
 */
export async function openSession(page: Page, verb: Verb, person: Credentials): Promise<string> {
  const { account, access } = await proveIdentity(page, verb, person)
  const { localId: uid, idToken: accessToken = '', refreshToken, expiresIn } = account
  const { email, displayName = account['displayName'] ?? null } = person

  const about = { uid, email, displayName, phoneNumber: null, photoURL: null }
  const expirationTime = Date.now() + Number(expiresIn) * 1000
  const user = {
    ...about,
    emailVerified: false,
    isAnonymous: false,
    providerData: [{ ...about, uid: email, providerId: 'password' }],
    stsTokenManager: { accessToken, refreshToken, expirationTime },
    apiKey,
    appName,
  }
  const holder = { email, name: displayName ?? '', role: access.role, expiresAt: Date.parse(access.expiresAt) }
  const stored = {
    [`firebase:authUser:${apiKey}:${appName}`]: JSON.stringify(user),
    'boltyard.signed-in': JSON.stringify(holder),
    accessToken: access.token,
  }
  // A page without scripts, which nothing reads the session on.
  await page.goto('/robots.txt')
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, stored)
  return accessToken
}

type Verb = 'signUp' | 'signInWithPassword'
interface Credentials {
  email: string
  password: string
  displayName?: string
}

/** Signs up or in by the API, and makes or finds the user of the shop; no browser is signed in. */
export async function proveIdentity(page: Page, verb: Verb, person: Credentials) {
  const account = await callIdentity(page, verb, { ...person, returnSecureToken: true })
  const path = `/user/${person.email}`
  const access = await send<Access>(page, 'PUT', path, {}, account['idToken'] ?? '')
  return { account, access }
}

/** Calls the shop as the person who is signed in on the page. */
export async function callShop<Answer>(page: Page, method: string, path: string, data: object): Promise<Answer> {
  return send<Answer>(page, method, path, data, await page.evaluate(() => localStorage.getItem('accessToken') ?? ''))
}

async function send<Answer>(page: Page, method: string, path: string, data: object, token: string): Promise<Answer> {
  const response = await page.request.fetch(path, { method, data, headers: { authorization: `Bearer ${token}` } })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** Calls a verb of the embedded identity service. */
export async function callIdentity(page: Page, verb: string, data: object): Promise<Record<string, string>> {
  const response = await page.request.post(`/v1/accounts:${verb}?key=${apiKey}`, { data })
  if (!response.ok()) throw new Error(`${verb}: ${response.status()} ${await response.text()}`)
  return response.json()
}

const apiKey = 'boltyard'
const appName = '[DEFAULT]'
