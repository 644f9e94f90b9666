import { countSteps } from './count-steps.ts'
import { expectBooted } from './expect-booted.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { fillSignUp, newPerson, signUp } from './sign-up.ts'

// route /stock-notices as visitor
test('a sold-out part offers one click to be told, and what is in stock instead, but no order', async ({
  page,
  shop,
}) => {
  const buyer = newPerson('Sora')
  await signUp(page, buyer, '')
  const part = await findProduct(page, 'Turbocharger 1.6 diesel, variable vane')
  expect(part.available).toBeLessThan(part.minOrder)
  const refused: string[] = []
  page.on('response', (response) => void (response.status() === 409 && refused.push(response.url())))
  await page.goto(`/products/${part._id}`)
  await expectBooted(page)
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(page.getByText(`Confirm ${buyer.email} once, by the link in our email.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  await expect(page.getByRole('article').getByRole('spinbutton')).toHaveCount(0)
  // No other one is listed for its vehicle; each says what it costs and in what it differs.
  const similar = page.getByRole('region', { name: 'Similar, but for other vehicles' }).getByRole('link')
  await expect(similar.first()).toContainText(/\$\d+\.\d\d.* in stock.*Power: \d+ kW instead of 85 kW/)
  expect(refused).toEqual([])

  const [row] = await shop.database('SELECT token FROM stock_notices WHERE email = $1', [buyer.email.toLowerCase()])
  const link = `/stock-notices?token=${String(row?.['token'])}`
  await page.goto(`${link}&confirm=1`)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('Your address is confirmed.', { exact: false })).toBeVisible()
  await page.goto(link)
  await page.getByRole('button', { name: 'Forget my address' }).click()
  await expect(page.getByText('Your address is deleted.', { exact: false })).toBeVisible()
})

test('a sold-out line of quick order offers what is in stock instead and a mail when it is back', async ({ page }) => {
  const part = await findProduct(page, 'Turbocharger 1.6 diesel, variable vane')
  await page.goto('/quick-order')
  await expectBooted(page)
  await page.getByRole('textbox', { name: 'Part number, row 1' }).fill(part.sku ?? '')
  await page.getByRole('textbox', { name: 'Quantity, row 1' }).fill('1')
  const line = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Part number, row 1' }) })
  await line.getByRole('button', { name: 'Substitutes, or tell me when it is back' }).click()
  await expect(line.getByRole('button', { name: 'Tell me when it is back', exact: true })).toBeVisible()
  await line
    .getByRole('button', { name: /turbocharger/i })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Part number, row 1' })).not.toHaveValue(part.sku ?? '')
  await expect(line.getByText('Out of stock.')).toHaveCount(0)
})

test('a newcomer places the first order on the purchase page with at most 8 clicks, and the form is not armed then', async ({
  page,
}) => {
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  const { steps, click } = countSteps()
  await page.goto('/products')
  await click(page.getByRole('link', { name: `Order ${product.name}` }))
  await click(page.getByRole('link', { name: 'Sign up here' }))
  // One click into the first field; the others are reached by Tab, as those of the order.
  steps.clicks += 1
  await fillSignUp(page, newPerson('Oona'))
  await click(page.getByRole('button', { name: 'Create my account' }))
  await click(page.getByRole('link', { name: `Continue with ${product.name}` }))
  await click(page.getByRole('textbox', { name: 'Address' }))
  await page.keyboard.type('1 Workshop Lane, 12345 Torque')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')
  page.once('dialog', (dialog) => {
    steps.clicks += 1
    void dialog.accept()
  })
  await click(page.getByRole('button', { name: 'Place Order' }))
  await expect(findToast(page, 'Your order is set. Go to dashboard and check My order')).toBeVisible()
  expect(steps.clicks).toBeLessThanOrEqual(8)
  await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  await test.step('nor is it on the way back from the payment', async () => {
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByRole('heading', { name: 'Please Pay for' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Order again' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
})
