import type { Page } from '@playwright/test'
import { countSteps } from './count-steps.ts'
import { expectBooted } from './expect-booted.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { authorize } from './order-product.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const select = (page: Page, name: string) => page.getByRole('combobox', { name })

// route /dashboard/addresses as customer
test('a buyer saves an address with four clicks and orders two lines to it with five more, typing nothing', async ({
  page,
  shop,
}) => {
  const buyer = newPerson('Dana')
  await signUp(page, buyer)
  const { steps, click } = countSteps()
  await click(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }))
  const menu = page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })
  await click(menu.getByRole('link', { name: 'Addresses' }))
  await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible()
  await click(page.getByRole('button', { name: 'Add an address' }))

  await test.step('the form has the fields of the country, and says what is wrong at each', async () => {
    const fields = page.getByRole('dialog').getByRole('textbox')
    await expect(field(page, 'ZIP code')).toBeVisible()
    // Another country takes it away.
    await select(page, 'State').selectOption('Texas')
    await select(page, 'Country').selectOption('Germany')
    await expect(field(page, 'Postal code')).toBeVisible()
    await expect(select(page, 'State')).toHaveCount(0)
    await expect(fields).toHaveCount(7)
    await select(page, 'Country').selectOption('United States')
    await field(page, 'Company').fill('Ortega Brakes')
    await field(page, 'City').fill('Austin')
    await field(page, 'ZIP code').fill('787')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByText('Street and number is missing.')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('State is missing.')).toBeVisible()
    await expect(field(page, 'Street and number')).toBeFocused()
    await field(page, 'Street and number').fill('12 Main St')
    await select(page, 'State').selectOption('Texas')
    await field(page, 'City').press('Enter')
    const refusal = 'This is no postal code of that country. One looks like this: 95014.'
    await expect(page.getByRole('dialog').getByText(refusal)).toBeVisible()
    await expect(field(page, 'ZIP code')).toBeFocused()
    await field(page, 'ZIP code').fill('78701')
    await field(page, 'Phone Number').fill('512 555 0100')
    await field(page, 'Label').fill('Workshop')
  })
  await click(page.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('listitem').filter({ hasText: 'Default' })).toContainText('Workshop')
  expect(steps.clicks).toBe(4)

  await page.goto('/products')
  await expectBooted(page)
  const add = page.getByRole('button', { name: /^Add to cart: / })
  await click(add.first())
  await expect(page.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
  await click(add.nth(1))
  await click(page.getByRole('link', { name: 'Cart, 2 lines' }))
  await click(page.getByRole('button', { name: 'Checkout' }))
  const text = 'Ortega Brakes\n12 Main St\nAustin, TX 78701\nUnited States'
  const [street = ''] = text.split('\n').slice(1)
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText(street)
  await expect(field(page, 'Phone Number'), 'that of the address is not asked for again').toHaveCount(0)
  await click(page.getByRole('button', { name: 'Place order: 2 lines' }))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  expect(steps.clicks).toBe(9)
  const placed = () =>
    shop.database(
      'SELECT address, line_count AS lines FROM orders WHERE buyer_id = (SELECT id FROM users WHERE email = $1) ORDER BY number',
      [buyer.email],
    )
  expect(await placed()).toEqual([{ address: text, lines: 2 }])

  await test.step('the order keeps its copy when the address is changed or deleted', async () => {
    await page.goto('/dashboard/addresses')
    await page.getByRole('button', { name: 'Edit: Workshop' }).click()
    await expect(select(page, 'State')).toHaveValue('TX')
    await field(page, 'Street and number').fill('99 Other St')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('99 Other St')).toBeVisible()
    await page.getByRole('button', { name: 'Delete Workshop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No addresses yet' })).toBeVisible()
    expect(await placed()).toEqual([{ address: text, lines: 2 }])
  })
})

test('an order goes to another saved address, or to any that is typed', async ({ page }) => {
  await signUp(page, newPerson('Otto'), '')
  const headers = await authorize(page)
  for (const [label, street] of [
    ['Workshop', '1 Torque Lane'],
    ['Depot', '2 Depot Road'],
  ] as const) {
    const data = { label, street, postalCode: '10119', city: 'Berlin', country: 'DE' }
    expect((await page.request.post('/addresses', { headers, data })).status()).toBe(200)
  }
  await page.goto('/dashboard/addresses')
  await page.getByRole('button', { name: 'Use as default: Depot' }).click()
  await expect(findToast(page, '“Depot” is filled in when you order')).toBeVisible()
  const saved = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
  await expect(saved).toHaveText([/^Depot *Default/, /^Workshop *1 Torque Lane/])

  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto(`/products/${product._id}`)
  const address = field(page, 'Address')
  await expect(address).toHaveValue('2 Depot Road\n10119 Berlin\nGermany')
  await select(page, 'Deliver to').selectOption('Workshop, 1 Torque Lane, 10119 Berlin, Germany')
  await expect(address).toHaveValue('1 Torque Lane\n10119 Berlin\nGermany')
  await address.fill('1 Torque Lane, yard\n10119 Berlin')
  await expect(select(page, 'Deliver to').locator('option:checked')).toHaveText('Another address')
  await select(page, 'Deliver to').selectOption('Depot, 2 Depot Road, 10119 Berlin, Germany')
  await select(page, 'Deliver to').selectOption('Another address')
  await expect(address).toHaveValue('')
  await expect(address).toBeFocused()
  await page.keyboard.type('3 Elsewhere Way, 12345 Torque')
  await page.getByRole('link', { name: 'Address book' }).click()
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeVisible()
  await page.goBack()
  await expect(address, 'what was typed is still there').toHaveValue('3 Elsewhere Way, 12345 Torque')
  await field(page, 'Phone Number').fill('5550100')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(findToast(page, 'Your order is set. Go to dashboard and check My order')).toBeVisible()

  await test.step('a postal code that lacks a digit is refused at its field, and stays', async () => {
    await page.goto('/dashboard/addresses')
    await page.getByRole('button', { name: 'Edit: Depot' }).click()
    // As Japanese and Chinese programs type digits.
    await field(page, 'Postal code').fill('１０６７')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription(/This is no postal code of that country/)
    await expect(field(page, 'Postal code')).toHaveValue('１０６７')
  })
})
