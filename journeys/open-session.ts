import type { Page } from '@playwright/test'

interface Access {
  token: string
  email: string
  role: string
  expiresAt: string
}

type Verb = 'signUp' | 'signInWithPassword'
interface Account {
  email: string
  password: string
  displayName?: string
}

/** Signs up or in by the API; returns the tokens of the identity service and the access of the shop. */
export async function requestAccess(page: Page, verb: Verb, person: Account) {
  const account: Record<string, string> = await callIdentity(page, verb, { ...person, returnSecureToken: true })
  const { idToken: accessToken = '' } = account
  const response = await page.request.put(`/user/${person.email}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {},
  })
  if (!response.ok()) throw new Error(`PUT /user/${person.email}: ${response.status()} ${await response.text()}`)
  const access: Access = await response.json()
  return { account, accessToken, access }
}

/**
 * Signs up or in by the API and stores the session in the browser as the pages do: their forms take a second and a half each time.
 * Returns the token of the identity service.
 */
export async function openSession(page: Page, verb: Verb, person: Account): Promise<string> {
  const { account, accessToken, access } = await requestAccess(page, verb, person)
  const { localId: uid, refreshToken, expiresIn } = account
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

/** Calls a verb of the embedded identity service. */
export async function callIdentity(page: Page, verb: string, data: object): Promise<Record<string, string>> {
  const response = await page.request.post(`/v1/accounts:${verb}?key=${apiKey}`, { data })
  if (!response.ok()) throw new Error(`${verb}: ${response.status()} ${await response.text()}`)
  return response.json()
}

const apiKey = 'boltyard'
const appName = '[DEFAULT]'
