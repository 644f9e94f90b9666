import { expectBooted } from './expect-booted.ts'
import { findProduct } from './find-product.ts'
import { dismissToast, findToast } from './find-toast.ts'
import { delayRequests } from './delay-requests.ts'
import { expect, test } from './shop.ts'
import { signIn, signOut, dropSession } from './sign-in.ts'
import { createAccount, fillSignUp, newPerson, signUp } from './sign-up.ts'

// spec 2.1, 2.8, 2.11, 2.22, 2.23, 2.25, 4.6, 6.1, 6.6, 8.9
// route /signin as visitor, /login as visitor, every protected page as visitor
test('signing in leads back to the requested page', async ({ page }) => {
  const person = newPerson('Victor')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await createAccount(page, person)

  await test.step('to a product', async () => {
    await page.goto('/products')
    await page.getByRole('link', { name: `Order ${product.name}` }).click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await signIn(page, person)
    await expect(page).toHaveURL(`/products/${product._id}`)
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
    await dropSession(page)
  })

  for (const path of [`/products/${product._id}`, '/dashboard/my-profile']) {
    await test.step(`from the address ${path}, which it names`, async () => {
      const response = await page.goto(path)
      expect(await response?.text(), 'until it is known who looks').toMatch(/role="status" aria-label="Loading/)
      await expect(page).toHaveURL(`/sign-in?from=${encodeURIComponent(path)}`)
    })
  }

  for (const alias of ['/login', '/signin']) {
    await test.step(`${alias} is the sign-in page, too`, async () => {
      await page.goto(`${alias}?from=/blog`)
      await expect(page).toHaveURL(/\/sign-in/)
      await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    })
  }
  await signIn(page, person)
  await expect(page).toHaveURL('/blog')
})

test('late information on the sign-in page does not move its form', async ({ page }) => {
  await signUp(page, newPerson('Nora'))
  const notice = page.getByText('You are signed in as')
  await page.goto('/sign-in')
  await expect(notice).toBeVisible()
  const scripts = delayRequests(page, '**/assets/entry.client-*.js')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).focus()
  const send = page.getByRole('button', { name: 'Sign In', exact: true })
  const place = await send.boundingBox()
  scripts.release()
  await expectBooted(page)
  await page.waitForLoadState('networkidle')
  await expect(notice).toHaveCount(0)
  await expect.poll(() => send.boundingBox()).toEqual(place)
})

// spec 2.22
test('signing in never redirects to another site', async ({ page, shop }) => {
  await page.goto('/sign-in?from=/.//example.com/')
  await signIn(page, { email: shop.adminEmail, password: shop.adminPassword })
  // Staff who come from no page of the shop begin with their work.
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/dashboard\/today$/)
})

// spec 2.25, 5.1, 8.1, 8.2, 8.10
// route /sign-in as visitor
test('the sign-in page shows errors and sends password reset mails', async ({ page }) => {
  const person = newPerson('Wanda')
  await createAccount(page, person)
  await page.goto('/sign-in')
  const send = page.getByRole('button', { name: 'Sign In', exact: true })
  const forgot = page.getByRole('button', { name: 'Forget Password' })

  await send.click()
  await expect(findToast(page, 'Please enter valid details')).toBeVisible()
  await forgot.click()
  await expect(findToast(page, 'Please enter email')).toBeVisible()

  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await send.click()
  await expect(findToast(page, 'Enter your password.'), 'one field is enough to ask').toBeVisible()
  await page.getByLabel('Password').fill('not the password')
  await send.click()
  await expect(findToast(page, 'Wrong email or password.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await forgot.click()
  await expect(findToast(page, 'Password reset email sent successfully')).toBeVisible()
  await expect(page.getByRole('status')).toContainText([
    `If ${person.email} has an active account, a reset link is on its way.`,
  ])
})

// spec 8.1
test('a toast says why the identity provider refused to sign in or up', async ({ page }) => {
  const person = newPerson('Xenia')
  await createAccount(page, person)
  const refuse = (message: string) =>
    page.route('**/v1/accounts:*', (route) => route.fulfill({ status: 400, json: { error: { code: 400, message } } }), {
      times: 1,
    })

  await page.goto('/signup')
  await fillSignUp(page, person)
  const create = page.getByRole('button', { name: 'Create my account' })
  await create.click()
  await dismissToast(page, 'There is already an account with this email address. Sign in instead.')
  await refuse('SIGN_UP_PAUSED : No new accounts until Monday.')
  await create.click()
  await expect(findToast(page, 'No new accounts until Monday.'), 'in its own words').toBeVisible()
  await expect(page).toHaveURL('/signup')

  await page.goto('/sign-in')
  await refuse('USER_DISABLED')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(findToast(page, 'This account is disabled. Please contact the shop.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

// spec 4.6, 9.3
test('a second after signing in, the success is shown and the requested page opens', async ({ page }) => {
  const person = newPerson('Sofia')
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
  await createAccount(page, person)
  await page.clock.install()
  await page.goto('/sign-in?from=/dashboard/my-profile')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await expectBooted(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect.poll(token, 'it is stored before').toBeTruthy()
  const welcome = findToast(page, 'Successfully Login')
  await page.clock.runFor(990)
  await expect(welcome).toHaveCount(0)
  await expect(page).toHaveURL(/\/sign-in/)
  await page.clock.runFor(20)
  await expect(welcome).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-profile')
})

// spec 4.4
test('an access token is used until its time is over and then refreshed; an ended session signs out', async ({
  page,
  shop,
}) => {
  const person = newPerson('Theo')
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
  /** Sets the rest of the time that the server gave the token. */
  const expireIn = (seconds: number) =>
    page.evaluate((ms) => {
      const holder: object = JSON.parse(localStorage.getItem('boltyard.signed-in') ?? '{}')
      localStorage.setItem('boltyard.signed-in', JSON.stringify({ ...holder, expiresAt: Date.now() + ms }))
    }, seconds * 1000)
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/token') refreshes.push(request.url())
  })
  const orders = page.getByRole('heading', { name: 'My Orders: 0' })
  await signUp(page, person)
  const first = await token()
  refreshes.length = 0
  await expireIn(90)
  await page.goto('/dashboard')
  await expect(orders).toBeVisible()
  expect(refreshes, 'it is still good').toEqual([])
  expect(await token()).toBe(first)

  await expireIn(30)
  await page.reload()
  await expect(orders).toBeVisible()
  expect(refreshes.length).toBeGreaterThan(0)
  const second = await token()
  expect(second).not.toBe(first)

  await shop.database(
    'DELETE FROM identity.sessions WHERE local_id = (SELECT local_id FROM identity.accounts WHERE email = $1)',
    [person.email],
  )
  await expireIn(30)
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await token()).toBeNull()
})

// spec 2.3, 3.5, 4.3, 8.9, 9.5
// security 48
test('signing out in one tab signs out the others', async ({ page, context }) => {
  await signUp(page, newPerson('Tabea'))
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'My Orders: 0' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()

  await signOut(page)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await expect(other).toHaveURL(/\/sign-in/)
  await expect(other.getByRole('link', { name: 'SignIn' })).toBeVisible()
})
