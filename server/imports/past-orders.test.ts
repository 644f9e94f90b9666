import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Customer } from '#contract/customers.ts'
import type { PastOrder } from '#contract/orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { checkTable, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const ordersOf = async ({ email, token }: { email: string; token: string }) =>
  (await shop.call<PastOrder[]>('GET', `/past-orders?email=${email}`, { token })).body

/** The columns of Shopify's export of orders, as far as they matter here: only the first row of an order has what the order says. */
const shopify = (email: string, sku: string) => [
  [
    'Name',
    'Email',
    'Financial Status',
    'Paid at',
    'Currency',
    'Total',
    'Created at',
    'Lineitem quantity',
    'Lineitem name',
    'Lineitem price',
    'Lineitem sku',
    'Billing Name',
    'Billing City',
    'Phone',
  ],
  [
    '#1001',
    email,
    'paid',
    '2024-04-02 09:00:00 -0500',
    'USD',
    '60.50',
    '2024-03-31 10:22:33 -0500',
    '2',
    'Brake pad',
    '20.25',
    sku,
    'Bo Buyer',
    'Austin',
    '',
  ],
  ['#1001', '', '', '', '', '', '', '1', 'Old part', '20.00', 'GONE-1', '', '', ''],
  [
    '#1002',
    email,
    'pending',
    '',
    'USD',
    '5.00',
    '2024-05-01 08:00:00 -0500',
    '1',
    'Sticker',
    '5.00',
    '',
    'Bo Buyer',
    'Austin',
    '',
  ],
]

test('orders of Shopify become the history of their buyer, and nothing else, and undo takes them back', async () => {
  const buyer = await createCustomer(shop, 'bought-before')
  const product = await shop.addProduct({ sku: 'PAD-77', price: 21 })
  const uploaded = await uploadTable(shop, undefined, shopify(buyer.email, 'pad-77'))
  assert.deepEqual([uploaded.status, uploaded.body.import?.kind], [200, 'past-orders'])
  const { _id } = await checkTable(shop, 'past-orders', shopify(buyer.email, 'pad-77'))
  assert.deepEqual((await readImport(shop, _id)).counts, { new: 3 })
  await moveImport(shop, _id, 'apply')
  const [newest, first] = await ordersOf(buyer)
  assert.deepEqual([newest?.number, newest?.total, newest?.lines[0]?.name], ['#1002', 5, 'Sticker'])
  assert.deepEqual([first?.orderedOn, first?.total, first?.currency], ['2024-03-31', 60.5, 'usd'])
  assert.deepEqual(first?.lines, [
    { partNumber: 'pad-77', name: 'Brake pad', quantity: 2, price: 20.25, productId: product._id },
    { partNumber: 'GONE-1', name: 'Old part', quantity: 1, price: 20 },
  ])
  const one = await shop.call<PastOrder>('GET', `/past-order/${first?._id}`, { token: buyer.token })
  assert.equal(one.body.number, '#1001')
  const other = await createCustomer(shop, 'curious-before')
  assert.equal((await shop.call('GET', `/past-order/${first?._id}`, { token: other.token })).status, 404)
  assert.equal((await shop.call('GET', `/past-orders?email=${buyer.email}`, { token: other.token })).status, 403)
  const [customer] = (await shop.call<Customer[]>('GET', `/customers?q=${buyer.email}`, { token: shop.admin.token }))
    .body
  assert.deepEqual([customer?.orderCount, customer?.sales, customer?.spent], [0, 0, 0])
  assert.deepEqual((await checkTable(shop, 'past-orders', shopify(buyer.email, 'pad-77'))).counts, { same: 3 })
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await ordersOf(buyer), [])
})

test('orders have the day on which they were placed, and those that were voided, refunded or cancelled are left out', async () => {
  const { email } = await createCustomer(shop, 'voided-before')
  const line = ['1', 'Sticker', '5.00', 'STICK']
  const { _id, counts, warnings } = await checkTable(shop, 'past-orders', [
    ['Name', 'Email', 'Financial Status', 'Paid at', 'Created at', 'Cancelled at'].concat([
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem price',
      'Lineitem sku',
    ]),
    ['#3001', email, 'pending', '', '2024-05-01 08:00:00 -0500', '', ...line],
    ['#3002', email, 'paid', '2024-07-01 08:00:00 -0500', '2024-05-02 08:00:00 -0500', '', ...line],
    ['#3003', email, 'voided', '', '2024-05-03 08:00:00 -0500', '', ...line],
    ['#3003', '', '', '', '', '', '1', 'Other', '5.00', 'OTHER'],
    ['#3004', email, 'paid', '', '2024-05-03 08:00:00 -0500', '2024-05-04 08:00:00 -0500', ...line],
  ])
  assert.deepEqual(counts, { new: 2, same: 3 })
  assert.deepEqual(
    warnings.map(({ code, rows: count }) => [code, count]),
    [['orders-void', 3]],
  )
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ changes, warnings: said }) => said[0]?.code ?? changes.find(({ field }) => field === 'date')?.after),
    ['2024-05-01', '2024-05-02', 'order-void', 'order-void', 'order-void'],
  )
})

