import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/api-keys as admin
test('an admin creates a key, a program uses it, and the admin revokes it', async ({ page, shop, request }) => {
  await openAsAdmin(page, shop, '/dashboard/api-keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('ERP')
  await form.getByRole('checkbox', { name: /^See orders, cancel/ }).check()
  await form.getByRole('combobox', { name: 'Expires' }).selectOption('In 90 days')
  await form.getByRole('button', { name: 'Create a key' }).click()

  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const secret = (await shown.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^by_/)
  await expect(shown.getByRole('button', { name: 'Copy the key' })).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: secret.slice(0, 7) })
  await expect(row).toContainText('Never')
  const headers = { authorization: `Bearer ${secret}` }
  expect((await request.get('/all-orders', { headers })).status()).toBe(200)
  await page.reload()
  await expect(row).not.toContainText('Never')

  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(findToast(page, 'The key “ERP” was revoked.')).toBeVisible()
  await expect(row).toContainText('Revoked')
  expect((await request.get('/all-orders', { headers })).status()).toBe(401)
})
