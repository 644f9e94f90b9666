import type { Page } from '@playwright/test'
import { findTextCode } from './find-text-code.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { signIn, signOut } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'
import { totpCode } from './totp-code.ts'

test.describe.configure({ timeout: 180_000 })

const securityOf = (page: Page) => page.getByRole('region', { name: 'Security' })

async function sendSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('an app and then text messages become the second step, are asked for, and are taken away again', async ({
  page,
  shop,
}) => {
  const person = newPerson('Tilda')
  await signUp(page, person)
  const hashes = await shop.database('SELECT DISTINCT left(password_hash, 30) AS cost FROM identity.accounts')
  expect(hashes, 'of the admin of the first start, and of whoever signed up').toEqual([
    { cost: '$argon2id$v=19$m=65536,t=3,p=1' },
  ])
  await page.goto('/dashboard/my-profile')
  await expect(securityOf(page).getByText('Not verified')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toHaveCount(0)
  await page.goto(await shop.lastLink(person.email, 'verifyEmail'))
  await page.getByRole('button', { name: 'Verify my e-mail' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()

  await page.goto('/dashboard/my-profile')
  // After some minutes such a change wants a new proof.
  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByRole('alert')).toContainText('The e-mail address or the password is not right.')
  await proof.getByLabel('Your password').fill(person.password)
  await proof.getByRole('button', { name: 'Continue' }).click()

  const adding = page.getByRole('dialog', { name: 'Add authenticator app' })
  const picture = adding.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  const key = await adding.getByRole('code').innerText()
  await adding.getByRole('textbox', { name: 'Code' }).fill(totpCode(key))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await expect(findToast(page, 'The second step is on')).toBeVisible()
  await expect(securityOf(page).getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible()
  await signOut(page)

  await page.goto('/sign-in?from=/dashboard/my-profile')
  await sendSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill('12345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter the six digits.')).toBeVisible()
  // Each code works once, so this is the app's next one.
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(key, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
  await securityOf(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(findToast(page, 'The second step is removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  // Told by mail, with a way out for whoever did not do it.
  expect(await shop.lastLink(person.email, 'resetPassword')).toContain('oobCode=')

  const phone = `+1212556${String(Date.now()).slice(-4)}`
  await page.getByRole('button', { name: 'Add text message' }).click()
  const texting = page.getByRole('dialog', { name: 'Add text message' })
  await texting.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await texting.getByRole('button', { name: 'Send code' }).click()
  await texting.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone))
  await texting.getByRole('button', { name: 'Turn on' }).click()
  await expect(securityOf(page).getByRole('button', { name: /^Remove Text message/ })).toBeVisible()
  await signOut(page)
  // One message to a number within half a minute.
  await shop.database('DELETE FROM identity.limit_counters')
  await page.goto('/sign-in?from=/dashboard/my-profile')
  await sendSignIn(page, person)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone, 2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
  await expect(securityOf(page).getByRole('button', { name: /^Remove Text message/ })).toBeVisible()

  // The mail that told of it has a way back, for whoever did not add it.
  await page.goto(await shop.lastLink(person.email, 'revertSecondFactorAddition'))
  await page.getByRole('button', { name: 'Remove the second step' }).click()
  await expect(page.getByRole('heading', { name: 'The second step is removed' })).toBeVisible()
  await page.goto('/sign-in?from=/dashboard/my-profile')
  await signIn(page, person)
  await expect(page.getByRole('button', { name: 'Add text message' })).toBeVisible()
  await expect(securityOf(page).getByRole('button', { name: /^Remove / })).toHaveCount(0)
})

test('an account moves to another address, and its old one brings it back', async ({ page, shop }) => {
  const person = newPerson('Moira')
  const moved = { ...person, email: `moved-${person.email}` }
  await signUp(page, person)
  await page.goto('/dashboard/my-profile')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByRole('textbox', { name: 'New e-mail' }).fill(moved.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(findToast(page, `A mail is on its way to ${moved.email}`)).toBeVisible()

  await page.goto(await shop.lastLink(moved.email, 'verifyAndChangeEmail'))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail is changed' })).toBeVisible()
  await page.goto('/sign-in')
  await signIn(page, moved)
  await signOut(page)

  await page.goto(await shop.lastLink(person.email, 'recoverEmail'))
  await page.getByRole('button', { name: 'Bring my e-mail back' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail is back' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeVisible()
  await page.goto('/sign-in')
  await signIn(page, person)
})

test('a session ended elsewhere leads to sign-in and back to what was typed; a deleted account is gone', async ({
  page,
  browser,
  shop,
}) => {
  const person = newPerson('Elsa')
  await signUp(page, person)
  const typed = 'Twelve years of gearboxes'
  const education = page.getByRole('textbox', { name: 'Educational Background' })
  await page.goto('/dashboard/my-profile')
  await education.fill(typed)
  await page.getByRole('textbox', { name: 'Skill' }).fill('Gearboxes')

  await test.step('another device ends it', async () => {
    const device = await browser.newPage({ baseURL: shop.url })
    await device.goto('/sign-in?from=/dashboard/my-profile')
    await signIn(device, person)
    const sessions = device.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await sessions.getByRole('button', { name: 'End session' }).click()
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('This device')
    await device.close()
  })

  await test.step('what was typed is there after signing in again', async () => {
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page).toHaveURL('/sign-in?from=%2Fdashboard%2Fmy-profile')
    await expect(page.getByRole('main')).toContainText('Your session has ended.')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard/my-profile')
    await expect(education).toHaveValue(typed)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(findToast(page, 'Profile information successfully added')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Saved profile' })).toContainText(typed)
  })

  await test.step('the password changes, and the old one is over', async () => {
    await page.getByRole('button', { name: 'Change password' }).click()
    const changing = page.getByRole('dialog', { name: 'Change password' })
    await changing.getByLabel('New password').fill('short')
    await changing.getByRole('button', { name: 'Save new password' }).click()
    await expect(changing).toContainText('This password is too easy to guess. Use at least 8 characters.')
    await changing.getByLabel('New password').fill(`${person.password} anew`)
    await changing.getByRole('button', { name: 'Save new password' }).click()
    await expect(findToast(page, 'Your new password is saved')).toBeVisible()
  })

  await test.step('the account is deleted', async () => {
    await securityOf(page).getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await expect(findToast(page, 'Your account is deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.goto('/sign-in')
    await sendSignIn(page, { ...person, password: `${person.password} anew` })
    await expect(findToast(page, 'The e-mail address or the password is not right.')).toBeVisible()
  })
})

test('the admin reads what the shop has mailed', async ({ page, shop }) => {
  const { email } = newPerson('Oskar')
  await page.goto('/sign-in?from=/dashboard/outbox')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await signIn(page, { email: shop.adminEmail, password: shop.adminPassword })
  await page.getByRole('searchbox', { name: 'Search messages' }).fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Kept here')
  await row.getByRole('button', { name: 'Read' }).click()
  const message = page.getByRole('dialog', { name: 'Sign in to Boltyard' })
  await expect(message.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', /mode=signIn/)
  await message.getByRole('button', { name: 'Plain text' }).click()
  await expect(message).toContainText('No password is needed.')
  await message.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('nobody has such an address')
  await expect(page.getByRole('heading', { name: 'No such messages' })).toBeVisible()
})
