import type { Dialog } from '@playwright/test'
import { problems } from '#contract/problem.ts'
import { findProduct, stockOf } from './find-product.ts'
import { dismissToast, findToast } from './find-toast.ts'
import { delayRequests } from './delay-requests.ts'
import { labelsOf } from './labels-of.ts'
import { payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { fillSignUp, newPerson } from './sign-up.ts'

// spec 1.2, 2.6, 2.8, 2.11, 2.13, 2.16, 2.25, 2.26, 2.27, 2.28, 2.29, 2.30, 3.5, 4.7, 4.8, 4.11, 4.13, 4.14, 5.2, 5.3, 5.4, 5.5, 5.6, 6.2, 7.24, 8.2, 8.4, 8.5, 8.8, 8.10, 8.15, 9.4, 9.5
// route /home as customer, /products/:id as customer, /signup as visitor, /dashboard/payment/:id as customer
test('a visitor signs up, orders the minimum, and pays after one declined card', async ({ page }) => {
  const buyer = newPerson('Bonnie')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  const { name, minOrder, available } = product
  const total = dollars(product.price * minOrder)
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })

  await test.step('signs up', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'SignIn' }).click()
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await expect(page.getByRole('heading', { name: 'SignUp to your account' })).toBeVisible()
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(findToast(page, 'Please enter valid details')).toBeVisible()
    await expect(page).toHaveURL('/signup')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign In here' })).toHaveAttribute('href', '/signin')
    await fillSignUp(page, buyer)
    await page.getByRole('textbox', { name: 'Last Name' }).fill('')
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(findToast(page, 'Please verifying your email again')).toBeVisible()
    await expect(page).toHaveURL('/home')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
  })

  await test.step('finds the product', async () => {
    await navigation.getByRole('link', { name: 'Product' }).click()
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
    const order = page.getByRole('link', { name: `Order ${name}` })
    const labels = page.getByRole('listitem').filter({ has: order }).getByRole('term')
    await expect(labels).toHaveText(['Price', 'Minimum', 'Available'], { useInnerText: true })
    await order.click()
    await expect(page).toHaveURL(`/products/${product._id}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const facts = page.getByRole('article')
    await expect(facts).toContainText(dollars(product.price))
    await expect(facts).toContainText(product.content)
    await expect(facts.getByRole('img', { name })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(buyer.name)
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeEditable()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(buyer.email)
    await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  })

  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  const place = page.getByRole('button', { name: 'Place Order' })

  await test.step('is refused what cannot be delivered', async () => {
    await expect(quantity).toHaveValue(String(minOrder))
    await expect(page.getByText(`Available: ${available} · Minimum order: ${minOrder}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Minus' })).toBeDisabled()
    await page.getByRole('button', { name: 'Plus' }).click()
    await expect(quantity).toHaveValue(String(minOrder + 1))
    await expect(page.getByRole('article').getByRole('spinbutton'), 'one quantity for cart and order').toHaveCount(1)
    await quantity.fill(String(minOrder + 2))
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Minus' }).click()
    await expect(quantity).toHaveValue(String(minOrder))
    const tooFew = `Please check your order quantity, you have to order more than ${minOrder}`
    await quantity.fill('0')
    await place.click()
    await dismissToast(page, tooFew)
    expect(await labelsOf(page.locator('form').filter({ has: place }))).toEqual([
      'Name',
      'Email',
      'Address',
      'Phone Number',
    ])
    await page.getByRole('textbox', { name: 'Address' }).fill('x')
    await page.getByRole('textbox', { name: 'Phone Number' }).fill('217')
    await quantity.fill(String(minOrder))
    await place.click()
    await expect(page.getByText('Enter the whole address: street, number and town.')).toBeVisible()
    await expect(page.getByText('Enter a phone number of 6 to 15 digits.')).toBeVisible()
    await quantity.fill('0')
    await place.click()
    await expect(quantity).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveAttribute('inputmode', 'numeric')
    await page.getByRole('textbox', { name: 'Address' }).fill('1 Workshop Lane, 12345 Torque')
    await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')

    await quantity.fill(String(available + 1))
    await expect(page.getByRole('button', { name: 'Plus' })).toBeDisabled()
    await place.click()
    const tooMany = `Please check your order quantity, we only have ${available} left`
    await expect(findToast(page, tooMany)).toBeVisible()

    await quantity.fill(String(minOrder - 1))
    await place.click()
    await expect(findToast(page, tooFew)).toBeVisible()
    expect(await stockOf(page, product)).toBe(available)
  })

  await test.step('shows the error and keeps the input', async () => {
    const { status, message } = problems['too-many-open-orders']
    await page.route(
      '**/orders',
      (route) => route.fulfill({ status, json: { code: 'too-many-open-orders', status, message } }),
      { times: 1 },
    )
    page.on('dialog', accept)
    await quantity.fill(String(minOrder))
    await place.click()
    await dismissToast(page, 'Failed to add order')

    await page.route('**/orders', (route) => route.fulfill({ json: { success: false } }), { times: 1 })
    await place.click()
    await expect(findToast(page, 'Failed to add order'), 'an answer without success is no order').toBeVisible()
    page.off('dialog', accept)
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('1 Workshop Lane, 12345 Torque')
    await expect(page.getByText(`Available: ${available} ·`)).toBeVisible()
  })

  await test.step('orders the minimum', async () => {
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await quantity.fill(String(minOrder))
    await place.click()
    expect(await stockOf(page, product)).toBe(available)

    page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.accept()
    })
    const sending = delayRequests(page, '**/orders')
    await place.click()
    await expect(page.getByText(`Available: ${available - minOrder} ·`), 'falls at once').toBeVisible()
    expect(await stockOf(page, product)).toBe(available)
    sending.release()
    await expect(findToast(page, 'Your order is set. Go to dashboard and check My order')).toBeVisible()
    const question = `You order ${minOrder} units. Are you sure you want to purchase this product for ${total} ?`
    expect(questions).toEqual([question, question])
    expect(await stockOf(page, product)).toBe(available - minOrder)
  })

  const row = page.getByRole('row').filter({ hasText: name })

  await test.step('pays after one declined card', async () => {
    await navigation.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'My Orders: 1' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['#', 'Product Name', 'Quantity', 'Price', 'Paid'], {
      useInnerText: true,
      ignoreCase: true,
    })
    const opening = delayRequests(page, '**/create-payment-intent')
    await row.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByRole('heading', { name: `Please Pay for ${name}` })).toBeVisible()
    await expect(page.getByText(`Please pay: ${total}`)).toBeVisible()
    await expect(page.getByText(`Hello, ${buyer.name}`)).toBeVisible()

    await expect(page.locator('iframe[title="Secure card payment input frame"]')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay', exact: true }), 'waits for the client secret').toBeDisabled()
    opening.release()

    const confirming = page.waitForRequest(/\/v1\/payment_intents\/\w+\/confirm/)
    await payByCard(page, '4000000000000002')
    const billing = new URLSearchParams((await confirming).postData() ?? '')
    expect(billing.get('payment_method_data[type]')).toBe('card')
    expect(billing.get('payment_method_data[billing_details][name]')).toBe(buyer.name)
    expect(billing.get('payment_method_data[billing_details][email]')).toBe(buyer.email)
    const declined = page.getByRole('main').getByRole('alert').getByText('Your card was declined.', { exact: true })
    await expect(declined).toBeVisible()
    await expect(declined, 'the sentence is red').toHaveCSS('color', 'rgb(179, 38, 30)')
    await expect(async () => {
      const form = await page.locator('iframe[title="Secure card payment input frame"]').boundingBox()
      const below = (form?.y ?? 0) + (form?.height ?? Infinity)
      expect((await declined.boundingBox())?.y, 'and stands under the card form').toBeGreaterThanOrEqual(below)
    }).toPass()

    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByRole('status').filter({ hasText: 'Payment is completed.' })).toContainText(
      new URL((await confirming).url()).pathname.split('/').at(-2) ?? '-',
    )
    await expect(page.getByRole('heading', { name: `Payment received for ${name}`, level: 1 })).toBeVisible()
    await expect(page.getByText(`Paid: ${total}`)).toBeVisible()
    await expect(page.getByText(/please pay/i)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
  })

  await test.step('reads the number of the order everywhere, and finds the way back to the product', async () => {
    const number = /^BY-\d{4,}$/
    await page.getByRole('main').getByRole('link', { name: 'Order details' }).click()
    const heading = page.getByRole('heading', { name: /^Order BY-\d{4,}$/, level: 1 })
    await expect(heading).toBeVisible()
    const title = await heading.innerText()
    await expect(page).toHaveTitle(`${title} – Boltyard`)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', `/products/${product._id}`)
    await page.goBack()
    await expect(page.getByText(`${title} · ${minOrder} units`)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'My Order', exact: true }).last().click()
    await expect(row.getByRole('link', { name })).toHaveAttribute('href', /^\/dashboard\/order\//)
    await expect(row.getByText(String(product.sku))).toBeVisible()
    await expect(row.getByRole('link', { name: number })).toHaveText(title.replace('Order ', ''))
    await page.goBack()
  })

  await test.step('sees the order as paid', async () => {
    const transactionId = await page.getByRole('code').innerText()
    expect(transactionId).toMatch(/^pi_\w+$/)
    await page.getByRole('main').getByRole('link', { name: 'My Order', exact: true }).last().click()
    await expectPaid(transactionId)
    await page.reload()
    await expectPaid(transactionId)
  })

  async function expectPaid(transactionId: string) {
    await expect(page.getByRole('heading', { name: 'My Orders: 1' })).toBeVisible()
    await expect(row.getByText('Paid', { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(row.getByRole('cell').last()).toContainText(`TrxId${transactionId}`)
    await expect(row.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await expect(row.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
  }
})

/** Formats dollars as a shop does: `$46.00`, `$1,104.00`. */
const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`

const accept = (dialog: Dialog) => void dialog.accept()
