import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { findToast } from './find-toast.ts'
import { expect, test as base } from './shop.ts'
import { fillSignUp, newPerson, type Person } from './sign-up.ts'

const projectId = 'journeys-project'

interface Issuer {
  server: Server
  key: CryptoKey
}

/** Runs a shop with a Firebase project whose keys are published on this machine. */
const test = base.extend<object, { issuer: Issuer }>({
  issuer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const { privateKey: key, publicKey } = await generateKeyPair('RS256')
      const keys = [{ ...(await exportJWK(publicKey)), kid: 'today', alg: 'RS256', use: 'sig' }]
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      await use({ server, key })
      server.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ issuer }, use) => {
      const address = issuer.server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      await use({
        FIREBASE_API_KEY: 'AIzaJourneys',
        FIREBASE_AUTH_DOMAIN: 'journeys.firebaseapp.com',
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_JWKS_URL: `http://127.0.0.1:${port}/`,
      })
    },
    { scope: 'worker' },
  ],
})

test('the same pages sign up and sign in with a Firebase project', async ({ browser, shop, issuer }) => {
  const person = newPerson('Fiona')
  // The page of the other journeys refuses requests to Google.
  const page = await browser.newPage({ baseURL: shop.url })
  const google = await standInForGoogle(page.context(), person, issuer.key)
  const callsOfShop: string[] = []
  page.on('request', (request) => {
    if (/^\/v[12]\//.test(new URL(request.url()).pathname) && request.url().startsWith(shop.url))
      callsOfShop.push(request.url())
  })
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(findToast(page, 'Please verifying your email again')).toBeVisible()
  await expect(page).toHaveURL('/home')
  await page.goto('/dashboard/my-profile')
  await expect(page.getByRole('textbox', { name: 'Display Name' })).toHaveValue(person.name)
  await page.goto('/dashboard/security')
  await expect(page.getByRole('region', { name: 'Security' })).toContainText('Not verified')
  await expect(page.getByText('Where you are signed in')).toHaveCount(0)

  await page.getByRole('link', { name: 'SignOut' }).click()
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(findToast(page, 'Wrong email or password.')).toBeVisible()
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(findToast(page, 'Successfully Login')).toBeVisible()

  const known = () => shop.database('SELECT role FROM users WHERE email = $1', [person.email])
  expect(await known()).toHaveLength(1)
  await page.goto('/dashboard/security')
  await page.getByRole('region', { name: 'Security' }).getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(findToast(page, 'Your account is deleted')).toBeVisible()
  expect(google.hasAccount()).toBe(false)
  expect(await known(), 'the shop has erased the user, too').toEqual([])
  expect(callsOfShop, 'the shop’s own identity service').toEqual([])
  expect(google.calls).toContain('identitytoolkit.googleapis.com signUp')
  await page.close()
})

/** Answers the identity library's calls to Google for one person, as Google would. */
async function standInForGoogle(context: BrowserContext, person: Person, key: CryptoKey) {
  const calls: string[] = []
  const localId = 'fiona-of-google'
  let hasAccount = false

  async function createToken() {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ email: person.email, email_verified: false, name: person.name, auth_time: now })
      .setProtectedHeader({ alg: 'RS256', kid: 'today', typ: 'JWT' })
      .setSubject(localId)
      .setIssuer(`https://securetoken.google.com/${projectId}`)
      .setAudience(projectId)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(key)
  }
  const signedIn = async () => ({
    localId,
    email: person.email,
    idToken: await createToken(),
    refreshToken: 'r',
    expiresIn: '3600',
  })

  const answers: Record<string, (body: { password?: string }) => object | Promise<object>> = {
    signUp: async () => {
      hasAccount = true
      return { kind: 'identitytoolkit#SignupNewUserResponse', ...(await signedIn()) }
    },
    signInWithPassword: async ({ password }) =>
      hasAccount && password === person.password
        ? { registered: true, ...(await signedIn()) }
        : { error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } },
    lookup: () => ({ users: [{ localId, email: person.email, displayName: person.name }] }),
    update: () => ({ displayName: person.name }),
    delete: () => {
      hasAccount = false
      return { kind: 'identitytoolkit#DeleteAccountResponse' }
    },
    sendOobCode: () => ({ email: person.email }),
    token: async () => {
      const token = await createToken()
      return { access_token: token, id_token: token, refresh_token: 'r', expires_in: '3600', token_type: 'Bearer' }
    },
  }

  await context.route(/^https:\/\/(?:identitytoolkit|securetoken)\.googleapis\.com\//, async (route) => {
    const url = new URL(route.request().url())
    const call = url.pathname.split(/[:/]/).at(-1) ?? ''
    calls.push(`${url.hostname} ${call}`)
    expect(url.searchParams.get('key')).toBe('AIzaJourneys')
    const body: unknown = call === 'token' ? {} : route.request().postDataJSON()
    const json = (await answers[call]?.(body as { password?: string })) ?? {
      error: { code: 404, message: 'NOT_FOUND' },
    }
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    await route.fulfill({ status: 'error' in json ? 400 : 200, json, headers })
  })
  return { calls, hasAccount: () => hasAccount }
}
