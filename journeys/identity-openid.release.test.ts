import { startTestOpenIdProvider, type TestOpenIdProvider } from '#embedded/identity/testing/openid-provider.ts'
import { findToast } from './find-toast.ts'
import { expect, test as base } from './shop.ts'
import { signOut } from './sign-in.ts'
import { newPerson } from './sign-up.ts'

/** Runs a shop whose Google is a certified OpenID provider on this machine. */
const test = base.extend<object, { provider: TestOpenIdProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await using provider = await startTestOpenIdProvider(['http://localhost/auth/callback/google.com'])
      await use(provider)
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider: { config } }, use) => {
      const { clientId, clientSecret, issuer = '' } = config
      await use({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer })
    },
    { scope: 'worker' },
  ],
})

test('a real OpenID provider signs in through its window, and only that window goes there', async ({
  browser,
  shop,
  provider,
}) => {
  const { email, name } = newPerson('Oidipa')
  provider.person = { sub: 'oidipa-1', email, email_verified: true, name, picture: 'https://pictures.test/oidipa.png' }
  // The stories' own page would take the way to the provider for a mistake.
  const context = await browser.newContext({ baseURL: shop.url })
  const asked: string[] = []
  const strangers: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => void asked.push(request.url()))
  context.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  const page = await context.newPage()
  page.on('request', (request) => void (new URL(request.url()).origin !== shop.url && strangers.push(request.url())))

  for (const times of ['the first time', 'again']) {
    await test.step(times, async () => {
      await page.goto('/sign-in?from=/dashboard/security')
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Continue with Google' }).click(),
      ])
      await expect(findToast(page, 'Successfully Login')).toBeVisible()
      await expect(page).toHaveURL('/dashboard/security')
      expect(popup.isClosed()).toBe(true)
      const security = page.getByRole('region', { name: 'Security' })
      await expect(security).toContainText(email)
      await expect(security.getByText('Verified', { exact: true })).toBeVisible()
      await page.goto('/dashboard/my-profile')
      await expect(page.getByRole('region', { name: 'Saved profile' })).toContainText(name)
      await expect(page.getByRole('img', { name: 'No photo yet' })).toBeVisible()
      expect(complaints).toEqual([])
      await signOut(page)
      // Requests under way when the session ends are refused, which the console reports.
      expect(complaints.filter((text) => !text.includes('status of 401'))).toEqual([])
      complaints.length = 0
    })
  }
  const users = await shop.database('SELECT 1 FROM users WHERE email = $1', [email])
  expect(users).toHaveLength(1)
  expect(asked.filter((url) => url.startsWith(`${provider.config.issuer}/auth?`))).toHaveLength(2)
  expect(strangers).toEqual([])
  await context.close()
})
