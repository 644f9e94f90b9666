import { problems } from '#contract/problem.ts'
import { findProduct, stockOf } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { holdBack } from './hold-back.ts'
import { payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { fillSignUp, newPerson } from './sign-up.ts'

test('a visitor signs up, orders the minimum, and pays after one declined card', async ({ page }) => {
  const buyer = newPerson('Bonnie')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  const { name, minOrder, available } = product
  const total = `$${(product.price * minOrder).toLocaleString('en-US')}`
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
    await page.getByRole('link', { name: `Order ${name}` }).click()
    await expect(page).toHaveURL(`/products/${product._id}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const facts = page.getByRole('article')
    await expect(facts).toContainText(`$${product.price.toLocaleString('en-US')}`)
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
    await page.getByRole('button', { name: 'Minus' }).click()
    await expect(quantity).toHaveValue(String(minOrder))
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
    const tooFew = `Please check your order quantity, you have to order more than ${minOrder}`
    await expect(findToast(page, tooFew)).toBeVisible()
    expect(await stockOf(page, product)).toBe(available)
  })

  await test.step('is told when it fails, and loses nothing', async () => {
    const { status, message } = problems['too-many-open-orders']
    await page.route(
      '**/orders',
      (route) => route.fulfill({ status, json: { code: 'too-many-open-orders', status, message } }),
      { times: 1 },
    )
    page.once('dialog', (dialog) => void dialog.accept())
    await quantity.fill(String(minOrder))
    await place.click()
    await expect(findToast(page, 'Failed to add order')).toBeVisible()
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
    const sending = holdBack(page, '**/orders')
    await place.click()
    await expect(page.getByText(`Available: ${available - minOrder} ·`), 'falls at once').toBeVisible()
    expect(await stockOf(page, product)).toBe(available)
    sending.release()
    await expect(findToast(page, 'Your order is set. Go to dashboard and check My order')).toBeVisible()
    const question = `Are you sure you want to purchase this product for ${total} ?`
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
    const opening = holdBack(page, '**/create-payment-intent')
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

    await payByCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('Payment is completed.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
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
