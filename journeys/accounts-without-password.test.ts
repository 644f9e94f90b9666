import { findTextCode } from './find-text-code.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { signIn } from './sign-in.ts'
import { createAccount, newPerson, signUp } from './sign-up.ts'

// Messages that follow each other too soon are part of these stories.
// One worker, as each of them starts a shop with these settings.
test.describe.configure({ mode: 'default' })
test.use({ settings: { RATE_LIMITS: 'on' } })

test('an account created by e-mail link reauthenticates by another link and gets its first password', async ({
  page,
  shop,
}) => {
  const { email } = newPerson('Lina')
  await page.goto('/sign-in?from=/dashboard/my-profile')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(email)
  await page.goto(await shop.lastLink(email, 'signIn'))
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
  const security = page.getByRole('region', { name: 'Security' })
  await expect(security).toContainText('You have no password: you sign in another way.')
  await expect(security.getByRole('button', { name: 'Change password' })).toHaveCount(0)

  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await shop.database('DELETE FROM identity.limit_counters')
  await security.getByRole('button', { name: 'Set a password' }).click()
  const setting = page.getByRole('dialog', { name: 'Set a password' })
  await setting.getByLabel('New password').fill('a torque wrench 42')
  await setting.getByRole('button', { name: 'Save new password' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible()
  await expect(proof.getByLabel('Your password')).toHaveCount(0)
  await proof.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(proof.getByRole('status')).toContainText('this page continues by itself')

  const other = await page.context().newPage()
  await other.goto(await shop.lastLink(email, 'signIn'))
  await other.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(other).toHaveURL(`${shop.url}/`)
  await expect(findToast(page, 'Your new password is saved')).toBeVisible()
  await expect(security.getByRole('button', { name: 'Change password' })).toBeVisible()
  await other.close()
})

test('a link that takes an unverified password away says so first', async ({ page, shop }) => {
  const person = newPerson('Vera')
  await createAccount(page, person)
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto(await shop.lastLink(person.email, 'signIn'))
  await expect(page.getByRole('main')).toContainText('removes what was set up before: the password')
  await page.getByRole('main').getByRole('link', { name: 'sign in with your password' }).click()
  await signIn(page, person)
})

test('the first press on sending again says that a mail is on its way, and an open page notices the verification', async ({
  page,
  browser,
  shop,
}) => {
  const person = newPerson('Nina')
  await signUp(page, person)
  await page.goto('/dashboard/my-profile')
  const security = page.getByRole('region', { name: 'Security' })
  await security.getByRole('button', { name: 'Resend email' }).click()
  const news = page.getByRole('region', { name: 'Messages' })
  await expect(news).toContainText('We already sent a message')
  await expect(news.getByRole('alert'), 'it is no error').toHaveText('')

  const device = await browser.newPage({ baseURL: shop.url })
  await device.goto(await shop.lastLink(person.email, 'verifyEmail'))
  await device.getByRole('button', { name: 'Verify my email' }).click()
  await expect(device.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await device.close()
  // The open page asks by itself.
  await expect(findToast(page, 'Your email is verified')).toBeVisible()
  await expect(security.getByText('Verified', { exact: true })).toBeVisible()
  await expect(security.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
})

test('a common password is refused at its field for that reason, and a phone number stays when it is sent again', async ({
  page,
  shop,
}) => {
  const person = newPerson('Kim')
  await page.goto('/signup')
  const name = page.getByRole('textbox', { name: 'First Name' })
  const longName = 'Kim '.repeat(30).trim()
  await name.fill(longName)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(name).toHaveAccessibleDescription(/at most 100 characters/)
  await expect(name, 'nothing is cut').toHaveValue(longName)
  await name.fill(person.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  const password = page.getByLabel('Password')
  await password.fill('Password123!')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(password).toHaveAccessibleDescription(/This password is too common\. Choose another one\./)
  await password.fill('short')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(password).toHaveAccessibleDescription(/This password is too short\. Use at least 8 characters\./)

  const phone = `+1212557${String(Date.now()).slice(-4)}`
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  const number = page.getByRole('textbox', { name: 'Phone number' })
  await number.fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Send again or change the number' }).click()
  await expect(number).toHaveValue(phone)
  await expect(number).toBeFocused()
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await page.getByRole('button', { name: 'Enter the code that was sent' }).click()
  await expect(code).toBeFocused()
  await page.getByRole('button', { name: 'Send again or change the number' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    /already sent a text message; it can take a/,
  )
  await expect(code, 'the code that is on its way can still be typed').toBeFocused()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  await number.fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(code).toBeVisible()
  await page.reload()
  await code.fill(await findTextCode(shop, phone))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more thing' })).toBeVisible()
  await shop.database('DELETE FROM identity.limit_counters')
})
