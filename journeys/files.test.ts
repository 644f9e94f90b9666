import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { importErpFile } from './erp-file.ts'
import { findProduct } from './find-product.ts'
import { authorize, payOrder, placeOrder } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/exports as admin, /dashboard/imports as admin, /dashboard/imports/:id as admin
test('an admin downloads all products, raises prices of those that a search finds, and takes it back', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/exports')
  await page.getByRole('combobox', { name: 'File' }).selectOption('CSV with commas')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Products' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')[0]).toContain('Id,Part number,Product Name')
  expect(text).toContain('Vented front brake disc 312 mm')

  await page.goto('/dashboard/manage-products?q=brake+disc')
  await expect(page.getByRole('row').filter({ hasText: 'Vented front brake disc 312 mm' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit all found' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit many products' })
  await expect(dialog).toContainText(/Changes the \d+ products? that the search and the filter of the list find/)
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Price')
  await dialog.getByRole('combobox', { name: 'What to do' }).selectOption('Raise by percent')
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('5')
  await dialog.getByRole('button', { name: 'Show what would change' }).click()
  await expect(page).toHaveURL(/\/dashboard\/imports\//)
  const apply = page.getByRole('button', { name: /^Apply (?:one|\d+) changes?$/ })
  await expect(apply).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Vented front brake disc 312 mm' })).toContainText(/\$\d+\.\d\d/)
  await expect(page.getByText('These columns are not imported')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change the columns' })).toHaveCount(0)
  await page.getByText('Apply on another day').click()
  await page.getByLabel('Day').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(page.getByText('at the beginning of the day of the store')).toBeVisible()
  await page.getByRole('button', { name: 'Apply now' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  await page.goto('/dashboard/imports')
  await expect(page.getByRole('row').filter({ hasText: 'Price +5 %' })).toContainText('Undone')
})

// route /dashboard/import-sources as admin
test('a file is dropped with its picture, mended and applied in two presses, and imported again by schedule from an address', async ({
  page,
  shop,
}) => {
  const rows = [
    'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Cost per item,Image Src,Variant Grams,Status',
    'cleaner,Moved cleaner,<p>No grease.</p>,Moved brand,Cleaners,true,Size,500 ml,MOVED-500,shopify,40,4.99,9.99,2,cleaner.png,500,active',
    'cleaner,,,,,,,5 l,MOVED-5000,shopify,many,32.50,,15,,5000,',
    'cleaner,,,,,,,20 l,MOVED-20000,shopify,0,99.00,,50,,heavy,',
  ]
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await openAsAdmin(page, shop, '/dashboard/imports')
  await page.getByLabel('Drop files here, or choose them').setInputFiles([
    { name: 'products_export_1.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) },
    { name: 'cleaner.png', mimeType: 'image/png', buffer: picture },
  ])
  await expect(page.getByText('Recognized: an export of Shopify.')).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 new, 0 changed, 0 the same, 1 error' })).toBeVisible()
  // Also on a page that has seen no other state, the focus goes to what the shop finds now.
  await page.reload()
  await page.getByRole('button', { name: 'Leave these cells out: Weight' }).click()
  await expect(page.getByRole('heading', { name: '3 new, 0 changed, 0 the same, 0 errors' })).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: 'Moved cleaner – 5 l' })).toContainText('No grease.')
  await page.getByRole('button', { name: 'Apply 3 changes' }).click()
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible()

  const server = createServer((_, response) => response.end(rows.join('\n').replace(',4.99,', ',5.19,')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await page.getByRole('button', { name: 'Import again by schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import again by schedule' })
  await dialog
    .getByRole('textbox', { name: 'Address of the file' })
    .fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/products.csv`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Scheduled imports' })).toBeVisible()
  await expect(page.getByText('Each day at 02:30')).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'products_export_1.csv' })).toContainText(
    /products\.csv\s*Applied/,
  )
  server.closeAllConnections()
  server.close()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'products.csv' })).toHaveCount(1)
})

test('a tax class of a file is created, and stock that repeats the file before is left as it is, with one press each', async ({
  page,
  shop,
}) => {
  const drop = async (stock: number) => {
    const lines = ['Part number,Name,Price,Stock,Tax class', `NIGHT-1,Night lamp,12.50,${stock},nightly`]
    await page.goto('/dashboard/imports')
    await page
      .getByLabel('Drop files here, or choose them')
      .setInputFiles({ name: 'night.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  }
  await openAsAdmin(page, shop, '')
  await drop(40)
  await expect(page.getByRole('button', { name: 'the standard rate for 1 product, unless' })).toBeVisible()
  await page.getByRole('button', { name: 'Create the tax class “nightly”' }).click()
  await expect(page.getByRole('heading', { name: '1 new, 0 changed, 0 the same, 0 errors' })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('Rows with a tax class that has no rate yet: 1.')
  await page.getByRole('button', { name: 'Apply one change' }).click()
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible()

  const order = await placeOrder(page, await findProduct(page, 'Night lamp'))
  await payOrder(page, order)
  const headers = await authorize(page)
  const shipped = await page.request.post(`/order/${order._id}/shipments`, { headers, data: {} })
  expect(shipped.ok()).toBe(true)
  await drop(40)
  await expect(page.getByRole('heading', { name: '0 new, 1 changed, 0 the same, 0 errors' })).toBeVisible()
  await page.getByRole('button', { name: 'Apply one change' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The first is NIGHT-1 with 40; the shop has 39.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep the stock of the shop here' }).click()
  await expect(page.getByRole('heading', { name: '0 new, 0 changed, 1 the same, 0 errors' })).toBeVisible()
})

test('an admin sees how a file of another program was read, reads it again in one step, and compares it', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/imports')
  const lines = ['Price list 2026', 'SKU;Name;Price', 'MAC-1;Bremsbel\u008age;5,90', '']
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles({ name: 'mac.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n'), 'latin1') })
  await page.getByRole('button', { name: 'Change the columns' }).click()
  const letters = page.getByRole('combobox', { name: 'Letters (encoding)' })
  await expect(letters).toHaveValue('macintosh')
  await expect(page.getByText('Such as “Bremsbeläge”')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Names of the columns' })).toHaveValue('2')
  await letters.focus()
  await letters.selectOption('Central European (Windows-1250)')
  await expect(page.getByText('Such as “BremsbelŠge”')).toBeVisible()
  await expect(letters).toBeFocused()
  await letters.selectOption('Western European (Mac)')
  await expect(page.getByText('Such as “Bremsbeläge”')).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: '1 new, 0 changed, 0 the same, 0 errors' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'MAC-1' })).toContainText('Bremsbeläge')
})

test('a file of an ERP is mended by its fixes, one answer for a word, and applied without the rows that nothing mends', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/imports')
  await importErpFile(page, { rows: 200, prefix: 'ERP' })
  await expect(page.getByRole('row').filter({ hasText: 'ERP-00036' })).toContainText(/Minimum order quantity\W+10/)
})
