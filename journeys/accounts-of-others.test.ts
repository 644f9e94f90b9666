import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAs, openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/users/:id as admin
test('an admin disables and enables an account, and both are audited', async ({ page, browser, shop }) => {
  const person = newPerson('Dana')
  const device = await browser.newPage({ baseURL: shop.url })
  await signUp(device, person, '')
  await openAsAdmin(page, shop, '/dashboard/make-admin')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(person.email)
  await page.getByRole('link', { name: person.email }).click()
  await expect(page.getByRole('heading', { name: person.email })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sign-in methods' })).toContainText('Password')
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  const question = page.getByRole('alertdialog')

  await test.step('disabling asks first, and ends the session at once', async () => {
    await page.getByRole('button', { name: 'Disable' }).click()
    await expect(question).toContainText(`Disable the account of ${person.email}?`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Active')).toBeVisible()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: 'Disable' }).click()
    await question.getByRole('button', { name: 'Disable' }).click()
    await expect(findToast(page, `${person.email} is signed out and cannot sign in`)).toBeVisible()
    await expect(page.getByText('No active sessions.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send password reset' })).toHaveCount(0)
    await device.goto('/dashboard/my-profile')
    await expect(device).toHaveURL(/\/sign-in/)
  })

  await test.step('and there is no way in', async () => {
    await device.getByRole('textbox', { name: 'Email' }).fill(person.email)
    await device.getByLabel('Password').fill(person.password)
    await device.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(findToast(device, 'This account is disabled. Please contact the shop.')).toBeVisible()
  })

  await test.step('until it is enabled', async () => {
    await page.getByRole('button', { name: 'Enable' }).click()
    await question.getByRole('button', { name: 'Enable' }).click()
    await expect(findToast(page, `${person.email} can sign in again`)).toBeVisible()
    await openAs(device, person, '')
    await device.close()
  })

  await test.step('a password reset goes out, and the own account is left alone', async () => {
    await page.getByRole('button', { name: 'Send password reset' }).click()
    await question.getByRole('button', { name: 'Send email' }).click()
    await expect(findToast(page, `We sent an email to ${person.email}`)).toBeVisible()
    expect(await shop.lastLink(person.email, 'resetPassword')).toContain('oobCode=')
    await page.getByRole('link', { name: 'Make Admin' }).first().click()
    await page.getByRole('link', { name: shop.adminEmail }).click()
    await expect(page.getByText('This is your own account.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Disable|Sign out everywhere|password reset/ })).toHaveCount(0)
  })

  await page.goto(`/dashboard/audit-log?q=${person.email}`)
  const record = page.getByRole('table', { name: 'Audit Log' })
  for (const kind of ['Account disabled', 'Account enabled', 'Password reset sent']) {
    await expect(record.getByRole('row').filter({ hasText: kind })).toContainText(shop.adminEmail)
  }
})
