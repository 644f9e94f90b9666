import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { signIn, signOut } from './sign-in.ts'
import { createAccount, newPerson, signUpOnPage } from './sign-up.ts'

// spec 4.7
// route /auth/action as visitor
test('the mail after signing up verifies the address, at a click and once', async ({ page, shop }) => {
  const person = newPerson('Vera')
  await signUpOnPage(page, person)
  const link = await shop.lastLink(person.email, 'verifyEmail')
  const verify = page.getByRole('button', { name: 'Verify my email' })

  await test.step('opening the link, as mail scanners do, changes nothing', async () => {
    await page.goto(link)
    await expect(verify).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main')).toContainText(person.email)
  })

  await test.step('the button does, and the session knows of it', async () => {
    const renewal = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/user/'))
    await verify.click()
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeFocused()
    const claims = (await renewal).headers()['authorization']?.split('.')[1] ?? ''
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ email_verified: true })
    await page.getByRole('link', { name: 'Go to the shop' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('a used link says so', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a new email' })).toBeVisible()
    await signOut(page)
    await page.goto(link)
    await expect(page.getByRole('link', { name: 'Sign in to get a new email' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Go to the shop' }).click()
    await expect(page).toHaveURL('/')
  })
})

// route /auth/action as visitor
test('a forgotten password is reset by mail, and the old one stops working', async ({ page, shop }) => {
  const person = newPerson('Fergus')
  const renewed = { ...person, password: `${person.password} anew` }
  await createAccount(page, person)
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Forget Password' }).click()
  await expect(findToast(page, 'Password reset email sent successfully')).toBeVisible()
  const link = await shop.lastLink(person.email, 'resetPassword')

  await page.goto(link)
  const save = page.getByRole('button', { name: 'Save new password' })
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  await save.click()
  await expect(page.getByText('Choose a password.', { exact: true })).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await save.click()
  await expect(page.getByText('This password is too short. Use at least 8 characters.')).toBeVisible()
  await page.getByLabel('New password').fill(renewed.password)
  await save.click()
  await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(findToast(page, 'Wrong email or password.')).toBeVisible()
  await signIn(page, renewed)
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get a new email' })).toBeVisible()
})

// route /auth/action as visitor
test('a link that lost its end says what to do', async ({ page }) => {
  await page.goto('/auth/action?mode=resetPassword')
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  await page.getByRole('link', { name: 'Get a new email' }).click()
  await expect(page).toHaveURL('/sign-in')
})
