import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { createAccount, newPerson } from './sign-up.ts'

// route /dashboard/customers as admin
test('an admin invites a customer, who chooses a password and signs in', async ({ page, browser, shop }) => {
  const email = `invited-${Date.now()}@customer.test`
  await openAsAdmin(page, shop, '/dashboard/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add customer' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Ivy Invited')
  await dialog.getByRole('checkbox', { name: 'With an address and a company' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Email an invitation' }).check()
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByRole('heading', { name: 'Ivy Invited' })).toBeVisible()
  const tax = page.getByRole('region', { name: 'VAT numbers and certificates' })
  await expect(tax).toContainText('No VAT numbers or certificates.')
  await expect(tax.getByRole('link')).toHaveAttribute('href', `/dashboard/tax-buyers?q=${encodeURIComponent(email)}`)
  await expect(page.getByText('Invited', { exact: true })).toBeVisible()

  const device = await browser.newPage({ baseURL: shop.url })
  await device.goto(await shop.lastLink(email, 'resetPassword'))
  await device.getByLabel('Password').fill('a strong password of mine')
  await device.getByRole('button', { name: 'Activate your account' }).click()
  await expect(device.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible()
  await expect(device.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await device.goto('/dashboard')
  await expect(device.getByRole('heading', { name: /My Order/ })).toBeVisible()
  await device.close()

  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.getByRole('searchbox', { name: 'Customers: name, company, number' }).fill(email)
  await expect(page.getByRole('link', { name: 'Ivy Invited' })).toBeVisible()
  await expect(page.getByText('Invited', { exact: true })).toHaveCount(0)
})

test('customers are put into a group together', async ({ page, shop }) => {
  const run = Date.now()
  const emails = ['ann', 'ben', 'cat'].map((name) => `${name}-${run}@group.test`)
  for (const email of emails)
    await shop.database(`
      INSERT INTO users (id, email, display_name, email_verified_at) VALUES (gen_random_uuid(), '${email}', '', now())`)
  const name = `Together ${run}`
  await shop.database(`INSERT INTO customer_groups (name) VALUES ('${name}')`)
  await openAsAdmin(page, shop, `/dashboard/customers?q=${run}`)
  for (const email of emails.slice(0, 2)) await page.getByRole('checkbox', { name: `Select ${email}` }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('combobox', { name: 'Group' }).selectOption(name)
  await bar.getByRole('button', { name: 'Add to the group' }).click()
  await expect(findToast(page, `2 customers are in the group ${name}`)).toBeVisible()
  await expect(page.getByRole('cell', { name })).toHaveCount(2)
})

test('customers of a file are invited in three clicks, and each gets one mail', async ({ page, shop }) => {
  const email = `of-file-${Date.now()}@customer.test`
  // As an import of customers adds them.
  await shop.database(`
    INSERT INTO users (id, email, display_name, phone, email_verified_at)
    VALUES (gen_random_uuid(), '${email}', 'Fay Files', '+1 512 555 0142', now())`)
  await openAsAdmin(page, shop, '/dashboard/customers')
  await page.getByRole('searchbox', { name: 'Customers: name, company, number' }).fill('512 555 0142')
  await expect(page.getByRole('link', { name: 'Fay Files' })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByText('Without account').click()
  await page.getByRole('button', { name: 'Invite them all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Invite them all' }).click()
  await expect(page.getByText(/on the way/)).toBeVisible()
  await expect(page.getByText('No customers found')).toBeVisible()
  expect(await shop.lastLink(email, 'resetPassword')).toContain('oobCode')
})

// route /dashboard/customers/:id as admin
test('an admin writes a note and sets the terms of a customer', async ({ page, shop }) => {
  const person = newPerson('Tess')
  await createAccount(page, person)
  await openAsAdmin(page, shop, '/dashboard/customers')
  await page.getByRole('searchbox', { name: 'Customers: name, company, number' }).fill(person.email)
  await page.getByRole('table').getByRole('link', { name: 'Tess' }).click()
  await page.getByRole('textbox', { name: 'New note' }).fill('Calls before noon.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Calls before noon.' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow payment by invoice' }).click()
  await page.getByRole('textbox', { name: 'Days to pay' }).fill('14')
  await page.getByRole('textbox', { name: 'Credit limit' }).fill('2500')
  await page.getByRole('checkbox', { name: 'Each order needs a purchase order number' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Terms saved')).toBeVisible()
  const terms = page.getByRole('region', { name: 'Payment by invoice' })
  await expect(terms).toContainText('Net 14 days')
  await expect(terms).toContainText('$2,500.00')
  await terms.getByRole('button', { name: 'End payment by invoice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End payment by invoice' }).click()
  await expect(terms).toContainText('Payment by invoice has ended')
})

test('an admin adds a company, corrects it and merges it into another customer', async ({ page, shop }) => {
  const [first, second] = [`first-${Date.now()}@company.test`, `second-${Date.now()}@company.test`]
  await openAsAdmin(page, shop, '/dashboard/customers')
  const dialog = page.getByRole('dialog')
  for (const [email, company] of [
    [first, 'Brake Works'],
    [second, 'Brake Works Two'],
  ] as const) {
    await page.goto('/dashboard/customers')
    await page.getByRole('button', { name: 'Add customer' }).click()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('textbox', { name: 'Company' }).fill(company)
    await dialog.getByRole('textbox', { name: 'Street' }).fill('12 Main Street')
    await dialog.getByRole('textbox', { name: 'City' }).fill('Austin')
    await dialog.getByRole('combobox', { name: 'State' }).selectOption('TX')
    await dialog.getByRole('textbox', { name: 'ZIP' }).fill('78701')
    await dialog.getByRole('button', { name: 'Add customer' }).click()
    await expect(page.getByRole('heading', { name: email })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Edit customer' }).click()
  await expect(dialog.getByRole('heading', { name: `Edit ${second}` })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(first)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('link', { name: `Open ${first}` })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(second)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 512 555 0133')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Customer saved')).toBeVisible()

  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await dialog.getByRole('searchbox').fill(first)
  await dialog.getByRole('button', { name: `Merge into ${first}` }).click()
  await expect(dialog.getByRole('list', { name: 'This moves' })).toHaveText('Addresses1')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('heading', { name: first })).toBeVisible()
  await expect(page.getByText(`Also known as ${second}`)).toBeVisible()
  await expect(page.getByText('+1 512 555 0133')).toBeVisible()
})
