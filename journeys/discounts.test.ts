import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/discounts as admin
// route /dashboard/discounts/:id as admin
test('an admin writes a discount, sees beforehand what it takes off a cart, and switches it off', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/discounts')
  await page.getByRole('link', { name: 'Add a discount' }).first().click()
  const [part] = await findPartsOnSale(page, 1)
  if (!part?.sku) throw new Error('The demo shop has no part on sale.')
  await page.getByLabel('Name', { exact: false }).first().fill('Autumn week')
  await page.getByLabel('Code', { exact: true }).fill('AUTUMN')
  await page.getByLabel('Percent off').fill('25')
  await page.getByLabel('Limit of uses').fill('0')
  await page.getByLabel('End (UTC)', { exact: true }).fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Limit of uses')).toHaveAccessibleDescription(/With a limit of 0, no order/)
  await expect(page.getByLabel('End (UTC)', { exact: true })).toHaveAccessibleDescription(/This end is in the past/)
  await page.getByLabel('End (UTC)', { exact: true }).fill(`${new Date().getFullYear() + 1}-01-01T10:00`)
  await page.getByLabel('Limit of uses').fill('100')

  await test.step('the preview answers at once, also for what does not apply', async () => {
    const units = part.minOrder * 4
    await page.getByLabel('Part numbers and quantities').fill(`${part.sku} ${units}`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    const saved = Math.round(part.price * units * 25) / 100
    await expect(
      page.getByText(`−$${saved.toLocaleString('en-US', { minimumFractionDigits: 2 })}`).first(),
    ).toBeVisible()
    await page.getByLabel('Minimum ($)').fill('900000')
    await expect(page.getByText(/are missing to the minimum/)).toBeVisible()
    await page.getByLabel('Minimum ($)').fill('')
  })

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Autumn week is saved.')).toBeVisible()
  const row = page.getByRole('row', { name: /Autumn week/ })
  await expect(row).toContainText('25% off')
  await expect(row).toContainText('0 of 100')
  await expect(row).toContainText(`Until 1 Jan ${new Date().getFullYear() + 1}`)
  await expect(row).toContainText('Running')

  await test.step('a code of another discount is refused at its field, and nothing typed is lost', async () => {
    await page.getByRole('link', { name: 'Add a discount' }).click()
    await page.getByLabel('Name', { exact: false }).first().fill('Twice')
    await page.getByLabel('Code', { exact: true }).fill('autumn')
    await page.getByLabel('Percent off').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Another discount has the code “autumn”. Choose another one.').first()).toBeVisible()
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await page.getByLabel('Applies to').selectOption('categories')
    await page.getByLabel('Add a category').selectOption({ label: 'Brakes' })
    await page.getByLabel('Code', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /Twice/ })).toContainText('Brakes')
  })

  await row.getByRole('button', { name: 'Switch off' }).click()
  await expect(row).toContainText('Off')
  await page.getByRole('row', { name: /Twice/ }).getByRole('button', { name: 'Switch off' }).click()
  await page.goto('/dashboard/audit-log?q=autumn')
  await expect(page.getByRole('row', { name: /Discount changed/ })).toContainText('Autumn week')
})
