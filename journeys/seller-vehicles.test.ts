import { findProduct } from './find-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/vehicles as admin, /dashboard/vehicles/:id as admin
test('a seller gives a make a model and pastes which vehicles a part fits', async ({ page, shop }) => {
  const product = await findProduct(page, 'Coolant pump, aluminum, seven-blade')
  await openAsAdmin(page, shop, '/dashboard/vehicles')
  await page.getByRole('searchbox', { name: 'Find a make' }).fill('volksw')
  await page.getByRole('link', { name: 'Volkswagen', exact: true }).click()
  await page.getByRole('button', { name: 'Add a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a model' })
  await dialog.getByRole('textbox', { name: 'Model' }).fill('Boltwagen')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Boltwagen' })).toContainText('no parts')

  await page.goto(`/dashboard/manage-products/${product._id}`)
  const vehicles = page.getByRole('region', { name: 'Vehicles', exact: true })
  await vehicles.getByRole('combobox', { name: 'Fit', exact: true }).selectOption('Certain vehicles')
  await vehicles.getByRole('button', { name: 'Paste rows or a text' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste rows or a text' })
  await paste.getByRole('textbox', { name: 'Rows or text' }).fill('VW Boltwagen 2005-2008 front, Skoda Kwyjibo')
  await paste.getByRole('button', { name: 'Read' }).click()
  await expect(vehicles.getByText('Not read: Skoda Kwyjibo', { exact: false })).toBeVisible()
  const row = vehicles.getByRole('group', { name: 'Row' }).last()
  await expect(row.getByRole('combobox', { name: 'Make' })).toHaveValue('Volkswagen')
  await row.getByRole('combobox', { name: 'Make' }).fill('Volkswagn')
  // The page is left by the product's own button, which loses nothing of the other form.
  await page.getByRole('textbox', { name: 'Product Name', exact: true }).fill('Coolant pump, seven-blade')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(vehicles.getByText('names the make “Volkswagn”', { exact: false })).toBeVisible()
  await expect(page.getByText('Nothing is saved yet', { exact: false }).first()).toBeVisible()
  await row.getByRole('combobox', { name: 'Make' }).fill('VW')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/manage-products$/)
  await page.goto(`/dashboard/manage-products/${product._id}`)
  await expect(page.getByRole('textbox', { name: 'Product Name', exact: true })).toHaveValue(
    'Coolant pump, seven-blade',
  )
  const saved = vehicles.getByRole('group', { name: 'Row' }).filter({ has: page.locator('input[value="Boltwagen"]') })
  await saved.getByRole('textbox', { name: 'Note' }).fill('with screws')
  await vehicles.getByRole('button', { name: 'Save vehicles' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/rows? saved/)).toBeVisible()
  await expect(vehicles.getByRole('button', { name: 'Save vehicles' })).toBeDisabled()
})
