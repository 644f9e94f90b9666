import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAs, openAsAdmin, signIn } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

const securityOf = (page: Page) => page.getByRole('region', { name: 'Security' })

// route /dashboard/security as customer
test('an account moves to another address, and its old one brings it back', async ({ page, shop }) => {
  const person = newPerson('Moira')
  const moved = { ...person, email: `moved-${person.email}` }
  await signUp(page, person, '/dashboard/security')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('textbox', { name: 'New email' }).fill(moved.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(findToast(page, `We sent an email to ${moved.email}`)).toBeVisible()

  await page.goto(await shop.lastLink(moved.email, 'verifyAndChangeEmail'))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  await openAs(page, moved, '')
  await page.goto(await shop.lastLink(person.email, 'recoverEmail'))
  await page.getByRole('button', { name: 'Restore my email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is restored' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeVisible()
  await openAs(page, person, '/dashboard/security')
  await expect(securityOf(page)).toContainText(person.email)
})

test('a person saves all that the shop stores about them as a file', async ({ page }) => {
  const person = newPerson('Dora')
  await signUp(page, person, '/dashboard/security')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`${person.email}.json`)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: { email: string }[] }
  expect(data.account.map(({ email }) => email)).toEqual([person.email])
})

// spec 4.5, 4.15, 8.18
test('a session ended elsewhere leads to sign-in and back to what was typed; a deleted account is gone', async ({
  page,
  browser,
  shop,
}) => {
  const person = newPerson('Elsa')
  await signUp(page, person, '')
  const typed = 'Twelve years of gearboxes'
  const education = page.getByRole('textbox', { name: 'Educational Background' })
  await page.goto('/dashboard/my-profile')
  await education.fill(typed)
  await page.getByRole('textbox', { name: 'Skill' }).fill('Gearboxes')

  await test.step('another device ends it', async () => {
    const device = await browser.newPage({ baseURL: shop.url })
    await openAs(device, person, '/dashboard/security')
    const sessions = device.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await sessions.getByRole('button', { name: 'End session' }).click()
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('This device')
    await device.close()
  })

  await test.step('the input is restored after signing in again', async () => {
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
    await page.goto('/dashboard/security')
    await page.getByRole('button', { name: 'Change password' }).click()
    const changing = page.getByRole('dialog', { name: 'Change password' })
    await changing.getByLabel('New password').fill('short')
    await changing.getByRole('button', { name: 'Save new password' }).click()
    await expect(changing).toContainText('This password is too short. Use at least 8 characters.')
    await changing.getByLabel('New password').fill(`${person.password} anew`)
    await changing.getByRole('button', { name: 'Save new password' }).click()
    await expect(findToast(page, 'Your new password is saved')).toBeVisible()
  })

  await test.step('the account is deleted', async () => {
    await securityOf(page).getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(findToast(page, 'Your account is deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    const messages = await shop.database('SELECT kind FROM outbox WHERE recipient = $1', [person.email])
    expect(messages, 'the older ones are erased').toEqual([{ kind: 'account-deleted' }])
    const again = openAs(page, { ...person, password: `${person.password} anew` }, '')
    await expect(again).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
  })
})

// route /dashboard/outbox as admin
test('the admin reads what the shop has mailed', async ({ page, shop }) => {
  const { email } = newPerson('Oskar')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await openAsAdmin(page, shop, '/dashboard/outbox')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Not sent')
  await row.getByRole('button', { name: 'Read' }).click()
  const message = page.getByRole('dialog', { name: 'Sign in to Boltyard' })
  await expect(message.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', /mode=signIn/)
  await message.getByRole('button', { name: 'Plain text' }).click()
  await expect(message).toContainText('No password is needed.')
  await message.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('nobody has such an address')
  await expect(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
})