test('a row of a past order that cannot be right is refused with what to do', async () => {
  const [buyer, other] = [await createCustomer(shop, 'asks-before'), await createCustomer(shop, 'other-before')]
  const header = ['Order number', 'Order date', 'Customer email', 'SKU', 'Quantity', 'Item price']
  const { _id } = await checkTable(shop, 'past-orders', [
    header,
    ['A-1', '31.03.2024', buyer.email, 'X-1', '1', '2.00'],
  ])
  await moveImport(shop, _id, 'apply')
  const checked = await checkTable(shop, 'past-orders', [
    header,
    ['B-1', '2024-03-31', 'nobody@before.test', 'X-1', '1', '2.00'],
    ['B-2', '03-04-24', buyer.email, 'X-1', '1', '2.00'],
    ['B-2', '13-04-24', buyer.email, 'X-2', '1', '2.00'],
    ['B-3', '2024-02-30', buyer.email, 'X-1', '1', '2.00'],
    ['A-1', '2024-03-31', other.email, 'X-1', '1', '2.00'],
    ['A-1', '2024-03-31', buyer.email, 'X-1', '3', '2.00'],
    ['B-4', '2024-03-31', buyer.email, 'X-1', '0', '2.00'],
    ['B-5', '2024-03-31', buyer.email, 'X-1', '1', '2.00'],
    ['B-5', '2024-03-31', other.email, 'X-2', '1', '2.00'],
  ])
  const rows = await listRows(shop, checked._id)
  assert.deepEqual(
    rows.map(({ outcome, errors }) => errors[0]?.code ?? outcome),
    [
      'customer-unknown',
      'new',
      'order-contradicts',
      'not-a-date',
      'order-of-another',
      'changed',
      'out-of-range',
      'new',
      'order-of-another',
    ],
  )
})

test('a past order of the future, and one that contradicts itself, is refused', async () => {
  const buyer = await createCustomer(shop, 'contradicts-before')
  const { _id } = await checkTable(shop, 'past-orders', [
    ['Order number', 'Order date', 'Customer email', 'SKU', 'Quantity', 'Item price', 'Order total'],
    ['C-1', '9999-12-31', buyer.email, 'X-1', '1', '2.00', ''],
    ['C-2', '0001-01-01', buyer.email, 'X-1', '1', '2.00', ''],
    ['C-3', '2024-03-31', buyer.email, 'X-1', '1', '2.00', '4.00'],
    ['C-3', '2024-04-01', '', 'X-2', '1', '2.00', ''],
    ['C-3', '', '', 'X-3', '1', '2.00', '5.00'],
    ['C-4', '2024-03-31', buyer.email, 'X-1', '2', '5.00', '9999.00'],
    ['C-5', '2024-03-31', buyer.email, 'X-1', '2', '5.00', '0.00'],
  ])
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ outcome, errors }) => errors.map(({ code }) => code).join() || outcome),
    [
      'day-out-of-range',
      'day-out-of-range',
      'new',
      'order-contradicts',
      'order-contradicts',
      'order-total-unlike',
      'new',
    ],
  )
  assert.equal(
    rows[5]?.errors[0]?.message,
    'The total 9999.00 cannot be that of the lines of this order, which are 10.00 together.',
  )
})

test('past orders move with a merge', async () => {
  const [from, to] = [await createCustomer(shop, 'merged-before'), await createCustomer(shop, 'stays-before')]
  const { _id } = await checkTable(shop, 'past-orders', shopify(from.email, 'x'))
  await moveImport(shop, _id, 'apply')
  const merged = await shop.call<{ moved: { pastOrders: number } }>('POST', `/customer/${from.id}/merge`, {
    token: shop.admin.token,
    body: { into: to.id, terms: 'own' },
  })
  assert.equal(merged.body.moved.pastOrders, 2)
  assert.equal((await ordersOf(to)).length, 2)
})

test('a column Name is that of the article where another one has the number of the order', async () => {
  const fieldsOf = async (...headers: string[]) => {
    const { body } = await uploadTable(shop, 'past-orders', [headers, headers.map(() => '1')])
    return (await readImport(shop, body.import._id)).columns.map(({ field }) => field)
  }
  assert.deepEqual(await fieldsOf('Order number', 'Date', 'Email', 'Name', 'Quantity'), [
    'number',
    'date',
    'email',
    'partName',
    'quantity',
  ])
  assert.deepEqual((await fieldsOf('Name', 'Email', 'Quantity'))[0], 'number')
})
