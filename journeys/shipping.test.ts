import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/shipping as admin
test('an admin completes the shipping set-up and charges it; a buyer sees the price from country and postal code alone', async ({
  browser,
  page,
  shop,
}) => {
  const part = await findProduct(page, 'Rear brake drum 228 mm, four-hole')
  const buyers = await browser.newContext({ baseURL: shop.url })
  const buyer = await buyers.newPage()
  await signUp(buyer, newPerson('Delia'), `/products/${part._id}`)
  await expect(buyer.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(buyer.getByText('Delivery to')).toHaveCount(0)

  await openAsAdmin(page, shop, '/dashboard/shipping')
  const dialog = page.getByRole('dialog')
  await test.step('a zone of its own, with its places pasted', async () => {
    await page.getByRole('button', { name: 'Add zone' }).click()
    await dialog.getByLabel('Name').fill('Austin')
    await dialog.getByLabel('Places').fill('US TX\nUSX')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Places')).toHaveAccessibleDescription(/“USX”/)
    await expect(dialog.getByRole('alert')).toContainText('A place needs a change.')
    await dialog.getByLabel('Places').fill('US XX')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Places')).toHaveAccessibleDescription(/no state, province or region “XX”/)
    await dialog.getByLabel('Places').fill('US 78700-78799')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('cell', { name: 'US 78700-78799' })).toBeVisible()
    await expect(page.getByText('No active method goes to the zone “Austin”.')).toBeVisible()
  })
  await test.step('the origin of parcels has a region of its country', async () => {
    await page.getByRole('button', { name: 'Edit weight and origin' }).click()
    const region = dialog.getByRole('textbox', { name: 'State or region' })
    await expect(region).toHaveValue('TX')
    await dialog.getByLabel('Country').selectOption('Germany')
    await expect(region).toHaveValue('')
    await dialog.getByLabel('Country').selectOption('United States')
    await region.fill('Bavaria')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(region).toHaveAccessibleDescription(/no state, province or region “Bavaria”/)
    await page.keyboard.press('Escape')
  })
  await test.step('a method with rows in a grid', async () => {
    await page.getByRole('button', { name: 'Add method' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('City courier')
    await dialog.getByLabel('Days, from').fill('1')
    await dialog.getByLabel('Price ($)').first().fill('7.50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Price ($)').nth(1)).toHaveAccessibleDescription(/Enter a price; 0 is free delivery/)
    await expect(dialog.getByLabel('Price ($)').first()).not.toHaveAttribute('aria-invalid')
    await expect(dialog.getByRole('alert')).toContainText('Rates are incomplete.')
    for (let rows = 4; rows > 0; rows--) await dialog.getByRole('button', { name: 'Remove row 1' }).click()
    await dialog.getByLabel('Price ($)').fill('7.50')
    await dialog.getByLabel('Free from ($)').fill('5000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /City courier.*Flat rate.*Austin.*1 day/ })).toBeVisible()
    await expect(page.getByText('No active method goes to the zone “Austin”.')).toHaveCount(0)
  })
  await test.step('the preview says what it would cost', async () => {
    const list = page.getByLabel('Part numbers and quantities')
    // A dialog that is closing gives the focus back, and what is typed goes where the focus is.
    await expect(dialog).toHaveCount(0)
    await page.getByLabel('Country').selectOption('United States')
    await page.getByLabel('Postal code').fill('78702')
    await expect(page.getByLabel('Postal code')).toHaveValue('78702')
    await list.fill(`${part.sku} 4\nNO-SUCH-PART 1`)
    await expect(list).toHaveValue(/NO-SUCH-PART/)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(list).toHaveAccessibleDescription(/No product has these part numbers: NO-SUCH-PART\./)
    await list.fill(`${part.sku} 4`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(page.getByRole('group', { name: /Zone “Austin”/ })).toContainText('City courier')
    await expect(page.getByRole('group', { name: /Zone “Austin”/ })).toContainText('$7.50')
  })
  await test.step('the cart and the place stay while the admin looks at another page', async () => {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('heading', { name: 'Catalog' }).click()
    await page.getByRole('link', { name: 'Price Lists' }).click()
    await expect(page.getByLabel('Part numbers and quantities')).toHaveValue(`${part.sku} 4`)
    await expect(page.getByLabel('Postal code')).toHaveValue('78702')
    await expect(page.getByRole('group', { name: /Zone “Austin”/ })).toContainText('$7.50')
    await page.getByRole('link', { name: 'Shipping' }).click()
  })
  await page.getByLabel('Charge buyers for delivery').click()
  await expect(page.getByText(/^Beside your own settings stands what came with the demo: /)).toBeVisible()
  // A changed method is the seller's own.
  await shop.database("UPDATE shipping_methods SET name = 'Our ' || name WHERE name <> 'City courier'")
  await page.getByLabel('Charge buyers for delivery').click()
  await expect(findToast(page, 'Delivery is charged now')).toBeVisible()

  await buyer.reload()
  await buyer.getByRole('combobox', { name: 'Country' }).selectOption('United States')
  await buyer.getByRole('textbox', { name: 'Postal code' }).fill('78702')
  await expect(buyer.getByText('$7.50').first()).toBeVisible()
  await buyer.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(buyer.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
  await buyer.goto('/cart')
  await expect(buyer.getByText('Delivery to United States')).toBeVisible()
  await buyer.getByRole('textbox', { name: 'Postal code' }).fill('78702')
  await expect(buyer.getByText('from $7.50, 1 day')).toBeVisible()

  await test.step('a buyer without an address begins in the country of the browser, on each page', async () => {
    await using germans = await browser.newContext({ baseURL: shop.url, locale: 'de-DE' })
    const german = await germans.newPage()
    await signUp(german, newPerson('Detlef'), `/products/${part._id}`)
    await expect(german.getByRole('combobox', { name: 'Land' })).toHaveValue('DE')
    await german.getByRole('button', { name: 'In den Warenkorb' }).first().click()
    await expect(german.getByRole('link', { name: /^Warenkorb, 1 / })).toBeVisible()
    await german.goto('/cart')
    await expect(german.getByText('Lieferung: Deutschland')).toBeVisible()
  })

  await test.step('a zone that is needed says what is lost without it', async () => {
    await page.getByRole('button', { name: 'Delete Contiguous United States' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      'Nothing will be delivered any more to: United States (a part of it).',
    )
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  })

  await page.getByLabel('Charge buyers for delivery').click()
  await expect(findToast(page, 'Delivery is not charged any more')).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(buyer.getByText('Delivery to')).toHaveCount(0)
  await buyers.close()
})
