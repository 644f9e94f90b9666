import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { getJournal, getTaxReport, Statement } from '#contract/documents.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import type { Placed } from '#server/testing/place-order.ts'

const shop = provideTestShop({}, async () => {
  await chargeOrders(shop)
})

const asAdmin = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })

test('statement, journal and tax report tell of one order the same', async () => {
  const buyer = await createCustomer(shop, 'ledger')
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  const product = await shop.addProduct({ price: 50, available: 100 })
  const place = () =>
    shop.call<Placed>('POST', '/orders', {
      token: buyer.token,
      body: {
        lines: [{ productId: product._id, quantity: 2 }],
        address: 'see delivery',
        phoneNumber: '5550100',
        delivery: texanDelivery,
        payBy: 'invoice',
        poNumber: 'B-2026-117',
      },
    })
  const { body: placed } = await place()
  const order = placed.order as Order
  assert.ok(order, placed.message)
  const total = order.totalPrice
  const pay = (body: object) =>
    asAdmin('POST', `/order/${order._id}/offline-payment`, { method: 'check', reference: '=1+1', ...body })
  const statementOf = async (query = '', token = buyer.token) =>
    (await shop.call<Statement & { code?: string }>('GET', `/statement${query}`, { token })).body
  await pay({ amount: 30 })
  const partly = await statementOf()
  assert.equal(partly.code, undefined, JSON.stringify(partly))
  assert.deepEqual(
    partly.entries.map(({ kind, amount }) => [kind, amount]),
    [
      ['invoice', total],
      ['payment', -30],
    ],
  )
  const [invoice] = partly.entries
  assert.deepEqual([invoice?.poNumber, invoice?.dueOn !== undefined], ['B-2026-117', true])
  assert.equal(Math.round(partly.closing * 100), Math.round((total - 30) * 100))
  await pay({ reference: 'rest' })
  await asAdmin('POST', `/order/${order._id}/refunds`, {
    reason: 'requested_by_customer',
    lines: [{ line: 1, units: 1 }],
  })
  const whole = await statementOf(`?customer=${buyer.id}`, shop.admin.token)
  assert.deepEqual(
    whole.entries.map(({ kind }) => kind),
    ['invoice', 'payment', 'payment', 'credit_note', 'refund'],
  )
  assert.equal(whole.closing, 0)
  assert.equal((await statementOf('?from=2000-01-01&to=2000-01-31')).entries.length, 0)
  assert.equal((await statementOf('?from=2031-01-01&to=2000-01-31')).code, 'dates-reversed')
  const stranger = await createCustomer(shop, 'ledger-stranger')
  assert.equal((await statementOf(`?customer=${buyer.id}`, stranger.token)).code, 'customer-not-found')

  const { rows } = (await asAdmin<ResponseBody<typeof getJournal>>('GET', '/journal')).body
  assert.deepEqual(
    rows.map(({ kind, amount }) => [kind, amount]),
    whole.entries.map(({ kind, amount }) => [kind, amount]),
  )
  const csv = (await asAdmin<string>('GET', '/exports/journal?format=csv')).body
  assert.equal(String(csv).trim().split('\n').length, 1 + rows.length)
  assert.ok(!/(^|,|")=1\+1/m.test(String(csv)), String(csv))
  const german = String((await asAdmin<string>('GET', '/exports/journal?format=csv&language=de')).body)
  for (const word of ['Rechnungskorrektur', 'Scheck']) assert.ok(german.includes(word), german)
  for (const by of ['ordered', 'paid']) {
    const taxes = (await asAdmin<ResponseBody<typeof getTaxReport>>('GET', `/tax-report?by=${by}`)).body
    const [credit] = whole.entries.filter(({ kind }) => kind === 'credit_note')
    const sum = taxes.reduce((cents, row) => cents + Math.round((row.taxable + row.exempt + row.tax) * 100), 0)
    assert.equal(sum, Math.round((total + (credit?.amount ?? 0)) * 100))
  }
  const none = await asAdmin<unknown[]>('GET', '/tax-report?from=2000-01-01&to=2000-01-31')
  assert.deepEqual(none.body, [])

  // What is billed after a payment of the same day comes after it.
  assert.equal((await place()).status, 200)
  const balances = (await statementOf()).entries.map(({ balance }) => balance)
  assert.ok(Math.max(...balances) <= total, `more than was ever owed: ${balances.join(', ')}`)
})
