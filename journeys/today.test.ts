import { readFile } from 'node:fs/promises'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { payOrder, placeOrder } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/today as admin, /dashboard/connections as admin, /dashboard/sales as admin, /dashboard/failed-jobs as admin
test('an admin starts on what waits today, opens it with one click, and takes the sales along as CSV', async ({
  page,
  shop,
}) => {
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await signUp(page, newPerson('Tilda'), '')
  await payOrder(page, await placeOrder(page, product))

  await openAsAdmin(page, shop, '/dashboard')
  await expect(page).toHaveURL('/dashboard/today')
  await expect(page.getByRole('img', { name: 'Sales by day' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the demo' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the demo?' })
  const lines = question.getByRole('listitem')
  await expect(lines.filter({ hasText: /^[1-9]\d* products$/ })).toHaveCount(1)
  await expect(
    lines.filter({ hasText: /^\d+ products? in orders of real buyers; (?:it is|they are) archived$/ }),
  ).toHaveCount(1)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const categories = lines.filter({ hasText: /^[1-9]\d* categories/ })
  await expect(categories.getByText('Fluids')).toBeHidden()
  await categories.getByText(/^[1-9]\d* categories$/).click()
  await expect(categories.getByText('Fluids')).toBeVisible()
  await expect(lines.filter({ hasText: /^0/ })).toHaveCount(0)
  await expect(lines.last()).toHaveText('Everything of your own')
  await question.getByRole('checkbox', { name: 'Keep Germany · Normal' }).check()
  await question.getByText(/^\d+ tax rates of the demo$/).click()
  const staying = question.getByRole('checkbox', { name: /^Keep Germany .*19%$/ }).first()
  await expect(staying).toBeDisabled()
  await expect(staying).toHaveAccessibleDescription(
    'The rates of this registration stay; it would have none otherwise.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Set up: Mail' }).click()
  await expect(page.getByRole('region', { name: 'Mail' })).toContainText('Not set: mails stay in the outbox')
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Sandbox: no money moves')
  await page.goBack()
  await page.getByRole('link', { name: /Orders? to ship/ }).click()
  await expect(page.getByRole('row').filter({ hasText: product.name }).first()).toContainText('Ship')

  await page.goto('/dashboard/sales')
  await page.getByRole('combobox', { name: 'Show by' }).selectOption('Product')
  await expect(page.getByRole('row').filter({ hasText: product.name })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^sales-by-product-/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Product,Part number,Orders,Units,"Sales, net"')
  expect(text).toContain(product.name)

  await shop.database(`
    INSERT INTO jobs.job (name, state, completed_on, output)
    VALUES ('rebuild-dictionary', 'failed', now(), '{"reason": "Error: no paper"}')`)
  await page.goto('/dashboard/today')
  await test.step('what costs money if it waits comes first, beside the next on phones, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const tiles = page.getByRole('main').getByRole('link', { name: /^\d/ })
    await expect(tiles.first()).toHaveText(/refund by hand/)
    await expect(tiles.nth(1)).toHaveText(/Failed jobs?/)
    const [first, second] = await Promise.all([tiles.first().boundingBox(), tiles.nth(1).boundingBox()])
    expect(second?.y).toBe(first?.y)
  })
  await test.step('one import that waits is one click away; sales stand above the steps once they are real', async () => {
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings).toHaveText(['Open your shop', /^Sales/])
    await page.route('**/tasks', (route) =>
      route.fulfill({ json: [{ kind: 'waitingImports', count: 1, only: 'this-one' }] }),
    )
    await page.route('**/opening-steps', async (route) => {
      const response = await route.fetch()
      const steps = (await response.json()) as { step: string }[]
      await route.fulfill({ json: steps.map((each) => (each.step === 'realSales' ? { ...each, done: true } : each)) })
    })
    await page.reload()
    await expect(headings).toHaveText([/^Sales/, 'Open your shop'])
    await expect(page.getByRole('link', { name: /import waits/ })).toHaveAttribute(
      'href',
      '/dashboard/imports/this-one',
    )
    // A call that is under way may end after it.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
  })
  await page.getByRole('link', { name: /Failed jobs?/ }).click()
  await page.getByRole('row').filter({ hasText: 'no paper' }).getByRole('button', { name: 'Run again' }).click()
  await expect(findToast(page, 'The job runs again')).toBeVisible()
  await expect(page.getByText('No failed jobs')).toBeVisible()
})
