import { expectBooted } from './expect-booted.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { holdBack } from './hold-back.ts'
import { expect, test } from './shop.ts'
import { signIn, signOut } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

test('whoever is sent to sign in comes back to where they wanted to go', async ({ page }) => {
  const person = newPerson('Victor')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await signUp(page, person)
  await signOut(page)
  await expect(page).toHaveURL('/')

  await test.step('to a product', async () => {
    await page.goto('/products')
    await page.getByRole('link', { name: `Order ${product.name}` }).click()
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await signIn(page, person)
    await expect(page).toHaveURL(`/products/${product._id}`)
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
    await signOut(page)
  })

  for (const path of [`/products/${product._id}`, '/dashboard/my-profile']) {
    await test.step(`to the address ${path}`, async () => {
      const answer = await page.goto(path)
      expect(await answer?.text(), 'until it is known who looks').toMatch(/role="status" aria-label="Loading/)
      await expect(page).toHaveURL(/\/sign-in/)
      await signIn(page, person)
      await expect(page).toHaveURL(path)
      await signOut(page)
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

test('what the sign-in page learns late does not move its form away from under the hand', async ({ page }) => {
  await signUp(page, newPerson('Nora'))
  const notice = page.getByText('You are signed in as')
  await page.goto('/sign-in')
  await expect(notice).toBeVisible()
  const scripts = holdBack(page, '**/assets/entry.client-*.js')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).focus()
  const send = page.getByRole('button', { name: 'Sign In', exact: true })
  const place = await send.boundingBox()
  scripts.release()
  await expectBooted(page)
  await page.waitForLoadState('networkidle')
  await expect(notice).toHaveCount(0)
  expect(await send.boundingBox()).toEqual(place)
})

test('nobody is sent to a foreign place after signing in', async ({ page, shop }) => {
  await page.goto('/sign-in?from=//example.com/')
  await signIn(page, { email: shop.adminEmail, password: shop.adminPassword })
  await expect(page).toHaveURL('/')
})

test('the sign-in page says what is wrong, and sends a mail to who forgot the password', async ({ page }) => {
  const person = newPerson('Wanda')
  await signUp(page, person)
  await signOut(page)
  await page.getByRole('link', { name: 'SignIn' }).click()
  const send = page.getByRole('button', { name: 'Sign In', exact: true })
  const forgot = page.getByRole('button', { name: 'Forget Password' })

  await send.click()
  await expect(findToast(page, 'Please enter valid details')).toBeVisible()
  await forgot.click()
  await expect(findToast(page, 'Please enter email')).toBeVisible()

  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await send.click()
  await expect(findToast(page, 'Please enter your password.'), 'one field is enough to ask').toBeVisible()
  await page.getByLabel('Password').fill('not the password')
  await send.click()
  await expect(findToast(page, 'The e-mail address or the password is not right.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await forgot.click()
  await expect(findToast(page, 'Password reset email sent successfully')).toBeVisible()
})

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
