import type { Order } from '#contract/orders.ts'
import { countSteps } from './count-steps.ts'
import { findProduct, stockOf } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { authorize, placeOrder } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// spec 1.2, 2.13, 2.29, 2.30, 8.11
// route /dashboard as customer
test('a buyer cancels an order, and its units are back in stock', async ({ page }) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Carl'), '')
  await placeOrder(page, product)
  expect(await stockOf(page, product)).toBe(product.available - product.minOrder)

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Orders: 1' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: product.name })
  const question = page.getByRole('alertdialog', { name: `Are you sure you want to delete ${product.name}?` })

  await test.step('thinks again', async () => {
    await row.getByRole('button', { name: 'Cancel' }).click()
    await expect(question.getByText('If yes press on delete button or cancel it.', { exact: true })).toBeVisible()
    const [keep, cancel] = [
      question.getByRole('button', { name: 'Cancel' }),
      question.getByRole('button', { name: 'Delete' }),
    ]
    await expect(keep).toHaveAccessibleDescription('Keep order')
    await expect(cancel).toHaveAccessibleDescription('Cancel order')
    await keep.click()
    await expect(question).toBeHidden()
    await expect(row).toBeVisible()
    expect(await stockOf(page, product)).toBe(product.available - product.minOrder)
  })

  await test.step('cancels', async () => {
    await row.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(findToast(page, 'Successfully cancelled your order')).toBeVisible()
    await expect(question).toBeHidden()
    await expect(page.getByRole('heading', { name: 'My Orders: 0' })).toBeVisible()
    await expect(row).toBeHidden()
    expect(await stockOf(page, product)).toBe(product.available)
  })
})

