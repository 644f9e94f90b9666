import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAs, openAsAdmin } from './sign-in.ts'
import { createAccount, newPerson, verifyEmail } from './sign-up.ts'

// spec 6.2
// route /dashboard/staff as admin
test('an admin gives a clerk a role, and the clerk finds the pages of that role alone', async ({ page, shop }) => {
  const clerk = newPerson('Clara')
  await createAccount(page, clerk)
  await verifyEmail(page, shop, clerk)
  // The shop hears of it at the next sign-in.
  await openAs(page, clerk, '')
  await openAsAdmin(page, shop, '/dashboard/staff')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(clerk.email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Orders and shipping' })
  await page.getByRole('button', { name: 'Give the role' }).click()
  await expect(findToast(page, 'The role holds from now on.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: clerk.email })
  await expect(row).toContainText('Orders and shipping')
  await openAs(page, clerk, '/dashboard/my-profile')
  await expect(page).toHaveURL('/dashboard/my-profile')
  const menu = page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'All Order' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Staff' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'All Order' }).click()
  await expect(page.getByRole('heading', { name: /^All Order/ })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/today')
  await menu.getByText('Buying').click()
  await menu.getByRole('link', { name: 'My Order' }).click()
  await expect(page).toHaveURL('/dashboard/my-orders')
  await expect(page.getByRole('heading', { name: 'My Orders: 0' })).toBeVisible()
  await page.goto('/dashboard/manage-products')
  await expect(page.getByRole('heading', { name: 'Your role does not include this page' })).toBeVisible()
  await openAsAdmin(page, shop, '/dashboard/staff')
  await row.getByRole('button', { name: 'Take the role back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take the role back' }).click()
  await expect(row).toHaveCount(0)
})

test('an admin adds a role, changes what it allows, and deletes it', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard/staff')
  await page.getByRole('textbox', { name: 'Name of a new role' }).fill('Night shift')
  await page.getByRole('checkbox', { name: /^Products, prices, stock/ }).check()
  await page.getByRole('button', { name: 'Add role' }).click()
  await expect(findToast(page, 'The role was added.')).toBeVisible()
  const role = page.getByRole('heading', { name: 'Night shift' }).locator('..')
  await role.getByRole('button', { name: 'Edit role' }).click()
  await expect(page.getByRole('textbox', { name: 'Name of the role' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name of the role' }).fill('Late shift')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(findToast(page, 'The role was changed. It holds at once.')).toBeVisible()
  const changed = page.getByRole('heading', { name: 'Late shift' })
  await changed.locator('..').getByRole('button', { name: 'Delete role' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete role' }).click()
  await expect(changed).toHaveCount(0)
})

test('a role given to an account whose email is not verified says so, then and in the list', async ({ page, shop }) => {
  const clerk = newPerson('Uwe')
  await createAccount(page, clerk)
  await openAsAdmin(page, shop, '/dashboard/staff')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(clerk.email)
  await page.getByRole('button', { name: 'Give the role' }).click()
  const warning = `The role is given, but ${clerk.email} is not verified yet: it holds once the link in the mail we sent there is opened.`
  await expect(findToast(page, warning)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: clerk.email })).toContainText('Not verified')
})
