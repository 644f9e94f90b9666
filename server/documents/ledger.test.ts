import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { type Document, type getJournal, type getTaxReport, type Statement, taxDays } from '#contract/documents.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { ManagedOrder, Order } from '#contract/orders.ts'
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
  for (const by of taxDays) {
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

test('the journal says of papers what a bookkeeper posts, and names the buyer as the invoice does', async () => {
  const buyer = await createCustomer(shop, 'bookkept')
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  const product = await shop.addProduct({ price: 50, available: 100 })
  const { body: placed } = await shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId: product._id, quantity: 2 }],
      address: 'see delivery',
      phoneNumber: '5550100',
      delivery: { ...texanDelivery, recipient: 'Max Meister' },
      billing: { ...texanDelivery, recipient: 'Max Meister', company: 'Meister Garage Inc.' },
      payBy: 'invoice',
    },
  })
  const order = placed.order as Order
  assert.ok(order, placed.message)
  await asAdmin('POST', `/order/${order._id}/offline-payment`, { method: 'check', reference: 'whole' })
  await asAdmin('POST', `/order/${order._id}/refunds`, {
    reason: 'requested_by_customer',
    lines: [{ line: 1, units: 1 }],
  })
  const csv = String((await asAdmin<string>('GET', '/exports/journal?format=csv&delimiter=tab')).body)
  const [head = [], ...lines] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const rows = lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
  const [invoice, payment, credit] = rows.filter(({ Customer }) => Customer === 'Meister Garage Inc.')
  const invoiced = await asAdmin<Document>('GET', `/order/${order._id}/invoice`)
  assert.deepEqual(
    [invoice?.['Email'], invoice?.['Due'], invoice?.['Gross'], invoice?.['Rate'], invoice?.['Corrects invoice']],
    [buyer.email, invoiced.body.dueOn, order.totalPrice.toFixed(2), '8.25%', ''],
  )
  const sum = (row: Record<string, string> | undefined) =>
    Math.round(100 * (Number(row?.['Net']) + Number(row?.['Tax amount']) + Number(row?.['Rounding'])))
  assert.deepEqual(
    [invoice, credit].map(sum),
    [invoice, credit].map((row) => Math.round(100 * Number(row?.['Gross']))),
  )
  assert.deepEqual([payment?.['Kind'], payment?.['Net'], payment?.['Rate']], ['payment', '', ''])
  assert.deepEqual([credit?.['Corrects invoice'], Number(credit?.['Net']) < 0], [order.number, true])
  const [listed] = (await asAdmin<ManagedOrder[]>('GET', `/all-orders?q=${order._id}`)).body
  const { total, tax } = invoiced.body.amounts
  assert.equal(listed?.addressee, 'Meister Garage Inc.')
  assert.deepEqual(listed.sums, { net: Number((total - tax).toFixed(2)), tax, credited: 0, received: total })
})

test('the file of the tax report writes rates like its amounts, and each reason as words', async () => {
  const german = await asAdmin<string>('GET', '/exports/taxes?format=csv&delimiter=semicolon&language=de')
  assert.match(String(german.body), /;0,0825;Regelsatz;/)
  await shop.db.execute(sql`UPDATE tax_settings SET enabled = false`)
  const buyer = await createCustomer(shop, 'untaxed')
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  const product = await shop.addProduct({ price: 50, available: 100 })
  const { body } = await shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId: product._id, quantity: 2 }],
      address: 'see delivery',
      phoneNumber: '5550100',
      delivery: texanDelivery,
      payBy: 'invoice',
    },
  })
  assert.ok(body.order, body.message)
  const untaxed = await asAdmin<string>('GET', '/exports/taxes?format=csv&delimiter=semicolon&language=de')
  assert.match(String(untaxed.body), /;0;keine Steuer;/)

  // What came to nothing says nothing.
  await asAdmin('POST', `/order/${body.order._id}/offline-payment`, { method: 'check', reference: 'untaxed' })
  await asAdmin('POST', `/order/${body.order._id}/refunds`, { reason: 'requested_by_customer' })
  const credited = await asAdmin<string>('GET', '/exports/taxes?format=csv&delimiter=semicolon&language=de')
  assert.doesNotMatch(String(credited.body), /keine Steuer/)
})
