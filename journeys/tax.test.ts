import { expectBooted } from './expect-booted.ts'
import { findProduct } from './find-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/tax as admin
test('an admin adds rates by form and by paste, sees beforehand what a buyer would pay, and switches tax on and off', async ({
  page,
  shop,
}) => {
  const part = await findProduct(page, 'Rear brake drum 228 mm, four-hole')
  await openAsAdmin(page, shop, '/dashboard/tax')
  await expect(page.getByText('without the tax number that invoices need: Germany.', { exact: false })).toBeVisible()
  const dialog = page.getByRole('dialog')

  await test.step('a registration without rates is named in the checklist', async () => {
    await page.getByRole('button', { name: 'Add registration' }).click()
    // Regions of a country may still be loading when the form is sent.
    const sent = page.waitForRequest('**/tax/registrations')
    await page.route(/address-format\?country=CH/, async (route) => {
      await sent
      await route.continue()
    })
    await dialog.getByLabel('Country').selectOption('Switzerland')
    await dialog.getByLabel('From').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Registered, but without a standard rate').first()).toContainText('Switzerland')
  })

  await test.step('the number of invoices to other places is on the same page', async () => {
    const edit = async (number: string) => {
      await page.getByRole('button', { name: 'Edit the tax number' }).click()
      await dialog.getByLabel('Tax number').fill(number)
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await edit('DE136695977')
    await expect(dialog.getByRole('alert')).toContainText('DE136695977')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await edit('DE136695976')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Tax number on invoices to other places: DE136695976')).toBeVisible()
    await edit('')
    await expect(page.getByText('Tax number on invoices to other places: –')).toBeVisible()
  })

  await test.step('another country takes the region away', async () => {
    await page.getByRole('button', { name: 'Edit settings' }).click()
    await expect(dialog.getByLabel('State or region')).toHaveValue('TX')
    await dialog.getByLabel('Country').selectOption('Germany')
    const region = dialog.getByRole('textbox', { name: 'State or region' })
    await expect(region).toHaveValue('')
    await dialog.getByLabel('Country').selectOption('United States')
    await expect(dialog.getByRole('combobox', { name: 'State or region' })).toHaveValue('TX')
    await page.keyboard.press('Escape')
  })

  await test.step('a rate is added, and ended by the next one', async () => {
    await page.getByRole('button', { name: 'Add rate' }).click()
    await expect(dialog.getByLabel('Country')).toHaveValue('US')
    await dialog.getByLabel('Country').selectOption('Switzerland')
    await dialog.getByLabel('Name').fill('MWST')
    await dialog.getByLabel('Rate in percent').fill('one')
    await dialog.getByLabel('From').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter a percentage below 100')).toBeVisible()
    await dialog.getByLabel('Rate in percent').fill('7,7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^This came with the demo .*United States, TX · Normal/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search rates' }).fill('MWST')
    await page.getByRole('button', { name: 'Next rate of MWST (Switzerland)' }).click()
    await dialog.getByLabel('Rate in percent').fill('8.1')
    await dialog.getByLabel('From').fill('2024-01-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('table', { name: 'Rates' }).getByRole('row')
    await expect(row.filter({ hasText: 'Austria' })).toHaveCount(0)
    await expect(row.filter({ hasText: '1 Jan 2024' })).toContainText('8.1%')
    await expect(row.filter({ hasText: '1 Jan 2020' })).toContainText('7.7%')
  })

  await test.step('a class needs a name only', async () => {
    await page.getByRole('button', { name: 'Add tax class' }).click()
    await dialog.getByLabel('Name').fill('Ermäßigt')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const classes = page.getByRole('table', { name: 'Tax classes' })
    await expect(classes.getByRole('row').filter({ hasText: 'Ermäßigt' })).toContainText('ermaessigt')
    await page.getByRole('button', { name: 'Add tax class' }).click()
    await dialog.getByLabel('Name').fill('Ermaessigt')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('“Ermäßigt” with the code ermaessigt')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('what is pasted from a spreadsheet is added, all or nothing', async () => {
    await page.getByRole('button', { name: 'Paste rates' }).click()
    const list = dialog.getByRole('textbox', { name: 'Rates' })
    const wrong = 'US\tCA\t\tstandard\tCalifornia\t7.25\t2020-01-01\tno\nUS\tCA\t900\tstandard\tLos Angeles\tmuch'
    const file = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(wrong) }
    await dialog.getByLabel('Load a CSV file').setInputFiles(file)
    await expect(list).toHaveValue(wrong)
    await dialog.getByRole('button', { name: 'Add rates' }).click()
    await expect(dialog.getByText('cannot be read: line 2 (the percentage is none from 0 to 99.9999).')).toBeVisible()
    await list.fill(
      'US\tCA\t\tstandard\tCalifornia\t7.25\t2020-01-01\tno\nUS\tCA\t900\tstandard\tLos Angeles\t2.25\t2020-01-01\tno',
    )
    await dialog.getByRole('button', { name: 'Add rates' }).click()
    await expect(dialog.getByText('United States, CA, 900: 7.25 + 2.25 = 9.5% in all')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add rates' }).click()
    const said = page.getByRole('region', { name: 'Messages' }).getByText(/^2 rates added\. .* = 9\.5% in all$/)
    await expect(said).toBeVisible()
  })

  await test.step('a sum that another admin has made different meanwhile is said before it is saved', async () => {
    await page.getByRole('button', { name: 'Paste rates' }).click()
    const list = dialog.getByRole('textbox', { name: 'Rates' })
    await list.fill('US\tNV\t\tstandard\tNevada\t30\t2020-01-01\tno')
    await dialog.getByRole('button', { name: 'Add rates' }).click()
    await expect(dialog.getByText('That is more than the standard rate of any country')).toBeVisible()
    await shop.database(`
      INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on)
      VALUES ('US', 'NV', 'standard', 'Schools', 0.02, '2020-01-01')`)
    await dialog.getByRole('button', { name: 'Add rates' }).click()
    await expect(dialog.getByText('= 32% in all')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add rates' }).click()
    await expect(
      page.getByRole('region', { name: 'Messages' }).getByText(/^1 rate added\. .* = 32% in all$/),
    ).toBeVisible()
  })

  await test.step('rates of the European Union are shown before they are saved', async () => {
    await page.getByRole('button', { name: 'EU standard rates' }).click()
    await expect(dialog.getByRole('row', { name: /Finland/ })).toContainText('25.5%')
    await expect(dialog.getByRole('button', { name: 'Save 0 rates' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Finland' }).check()
    await expect(dialog.getByRole('button', { name: 'Save 1 rate' })).toBeEnabled()
    await page.keyboard.press('Escape')
  })

  await test.step('the preview says the tax of a cart, and why there is none', async () => {
    const answer = page.getByRole('status').filter({ hasText: part.name })
    await page.getByLabel('Part numbers and quantities').fill(`${part.sku} ${part.minOrder}`)
    await page.getByLabel('Country').selectOption('United States')
    await page.getByLabel('State or region').selectOption('Texas')
    await page.getByLabel('Postal code').fill('78701')
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(answer).toContainText(/6.25%: \$[\d,.]+ of \$[\d,.]+ · Standard rate/)
    await expect(answer).toContainText('Tax and shipping are not charged yet')
    await page.getByLabel('Country').selectOption('Japan')
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(answer).toContainText('Export, free of tax')
  })

  await test.step('the places of the demo are not switched on with her own', async () => {
    await expect(page.getByText(/^This came with the demo .*United States, TX · Normal/)).toBeVisible()
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /United States, TX ?Demo/ })
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Switch tax on' }).click()
    await expect(page.getByText(/^Beside your own settings stands what came with the demo: .*US TX/)).toBeVisible()
    for (const place of ['Delete United States, TX', 'Delete Germany', 'Delete Germany']) {
      await page.getByRole('table', { name: 'Registrations' }).getByRole('button', { name: place }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    }
  })
  await page.getByRole('button', { name: 'Switch tax on' }).click()
  await expect(page.getByRole('button', { name: 'Switch tax off' })).toBeVisible()
  await page.getByRole('button', { name: 'Switch tax off' }).click()
  await expect(page.getByRole('button', { name: 'Switch tax on' })).toBeVisible()
})

// route /dashboard/tax-buyers as admin, /dashboard/vat-numbers as customer
test('a buyer enters a VAT number, and an admin verifies it and adds a certificate', async ({
  page,
  browser,
  shop,
}) => {
  const buyer = newPerson('Vera')
  await signUp(page, buyer, '/dashboard/vat-numbers')
  await expectBooted(page)
  await page.getByRole('textbox', { name: 'VAT number' }).fill('DE123')
  await page.getByRole('button', { name: 'Add number' }).click()
  await expect(page.getByText('This is no VAT number.')).toBeVisible()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('de 136 695 976')
  await page.getByRole('button', { name: 'Add number' }).click()
  const number = page.getByRole('listitem').filter({ hasText: 'DE136695976' })
  await expect(number).toContainText('Not checked yet')

  const office = await browser.newPage()
  await openAsAdmin(office, shop, '/dashboard/tax')
  await office.getByRole('link', { name: 'VAT numbers and certificates' }).click()
  const row = office.getByRole('row', { name: new RegExp(buyer.email) })
  await row.getByRole('button', { name: 'Verify' }).click()
  await expect(row).toContainText('Verified')
  await office.getByRole('button', { name: 'Add certificate' }).first().click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Email of the buyer').fill(buyer.email)
  await dialog.getByLabel('Country').selectOption('United States')
  await dialog.getByLabel('State or region').selectOption('Texas')
  await dialog.getByLabel('Certificate number').fill('TX-4711')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(office.getByRole('row', { name: /TX-4711/ })).toContainText('United States, TX')

  await page.reload()
  await expect(number).toContainText('Verified')
  await number.getByRole('button', { name: 'Delete DE136695976' }).click()
  await expect(number).toHaveCount(0)
})
