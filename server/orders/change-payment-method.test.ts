import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { MyTerms } from '#contract/customers.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'

let shop: TestShop
let other: TestShop
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
  await asAdmin('PUT', '/store', { bankDetails: 'Parts Ltd\nGB33 BUKB 2020', transferDays: 7 })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  const laws = [checkReservedStock, checkPayments, checkDocuments, checkOwedCredit]
  const broken = (await Promise.all(laws.map((law) => law(shop.db)))).flat()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(broken, [])
})

type Buyer = Awaited<ReturnType<typeof createCustomer>>

const asAdmin = (method: string, path: string, body: unknown) =>
  shop.call(method, path, { token: shop.admin.token, body })
const change = ({ _id }: Order, payBy: string, { token }: { token: string }, through = shop) =>
  through.call<{ code?: string; order: Order }>('PUT', `/order/${_id}/payment-method`, { token, body: { payBy } })
const order = async (buyer: Buyer, units = 1) => placeOrder(shop, buyer, await shop.addProduct({ price: 10 }), units)
const allow = (buyer: Buyer, terms: object = {}) =>
  asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: 100, poRequired: false, ...terms })
const owedBy = async ({ token }: Buyer) =>
  (await shop.call<{ terms: MyTerms }>('GET', '/my-terms', { token })).body.terms.owed
const writeMails = () => confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)

test('an order by card becomes one by bank transfer, once: it is reserved for the days of the store, and a mail says where to pay', async () => {
  const buyer = await createCustomer(shop, 'switcher')
  const placed = await order(buyer)
  await writeMails()
  const secret = await openPayment(shop, buyer, placed)
  await confirmCard(shop, secret, '4000000000009995')
  const changed = await change(placed, 'transfer', buyer)
  assert.deepEqual([changed.status, changed.body.order.byTransfer, changed.body.order.state], [200, true, 'unpaid'])
  const days = (Date.parse(changed.body.order.expiresAt ?? '') - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days <= 7, String(days))
  assert.equal((await change(placed, 'transfer', buyer)).status, 200)
  await writeMails()
  const mails = await mailsTo(shop, buyer.email)
  assert.equal(mails.filter(({ text }) => text.includes('GB33 BUKB 2020')).length, 1)
  const { body } = await shop.call<OrderDetails>('GET', `/order/${placed._id}/details`, { token: buyer.token })
  assert.equal(body.timeline.filter(({ kind }) => kind === 'payment_method_changed').length, 1)
  await payFor(shop, buyer, placed)
  assert.equal((await readOrder(shop, placed)).state, 'paid')
})

test('an order by card goes on account within the limit, and takes its credit and its invoice; who has no terms is refused', async () => {
  const buyer = await createCustomer(shop, 'account-switcher')
  const placed = await order(buyer, 3)
  assert.equal((await change(placed, 'invoice', buyer)).body.code, 'terms-not-allowed')
  await allow(buyer, { poRequired: true })
  assert.equal((await change(placed, 'invoice', buyer)).body.code, 'po-number-needed')
  await allow(buyer, { creditLimit: 20 })
  assert.equal((await change(placed, 'invoice', buyer)).body.code, 'credit-limit-reached')
  assert.deepEqual([(await readOrder(shop, placed)).state, await owedBy(buyer)], ['unpaid', 0])
  await allow(buyer)
  const stranger = await createCustomer(shop, 'stranger-switcher')
  assert.equal((await change(placed, 'invoice', stranger)).body.code, 'order-not-found')
  const changed = await change(placed, 'invoice', buyer)
  assert.deepEqual([changed.body.order.state, changed.body.order.onAccount?.netDays], ['confirmed', 30])
  assert.equal(await owedBy(buyer), 30)
  assert.equal((await shop.call('GET', `/order/${placed._id}/invoice`, { token: buyer.token })).status, 200)
  assert.equal((await change(placed, 'transfer', buyer)).body.code, 'order-move-not-allowed')
})

test('of putting an order on account twice at once one takes the credit, and of that and paying it the outcome is one of a serial order', async () => {
  const buyer = await createCustomer(shop, 'racer')
  await allow(buyer, { creditLimit: null })
  const placed = await order(buyer)
  const both = await Promise.all([change(placed, 'invoice', buyer), change(placed, 'invoice', buyer, other)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(await owedBy(buyer), 10)
  for (let round = 0; round < 5; round += 1) {
    const next = await order(buyer)
    const { intentId } = await confirmCard(shop, await openPayment(shop, buyer, next))
    await Promise.all([claimPaid(shop, buyer, next, intentId), change(next, 'invoice', buyer, other)])
    assert.equal((await readOrder(shop, next)).paid, true)
    assert.equal(await owedBy(buyer), 10)
  }
  const { rows } = await shop.db.execute(sql`SELECT FROM orders WHERE buyer_id = ${buyer.id} AND open_slot IS NOT NULL`)
  assert.equal(rows.length, 0)
})