test('a buyer cancels some units: nothing is cancelled before the units, the sum and the delivery that stays were seen', async ({
  page,
  shop,
}) => {
  const disc = await findProduct(page, 'Vented front brake disc 312 mm')
  const wrench = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Uma'), '')
  const headers = await authorize(page)
  const lines = [
    { productId: disc._id, quantity: disc.minOrder + 1 },
    { productId: wrench._id, quantity: wrench.minOrder },
  ]
  const data = { lines, address: '1 Workshop Lane, 12345 Torque', phoneNumber: '5550100' }
  const placed: { order: Order } = await (await page.request.post('/orders', { headers, data })).json()
  const { _id } = placed.order
  await shop.database(
    `UPDATE orders SET shipping_cents = 1900, shipping_net_cents = 1900, total_cents = total_cents + 1900
       WHERE id = $1`,
    [_id],
  )
  await page.goto(`/dashboard/order/${_id}`)
  const dialog = page.getByRole('dialog', { name: 'Cancel units' })
  const discs = dialog.getByRole('textbox', { name: disc.name })

  await page.getByRole('button', { name: 'Cancel units' }).click()
  await expect(discs).toHaveValue('0')
  await expect(dialog.getByText('To cancel', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel all' }).click()
  await expect(discs).toHaveValue(String(disc.minOrder + 1))
  await discs.fill('1')
  await dialog.getByRole('textbox', { name: wrench.name }).fill('0')
  await discs.press('Enter')
  await expect(dialog.getByText(`1 × ${disc.name}`)).toBeVisible()
  const sum = disc.price.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(dialog.getByText(`${sum} less is to be paid.`)).toBeVisible()
  await expect(dialog.getByText('The delivery of $19.00 stays.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change units' }).click()
  await expect(discs).toHaveValue('1')
  await discs.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel 1 unit' }).click()
  await expect(findToast(page, 'Units cancelled')).toBeVisible()

  await test.step('staff are asked to ship what is left, and hear what the buyer waits for', async () => {
    await page.getByRole('button', { name: 'Cancel units' }).click()
    await discs.fill('1')
    await discs.press('Enter')
    await expect(dialog.getByText('What is left would be less than the minimum')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ask to cancel 1 unit' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Change units' }).click()
    await discs.fill('0')
    await dialog.getByRole('textbox', { name: wrench.name }).fill(String(wrench.minOrder))
    await dialog.getByRole('textbox', { name: wrench.name }).press('Enter')
    await dialog.getByRole('button', { name: /^Cancel \d+ units?$/ }).click()
    await expect(page.getByText(`${wrench.minOrder} cancelled`)).toBeVisible()
    await shop.database('UPDATE orders SET confirmed_at = now(), terms = \'{"netDays": 14}\' WHERE id = $1', [_id])
    await page.request.post(`/order/${_id}/messages`, { headers, data: { message: 'When does it come?' } })
    const fewer = { lines: [{ line: 1, units: 1 }], note: 'One is enough.' }
    await page.request.post(`/order/${_id}/cancellations`, { headers, data: fewer })
    const browser = page.context().browser()
    const staff = await browser?.newPage({ baseURL: shop.url })
    if (!staff) throw new Error('There is no browser.')
    await openAsAdmin(staff, shop, `/dashboard/all-order?q=${placed.order.number}`)
    await expect(staff.getByRole('row').filter({ hasText: placed.order.number })).toContainText('Question')
    await staff.getByRole('button', { name: 'Ship', exact: true }).click()
    const shipping = staff.getByRole('dialog', { name: `Ship ${disc.minOrder} × ${disc.name}?` })
    await expect(shipping.getByText('the buyer has asked a question that is open')).toBeVisible()
    const send = shipping.getByRole('button', { name: 'Ship', exact: true })
    await expect(send).toBeDisabled()
    await shipping.getByRole('checkbox', { name: 'Ship all the same' }).check()
    await expect(send).toBeEnabled()
    await staff.goto(`/dashboard/all-order/${_id}`)
    const waits = staff.getByRole('region', { name: 'The buyer waits for an answer' })
    await expect(waits).toContainText('When does it come?')
    await expect(waits).toContainText(`Cancel 1: ${disc.name}`)
    const linesTop = (await staff.getByRole('heading', { name: 'Lines: 2' }).boundingBox())?.y ?? 0
    expect((await waits.boundingBox())?.y).toBeLessThan(linesTop)
    await waits.getByRole('button', { name: 'Cancel 1 unit' }).click()
    const asked = staff.getByRole('dialog', { name: 'Cancel units' })
    await expect(asked.getByText(`1 × ${disc.name}`)).toBeVisible()
    await expect(asked.getByRole('checkbox', { name: 'The units are there and go back on sale' })).toBeChecked()
    await asked.getByRole('button', { name: 'Cancel 1 unit' }).click()
    await expect(waits).not.toContainText('One is enough.')
    await expect(waits.getByRole('button', { name: 'Answer' })).toBeVisible()
    await staff.getByRole('button', { name: 'Not coming' }).click()
    await expect(staff.getByRole('checkbox', { name: 'The units are there and go back on sale' })).not.toBeChecked()
    await staff.close()
  })
  await test.step('what is left of one line takes two clicks', async () => {
    const only = await placeOrder(page, wrench)
    await page.goto(`/dashboard/order/${only._id}`)
    const { steps, click } = countSteps()
    await click(page.getByRole('button', { name: 'Cancel units' }))
    await expect(dialog.getByText(`${wrench.minOrder} × ${wrench.name}`)).toBeVisible()
    await click(dialog.getByRole('button', { name: /^Cancel \d+ units?$/ }))
    await expect(page.getByText('cancelled').first()).toBeVisible()
    expect(steps.clicks).toBe(2)
  })
  await test.step('units that are gone meanwhile are neither counted nor sent', async () => {
    const quantity = wrench.minOrder + 2
    const wrenches = [{ productId: wrench._id, quantity }]
    const response = await page.request.post('/orders', { headers, data: { ...data, lines: wrenches } })
    const { order }: { order: Order } = await response.json()
    await page.goto(`/dashboard/order/${order._id}`)
    await page.getByRole('button', { name: 'Cancel units' }).click()
    await expect(dialog.getByText(`${quantity} × ${wrench.name}`)).toBeVisible()
    const one = await page.request.post(`/order/${order._id}/cancellations`, {
      headers,
      data: { lines: [{ line: 1, units: 1 }] },
    })
    expect(one.ok()).toBe(true)
    await dialog.getByRole('button', { name: `Cancel ${quantity} units` }).click()
    await expect(dialog.getByText(`Only ${quantity - 1} units`)).toBeVisible()
    await expect(dialog.getByText(`${quantity - 1} × ${wrench.name}`)).toBeVisible()
    await dialog.getByRole('button', { name: `Cancel ${quantity - 1} units` }).click()
    await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  })
})

test('a buyer finds an order by its number, its purchase order and any of its products, and comes back to what was found', async ({
  page,
}) => {
  const disc = await findProduct(page, 'Vented front brake disc 312 mm')
  const wrench = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Finn'), '')
  const headers = await authorize(page)
  const place = async (products: (typeof disc)[], poNumber: string) => {
    const lines = products.map(({ _id, minOrder, price }) => ({ productId: _id, quantity: minOrder, unitPrice: price }))
    const data = { lines, poNumber, address: '1 Workshop Lane, 12345 Torque', phoneNumber: '5550100' }
    const placed: { order: Order } = await (await page.request.post('/orders', { headers, data })).json()
    return placed.order
  }
  const both = await place([disc, wrench], 'PO-4711')
  const discs = await place([disc], '4712')

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Orders: 2' })).toBeVisible()
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows.filter({ hasText: both.number })).toContainText('PO-4711')
  await expect(rows.filter({ hasText: both.number })).not.toContainText('PO PO')
  await expect(rows.filter({ hasText: discs.number })).toContainText('PO 4712')
  const search = page.getByRole('searchbox', { name: 'Search your orders' })
  for (const [words, found] of [
    [discs.number.replace('-', ' ').toLowerCase(), discs],
    ['4712', discs],
    ['torque wrench', both],
  ] as const) {
    await search.fill(words)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(found.number)
  }
  await rows.getByRole('link', { name: both.number }).click()
  await expect(page.getByRole('heading', { name: `Order ${both.number}` })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('torque wrench')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'My Orders: 2' })).toBeVisible()

  await rows.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'My Orders: 1' })).toBeVisible()
  await expect(page.getByText('No orders found')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Current 1' })).toBeAttached()
  await page.getByRole('radio', { name: 'Cancelled 1' }).check({ force: true })
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(rows).toContainText(both.number)
})
