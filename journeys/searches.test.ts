import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/searches as admin
test('a search without results becomes a synonym, and finds products then', async ({ page, shop }) => {
  await page.goto('/products?q=stopperplatte')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await openAsAdmin(page, shop, '/dashboard/searches')
  const miss = page.getByRole('row').filter({ hasText: 'stopperplatte' })
  await miss.getByRole('button', { name: 'Make a synonym' }).click()
  await expect(page.getByRole('textbox', { name: 'Who searches for' })).toHaveValue('stopperplatte')
  const means = page.getByRole('textbox', { name: 'also finds' })
  await expect(means).toBeFocused()
  await means.fill('brake disc')
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'Synonym added: stopperplatte – brake disc')).toBeVisible()
  await expect(miss.getByRole('button', { name: 'Make a synonym' })).toHaveCount(0)
  await page.goto('/products?q=stopperplatte')
  await expect(page.getByText('For “stopperplatte” we also looked for brake disc.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'brake disc' })).not.toHaveCount(0)
})

test('a seller switches a synonym of the trade off, changes it and restores it', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard/searches')
  await page.getByRole('searchbox', { name: 'Find a word' }).fill('sparking')
  const row = page.getByRole('row').filter({ hasText: 'sparking plug' })
  await row.getByRole('button', { name: 'Switch off' }).click()
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'also finds' }).fill('brake hose')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Changed: sparking plug – brake hose')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a word' }).fill('')
  await expect(row.getByText('Changed', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(row).toHaveCount(0)
})

test('an admin enters numbers of a product; they are shown, found in any spelling, and named as the reason', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard')
  const { _id, name } = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto(`/dashboard/manage-products/${_id}`)
  await page.getByRole('button', { name: 'Add a number' }).click()
  const row = page.getByRole('group', { name: /^Part number \d+$/ }).last()
  await row.getByRole('combobox', { name: 'Kind' }).selectOption('Replaces')
  await row.getByRole('textbox', { name: 'Maker' }).fill('Journeyman')
  await row.getByRole('textbox', { name: 'Number' }).fill('JX 4711-08/15')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/manage-products')
  await page.goto('/products?q=jx47110815')
  await expect(page.getByText('Replaces Journeyman JX 4711-08/15')).toBeVisible()
  await page.goto(`/products/${_id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Part numbers' })).toContainText('JX 4711-08/15')
})
