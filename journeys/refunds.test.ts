import { findProduct, stockOf } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { payOrder, placeOrder } from './order-product.ts'
import { payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

const good = '4242 4242 4242 4242'

// route /dashboard/order/:id as customer, /dashboard/all-order/:id as admin, /dashboard/order/:id/credit-note/:refund as customer, /dashboard/order/:id/credit-note/:refund as admin
test('an admin refunds units, a part and then the rest, and the buyer sees it', async ({ page, browser, shop }) => {
  const buyer = newPerson('Rita')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await signUp(page, buyer, '')
  const order = await placeOrder(page, product)
  await payOrder(page, order)
  await page.goto(`/dashboard/order/${order._id}`)
  const left = product.available - product.minOrder
  const unit = `$${product.price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const rest = `$${(product.price * (product.minOrder - 1) - 1.5).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

  const office = await browser.newContext({ baseURL: shop.url })
  const admin = await office.newPage()
  const dialog = admin.getByRole('alertdialog')

  await test.step('the admin finds the order', async () => {
    await openAsAdmin(admin, shop, '/dashboard/all-order')
    await admin.getByRole('searchbox', { name: 'Search orders' }).fill(buyer.email)
    await expect(admin.getByRole('row')).toHaveCount(2)
    await admin.getByRole('link', { name: product.name }).click()
    await expect(admin.getByRole('heading', { name: /^Order BY-\d+$/, level: 1 })).toBeVisible()
  })

  await test.step('refunds a unit that came back', async () => {
    await admin.getByRole('button', { name: 'Refund' }).click()
    await admin.getByRole('textbox', { name: product.name }).fill('1')
    await expect(admin.getByRole('textbox', { name: 'Amount in USD' })).toHaveValue(product.price.toFixed(2))
    await admin.getByRole('button', { name: `Refund ${unit}` }).click()
    await expect(dialog).toContainText('1 unit is restocked')
    await dialog.getByRole('button', { name: `Refund ${unit}` }).click()
    await expect(dialog).toBeHidden()
    expect(await stockOf(page, product)).toBe(left + 1)
  })

  await test.step('refunds a part', async () => {
    await admin.getByRole('button', { name: 'Refund' }).click()
    await expect(admin.getByRole('textbox', { name: 'Amount in USD' })).toHaveValue(/^\d+\.\d\d$/)
    await admin.getByRole('textbox', { name: 'Amount in USD' }).fill('999999')
    await admin.getByRole('button', { name: /^Refund/ }).click()
    await expect(admin.getByText(/^Enter an amount of at most/)).toBeVisible()
    await admin.getByRole('textbox', { name: 'Amount in USD' }).fill('1.5')
    // The order has notes of its own below.
    await admin.getByRole('textbox', { name: 'Note' }).first().fill('For the scratch on the case.')
    await expect(admin.getByRole('textbox', { name: product.name })).toHaveValue('0')
    await admin.getByRole('button', { name: 'Refund $1.50' }).click()
    await expect(dialog).toContainText(`Refund $1.50 to ${buyer.name}`)
    await dialog.getByRole('button', { name: 'Refund $1.50' }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByRole('region', { name: 'Refunds' })).toContainText('Refunded')
    await expect(admin.getByRole('button', { name: 'Ship' }), 'the rest can still be shipped').toBeVisible()
    expect(await stockOf(page, product)).toBe(left + 1)
  })

  await test.step('the buyer reads why, and has credit notes', async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('For the scratch on the case.')
    const sum = `$${(product.price + 1.5).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    await expect(page.getByRole('region', { name: 'Payment', exact: true })).toContainText(sum)
    await page.getByRole('link', { name: /^Credit note BY-\d+-C1$/ }).click()
    await expect(page.getByRole('heading', { name: /^Credit note BY-\d+-C1$/, level: 1 })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText(unit)
    await page.getByRole('link', { name: 'Back to the order' }).click()
    await admin.getByRole('link', { name: /^Credit note BY-\d+-C2$/ }).click()
    await expect(admin.getByRole('row').filter({ hasText: 'Price reduction' })).toContainText('$1.50')
    await admin.getByRole('link', { name: 'Back to the order' }).click()
  })

  await test.step('and the figures of every step in German', async () => {
    await page.context().addCookies([{ name: 'language', value: 'de', url: shop.url }])
    await page.reload()
    const german = (dollars: number) => dollars.toLocaleString('de', { style: 'currency', currency: 'USD' })
    await expect(page.getByRole('region', { name: 'Verlauf' }).getByRole('listitem')).toContainText([
      `${product.minOrder} × ${product.name} für ${german(product.price * product.minOrder)} bestellt`,
      `${german(product.price * product.minOrder)} bezahlt`,
      `Erstattung von ${german(product.price)} begonnen`,
      `${german(product.price)} erstattet`,
      `Erstattung von ${german(1.5)} begonnen`,
      `${german(1.5)} erstattet`,
    ])
    await page.context().clearCookies({ name: 'language' })
    await page.reload()
  })

  await test.step('refunds the rest', async () => {
    await admin.getByRole('button', { name: 'Refund' }).click()
    await admin.getByRole('button', { name: `Refund ${rest}` }).click()
    await dialog.getByRole('button', { name: `Refund ${rest}` }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Refunded', { exact: true }).first()).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Ship' })).toHaveCount(0)
    expect(await stockOf(page, product)).toBe(product.available)
    await page.getByRole('link', { name: 'Back to orders' }).click()
    await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText('Refunded')
  })
  await office.close()
})

test('a payment after the stock is gone needs attention until an admin decides', async ({ page, browser, shop }) => {
  const buyer = newPerson('Late')
  const product = await findProduct(page, 'Pencil ignition coil, four-pin')
  await signUp(page, buyer, '')
  const { _id: orderId } = await placeOrder(page, product)
  await page.goto(`/dashboard/payment/${orderId}`)
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()

  // The order expires while its buyer looks for the card, and others buy all there is.
  await shop.database(
    `WITH expired AS (UPDATE orders SET expired_at = now(), open_slot = NULL WHERE id = $1 RETURNING id),
       released AS (UPDATE order_lines SET held_quantity = 0 FROM expired WHERE order_id = expired.id RETURNING order_lines.*),
       moved AS (INSERT INTO stock_movements (product_id, order_id, order_line_id, kind, reason, units, available_change, shelf_change)
         SELECT product_id, order_id, id, 'release', 'order-expired', quantity, quantity, 0 FROM released)
     UPDATE products SET available_quantity = available_quantity + $3 WHERE id = $2`,
    [orderId, product._id, product.minOrder],
  )
  const setStock = (units: number) =>
    shop.database(
      `WITH moved AS (INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change)
         SELECT id, 'correction', 'correction', units, units, units
         FROM products CROSS JOIN LATERAL (SELECT $2 - available_quantity AS units) change WHERE id = $1)
       UPDATE products SET available_quantity = $2 WHERE id = $1`,
      [product._id, units],
    )
  await setStock(0)
  await payByCard(page, good)

  await test.step('the buyer sees it', async () => {
    await expect(page.getByText('Payment is completed.', { exact: true })).toBeVisible()
    await expect(page.getByText(/the stock was sold in the meantime/)).toBeVisible()
  })

  const office = await browser.newContext({ baseURL: shop.url })
  const admin = await office.newPage()
  await test.step('the admin decides', async () => {
    await openAsAdmin(admin, shop, '/dashboard/all-order')
    const attention = admin.getByRole('region', { name: 'Needs attention' })
    // The demo has one, too.
    await expect(attention).toContainText('2 paid orders are backordered')
    await attention.getByRole('link', { name: /paid orders? (is|are) backordered/ }).click()
    const row = admin.getByRole('row').filter({ hasText: buyer.email })
    await expect(row).toContainText('backordered')
    await row.getByRole('link', { name: 'Resolve' }).click()
    await admin.getByRole('button', { name: 'Allocate stock' }).click()
    await expect(admin.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveText(/\w/)
    await setStock(product.minOrder)
    await admin.getByRole('button', { name: 'Allocate stock' }).click()
    await admin.getByRole('button', { name: 'Ship', exact: true }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
    await expect(findToast(admin, 'Successfully shipped the order')).toBeVisible()
    expect(await stockOf(page, product)).toBe(0)
  })
  await office.close()

  await page.getByRole('link', { name: 'Order details' }).click()
  await expect(page.getByText('Shipped', { exact: true })).toBeVisible()
})
