import type { Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'
import type { OrderQuote } from '#contract/orders.ts'
import { countSteps } from './count-steps.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { authorize } from './order-product.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

const place = (page: Page, name = 'Place order: 1 line') => page.getByRole('button', { name })
const summary = (page: Page, name = 'Your order') => page.getByRole('region', { name })

/** Puts a part into the cart by the API and opens the cart or the checkout; returns the part. */
async function fillCart(page: Page, path = '/checkout'): Promise<Tool> {
  const [part] = await findPartsOnSale(page, 1)
  if (!part) throw new Error('The demo shop has no part on sale.')
  const headers = await authorize(page)
  const data = { lines: [{ productId: part._id, quantity: part.minOrder }] }
  const response = await page.request.patch('/cart/active/lines', { headers, data })
  expect(response.status()).toBe(200)
  await page.goto(path)
  return part
}

const inDollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const dollars = (cents: number) => inDollars(cents / 100)

// route /checkout as customer
test('a new buyer orders with a first address; the next order takes two clicks and the PO number', async ({ page }) => {
  await signUp(page, newPerson('Nora'), '')
  const part = await fillCart(page, '/cart')
  const total = dollars(Math.round(part.price * 100) * part.minOrder)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()

  await test.step('what is missing is said in its place, and nothing typed is lost', async () => {
    await page.getByRole('combobox', { name: 'PO number' }).fill('PO 1')
    await place(page).click()
    await expect(page.getByText('Enter the delivery address.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'PO number' })).toHaveValue('PO 1')
  })
  await test.step('a first address needs the phone number, which the order has', async () => {
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await delivery.getByRole('button', { name: 'Deliver to this address' }).click()
    await expect(delivery.getByText('Enter a phone number of 6 to 15 digits.')).toBeVisible()
    await expect(delivery.getByRole('textbox', { name: 'Phone Number' })).toHaveAttribute('required')
  })
  await test.step('an address is taken while the fields of its country are still loading', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/addresses'))
    await page.route(/address-format\?country=DE/, async (route) => {
      await sent
      await route.continue()
    })
    await fillFirstAddress(page)
  })
  await expect(summary(page)).toContainText(total)
  await place(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(page.getByText(total).first()).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Your last order' })).toHaveAttribute('href', /^\/dashboard\/order\//)

  await fillCart(page, '/cart')
  const { steps, click } = countSteps()
  await click(page.getByRole('button', { name: 'Checkout' }))
  await page.getByRole('combobox', { name: 'PO number' }).fill('PO 2')
  await click(place(page))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  expect(steps.clicks).toBe(2)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('placing the order takes the address that is typed, and asks for nothing twice', async ({ page }) => {
  await signUp(page, newPerson('Tara'), '')
  await fillCart(page)
  const street = page.getByRole('textbox', { name: 'Street and number' })
  await expect(street).toBeVisible()
  await place(page).click()
  await expect(street).toBeFocused()
  const missing = page.getByText('Street and number is missing.')
  await expect(missing, 'only at the field').toHaveCount(1)
  await fillFirstAddress(page, { take: () => place(page).click() })
  await expect(page.getByText('The order goes to this address. Check the total, then place the order.')).toBeFocused()
  await expect(missing).toBeHidden()

  for (const asked of ['Name', 'Phone Number'])
    await expect(page.getByRole('textbox', { name: asked, exact: true }), 'the address says it').toHaveCount(0)
  await place(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('a saved address is corrected where it is used; the next order begins with the address of the last', async ({
  page,
}) => {
  await signUp(page, newPerson('Wilma'), '')
  await fillCart(page)
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await fillFirstAddress(page, { postalCode: '70137', city: 'Stuttgart' })
  await delivery.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Postal code' }).fill('70173')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(delivery).toContainText('70173 Stuttgart')
  await expect(delivery.getByRole('combobox', { name: 'Deliver to' }), 'the wrong one is gone').toHaveCount(0)

  await delivery.getByRole('button', { name: 'Another address' }).click()
  await dialog.getByRole('textbox', { name: 'Street and number' }).fill('Torstraße 1')
  await dialog.getByRole('textbox', { name: 'Postal code' }).fill('10119')
  await dialog.getByRole('textbox', { name: 'City' }).fill('Berlin')
  await dialog.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(delivery).toContainText('10119 Berlin')
  // While the dialog closes, a key is not yet one of the page.
  await expect(dialog).toBeHidden()
  const code = page.getByRole('textbox', { name: 'Discount code' })
  await code.fill('none such')
  await code.press('Enter')
  await expect(page.getByText('There is no discount code')).toBeVisible()
  const quotes: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/order-quote') && quotes.push(request.postDataJSON()))
  await place(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  expect(quotes, 'an order that is placed has its price').toEqual([])

  await fillCart(page)
  await expect(delivery.getByRole('combobox', { name: 'Deliver to' }).locator('option').first()).toContainText('Berlin')
  await expect(delivery.getByRole('combobox', { name: 'Deliver to' })).toContainText('Stuttgart')
  await expect(delivery.locator('address')).toContainText('10119 Berlin')
})

test('a code is refused with its reason, and an accepted one is in the total, the order and its page', async ({
  page,
  shop,
}) => {
  await shop.database(
    `INSERT INTO discounts (id, name, code, kind, value, target, minimum_cents) VALUES
      (gen_random_uuid(), 'Ten percent', 'TEN', 'percent', 1000, 'order', 0),
      (gen_random_uuid(), 'Large orders', 'LARGE', 'percent', 5000, 'order', 90000000)`,
  )
  await signUp(page, newPerson('Cora'), '')
  const part = await fillCart(page)
  const items = Math.round(part.price * 100) * part.minOrder
  await fillFirstAddress(page)
  const code = page.getByRole('textbox', { name: 'Discount code' })
  for (const [typed, reason] of [
    ['ELEVEN', 'There is no discount code “ELEVEN”. Please check its spelling.'],
    ['large', /^The discount “LARGE” needs products for \$900,000\.00\./],
  ] as const) {
    await code.fill(typed)
    await code.press('Enter')
    await expect(page.getByText(reason)).toBeVisible()
    await expect(code).toHaveValue(typed)
    await expect(summary(page)).toContainText(dollars(items))
    await code.fill('')
    await expect(page.getByText(reason)).toBeHidden()
  }
  await code.fill('ten')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Ten percent is taken off.')).toBeVisible()
  const saved = Math.floor((items * 1000 + 5000) / 10_000)
  await expect(summary(page)).toContainText(`Discount: Ten percent−${dollars(saved)}`)
  await place(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(page.getByText(dollars(items - saved)).first()).toBeVisible()
  await page.goto(page.url().replace('payment', 'order'))
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(`Discount: Ten percent−${dollars(saved)}`)
})

/** Switches on the tax and the shipping that the demo shop has prepared. */
async function charge(shop: JourneyShop) {
  await shop.database('UPDATE tax_settings SET enabled = true')
  await shop.database('UPDATE shipping_settings SET enabled = true')
}

/** Returns what the API says that the smallest order of a product costs at a place. */
async function quoteOf(page: Page, part: Tool, more: object): Promise<OrderQuote> {
  const lines = [{ productId: part._id, quantity: part.minOrder }]
  const answer = await page.request.post('/order-quote', { data: { lines, ...more } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as OrderQuote
}

/** Charges nothing, as a fresh shop. */
const chargeNothing = async (shop: JourneyShop) => {
  await shop.database('UPDATE tax_settings SET enabled = false')
  await shop.database('UPDATE shipping_settings SET enabled = false')
}

test('tax and freight follow the address, by every row, on a phone too', async ({ page, shop }) => {
  await charge(shop)
  try {
    await signUp(page, newPerson('Texanna'), '')
    const part = await fillCart(page)
    await expect(summary(page)).toContainText('Shipping and tax follow with the delivery address.')
    await fillFirstAddress(page, {
      country: 'United States',
      street: '12 Main St',
      city: 'Austin',
      region: 'Texas',
      postalCode: '78701',
    })
    await expect(page.getByRole('radio', { name: /^Ground parcel 2 to 4 working days/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Freight .*On request$/ })).toBeVisible()
    const texas = await quoteOf(page, part, { place: { country: 'US', region: 'TX', postalCode: '78701' } })
    expect(texas.taxes.map(({ name }) => name)).toEqual(['Texas sales tax', 'Austin sales tax'])
    for (const { name, rate, amount } of texas.taxes) {
      await expect(summary(page)).toContainText(`${name} ${Number(rate) * 100}%${inDollars(amount)}`)
    }
    await expect(summary(page)).toContainText(`Total${inDollars(texas.total)}`)
    const express = texas.shippingMethods.find(({ name }) => name === 'Next-day express')
    await page.getByRole('radio', { name: /^Next-day express/ }).check()
    await expect(summary(page)).toContainText(inDollars(express?.price ?? 0))
    const inBerlin = { place: { country: 'DE', postalCode: '10119' }, shippingMethod: express?.id }
    const berlin = await quoteOf(page, part, inBerlin)
    const [vat] = berlin.taxes

    await test.step('another address has its own tax', async () => {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.getByRole('button', { name: 'Another address' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
      await dialog.getByRole('textbox', { name: 'Street and number' }).fill('Torstraße 1')
      await dialog.getByRole('textbox', { name: 'Postal code' }).fill('10119')
      await dialog.getByRole('textbox', { name: 'City' }).fill('Berlin')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(summary(page)).toContainText(`VAT 19%${inDollars(vat?.amount ?? 0)}`)
      await page.reload()
      await expect(page.getByRole('radio', { name: /^Next-day express/ })).toBeChecked()
      await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Torstraße 1')
    })
    await test.step('in German, it is placed from the bar of a phone, and the payment page asks for the same total', async () => {
      await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550177')
      await page.getByRole('combobox', { name: 'Deliver to' }).selectOption({ index: 0 })
      await expect(page.getByRole('textbox', { name: 'Phone Number' }), 'the address has one').toHaveCount(0)
      await page.getByRole('combobox', { name: 'Deliver to' }).selectOption({ index: 1 })
      await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('5550177')
      await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Torstraße 1')
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      const total = berlin.total.toLocaleString('de-DE', { style: 'currency', currency: 'USD' })
      await expect(summary(page, 'Ihre Bestellung')).toContainText(`Summe${total}`)
      await place(page, 'Zahlungspflichtig bestellen').click()
      await expect(page).toHaveURL(/\/dashboard\/payment\//)
      await expect(page.getByText(total).first()).toBeVisible()
    })
    await test.step('the page of a product shows the same rows, and leads on to the checkout', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`/products/${part._id}`)
      const form = page.getByRole('main')
      await form.getByRole('combobox', { name: 'Land' }).selectOption({ label: 'Deutschland' })
      await form.getByRole('textbox', { name: 'Postleitzahl' }).fill('10119')
      const cheapest = await quoteOf(page, part, { place: inBerlin.place })
      const total = cheapest.total.toLocaleString('de-DE', { style: 'currency', currency: 'USD' })
      await expect(form).toContainText(`Summe${total}`)
      await form.getByRole('link', { name: 'Zur Kasse' }).click()
      await expect(summary(page, 'Ihre Bestellung')).toContainText('Summe')
    })
    await test.step('the part because of which all goes as freight is named, and the others are ordered first', async () => {
      const tools: Tool[] = await (await page.request.get('/tools')).json()
      const lift = tools.find(({ sku }) => sku === 'LFT-2P-40')
      if (!lift) throw new Error('The shop sells no lift.')
      const headers = await authorize(page)
      const data = { lines: [part, lift].map(({ _id, minOrder }) => ({ productId: _id, quantity: minOrder })) }
      expect((await page.request.patch('/cart/active/lines', { headers, data })).status()).toBe(200)
      await page.goto('/checkout')
      const shipping = page.getByRole('region', { name: 'Versand' })
      await shipping.getByRole('radio', { name: /Auf Anfrage$/ }).check()
      await expect(shipping).toContainText(`Alles geht per Spedition, wegen: ${lift.name}`)
      const others = shipping.getByRole('button', { name: 'Die andere Position zuerst bestellen, ohne Spedition' })
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await others.evaluate(holdsText), 'a button is as high as its text').toBe(true)
      await page.setViewportSize({ width: 1440, height: 900 })
      await others.click()
      await expect(shipping.getByRole('radio', { name: /^Paket/ })).toBeChecked()
      await expect(shipping).toContainText('Bleibt im Warenkorb')
      await page.reload()
      await expect(summary(page, 'Ihre Bestellung')).toContainText('1 Position bleibt im Warenkorb.')
      await place(page, 'Zahlungspflichtig bestellen').click()
      await expect(page).toHaveURL(/\/dashboard\/payment\//)
      const cart: { lines: { productId: string }[] } = await (
        await page.request.get('/cart/active', { headers })
      ).json()
      expect(cart.lines.map(({ productId }) => productId)).toEqual([lift._id])
      await page.goto(`/checkout?product=${part._id}&quantity=${part.minOrder}`)
    })
    await test.step('an order whose freight is open asks for no money: its total is called one without freight', async () => {
      await page.getByRole('radio', { name: /Auf Anfrage$/ }).check()
      await expect(summary(page, 'Ihre Bestellung')).toContainText('Zwischensumme ohne Fracht')
      await place(page, 'Zahlungspflichtig bestellen').click()
      await expect(page).toHaveURL(/\/dashboard\/payment\//)
      await expect(page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung' })).toBeVisible()
      await page.goto(page.url().replace('payment', 'order'))
      const payment = page.getByRole('region', { name: 'Zahlung' })
      await expect(payment).toContainText('Zwischensumme ohne Fracht')
      await expect(payment).not.toContainText('Zu bezahlen bis')
      await expect(page.getByText('Fracht offen', { exact: true })).toBeVisible()
      await expect(page.getByText('Unbezahlt', { exact: true })).toHaveCount(0)
    })
    await test.step('staff set the freight once they have seen what the order comes to with it', async () => {
      const staff = await page.context().browser()?.newPage({ baseURL: shop.url })
      if (!staff) throw new Error('There is no browser.')
      await openAsAdmin(staff, shop, '/dashboard/all-order?show=freight_to_quote')
      await staff.getByRole('link', { name: 'Set freight' }).first().click()
      await staff.getByRole('textbox', { name: /^Freight, without tax/ }).fill('250.50')
      await staff.getByRole('button', { name: 'Set freight' }).click()
      const question = staff.getByRole('alertdialog', { name: 'Set freight of $250.50?' })
      await expect(question).toContainText(/With it the order comes to \$[\d,]+\.\d\d/)
      await question.getByRole('button', { name: 'Set freight' }).click()
      await expect(findToast(staff, 'Freight is set, and the buyer is mailed.')).toBeVisible()
      await staff.getByText('Correct freight', { exact: true }).first().click()
      await staff.getByRole('textbox', { name: /^Freight, without tax/ }).fill('25.50')
      await staff.getByRole('button', { name: 'Correct freight' }).click()
      const correction = staff.getByRole('alertdialog', { name: 'Correct freight to $25.50?' })
      await expect(correction).toContainText(/comes to \$[\d,]+\.\d\d, not \$[\d,]+\.\d\d/)
      await correction.getByRole('button', { name: 'Correct freight' }).click()
      await expect(staff.getByText('Freight set: $25.50', { exact: true })).toBeVisible()
      await staff.context().close()
    })
  } finally {
    await chargeNothing(shop)
  }
})

test('a VAT number is entered at the checkout; once it is verified, the total is without the tax and says why once', async ({
  page,
  shop,
}) => {
  await charge(shop)
  try {
    const buyer = newPerson('Vatia')
    await signUp(page, buyer, '')
    await fillCart(page)
    await fillFirstAddress(page, { country: 'Germany', city: 'Berlin', postalCode: '10119' })
    const part = page.getByRole('region', { name: 'VAT number' })
    await expect(part).toContainText('A VAT number does not change the tax of this delivery: Germany.')
    await shop.database(`UPDATE tax_registrations SET reverse_charge = true WHERE country = 'DE'`)
    await page.reload()
    await expect(part).toContainText('With a verified number from Germany you pay no VAT.')
    await expect(summary(page)).toContainText('VAT 19%')
    await part.getByRole('textbox', { name: 'VAT number' }).fill('DE136695976')
    await part.getByRole('button', { name: 'Add number' }).click()
    const number = part.getByRole('listitem')
    await expect(number).toContainText('Not checked yet')
    await expect(number).toContainText('Until the register confirms it, tax is charged.')
    await expect(summary(page)).toContainText('VAT 19%')
    await shop.database(`UPDATE tax_ids SET status = 'verified' WHERE value = 'DE136695976'`)
    await expect(number).toContainText('Used for this order: you pay no VAT.')
    await expect(summary(page)).not.toContainText('VAT 19%')
    await expect(summary(page).getByText('Reverse charge: the buyer owes the tax')).toHaveCount(1)

    await page.getByRole('button', { name: 'Another address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Country' }).selectOption('France')
    await dialog.getByRole('textbox', { name: 'Street and number' }).fill('1 Rue Cler')
    await dialog.getByRole('textbox', { name: 'Postal code' }).fill('75007')
    await dialog.getByRole('textbox', { name: 'City' }).fill('Paris')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(part).toContainText('A VAT number does not change the tax of this delivery: France.')
    await expect(summary(page)).toContainText('VAT 20%')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(summary(page, 'Ihre Bestellung')).toContainText('USt. 20\u00A0%')
    await expect(page.getByRole('region', { name: 'USt-IdNr.' })).toContainText(
      'Für diese Lieferung ist sie ohne Bedeutung.',
    )
  } finally {
    await shop.database('UPDATE tax_registrations SET reverse_charge = false')
    await chargeNothing(shop)
  }
})

test('the place of the delivery estimate and the name are in the first address; where nothing goes, there is a way on', async ({
  page,
  shop,
}) => {
  await charge(shop)
  try {
    const buyer = newPerson('Placida')
    await signUp(page, buyer, '')
    await fillCart(page, '/cart')
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Germany')
    await page.getByRole('textbox', { name: 'Postal code' }).fill('10119')
    await page.getByRole('button', { name: 'Checkout' }).click()
    const delivery = page.getByRole('region', { name: 'Delivery' })
    await expect(delivery.getByRole('combobox', { name: 'Country' })).toHaveValue('DE')
    await expect(delivery.getByRole('textbox', { name: /^Postal code/ })).toHaveValue('10119')
    await expect(delivery.getByRole('textbox', { name: 'Recipient' })).toHaveValue(buyer.name)

    await page.getByRole('combobox', { name: 'PO number' }).fill('PO 9')
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'PO number' })).toHaveValue('PO 9')
    await expect(page.getByText('We restored what you had typed')).toHaveCount(0)

    await fillFirstAddress(page, { country: 'Switzerland', postalCode: '8001', city: 'Zürich' })
    await expect(summary(page)).toContainText('We have no delivery for this order to that place.')
    await expect(summary(page)).not.toContainText('pay')
    await summary(page).getByRole('link', { name: 'Contact us' }).click()
    await expect(page.locator('#contact-title')).toBeInViewport()
  } finally {
    await chargeNothing(shop)
  }
})

/** Whether a button has its text within its borders. */
function holdsText(button: Element): boolean {
  const range = document.createRange()
  range.selectNodeContents(button)
  const [text, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()]
  return text.top > box.top && text.bottom < box.bottom
}
