import type { Request } from '@playwright/test'
import { countSteps } from './count-steps.ts'
import { findPartsOnSale, stockOf } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/packing-slips as admin, /dashboard/my-orders as admin
test('a seller ships 12 orders in four clicks, after hearing what cannot ship, and prints their packing slips', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/my-orders')
  const [product] = await findPartsOnSale(page, 1)
  if (!product) throw new Error('nothing to order')
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` }
  for (let placed = 0; placed < 13; placed++) {
    const data = {
      productId: product._id,
      quantity: product.minOrder,
      address: '1 Workshop Lane, 12345 Torque',
      phoneNumber: '5550100',
      poNumber: 'DOZEN-1',
    }
    const response = await page.request.post('/orders', { headers, data })
    expect(response.status()).toBe(200)
  }
  await test.step('an admin who buys sees the own orders', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: /My Order/ })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'DOZEN-1' })).toHaveCount(13)
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'Saved lists' }).click()
    await expect(page.getByRole('heading', { name: 'Saved lists', level: 1 })).toBeVisible()
  })
  // Twelve are on account; one is not paid.
  await shop.database(`
    UPDATE orders SET confirmed_at = now(), terms = '{"netDays": 30}', buyer_name = 'Demo Customer' WHERE id IN (
      SELECT id FROM orders WHERE po_number = 'DOZEN-1' ORDER BY number LIMIT 12)`)

  await page.goto('/dashboard/all-order?q=DOZEN-1&sort=placed')
  const { steps, click } = countSteps()
  const rows = page.getByRole('row').filter({ hasText: 'DOZEN-1' })
  await expect(rows).toHaveCount(13)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'no row has more than two lines').toBeLessThan(54)
  await test.step('customers and buttons are whole at every width, and so is an order on the first screen of a phone', async () => {
    await rows
      .first()
      .getByRole('button', { name: 'Ship' })
      .evaluate((button) => (button.textContent = 'Fracht eintragen'))
    for (const width of [820, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.getByRole('table').evaluate(findCutOff), `at ${width} pixels`).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const [first] = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()))
    expect(first.height).toBeLessThanOrEqual(220)
    expect(first.bottom).toBeLessThanOrEqual(844)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await click(page.getByRole('checkbox', { name: 'Select all rows shown' }))
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('13 selected')

  await test.step('prints packing slips', async () => {
    await bar.getByRole('link', { name: 'Packing slips' }).click()
    await expect(page.getByRole('article')).toHaveCount(13)
    await expect(page.getByRole('article').first()).not.toContainText('$')
    await page.goBack()
    await expect(page.getByRole('row').filter({ hasText: 'DOZEN-1' })).toHaveCount(13)
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  })

  await click(bar.getByRole('button', { name: 'Ship' }))
  const dialog = page.getByRole('dialog', { name: 'Ship 13 orders?' })
  await expect(dialog).toContainText('12 of 13 can be shipped')
  await expect(dialog).toContainText('Not paid: 1')
  await dialog.getByRole('combobox', { name: 'Carrier' }).fill('UPS')
  // As a barcode scanner does, which must not ship the others without a number.
  const numbers = dialog.getByRole('list').getByRole('textbox')
  await page.keyboard.press('Enter')
  await expect(numbers.first()).toBeFocused()
  await page.keyboard.type('1Z999AA1\n')
  await expect(numbers.nth(1)).toBeFocused()
  await page.keyboard.type('1Z999AA2')
  await numbers.last().focus()
  await page.keyboard.type('1Z2221\nZ333\n')
  await expect(numbers.last()).toHaveValue('Z333')
  await numbers.last().fill('')
  await click(dialog.getByRole('button', { name: 'Ship 12 orders' }))
  await expect(findToast(page, '12 orders shipped')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'shipped' })).toHaveCount(12)
  expect(steps.clicks).toBe(3)

  await test.step('tags the rest by keyboard and keeps the filter as a view', async () => {
    await page.getByRole('row').filter({ hasText: 'unpaid' }).getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await bar.getByRole('button', { name: 'Tags' }).click()
    const tagging = page.getByRole('dialog', { name: 'Tag 1 order' })
    await tagging.getByRole('combobox', { name: 'Tag' }).fill('Call buyer')
    await page.keyboard.press('Enter')
    await expect(findToast(page, '1 order has the tag “Call buyer”')).toBeVisible()
    await page.goto('/dashboard/all-order')
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('Call buyer')
    await expect(page.getByRole('row').filter({ hasText: 'DOZEN-1' })).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Placed' }).selectOption('Today')
    await page.getByRole('button', { name: 'Save view' }).click()
    const name = page.getByRole('dialog', { name: 'Save this view' }).getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await name.fill('To call')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'To call' })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/all-order')
    await page.getByRole('link', { name: 'To call' }).click()
    await expect(page).toHaveURL(/\?days=1&tag=\d+/)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'DOZEN-1' })).toHaveCount(1)
  })
})

/** Names customers that are cut off and buttons that stick out of their table. */
function findCutOff(table: Element): string[] {
  const { right } = table.getBoundingClientRect()
  const customers = [...table.querySelectorAll('td:nth-child(4) span')].filter(
    (each) => each.scrollWidth > each.clientWidth + 1 && each.textContent.startsWith('Demo'),
  )
  const buttons = [...table.querySelectorAll('.btn')].filter((each) => each.getBoundingClientRect().right > right)
  return [...customers, ...buttons].map((each) => each.textContent)
}

test('a seller edits ten prices by keyboard; what somebody else changed is shown, and the last change is undone', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/manage-products?sort=name')
  await page.getByRole('button', { name: 'Edit in table' }).click()
  const prices = page.getByRole('textbox', { name: /^Price of / })
  await expect(prices.nth(10)).toBeVisible()
  const nameAt = async (index: number) => (await prices.nth(index).getAttribute('aria-label'))?.replace('Price of ', '')
  const [first, tenth] = [await nameAt(0), await nameAt(9)]
  const before = await prices.nth(9).inputValue()
  await shop.database(
    `INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
     SELECT price_lists.id, products.id, 1000, 20000 FROM price_lists, products WHERE is_base AND products.name = $1`,
    [first],
  )
  await prices.first().focus()
  // Answers may come in another order than what was typed.
  const isSaveOf = (request: Request, price: number) =>
    request.method() === 'PATCH' && Number((request.postDataJSON() as { value: unknown }).value) === price
  const isTenthSaved = page.waitForResponse((response) => isSaveOf(response.request(), 109.5))
  await page.route('**/all-tools/*', async (route, request) => {
    if (isSaveOf(request, 108.5)) await isTenthSaved
    await route.continue()
  })
  for (let row = 0; row < 10; row++) {
    await page.keyboard.type(`${100 + row}.5`)
    await page.keyboard.press('Enter')
  }
  await expect(prices.nth(10)).toBeFocused()
  const priceOf = async (name: string | undefined) =>
    Number((await shop.database('SELECT price_cents FROM products WHERE name = $1', [name]))[0]?.['price_cents'])
  await expect.poll(() => priceOf(tenth)).toBe(10_950)
  await expect(prices.nth(9)).toHaveValue('109.50')
  const belowTable = page.getByRole('table').locator('xpath=following::*[@role="status"]')
  const kept = belowTable.filter({ hasText: 'Prices of price lists stay as before' })
  await expect(kept).toContainText(first ?? '')
  await expect(kept).toContainText('$200.00 stays, which is 99% above the price')

  await page.getByRole('button', { name: 'Undo last change' }).click()
  await expect(findToast(page, `Change of ${tenth} undone`)).toBeVisible()
  await expect(prices.nth(9)).toHaveValue(before)

  await test.step('what was typed stays beside its reason, and Escape takes it back', async () => {
    await prices.first().focus()
    await page.keyboard.type('cheap')
    await page.keyboard.press('Tab')
    await expect(
      page.getByRole('alert').filter({ hasText: 'This is no number. Enter an amount such as 1,234.56.' }),
    ).toBeVisible()
    await expect(prices.first()).toHaveValue('cheap')
    await prices.first().press('Escape')
    await expect(prices.first()).toHaveValue('100.50')
  })

  await test.step('stock is a movement; a change by somebody else is shown first', async () => {
    const [product] = await findPartsOnSale(page, 1)
    if (!product) throw new Error('nothing on sale')
    await page.goto(`/dashboard/manage-products?edit=1&q=${encodeURIComponent(product.sku ?? '')}`)
    const stock = page.getByRole('textbox', { name: `Available units of ${product.name}` })
    await expect(stock).toBeVisible()
    const units = await stockOf(page, product)
    await stock.fill('+5')
    await stock.press('Tab')
    await expect.poll(() => stockOf(page, product)).toBe(units + 5)
    await expect(stock).toHaveValue(String(units + 5))
    await page.getByRole('textbox', { name: 'Reason for stock changes' }).fill('Delivery')
    await stock.fill('77')
    await stock.press('Tab')
    await expect.poll(() => stockOf(page, product)).toBe(77)
    const [movement] = await shop.database(
      'SELECT note FROM stock_movements WHERE product_id = $1 ORDER BY id DESC LIMIT 1',
      [product._id],
    )
    expect(movement?.['note']).toBe('Delivery')
    await stock.fill('1,200')
    await stock.press('Tab')
    await expect.poll(() => stockOf(page, product)).toBe(1200)
    await expect(stock).toHaveValue('1200')
  })
})

test('a seller moves selected products to a category, edits fields of all that it has, and archives them', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/manage-products?sort=name')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.getByRole('row').nth(1).getByRole('checkbox').click()
  await page
    .getByRole('row')
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await bar.getByRole('button', { name: 'Set category' }).click()
  const moving = page.getByRole('dialog', { name: 'Category of 3 selected products' })
  await expect(moving.getByRole('button', { name: /^Move/ })).toBeHidden()
  const categories = moving.getByRole('combobox', { name: 'Category' })
  const last = (await categories.getByRole('option').last().getAttribute('value')) ?? ''
  await categories.selectOption(last)
  await moving.getByRole('button', { name: /^Move/ }).click()
  await expect(messages.getByText(/products? moved/)).toBeVisible()

  await page.getByRole('combobox', { name: 'Category' }).selectOption(last)
  await expect(page).toHaveURL(new RegExp(`category=${last}`))
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await bar.getByRole('button', { name: 'Edit fields' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit many products' })
  await expect(editing.getByText(/^Changes the \d+ selected products\.$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editing).toBeHidden()

  await bar.getByRole('button', { name: 'Archive' }).click()
  await page
    .getByRole('dialog', { name: /^Archive \d+ selected products/ })
    .getByRole('button', { name: /^Archive \d+ products$/ })
    .click()
  await expect(messages.getByText(/products archived/)).toBeVisible()
  await expect(bar).toBeHidden()
  await page.getByRole('radio', { name: /^Archived/ }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await page
    .getByRole('dialog', { name: /^Restore/ })
    .getByRole('button', { name: /^Restore \d+ products$/ })
    .click()
  await expect(messages.getByText(/products restored/)).toBeVisible()
})
