import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listCurrencies } from '#contract/currencies.ts'
import { digitsOf, payableStep, toAmount } from '#contract/currency.ts'
import { isPayableBy, maxOrderCents, payableRange } from '#contract/payment-limits.ts'
import { fromStripeAmount, toStripeAmount } from '#server/platform/stripe-amounts.ts'
import { createProviderClient, findViolations } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import type { Placed } from '#server/testing/place-order.ts'

const anyCurrency = fc.constantFrom(...listCurrencies())
const anyTotal = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: maxOrderCents }))

test('in every currency cards take totals from their smallest to their largest payment, in digits that Stripe takes', () => {
  fc.assert(
    fc.property(anyCurrency, anyTotal, (code, cents) => {
      const { least, most } = payableRange('card', code)
      assert.equal(isPayableBy('card', cents, code.toLowerCase()), least <= cents && cents <= most)
      assert.ok(0 < least && least < most && most <= maxOrderCents)
      for (const limit of [least, most]) {
        assert.ok(Number.isInteger(limit))
        assert.equal(fromStripeAmount(toStripeAmount(limit, code), code), limit)
      }
      // One step more has a digit more than Stripe takes, which is 8 where nothing else is said.
      assert.ok(String(toStripeAmount(most + payableStep(code), code)).length > 8)
    }),
  )
  const ranges = ['USD', 'GBP', 'JPY', 'KWD', 'HUF', 'ISK', 'INR', 'IDR'].map((code) => {
    const { least, most } = payableRange('card', code)
    return [code, toAmount(least, code), toAmount(most, code)]
  })
  assert.deepEqual(ranges, [
    ['USD', 0.5, 999_999.99],
    ['GBP', 0.3, 999_999.99],
    ['JPY', 50, 9_999_999_999],
    ['KWD', 0.05, 99_999.99],
    ['HUF', 175, 99_999_999],
    ['ISK', 50, 999_999],
    ['INR', 0.5, 9_999_999.99],
    ['IDR', 50, 9_999_999_999],
  ])
})

test('a bank transfer and an order on account have none of the limits of cards in any currency', () => {
  fc.assert(
    fc.property(anyCurrency, anyTotal, fc.constantFrom('transfer', 'invoice'), (code, cents, payBy) =>
      assert.ok(isPayableBy(payBy, cents, code)),
    ),
  )
  assert.ok(!isPayableBy('transfer', maxOrderCents + 1))
})

for (const { currency, price, units, text } of [
  { currency: 'USD', price: 600_000, units: 2, text: /of \$0\.50 to \$999,999\.99\./ },
  { currency: 'KWD', price: 60_000, units: 2, text: /KWD\s0\.050 to KWD\s99,999\.990\./ },
  { currency: 'JPY', price: 99_999_999, units: 101, text: /¥50 to ¥9,999,999,999\./ },
  { currency: 'GBP', price: 0.01, units: 29, text: /£0\.30 to / },
]) {
  test(`${units} × ${price} ${currency}, which cards cannot pay, is ordered by transfer and on account, and what they can is paid`, async () => {
    await using shop = await openTestShop()
    const admin = { token: shop.admin.token }
    const store = { currency, transferDays: 7, bankDetails: 'IBAN DE02 1203 0000 0000 2020 51' }
    assert.equal((await shop.call('PUT', '/store', { ...admin, body: store })).status, 200)
    const buyer = await createCustomer(shop, 'buyer')
    const product = await shop.addProduct({ price, available: 1000 })
    const place = async (payBy: string, quantity: number, more: object = {}) =>
      (
        await shop.call<Placed>('POST', '/orders', {
          token: buyer.token,
          body: { productId: product._id, quantity, address: '1 Test Street', phoneNumber: '5550100', payBy, ...more },
        })
      ).body
    const inLines = { productId: undefined, quantity: undefined, lines: [{ productId: product._id, quantity: units }] }
    for (const refused of [await place('card', units), await place('card', units, inLines)]) {
      assert.equal(refused.code, 'total-not-payable')
      assert.match(refused.message ?? '', text)
    }
    const order = (await place('transfer', units)).order
    assert.equal(order?.totalPrice, toAmount(Math.round(price * units * 10 ** digitsOf(currency)), currency))
    assert.ok((await place('transfer', units, inLines)).order)
    const opened = await shop.call('POST', '/create-payment-intent', {
      token: buyer.token,
      body: { orderId: order?._id },
    })
    assert.equal(opened.body.code, 'total-not-payable')
    const { status } = await shop.call('PUT', `/customer/${buyer.id}/terms`, {
      ...admin,
      body: { netDays: 30, creditLimit: null, poRequired: false },
    })
    assert.equal(status, 200)
    assert.ok((await place('invoice', units)).order)
    // The largest that cards take, as near as the units go, or the smallest.
    const payable = (await place('card', units === 29 ? 30 : units - 1)).order
    assert.ok(payable)
    const { intentId, body } = await confirmCard(shop, await openPayment(shop, buyer, payable))
    assert.equal(body.status, 'succeeded')
    assert.equal((await claimPaid(shop, buyer, payable, intentId)).body.order.state, 'paid')
    const intent = await createProviderClient(shop).paymentIntents.retrieve(intentId)
    assert.equal(
      fromStripeAmount(intent.amount_received, currency),
      Math.round(payable.totalPrice * 10 ** digitsOf(currency)),
    )
    assert.deepEqual(await findViolations(shop), [])
  })
}

test('an order that comes to more than sums hold is refused however it is paid, with the largest total', async () => {
  await using shop = await openTestShop()
  const store = { transferDays: 7, bankDetails: 'IBAN DE02 1203 0000 0000 2020 51' }
  assert.equal((await shop.call('PUT', '/store', { token: shop.admin.token, body: store })).status, 200)
  const buyer = await shop.signUp('buyer')
  const product = await shop.addProduct({ price: 9_999_999.99, available: 1_000_000 })
  const { body } = await shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      productId: product._id,
      quantity: 1001,
      address: '1 Test Street',
      phoneNumber: '5550100',
      payBy: 'transfer',
    },
  })
  assert.equal(body.code, 'order-too-large')
  assert.match(body.message ?? '', /\$9,999,999,999\.99 at most/)
})
