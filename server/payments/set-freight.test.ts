import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { findViolations, intentsOf } from '#server/testing/card-events.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { type Placed, readOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<typeof createCustomer>>
let quoted: string
before(async () => {
  shop = await openTestShop()
  buyer = await createCustomer(shop, 'freight')
  await chargeOrders(shop)
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM shipping_methods WHERE kind = 'quoted'`)
  quoted = String(rows[0]?.id)
  await asAdmin('PUT', '/store', { bankDetails: 'Parts Ltd\nGB33 BUKB 2020', transferDays: 7 })
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
})
after(() => shop[Symbol.asyncDispose]())

const asAdmin = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })

const setFreight = ({ _id }: Order, freight: number, instead?: number) =>
  asAdmin<ProblemBody & { order: Order }>('PUT', `/order/${_id}/freight`, {
    freight,
    ...(instead !== undefined && { instead }),
  })

/** Orders units at $100 with freight on request. */
async function place(payBy: 'card' | 'transfer' | 'invoice' = 'card', quantity = 1): Promise<Order> {
  const product = await shop.addProduct({ price: 100 })
  const { body } = await shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId: product._id, quantity }],
      address: 'see delivery',
      phoneNumber: '5550100',
      delivery: texanDelivery,
      shippingMethod: quoted,
      payBy,
    },
  })
  assert.ok(body.order, body.message)
  return body.order
}

const detailsOf = async ({ _id }: Order) => (await asAdmin<OrderDetails>('GET', `/order/${_id}/details`)).body

/** Returns the subjects and texts of the mails of a kind about an order, oldest first. */
const mailsOf = async ({ _id }: Order, kind = 'freight-set') =>
  (
    await shop.db.execute<{ subject: string; text: string }>(sql`
      SELECT subject, text_body AS text FROM outbox WHERE kind = ${kind} AND order_id = ${_id} ORDER BY id`)
  ).rows

const assertSound = async () =>
  assert.deepEqual([...(await checkOwedCredit(shop.db)), ...(await findViolations(shop))], [])

test('a mistyped freight is corrected until the order is paid, and the card that was asked for the old sum pays nothing', async () => {
  const order = await place()
  assert.ok((await detailsOf(order)).actions.includes('set-freight'))
  await setFreight(order, 500)
  const old = await openPayment(shop, buyer, await readOrder(shop, order))

  const { body: preview } = await asAdmin<{ total: number }>('PUT', `/order/${order._id}/freight`, {
    freight: 50,
    instead: 500,
    preview: true,
  })
  assert.equal(preview.total, 162.38)
  assert.equal((await readOrder(shop, order)).totalPrice, 649.5)
  const { body } = await setFreight(order, 50, 500)
  // 8.25 % of 150.00 is 12.375.
  assert.deepEqual([body.order.totalPrice, body.order.open], [162.38, 162.38])
  const { amounts, actions, timeline } = await detailsOf(order)
  assert.deepEqual([amounts.shipping, amounts.tax, amounts.total], [50, 12.38, 162.38])
  assert.deepEqual(
    amounts.taxes.map(({ taxable }) => taxable),
    [150],
  )
  assert.ok(actions.includes('set-freight'))
  assert.deepEqual(
    timeline.flatMap(({ kind, amount }) => (kind === 'freight_set' ? [amount] : [])),
    [500, 50],
  )
  assert.deepEqual([timeline[0]?.kind, timeline[0]?.amount], ['placed', 108.25], 'as it was ordered')
  const mails = await mailsOf(order)
  assert.equal(mails.length, 2)
  assert.match(mails[1]?.subject ?? '', /: correction$/)
  assert.match(mails[1]?.text ?? '', /comes to \$162\.38, not \$649\.50\./)
  assert.match(mails[1]?.text ?? '', /Please pay \$162\.38 by/)

  const { body: refused } = await confirmCard(shop, old)
  assert.notEqual(refused.status, 'succeeded')
  await payFor(shop, buyer, await readOrder(shop, order))
  assert.equal((await detailsOf(order)).money.captured, 162.38)
  assert.equal((await setFreight(order, 60, 50)).body.code, 'freight-is-final')
  assert.ok(!(await detailsOf(order)).actions.includes('set-freight'))
  await assertSound()
})

test('a correction says which freight it replaces, and repeated calls change nothing', async () => {
  const order = await place('transfer')
  await setFreight(order, 500)
  assert.equal((await setFreight(order, 500)).status, 200)
  assert.equal((await setFreight(order, 40)).body.code, 'freight-is-set')
  assert.equal((await setFreight(order, 1e-9, 500)).body.code, 'invalid-request')
  assert.equal((await setFreight(order, 40, 30)).body.code, 'freight-is-set')
  const answers = await Promise.all([40, 60].map((freight) => setFreight(order, freight, 500)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal((await mailsOf(order)).length, 2)
  // Freight that is in the prices after all: the tax of the goods stays.
  const { shipping = 0 } = (await detailsOf(order)).amounts
  assert.equal((await setFreight(order, 0, shipping)).body.order.totalPrice, 108.25)
  assert.equal((await setFreight(order, 0, shipping)).status, 200)
  await assertSound()
})

test('who cancels units while the freight is open is not asked for money', async () => {
  const order = await place('invoice', 2)
  const { status } = await shop.call('POST', `/order/${order._id}/cancellations`, {
    token: buyer.token,
    body: { lines: [{ line: 1, units: 1 }] },
  })
  assert.equal(status, 200)
  const [mail] = await mailsOf(order, 'units-cancelled')
  assert.match(mail?.text ?? '', /took \$108\.25 off your order\.\s+Freight is not in the total yet/)
  assert.doesNotMatch(mail?.text ?? '', /Please pay/)
})

test('freight stays once the order has an invoice, a credit or money, even if that was taken back', async () => {
  const onAccount = await place('invoice')
  await setFreight(onAccount, 500)
  assert.equal((await setFreight(onAccount, 50, 500)).body.code, 'freight-is-final')

  const credited = await place('transfer')
  await setFreight(credited, 500)
  await asAdmin('POST', `/order/${credited._id}/refunds`, { amount: 10, reason: 'requested_by_customer' })
  assert.equal((await setFreight(credited, 50, 500)).body.code, 'freight-is-final')

  const paid = await place('transfer')
  await setFreight(paid, 500)
  const record = (amount?: number) =>
    asAdmin('POST', `/order/${paid._id}/offline-payment`, {
      method: 'bank_transfer',
      reference: `Bank ${paid.number} ${amount ?? ''}`,
      ...(amount && { amount }),
    })
  await record(10)
  assert.equal((await setFreight(paid, 50, 500)).body.code, 'freight-is-final')
  await record()
  for (const { _id } of (await detailsOf(paid)).payments)
    assert.equal((await asAdmin('POST', `/order/${paid._id}/offline-payment/${_id}/take-back`)).status, 200)
  assert.equal((await readOrder(shop, paid)).state, 'unpaid')
  assert.equal((await setFreight(paid, 50, 500)).body.code, 'freight-is-final')
  assert.ok(!(await detailsOf(paid)).actions.includes('set-freight'))
  await assertSound()
})

test('who pays while staff correct the freight pays one sum or the other, and no money is left over', async () => {
  for (const _ of range(6)) {
    const order = await place()
    await setFreight(order, 500)
    const secret = await openPayment(shop, buyer, await readOrder(shop, order))
    const [intentId = ''] = secret.split('_secret_')
    const [corrected] = await Promise.all([
      setFreight(order, 50, 500),
      confirmCard(shop, secret).then(() => claimPaid(shop, buyer, order, intentId)),
    ])
    const { state, totalPrice } = await readOrder(shop, order)
    if (corrected.status === 200) {
      assert.deepEqual([state, totalPrice], ['unpaid', 162.38])
      await payFor(shop, buyer, await readOrder(shop, order))
    } else assert.deepEqual([corrected.body.code, state, totalPrice], ['freight-is-final', 'paid', 649.5])
    const details = await detailsOf(order)
    assert.deepEqual([details.order.state, details.heldPayments, details.refunds], ['paid', [], []])
    assert.ok((await intentsOf(shop, order._id)).length <= 2)
  }
  await assertSound()
})
