import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Tool } from '#contract/catalog.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { defaultStore } from '#contract/settings.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed, readOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'
import { createStaff } from '#server/testing/staff.ts'

let product: Tool
let clerk: Person
const shop = provideTestShop({}, async () => {
  product = await shop.addProduct({ price: 10, available: 1000 })
  clerk = await createStaff(shop, 'Ada', ['orders'])
})

type Person = Awaited<ReturnType<typeof createCustomer>>
const asAdmin = <Body>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const lines = (quantity = 2) => [{ productId: product._id, quantity }]
const bodyFor = (customer: { id: string }, changes: object = {}) => ({
  for: customer.id,
  address: '1 Test Street',
  phoneNumber: '5550100',
  lines: lines(),
  ...changes,
})
const place = (staff: { token: string }, body: object, headers: Record<string, string> = {}) =>
  shop.call<Placed>('POST', '/orders', { token: staff.token, body, headers })

/** Creates a customer who pays 8 for what costs 10. */
async function createMember(name: string): Promise<Person> {
  const customer = await createCustomer(shop, name)
  await shop.db.execute(sql`
    WITH own AS (INSERT INTO customer_groups (name) VALUES (${name}) RETURNING id),
      member AS (INSERT INTO group_members (group_id, user_id) SELECT id, ${customer.id} FROM own),
      list AS (INSERT INTO price_lists (name, group_id, active) SELECT ${name}, id, true FROM own RETURNING id)
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents) SELECT id, ${product._id}, 1, 800 FROM list`)
  return customer
}

test('what is refused about an order by phone is said to the staff who read it', async () => {
  const customer = await createCustomer(shop, 'phoned')
  const codeOf = async (changes: object = {}) => (await place(clerk, bodyFor(customer, changes))).body.code
  assert.equal(await codeOf({ payBy: 'invoice' }), 'customer-without-terms')
  await asAdmin('PUT', `/customer/${customer.id}/terms`, { netDays: 30, creditLimit: 10, poRequired: true })
  assert.equal(await codeOf({ payBy: 'invoice' }), 'customer-needs-po-number')
  const { body } = await place(clerk, bodyFor(customer, { payBy: 'invoice', poNumber: 'PO-1' }))
  assert.equal(body.code, 'customer-above-credit-limit')
  assert.match(body.message ?? '', /\$10\.00 of it is left/)
})

test('staff place an order for a customer at the prices and on the terms of the customer', async () => {
  const customer = await createMember('Mara')
  await asAdmin('PUT', `/customer/${customer.id}/terms`, { netDays: 30, creditLimit: 100, poRequired: false })
  const { body: priced } = await shop.call<{ totals: { total: number } }>('POST', '/price-lines', {
    token: clerk.token,
    body: { for: customer.id, lines: lines() },
  })
  const { body: quote } = await shop.call<{ total: number }>('POST', '/order-quote', {
    token: clerk.token,
    body: { for: customer.id, lines: lines() },
  })
  assert.deepEqual([priced.totals.total, quote.total], [16, 16])

  const { body } = await place(clerk, bodyFor(customer, { payBy: 'invoice', totalPrice: 16 }))
  assert.deepEqual([body.order?.email, body.order?.state, body.order?.totalPrice], [customer.email, 'confirmed', 16])
  const { rows } = await shop.db.execute(sql`
    SELECT buyer_id, placed_by, owed_cents::integer FROM orders JOIN customer_terms ON user_id = buyer_id WHERE id = ${body.order?._id}`)
  assert.deepEqual(rows, [{ buyer_id: customer.id, placed_by: clerk.id, owed_cents: 1600 }])
  const timeline = async (token: string) =>
    (await shop.call<OrderDetails>('GET', `/order/${body.order?._id}/details`, { token })).body.timeline[0]
  assert.deepEqual([(await timeline(clerk.token))?.actor, (await timeline(clerk.token))?.email], ['admin', clerk.email])
  // The buyer learns that it was the shop.
  assert.deepEqual(
    [(await timeline(customer.token))?.actor, (await timeline(customer.token))?.email],
    ['shop', undefined],
  )
  const { body: events } = await asAdmin<AuditEvent[]>('GET', `/audit-log?q=${body.order?._id}`)
  assert.deepEqual(
    events.map(({ kind, by }) => [kind, by]),
    [['order-placed', clerk.email]],
  )
})

