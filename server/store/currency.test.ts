import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { digitsOf } from '#contract/currency.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order, OrderQuote } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import { roundingSteps } from '#contract/product-edits.ts'
import { defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import { createProviderClient, findViolations } from '#server/testing/card-events.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { finished, listRows } from '#server/testing/import-table.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment } from '#server/testing/pay-with-card.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const put = (body: object) => shop.call<Store & { message: string }>('PUT', '/store', { token: shop.admin.token, body })
const readTool = async ({ _id }: Tool) => (await shop.call<Tool>('GET', `/tools/${_id}`)).body

async function place(buyer: Person, product: Tool, quantity: number, totalPrice?: number) {
  return shop.call<{ order: Order; code: string; message: string }>('POST', '/orders', {
    token: buyer.token,
    body: {
      productId: product._id,
      name: product.name,
      address: '1 Test Street',
      phoneNumber: '5550100',
      quantity,
      totalPrice,
    },
  })
}

async function pay(buyer: Person, order: Order): Promise<Order> {
  const { intentId, body } = await confirmCard(shop, await openPayment(shop, buyer, order))
  assert.equal(body.status, 'succeeded')
  return (await claimPaid(shop, buyer, order, intentId)).body.order
}

test('the currency of a new shop can be chosen: prices keep their numbers, with the decimals of the currency', async () => {
  const dear = await shop.addProduct({ price: 12.5 })
  const cheap = await shop.addProduct({ price: 0.04 })
  const { status, body } = await put({ currency: 'JPY' })
  assert.deepEqual([status, body.currency, body.currencyDigits], [200, 'JPY', 0])
  // A price above zero stays above zero.
  assert.deepEqual([(await readTool(dear)).price, (await readTool(cheap)).price], [13, 1])
  const refused = await shop.call('PUT', `/tools/${dear._id}`, { token: shop.admin.token, body: { price: 12.5 } })
  assert.equal(refused.status, 400)
  assert.match(refused.body.message, /price must have no decimals/)
  assert.equal((await put({ currency: 'KWD' })).body.currencyDigits, 3)
  assert.equal((await readTool(dear)).price, 13)
  await put({ currency: 'USD' })
})

test('what is no currency, time zone or language is refused with a sentence', async () => {
  for (const [body, words] of [
    [{ currency: 'usd' }, /currency must be the code of a currency/],
    [{ currency: 'XXX' }, /currency must be the code of a currency/],
    [{ currency: 'XAU' }, /currency must be the code of a currency/],
    [{ timeZone: '+01:00' }, /timeZone must be the name of a time zone/],
    [{ timeZone: 'Berlin' }, /timeZone must be the name of a time zone/],
    [{ languages: [] }, /languages/],
    [{ languages: ['fr'] }, /languages/],
    [{ units: 'stone' }, /units/],
  ] as const) {
    const { status, body: answer } = await put(body)
    assert.equal(status, 400)
    assert.match(answer.message, words)
  }
})

for (const { currency, price, least, raised, half } of [
  { currency: 'JPY', price: 1250, least: 1, raised: 1294, half: 1290 },
  { currency: 'USD', price: 12.5, least: 0.01, raised: 12.94, half: 12.9 },
  { currency: 'KWD', price: 0.375, least: 0.001, raised: 0.388, half: 0.39 },
]) {
  test(`a percentage raises prices in ${currency} to its smallest amount, or to a step of it`, async () => {
    await using own = await openTestShop()
    const token = own.admin.token
    await own.call('PUT', '/store', { token, body: { currency } })
    const steps = runWithStore({ ...defaultStore, currency, currencyDigits: digitsOf(currency) }, roundingSteps)
    assert.deepEqual(steps.slice(0, 3), [least, least * 5, least * 10])
    const product = await own.addProduct({ price })
    for (const [step, after] of [
      [steps[0], raised],
      [steps[2], half],
    ]) {
      const { status, body } = await own.call<{ import: { _id: string } }>('POST', '/product-edits', {
        token,
        body: {
          products: { ids: [product._id] },
          changes: [{ field: 'price', operation: 'percent', value: '3.5', roundTo: step }],
        },
      })
      assert.equal(status, 200, JSON.stringify(body))
      const checked = await finished(own, body.import._id)
      const [row] = await listRows(own, checked._id)
      assert.equal(Number(row?.changes[0]?.after), after)
    }
  })
}

for (const { currency, price, quantity, total, card, least, tooSmall } of [
  { currency: 'JPY', price: 1980, quantity: 3, total: 5940, card: 5940, least: 1, tooSmall: 0.5 },
  { currency: 'KWD', price: 4.115, quantity: 3, total: 12.35, card: 12350, least: 0.01, tooSmall: 0.005 },
  { currency: 'HUF', price: 4990, quantity: 2, total: 9980, card: 998_000, least: 1, tooSmall: 0.5 },
]) {
  test(`an order in ${currency} is placed, paid and refunded to the last minor unit`, async () => {
    await using own = await openTestShop()
    const other = shop
    shop = own
    try {
      assert.equal((await put({ currency })).status, 200)
      const buyer = await own.signUp('buyer')
      const product = await own.addProduct({ price })
      assert.equal((await readTool(product)).price, price)
      const wrong = await place(buyer, product, quantity, total + 1)
      assert.equal(wrong.body.code, 'price-changed')
      const { body } = await place(buyer, product, quantity, total)
      assert.deepEqual([body.order?.totalPrice, body.order?.currency], [total, currency.toLowerCase()], body.message)
      const paid = await pay(buyer, body.order)
      assert.equal(paid.state, 'paid')
      const intent = await createProviderClient(own).paymentIntents.retrieve(paid.transactionId ?? '')
      assert.deepEqual([intent.amount_received, intent.currency], [card, currency.toLowerCase()])
      const refund = (amount?: number) =>
        own.call<{ refund: Refund; code: string }>('POST', `/order/${paid._id}/refunds`, {
          token: own.admin.token,
          body: { reason: 'requested_by_customer', ...(amount !== undefined && { amount }) },
        })
      assert.equal((await refund(tooSmall)).status, 400)
      assert.equal((await refund(least)).body.refund.amount, least)
      await refund()
      const details = await own.call<OrderDetails>('GET', `/order/${paid._id}/details`, { token: own.admin.token })
      assert.deepEqual([details.body.money.total, details.body.money.refunded], [total, total])
      assert.deepEqual(await findViolations(own), [])
      const mails = await own.db.execute<{ text: string }>(
        sql`SELECT text_body AS text FROM outbox WHERE recipient = ${buyer.email} AND kind = 'order-paid'`,
      )
      assert.match(
        mails.rows[0]?.text ?? '',
        currency === 'JPY' ? /¥5,940/ : currency === 'KWD' ? /KWD\s12\.350/ : /Ft\s?9,980|HUF\s9,980/,
      )
      // The buyer is none of the demo or staff.
      const late = await put({ currency: 'EUR' })
      assert.deepEqual([late.status, late.body.message.includes(currency)], [409, true])
    } finally {
      shop = other
    }
  })
}

test('tax is rounded to the minor unit of the currency, and what is paid to what cards take', async () => {
  for (const [currency, price, expected] of [
    // 1,234 × 10 % = 123.4
    ['JPY', 1234, { items: 1234, tax: 123, total: 1357 }],
    // 12.345 × 10 % = 1.2345, up; 12.345 + 1.235 = 13.580
    ['KWD', 12.345, { items: 12.345, tax: 1.235, total: 13.58 }],
    // 4.113 × 10 % = 0.4113; 4.524 is rounded to 4.520
    ['KWD', 4.113, { items: 4.113, tax: 0.411, rounding: -0.004, total: 4.52 }],
    ['USD', 12.34, { items: 12.34, tax: 1.23, total: 13.57 }],
  ] as const) {
    assert.equal((await put({ currency })).status, 200)
    await shop.db.execute(
      sql`INSERT INTO tax_registrations (country, region, starts_on) VALUES ('JP', '', '2020-01-01') ON CONFLICT DO NOTHING`,
    )
    await shop.db.execute(sql`
      INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on)
      VALUES ('JP', '', 'standard', 'Consumption tax', 0.1, '2020-01-01') ON CONFLICT DO NOTHING`)
    await shop.db.execute(sql`UPDATE tax_settings SET enabled = true, country = 'JP', region = ''`)
    const product = await shop.addProduct({ price })
    const { body } = await shop.call<OrderQuote>('POST', '/order-quote', {
      body: { lines: [{ productId: product._id, quantity: 1 }], place: { country: 'JP', region: '', postalCode: '' } },
    })
    const { items, tax, rounding, total } = body
    assert.deepEqual({ items, tax, ...(rounding !== undefined && { rounding }), total }, expected)
    await shop.db.execute(sql`UPDATE tax_settings SET enabled = false`)
  }
})

test('an order that is placed while the currency changes is of one of the two, never a mix', async () => {
  await using own = await openTestShop()
  const buyer = await own.signUp('racer')
  const products = await Promise.all(Array.from({ length: 8 }, () => own.addProduct({ price: 12 })))
  const change = own.call('PUT', '/store', { token: own.admin.token, body: { currency: 'JPY' } })
  const orders = await Promise.all(
    products.map(({ _id, name }) =>
      own.call<{ order?: Order }>('POST', '/orders', {
        token: buyer.token,
        body: { productId: _id, name, address: '1 Test Street', phoneNumber: '5550100', quantity: 10 },
      }),
    ),
  )
  const { status } = await change
  for (const { body } of orders) {
    if (body.order)
      assert.equal(`${body.order.totalPrice} ${body.order.currency}`, status === 200 ? '120 jpy' : '120 usd')
  }
  assert.deepEqual(await findViolations(own), [])
})
