import { fillFirstAddress } from './fill-address.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

test('a buyer orders by bank transfer in advance; the admin records the money, and the order is to be shipped', async ({
  page,
  shop,
}) => {
  const admin = await page.context().browser()?.newPage({ baseURL: shop.url })
  if (!admin) throw new Error('There is no browser.')
  await openAsAdmin(admin, shop, '/dashboard/store')
  const bank = admin.getByRole('region', { name: 'Company and bank' })
  const way = bank.getByRole('combobox', { name: 'Bank transfer in advance' })
  const save = admin.getByRole('button', { name: 'Save', exact: true })
  await test.step('the admin offers it, which needs bank details', async () => {
    await way.selectOption('7')
    await save.click()
    await expect(bank).toContainText('Buyers cannot pay by bank transfer without your bank details.')
    await bank.getByRole('textbox', { name: 'Bank details' }).fill('Parts Ltd\nGB33 BUKB 2020')
    await save.click()
    await expect(findToast(admin, 'Saved. Buyers see it at once.')).toBeVisible()
  })

  await signUp(page, newPerson('Vera'), '')
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  const setPrice = (price: number) =>
    shop.database('UPDATE products SET price_cents = $2 WHERE id = $1', [product._id, Math.round(price * 100)])
  await setPrice(5_000_000)
  await page.goto(`/checkout?product=${product._id}&quantity=${product.minOrder}`)
  await fillFirstAddress(page)
  await test.step('the checkout says why cards cannot pay an order of millions, which a bank transfer can', async () => {
    const card = page.getByRole('radio', { name: /^Card/ })
    await expect(card).toBeDisabled()
    await expect(card).toHaveAccessibleName(/Cards can pay \$0\.50 to \$999,999\.99\./)
    await expect(page.getByRole('radio', { name: /^Bank transfer in advance/ })).toBeChecked()
    await setPrice(product.price)
    await page.reload()
    await expect(card).toBeEnabled()
  })
  await page.getByRole('radio', { name: /^Bank transfer in advance/ }).check()
  await page.getByRole('button', { name: 'Place order: 1 line' }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('GB33 BUKB 2020')
  await expect(payment).toContainText('Please confirm your email address')
  await expect(payment.getByRole('button', { name: 'Pay by card instead' })).toBeVisible()
  const number = /BY-\d+/.exec(await payment.innerText())?.[0] ?? ''

  await test.step('the admin finds the order on Today and records the money', async () => {
    await admin.goto('/dashboard/today')
    await admin.getByRole('link', { name: /waits? for a bank transfer/ }).click()
    await admin.getByRole('row').filter({ hasText: number }).getByRole('link', { name: number }).click()
    await expect(admin).toHaveURL(/\/dashboard\/all-order\/[0-9a-f-]{36}$/)
    await expect(admin.getByText('awaiting transfer', { exact: true })).toBeVisible()
    await admin.getByRole('button', { name: 'Record payment' }).click()
    const dialog = admin.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Reference' })).toHaveValue(number)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(findToast(admin, 'Payment recorded')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Ship' })).toBeVisible()
  })

  await page.reload()
  await expect(page.getByText('Payment is completed.', { exact: true })).toBeVisible()
  await test.step('the admin pays a unit back, and the timeline says that it is in stock again', async () => {
    await admin.getByRole('button', { name: 'Refund' }).click()
    await admin.getByRole('textbox', { name: product.name }).fill('1')
    await expect(admin.getByRole('textbox', { name: 'Amount in USD' })).toHaveValue(product.price.toFixed(2))
    await admin.getByRole('button', { name: /^Refund \$/ }).click()
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Refund \$/ })
      .click()
    const refunded = admin.getByRole('listitem').filter({ hasText: /^\$[\d.,]+ refunded/ })
    await expect(refunded).toContainText('1 unit restocked')
  })
  // Other stories order on the page of the product, without a checkout.
  await admin.goto('/dashboard/store')
  await way.selectOption('0')
  const saved = admin.waitForResponse((response) => response.request().method() === 'PUT')
  await save.click()
  await saved
  await admin.close()
})
