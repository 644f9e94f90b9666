import { findProduct } from './find-product.ts'
import { dismissToast, findToast } from './find-toast.ts'
import { placeOrder } from './order-product.ts'
import { payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// A shop of its own: the currency is that of everyone, and both it and the order numbers stay once a customer has ordered.
test.use({ settings: { LOG_LEVEL: 'warn' } })

// route /dashboard/store as admin
test('a shop in Japan sells in yen: it is set up, sells, is paid, and refunds', async ({ page, browser, shop }) => {
  const before = await findProduct(page, 'Cordless impact wrench 18 V 1050 Nm')
  const yen = Math.round(before.price)
  const total = `¥${(yen * before.minOrder).toLocaleString('en-US')}`

  await test.step('the seller chooses yen and the clocks of Tokyo', async () => {
    await openAsAdmin(page, shop, '/dashboard/store')
    const currency = page.getByRole('region', { name: 'Currency' })
    await currency.getByRole('combobox', { name: 'Currency' }).selectOption('JPY')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Round all prices?' })
    await expect(question).toContainText('Amounts in JPY have no decimals')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(currency.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD')
    await currency.getByRole('combobox', { name: 'Currency' }).selectOption('JPY')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The page loads again with the new currency.
    await Promise.all([page.waitForEvent('load'), question.getByRole('button', { name: 'Round all prices' }).click()])
    await expect(currency.getByRole('combobox', { name: 'Currency' })).toHaveValue('JPY')
    await dismissToast(page, 'Saved. Buyers see it at once.')
    const zone = page.getByRole('region', { name: 'Time zone' })
    await zone.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save', exact: true }).click()])
    await expect(zone.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
    await expect(findToast(page, 'Saved. Buyers see it at once.')).toBeVisible()
    await page.goto(`/dashboard/manage-products?q=${encodeURIComponent(before.name)}`)
    await expect(page.getByText(`¥${yen.toLocaleString('en-US')}`).first()).toBeVisible()
  })

  await test.step('the seller chooses what order numbers begin with', async () => {
    await page.goto('/dashboard/store')
    const numbers = page.getByRole('region', { name: 'Order numbers' })
    await numbers.getByRole('textbox', { name: 'Beginning' }).fill('ka-1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(numbers.getByRole('textbox', { name: 'Beginning' })).toHaveAccessibleDescription(/end with no digit/)
    await numbers.getByRole('textbox', { name: 'Beginning' }).fill('ka-')
    await expect(numbers.getByText('Orders are called KA-1001, KA-1002 and so on.')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(findToast(page, 'Saved. Buyers see it at once.')).toBeVisible()
    await expect(numbers.getByRole('textbox', { name: 'Beginning' })).toHaveValue('KA-')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
  })

  const buyer = newPerson('Jun')
  const context = await browser.newContext({ baseURL: shop.url })
  const customer = await context.newPage()
  await test.step('a buyer orders and pays', async () => {
    await customer.goto('/products')
    await expect(customer.getByText(/^¥[\d,]+/).first()).toBeVisible()
    await signUp(customer, buyer, '')
    const order = await placeOrder(customer, await findProduct(customer, before.name))
    await customer.goto(`/dashboard/payment/${order._id}`)
    await expect(customer.getByText(total).first()).toBeVisible()
    await payByCard(customer, '4242 4242 4242 4242')
    await expect(customer.getByText('Payment is completed.', { exact: true })).toBeVisible()
    await customer.getByRole('link', { name: 'Order details' }).click()
    await expect(customer.getByRole('region', { name: 'Payment', exact: true })).toContainText(total)
  })

  await test.step('the seller refunds all of it', async () => {
    await page.goto('/dashboard/all-order')
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(buyer.email)
    const found = page.getByRole('link', { name: /^KA-\d+$/ })
    // Until the search has come, the orders of the demo stand there, too.
    await expect(found).toHaveCount(1)
    await found.click()
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByRole('textbox', { name: 'Amount in JPY' })).toHaveValue(String(yen * before.minOrder))
    await page.getByRole('button', { name: `Refund ${total}` }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Refund ${total}` })
      .click()
    await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(total)
  })

  await test.step('now the currency and the beginning of order numbers stay, and the page says why', async () => {
    await page.goto('/dashboard/store')
    for (const [part, label, value, reason] of [
      ['Currency', 'Currency', 'Japanese Yen (JPY)', /^There are orders in JPY/],
      ['Order numbers', 'Beginning', 'KA-', /numbers that begin with “KA-”/],
    ] as const) {
      const field = page.getByRole('region', { name: part }).getByRole('textbox', { name: label })
      await expect(field).toHaveValue(value)
      await expect(field).toHaveAttribute('readonly')
      await expect(field).toHaveAccessibleDescription(reason)
      await expect(page.getByRole('region', { name: part }).getByRole('button')).toHaveCount(0)
    }
  })
  await context.close()
})

test('a shop that offers German only is German for everyone', async ({ page, browser, shop }) => {
  await openAsAdmin(page, shop, '/dashboard/store')
  const form = page.getByRole('region', { name: 'Languages' })
  await form.getByRole('combobox', { name: 'Main language' }).selectOption('de')
  await form.getByRole('checkbox', { name: 'English' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const toasts = page.getByRole('region', { name: 'Meldungen' })
  await expect(toasts.getByText('Gespeichert')).toBeVisible()
  const context = await browser.newContext({ baseURL: shop.url, locale: 'fr-FR' })
  const visitor = await context.newPage()
  await expect(async () => {
    await visitor.goto('/products')
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'de')
  }).toPass()
  await expect(visitor.getByRole('list', { name: 'Sprache' })).toHaveCount(0)
  const german = page.getByRole('region', { name: 'Sprachen' })
  await german.getByRole('combobox', { name: 'Hauptsprache' }).selectOption('en')
  await german.getByRole('checkbox', { name: 'Deutsch' }).check()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await context.close()
})