test('a link to pay goes to a customer who has never signed in, in the language of the last order', async () => {
  const customer = await createCustomer(shop, 'Lena', { emailVerified: false })
  await shop.call('POST', '/orders', {
    token: customer.token,
    body: orderBody(product, 1),
    headers: { 'accept-language': 'de' },
  })
  const { body } = await place(clerk, bodyFor(customer))
  const order = await readOrder(shop, { _id: body.order?._id ?? '' })
  // An hour at most is what the buyer's own order has.
  const days = (Date.parse(order.expiresAt ?? '') - Date.parse(order.placedAt)) / 86_400_000
  assert.deepEqual([order.state, Math.round(days)], ['unpaid', 7])
  await confirm()
  const mails = (await mailsTo(shop, customer.email)).filter(({ kind }) => kind === 'order-placed')
  assert.equal(mails.length, 1, 'the own order waits until the address is verified')
  assert.match(mails[0]?.text ?? '', /Ada hat diese Bestellung für Sie aufgenommen\./)
  assert.match(mails[0]?.text ?? '', new RegExp(`/dashboard/payment/${order._id}`))
})

const confirm = () =>
  runWithStore({ ...defaultStore, languages: ['en', 'de'] }, () =>
    confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings),
  )

test('only staff who may place orders order for others, and only for customers that there are', async () => {
  const customer = await createCustomer(shop, 'Nora')
  const packer = await createStaff(shop, 'Packer', ['shipping', 'customers'])
  const calls = [
    ['/orders', bodyFor(customer)],
    ['/order-quote', { for: customer.id, lines: lines() }],
    ['/price-lines', { for: customer.id, lines: lines() }],
  ] as const
  for (const [path, body] of calls) {
    for (const { token } of [packer, await createCustomer(shop, `Other ${path.slice(1)}`)]) {
      const { status, body: refused } = await shop.call('POST', path, { token, body })
      assert.deepEqual([status, refused.code], [403, 'permission-missing'], path)
    }
    assert.equal((await shop.call('POST', path, { body })).body.code, 'sign-in-required', path)
    for (const wrong of ['nobody', '01990000-0000-7000-8000-000000000000']) {
      const { status, body: refused } = await shop.call('POST', path, {
        token: clerk.token,
        body: { ...body, for: wrong },
      })
      assert.deepEqual([status, refused.code], [404, 'customer-not-found'], path)
    }
  }
  const { body: onAccount } = await place(clerk, bodyFor(customer, { payBy: 'invoice' }))
  assert.equal(onAccount.code, 'customer-without-terms')
})

test('two members of staff with the same request place one order, and with two as many as the credit takes', async () => {
  const customer = await createCustomer(shop, 'Rita')
  await asAdmin('PUT', `/customer/${customer.id}/terms`, { netDays: 30, creditLimit: 50, poRequired: false })
  const other = await createStaff(shop, 'Bert', ['orders'])
  const same = await Promise.all(
    range(6).map(() => place(clerk, bodyFor(customer, { payBy: 'invoice' }), { 'idempotency-key': 'one' })),
  )
  assert.equal(new Set(same.map(({ body }) => body.order?._id)).size, 1)
  const more = await Promise.all(
    range(6).map((n) => place(n % 2 ? clerk : other, bodyFor(customer, { payBy: 'invoice' }))),
  )
  // 20 of 50 are taken: one more order fits.
  assert.deepEqual(more.map(({ body }) => body.code ?? 'placed').toSorted(), [
    ...range(5).map(() => 'customer-above-credit-limit'),
    'placed',
  ])
  const { rows } = await shop.db.execute(sql`
    SELECT count(*)::integer AS audited FROM audit_events WHERE kind = 'order-placed'
      AND subject_id IN (SELECT id::text FROM orders WHERE buyer_id = ${customer.id})`)
  assert.deepEqual(rows, [{ audited: 2 }])
})
