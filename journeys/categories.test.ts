import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/categories as admin, /categories/:slug as visitor
test('an admin adds a category, moves it by keyboard, gives it another address and deletes it; the former address leads on', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/categories')
  await page.getByRole('button', { name: 'Add a category below Brakes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name (English)').fill('Caliper tools')
  await dialog.getByLabel('Name (German)').fill('Sattelwerkzeuge')
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(findToast(page, 'Caliper tools was saved.')).toBeVisible()

  const down = page.getByRole('button', { name: 'Move Engine down' })
  await down.focus()
  for (const place of [2, 3]) {
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Engine is now ${place} of `)).toBeAttached()
    await expect(down).toBeFocused()
  }

  await page.getByRole('button', { name: 'Edit Caliper tools' }).click()
  await dialog.getByLabel('Address').fill('caliper-gear')
  await expect(dialog.getByText('/categories/caliper-tools will lead to the new address')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Page of Caliper tools' })).toHaveAttribute(
    'href',
    '/categories/caliper-gear',
  )
  await page.goto('/categories/caliper-tools')
  await expect(page).toHaveURL('/categories/caliper-gear')
  await expect(page.getByRole('heading', { level: 1, name: 'Caliper tools' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No products in this category yet' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Brakes' }).click()
  await expect(page).toHaveURL('/categories/brakes')

  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Delete Caliper tools' }).click()
  await page.getByRole('button', { name: 'Delete category' }).click()
  await expect(findToast(page, 'Caliper tools was deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Page of Caliper tools' })).toHaveCount(0)
})
