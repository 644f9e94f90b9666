import { delayRequests } from './delay-requests.ts'
import { findProduct } from './find-product.ts'
import { placeOrder } from './order-product.ts'
import { cardLabels, findCardProblem, findChallenge, blockPaymentReport, payByCard, typeCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

const good = '4242 4242 4242 4242'
const askedByBank = '4000 0027 6000 3184'

test('on a phone nothing of the card field is cut off, a German buyer reads it in German, and what is paid stands on top', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, newPerson('Frieda'), '')
  const order = await placeOrder(page, await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm'))
  await page.context().addCookies([{ name: 'language', value: 'de', url: shop.url }])
  await page.goto(`/dashboard/payment/${order._id}`)
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  const values = [askedByBank, '12 / 34', '123']
  for (const [index, name] of cardLabels.de.entries()) {
    const field = card.getByRole('textbox', { name, exact: true })
    await field.fill(values[index] ?? '')
    await field.blur()
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  }
  await page.getByRole('button', { name: 'Bezahlen', exact: true }).click()
  const bank = page.getByRole('dialog', { name: 'Prüfung der Karte' }).frameLocator('iframe')
  await expect(bank.getByRole('heading', { name: 'Bestätigen Sie Ihre Zahlung' })).toBeVisible()
  await bank.getByRole('button', { name: 'Bestätigen', exact: true }).click()
  await expect(page.getByRole('main').getByRole('code')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

// spec 2.28, 4.13, 4.14, 8.8
// route /dashboard/order/:id as customer
test('cards fail in every way, and the one that works pays once', async ({ page }) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  const challenge = findChallenge(page)
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  const completed = page.getByText('Payment is completed.', { exact: true })
  const authenticationFailed = /^We are unable to authenticate your payment method\./
  await signUp(page, newPerson('Dora'), '')
  const order = await placeOrder(page, product)
  await page.goto(`/dashboard/payment/${order._id}`)

  await test.step('shows card number errors and the reason of a decline', async () => {
    await payByCard(page, '4242 4242 4242 4241')
    await expect(findCardProblem(page, 'Your card number is invalid.')).toBeVisible()
    await payByCard(page, '4000 0000 0000 9995')
    await expect(findCardProblem(page, 'Your card has insufficient funds.')).toBeVisible()
    await expect(pay, 'another try is possible').toBeEnabled()
  })

  await test.step('fails the question of the bank', async () => {
    await payByCard(page, askedByBank)
    await challenge.getByRole('button', { name: 'Fail' }).click()
    await expect(findCardProblem(page, authenticationFailed)).toBeVisible()
    await expect(pay).toBeEnabled()
  })

  await test.step('leaves in the middle of it and comes back', async () => {
    await payByCard(page, askedByBank)
    await expect(challenge.getByRole('button', { name: 'Complete' })).toBeEnabled()
    const provider = delayRequests(page, '**/cards/stripe.js')
    const secret = page.waitForResponse('**/create-payment-intent')
    await page.reload()
    await expect(page.getByRole('heading', { name: `Please Pay for ${product.name}` })).toBeVisible()
    await (await secret).finished()
    await expect(pay, 'waits for the card provider').toBeDisabled()
    provider.release()
    await expect(pay).toBeEnabled()
    await payByCard(page, askedByBank)
    await challenge.getByRole('button', { name: 'Complete' }).click()
    await expect(completed).toBeVisible()
    await expect(pay).toHaveCount(0)
  })

  const transactionId = await page.getByRole('main').getByRole('code').innerText()

  await test.step('finds the receipt instead of a form later', async () => {
    await page.reload()
    await expect(completed).toBeVisible()
    await expect(page.getByRole('main').getByRole('code')).toHaveText(transactionId)
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  await test.step('reads in the order what happened', async () => {
    await page.getByRole('link', { name: 'Order details' }).click()
    const attempts = page.getByRole('region', { name: 'Payment attempts' }).getByRole('listitem')
    await expect(attempts.filter({ hasText: 'Succeeded' })).toHaveCount(1)
    await expect(attempts.filter({ hasText: 'Succeeded' })).toContainText('3184')
    await expect(attempts.filter({ hasText: 'Declined' }).filter({ hasText: '9995' })).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Payment', exact: true })).toContainText(transactionId)
    await expect(page.getByRole('region', { name: 'Order history' }).getByRole('listitem').first()).toContainText('You')
  })

  await test.step('prints the order on one page', async () => {
    const paper = await page.pdf({ format: 'A4' })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})

test('after a decline, one click puts the order on account, and it ends on thanks with the day it is due', async ({
  page,
  shop,
}) => {
  const person = newPerson('Declan')
  await signUp(page, person, '')
  await shop.database('INSERT INTO customer_terms (user_id, net_days) SELECT id, 14 FROM users WHERE email = $1', [
    person.email,
  ])
  const order = await placeOrder(page, await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm'))
  await page.goto(`/dashboard/payment/${order._id}`)
  const ways = page.getByRole('region', { name: 'Other ways to pay this order' })
  await payByCard(page, '4000 0000 0000 9995')
  await expect(findCardProblem(page, 'Your card has insufficient funds.')).toBeVisible()
  await ways.getByRole('button', { name: 'Another card' }).click()
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  for (const label of cardLabels.en) await expect(card.getByLabel(label, { exact: true })).toHaveValue('')
  await ways.getByRole('button', { name: 'On account, net 14 days' }).click()
  await expect(page.getByText(/^Thank you for your order\. Please pay by /)).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/order/${order._id}`)

  await test.step('asks for no card to pay what is on account, unless the buyer does', async () => {
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByText('Please transfer the amount by the day it is due')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Pay by card instead' }).click()
    await expect(card.getByLabel(cardLabels.en[0] ?? '', { exact: true })).toBeVisible()
  })
  await test.step('says that the order was cancelled meanwhile, and asks for no card any more', async () => {
    await shop.database('UPDATE orders SET cancelled_at = now() WHERE id = $1', [order._id])
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})

test('three tabs pay one order once', async ({ page, context }) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Trevor'), '')
  const order = await placeOrder(page, product)
  const tabs = [page, await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto(`/dashboard/payment/${order._id}`)))
  // A tab that is ready only after another has paid has no form any more.
  await Promise.all(tabs.map((tab) => typeCard(tab, good)))
  // Also where it is already off, because the tab has heard of the payment.
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Pay', exact: true }).click({ force: true })))
  const receipts = await Promise.all(
    tabs.map(async (tab) => {
      await expect(tab.getByText('Payment is completed.', { exact: true })).toBeVisible()
      return tab.getByRole('main').getByRole('code').innerText()
    }),
  )
  expect(new Set(receipts).size).toBe(1)
  await page.getByRole('link', { name: 'Order details' }).click()
  await expect(page.getByText('Succeeded', { exact: true })).toHaveCount(1)
})

test('a tab that is closed after paying leaves a paid order', async ({ page, context, shop }) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Clara'), '')
  const order = await placeOrder(page, product)
  const tab = await context.newPage()
  await tab.goto(`/dashboard/payment/${order._id}`)
  await blockPaymentReport(tab)
  await payByCard(tab, good)
  await expect(tab.getByText(/^Your card was charged/)).toBeVisible()
  await tab.close()

  const isPaid = () => shop.database('SELECT 1 FROM orders WHERE id = $1 AND paid_at IS NOT NULL', [order._id])
  await expect.poll(isPaid).toHaveLength(1)
  await page.goto('/dashboard')
  await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText('TrxId')
})

// spec 4.13, 8.18
test('the card form that cannot be loaded says so, and comes at the next try', async ({ page }) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Blocked'), '')
  const order = await placeOrder(page, product)
  await page.route('**/cards/stripe.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }), {
    times: 1,
  })
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(page.getByRole('heading', { name: 'Couldn’t load the card form' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await payByCard(page, good)
  await expect(page.getByText('Payment is completed.', { exact: true })).toBeVisible()
})
