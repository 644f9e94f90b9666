import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import {
  type FailedJob,
  type listTasks,
  type Sales,
  salesGroups,
  type StaffFinds,
  type TaskKind,
} from '#contract/reports.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestShop, type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { type Placed, placeOrder } from '#server/testing/place-order.ts'

let buyer: Person
const shop = provideTestShop({}, async () => {
  buyer = await shop.signUp('buyer')
})

const read = async <Answer>(path: string, token = shop.admin.token) =>
  (await shop.call<Answer>('GET', path, { token })).body
const today = () => new Date().toISOString().slice(0, 10)
const tasks = async (token?: string) =>
  Object.fromEntries(
    (await read<ResponseBody<typeof listTasks>>('/tasks', token)).map(({ kind, count }) => [kind, count]),
  ) as Partial<Record<TaskKind, number>>
const sales = (by: string, from = today(), to = today()) => read<Sales>(`/sales?by=${by}&from=${from}&to=${to}`)

test('an order is a task until it ships, and a sale once it is paid', async () => {
  const { toShip = 0 } = await tasks()
  const before = await sales('day')
  const product = await shop.addProduct({ available: 50, price: 2.5 })
  const order = await placeOrder(shop, buyer, product, 4)
  assert.equal((await tasks()).toShip, toShip)
  assert.deepEqual(await sales('day'), before)

  await payFor(shop, buyer, order)
  assert.equal((await tasks()).toShip, toShip + 1)
  assert.equal((await sales('day')).total.amount, before.total.amount + 10)
  assert.equal((await sales('product')).rows.find(({ key }) => key === product._id)?.units, 4)
  await shop.call('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token, body: {} })
  assert.equal((await tasks()).toShip, toShip)
})

test('a product is shown with the name that it has now, in the language of the reader', async () => {
  const { token } = shop.admin
  const product = await shop.addProduct({ name: 'Wheel bearing', available: 50 })
  await payFor(shop, buyer, await placeOrder(shop, buyer, product, 1))
  const change = await shop.call('PUT', `/tools/${product._id}`, {
    token,
    body: { name: 'Wheel bearing kit', texts: { de: { name: 'Radlagersatz', content: '' } } },
  })
  assert.equal(change.status, 200, JSON.stringify(change.body))
  const nameIn = async (query: string) => {
    const { rows } = await read<Sales>(`/sales?by=product&from=${today()}&to=${today()}${query}`)
    return rows.find(({ key }) => key === product._id)?.name
  }
  assert.deepEqual(
    [await nameIn(''), await nameIn('&language=en'), await nameIn('&language=de')],
    ['Wheel bearing kit', 'Wheel bearing kit', 'Radlagersatz'],
  )
})

test('the sums of all groupings agree', async () => {
  const totals = await Promise.all(salesGroups.map(async (by) => (await sales(by)).rows))
  const amounts = totals.map((rows) => Math.round(rows.reduce((sum, { amount }) => sum + amount, 0) * 100))
  assert.equal(new Set(amounts).size, 1, String(amounts))
  assert.ok((amounts[0] ?? 0) > 0)
  const { total } = await sales('buyer')
  assert.equal(Math.round(total.amount * 100), amounts[0])
})

test('the sales of a customer are those of the report, without tax and delivery', async () => {
  await using charging = await openTestShop()
  await chargeOrders(charging)
  const customer = await charging.signUp('net-buyer')
  const product = await charging.addProduct({ available: 50, price: 2.5 })
  const body = {
    lines: [{ productId: product._id, quantity: 10 }],
    address: 'see delivery',
    phoneNumber: '5550100',
    delivery: texanDelivery,
  }
  const { body: placed } = await charging.call<Placed>('POST', '/orders', { token: customer.token, body })
  assert.ok(placed.order, placed.message)
  await payFor(charging, customer, placed.order)
  const { token } = charging.admin
  const { body: report } = await charging.call<Sales>('GET', `/sales?by=buyer&from=${today()}&to=${today()}`, { token })
  const { body: customers } = await charging.call<Customer[]>('GET', '/customers?q=net-buyer', { token })
  assert.deepEqual([report.rows[0]?.amount, customers[0]?.sales], [25, 25])
  assert.ok((customers[0]?.spent ?? 0) > 37, 'what was paid has tax and delivery')
})

test('refunds are subtracted on their day, and the sums of all groupings agree', async () => {
  await using selling = await openTestShop()
  await chargeOrders(selling)
  const customer = await selling.signUp('refund-buyer')
  const { token } = selling.admin
  const products = await Promise.all([2.5, 19.99].map((price) => selling.addProduct({ available: 50, price })))
  const [cheap, dear] = products
  const body = {
    lines: products.map(({ _id }) => ({ productId: _id, quantity: 10 })),
    address: 'see delivery',
    phoneNumber: '5550100',
    delivery: texanDelivery,
  }
  const { body: placed } = await selling.call<Placed>('POST', '/orders', { token: customer.token, body })
  assert.ok(placed.order, placed.message)
  await payFor(selling, customer, placed.order)
  // It was placed, and paid, a week ago.
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await selling.db.execute(
    sql`UPDATE orders SET placed_at = placed_at - interval '7 days', paid_at = paid_at - interval '7 days'`,
  )
  const refund = (more: object) =>
    selling.call('POST', `/order/${placed.order._id}/refunds`, {
      token,
      body: { reason: 'requested_by_customer', ...more },
    })
  assert.equal((await refund({ lines: [{ line: 2, units: 3 }] })).status, 200)
  assert.equal((await refund({ amount: 10 })).status, 200)
  const report = async (by: string, from: string, to = day(0)) =>
    (await selling.call<Sales>('GET', `/sales?by=${by}&from=${from}&to=${to}`, { token })).body
  const cents = (amount = 0) => Math.round(amount * 100)

  const now = await report('product', day(0))
  const ofReduction = cents(now.total.refunded) - 5997
  assert.ok(ofReduction > 700 && ofReduction < 924, `${ofReduction} of $10 is for goods, net`)
  assert.deepEqual([now.total.orders, now.total.units, cents(now.total.amount)], [0, -3, -5997 - ofReduction])
  assert.equal(now.rows.find(({ key }) => key === dear?._id)?.units, -3)
  assert.equal(now.rows.find(({ key }) => key === cheap?._id)?.units, 0)
  const then = await report('day', day(7), day(7))
  assert.deepEqual([cents(then.total.amount), then.total.refunded, then.total.orders], [22_490, 0, 1])

  for (const from of [day(7), day(0)]) {
    const reports = await Promise.all(salesGroups.map((by) => report(by, from)))
    for (const { rows, total } of reports) {
      assert.equal(
        rows.reduce((sum, { amount }) => sum + cents(amount), 0),
        cents(total.amount),
      )
      assert.equal(cents(total.amount), (from === day(7) ? 22_490 : 0) - cents(total.refunded))
    }
  }
  const { body: customers } = await selling.call<Customer[]>('GET', '/customers?q=refund-buyer', { token })
  assert.equal(cents(customers[0]?.sales), 22_490 - 5997 - ofReduction)
})

test('a period must begin before it ends and have at most 366 days', async () => {
  for (const [from, to] of [
    ['2026-02-02', '2026-02-01'],
    ['2024-01-01', '2025-12-31'],
  ]) {
    const refused = await shop.call('GET', `/sales?by=day&from=${from}&to=${to}`, { token: shop.admin.token })
    assert.equal(`${refused.status} ${refused.body.code}`, '400 period-not-valid')
  }
  const invalid = await shop.call('GET', '/sales?by=day&from=2026-02-30&to=2026-03-01', { token: shop.admin.token })
  assert.equal(invalid.status, 400)
})

test('a review waits until staff have shown or hidden it, and again when its author changes it', async () => {
  const { reviews: waiting = 0 } = await tasks()
  const id = newId()
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${buyer.email}`)
  await shop.db.execute(sql`
    INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating)
    VALUES (${id}, ${rows[0]?.id}, 'B', 'B', '', 'Fine.', '/x.png', 5)`)
  assert.equal((await tasks()).reviews, waiting + 1)
  const show = (hidden: boolean) => shop.call('PATCH', `/reviews/${id}`, { token: shop.admin.token, body: { hidden } })
  const unchecked = async () => (await read<{ _id: string }[]>('/all-reviews?show=unchecked')).map(({ _id }) => _id)
  assert.deepEqual(await unchecked(), [id])
  await show(false)
  assert.equal((await tasks()).reviews, waiting)
  await shop.call('PUT', `/reviews/${id}`, { token: buyer.token, body: { massage: 'Not fine.' } })
  assert.deepEqual(await unchecked(), [id])
  await show(true)
  assert.deepEqual(await unchecked(), [])
})

test('products with fewer units than their minimum are stranded, and those without units out of stock', async () => {
  const { stranded = 0, outOfStock = 0 } = await tasks()
  const product = await shop.addProduct({ available: 3, minQuantity: 5 })
  const empty = await shop.addProduct({ available: 0, minQuantity: 5 })
  const now = await tasks()
  assert.deepEqual([now.stranded, now.outOfStock], [stranded + 1, outOfStock + 1])
  const shown = async (show: string) =>
    (await read<{ _id: string }[]>(`/all-tools?show=${show}&limit=100`)).map(({ _id }) => _id)
  assert.deepEqual(await shown('stranded'), [product._id])
  const out = await shown('out')
  assert.equal(out.length, now.outOfStock)
  assert.ok(out.includes(empty._id) && !out.includes(product._id))
})

test('an order whose latest refund failed is a task until a later one is under way', async () => {
  const { refundsFailed = 0 } = await tasks()
  const [order] = await read<{ _id: string }[]>('/all-orders?limit=1')
  const addRefund = (state: 'failed' | 'requested', minutes: number) =>
    shop.db.execute(sql`
      INSERT INTO refunds (id, intent_id, order_id, amount_cents, currency, reason, state, origin, requested_at, ended_at, failure)
      SELECT ${newId()}, intent_id, order_id, 100, 'usd', 'requested_by_customer', ${state}, 'shop',
        now() + make_interval(mins => ${minutes}), ${state === 'failed' ? new Date().toISOString() : null}::timestamptz,
        ${state === 'failed' ? 'expired card' : null}
      FROM payments WHERE order_id = ${order?._id}`)
  await addRefund('failed', 0)
  assert.equal((await tasks()).refundsFailed, refundsFailed + 1)
  const shown = await read<{ _id: string }[]>('/all-orders?state=refund_failed')
  assert.ok(shown.some(({ _id }) => _id === order?._id))
  await addRefund('requested', 1)
  assert.equal((await tasks()).refundsFailed, refundsFailed)
  await shop.db.execute(sql`DELETE FROM refunds WHERE order_id = ${order?._id}`)
})

test('servers with different public addresses are a task, and those with one are none', async () => {
  const announce = (address: string) => sql`
    INSERT INTO servers (id, host, version, secret_key_id, pictures, public_url)
    VALUES (gen_random_uuid(), 'shop', '1', 'key', 'folder', ${address})`
  await shop.db.execute(announce('https://shop.example.com'))
  await shop.db.execute(announce('https://shop.example.com'))
  assert.equal((await tasks()).serverAddresses, 0)
  await shop.db.execute(announce('https://www.example.com'))
  assert.equal((await tasks()).serverAddresses, 2)
  await shop.db.execute(sql`DELETE FROM servers`)
  assert.equal((await tasks()).serverAddresses, 0)
})

test('failed jobs and messages are listed, run again and removed', async () => {
  const before = await tasks()
  await shop.db.execute(sql`
    INSERT INTO jobs.job (name, state, completed_on, output)
    VALUES ('rebuild-dictionary', 'failed', now(), '{"reason": "Error: out of paper"}'),
      ('rebuild-dictionary', 'failed', now(), '{}')`)
  await shop.db.execute(sql`
    INSERT INTO outbox (channel, recipient, kind, subject, text_body, html_body, given_up_at)
    VALUES ('mail', 'gone@post.test', 'test', 'Lost', '', '', now())`)
  const now = await tasks()
  assert.equal(now.failedJobs, (before.failedJobs ?? 0) + 2)
  assert.equal(now.failedMails, (before.failedMails ?? 0) + 1)
  const mails = await read<{ subject: string }[]>('/outbox?show=given-up')
  assert.deepEqual([...new Set(mails.map(({ subject }) => subject))], ['Lost'])

  const [first, second] = (await read<FailedJob[]>('/failed-jobs')).toSorted((a, b) => b.reason.localeCompare(a.reason))
  assert.match(first?.reason ?? '', /out of paper/)
  const send = (method: string, path: string) => shop.call(method, path, { token: shop.admin.token })
  assert.equal((await send('POST', `/failed-jobs/${first?._id}/retry`)).status, 200)
  assert.equal((await send('DELETE', `/failed-jobs/${second?._id}`)).status, 200)
  assert.deepEqual(await read('/failed-jobs'), [])
  assert.equal((await send('POST', `/failed-jobs/${first?._id}/retry`)).body.code, 'job-not-found')
  assert.equal((await send('DELETE', '/failed-jobs/nonsense')).body.code, 'job-not-found')
})

test('vehicles that were read in texts wait for staff until the part has some', async () => {
  const product = await shop.addProduct({ name: 'Read to the end', sku: 'READ-1' })
  const before = (await tasks())['fitsToApply'] ?? 0
  await shop.db.execute(
    sql`INSERT INTO fits_texts (product_id, text, is_complete) VALUES (${product._id}, 'VW Golf V', true)`,
  )
  assert.equal((await tasks())['fitsToApply'], before + 1)
  await shop.db.execute(sql`DELETE FROM fits_texts WHERE product_id = ${product._id}`)
})

test('members of staff see only the tasks of their role', async () => {
  const member = await shop.signUp('member')
  await shop.db.execute(sql`
    UPDATE users SET email_verified_at = now(), staff_role_id = (SELECT id FROM staff_roles WHERE built_in = 'catalog')
    WHERE email = ${member.email}`)
  const { token } = await shop.signIn(member)
  assert.deepEqual(Object.keys(await tasks(token)).toSorted(), [
    'awaited',
    'failingSources',
    'fitsToApply',
    'lowStock',
    'outOfStock',
    'plannedImportsLeft',
    'searchesWithoutResult',
    'stranded',
    'unfitted',
    'waitingImports',
  ])
  assert.equal((await shop.call('GET', '/tasks', { token: buyer.token })).status, 403)
})

test('staff find orders, products and customers by number, name, company and mail, and only what their role may see', async () => {
  const token = shop.admin.token
  const found = async (q: string, as = token) =>
    (await shop.call<StaffFinds>('GET', `/staff-search?q=${encodeURIComponent(q)}`, { token: as })).body
  const person = await shop.signUp('finder')
  const product = await shop.addProduct({ name: 'Quillshaft coupling', sku: 'QSC-77-X', available: 90 })
  const order = await placeOrder(shop, person, product, 2)
  const at = { country: 'DE', street: 'Torstraße 1', postalCode: '10119', city: 'Berlin', company: 'Zwirbel Werkstatt' }
  assert.equal((await shop.call('POST', '/addresses', { token: person.token, body: at })).status, 200)
  const byNumber = await found(order.number)
  assert.deepEqual(
    byNumber.orders.map(({ number, name }) => [number, name]),
    [[order.number, 'Quillshaft coupling']],
  )
  assert.deepEqual((await found('qsc77x')).products, [
    { _id: product._id, name: 'Quillshaft coupling', sku: 'QSC-77-X' },
  ])
  assert.deepEqual(
    (await found(person.email)).customers.map(({ email }) => email),
    [person.email],
  )
  assert.deepEqual(
    (await found('Zwirbel')).customers.map(({ email, company }) => [email, company]),
    [[person.email, 'Zwirbel Werkstatt']],
  )
  const clerk = await shop.signUp('finding-clerk')
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${clerk.email}`)
  const { body } = await shop.call<{ role: { _id: string } }>('POST', '/staff-roles', {
    token,
    body: { name: 'Finds parts', permissions: ['catalog'] },
  })
  await shop.call('PUT', `/staff/${clerk.email}`, { token, body: { roleId: body.role._id } })
  const ofCatalog = await found('Quillshaft', clerk.token)
  assert.deepEqual([ofCatalog.orders.length, ofCatalog.products.length, ofCatalog.customers.length], [0, 1, 0])
  for (const signs of ['   ', '%', '____', '#'])
    assert.deepEqual(await found(signs), { orders: [], products: [], customers: [] }, signs)
})
