import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Order, OrderQuote } from '#contract/orders.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { OrderDetails, previewChange } from '#contract/payments.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkOrderLines } from '#server/orders/check-reserved-stock.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import type { Placed } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let other: TestShop
let buyer: Awaited<ReturnType<typeof createCustomer>>
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
  buyer = await createCustomer(shop, 'charged')
  await chargeOrders(shop)
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const texas = { country: 'US', postalCode: '78701' }

const quote = async (product: Tool, quantity: number, more: object = {}) =>
  shop.call<OrderQuote & ProblemBody>('POST', '/order-quote', {
    body: { lines: [{ productId: product._id, quantity }], place: texas, ...more },
  })

const request = (
  product: Tool,
  quantity: number,
  more: object = {},
  headers: Record<string, string> = {},
  through = shop,
) =>
  through.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId: product._id, quantity }],
      address: 'see delivery',
      phoneNumber: '5550100',
      delivery: texanDelivery,
      ...more,
    },
    headers,
  })

async function place(product: Tool, quantity: number, more: object = {}): Promise<Order> {
  const { body } = await request(product, quantity, more)
  assert.ok(body.order, body.message)
  return body.order
}

const addDiscount = async (parts: object) => {
  const { status, body } = await shop.call<{ discount: { _id: string } }>('POST', '/discounts', {
    token: shop.admin.token,
    body: { name: 'Test', kind: 'percent', value: 10, ...parts },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.discount
}

const detailsOf = async ({ _id }: Order) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token: buyer.token })).body
const codeOf = ({ status, body }: { status: number; body: { code?: unknown } }) => `${status} ${String(body.code)}`

test('what a quote says is what the order, its page, its payment and its mail say', async () => {
  const product = await shop.addProduct({ price: 42.5 })
  const { body: quoted } = await quote(product, 3)
  // 127.50 and 12.00 of shipping; 8.25 % of 139.50 is 11.50875.
  assert.deepEqual(
    [quoted.items, quoted.shipping, quoted.tax, quoted.total, quoted.needs],
    [127.5, 12, 11.51, 151.01, []],
  )
  assert.deepEqual(
    quoted.taxes.map(({ name, rate, taxable, amount }) => [name, rate, taxable, amount]),
    [['Texas', '0.0825', 139.5, 11.51]],
  )
  assert.deepEqual(
    quoted.shippingMethods.map(({ name, price, days, missingForFree }) => [name, price, days, missingForFree]),
    [
      ['Ground', 12, { from: 2, to: 4 }, 372.5],
      ['Freight on request', undefined, undefined, undefined],
    ],
  )
  const order = await place(product, 3, { totalPrice: quoted.total })
  assert.equal(order.totalPrice, 151.01)
  assert.equal(order.address, 'Test Garage\n100 Congress Ave\nAustin, TX 78701\nUnited States')
  const { amounts, shippingMethod } = await detailsOf(order)
  const { items, shipping, taxes, tax, includesTax, total, currency } = quoted
  assert.deepEqual(amounts, { items, shipping, taxes, tax, includesTax, total, currency })
  assert.deepEqual(shippingMethod, { kind: 'flat', name: 'Ground', days: { from: 2, to: 4 } })
  await payFor(shop, buyer, order)
  const { rows } = await shop.db.execute<{ received: string; mail: string }>(sql`
    SELECT received_cents AS received, (SELECT text_body FROM outbox WHERE kind = 'order-paid' AND text_body LIKE ${`%${order.number}%`}) AS mail
    FROM payments WHERE order_id = ${order._id}`)
  assert.equal(rows[0]?.received, '15101')
  assert.match(rows[0]?.mail ?? '', /Shipping, Ground: \$12\.00\nTexas 8\.25%: \$11\.51\nTotal: \$151\.01/)
  assert.deepEqual(await checkOrderLines(shop.db), [])
})

test('without a place a quote says what is missing, and the order is refused; so is a place that nothing goes to', async () => {
  const product = await shop.addProduct({ price: 10 })
  const { body: quoted } = await quote(product, 1, { place: undefined })
  assert.deepEqual([quoted.needs, quoted.total, quoted.charges], [['place'], 10, { tax: true, shipping: true }])
  assert.deepEqual((await shop.call('GET', '/charges')).body, { tax: 'added', shipping: true })
  const { body: wide } = await quote(product, 1, { place: { country: 'US' } })
  assert.deepEqual([wide.needs, wide.taxes, wide.total], [['place'], [], 22])
  assert.equal(codeOf(await request(product, 1, { delivery: undefined })), '409 delivery-needed')
  assert.equal(
    codeOf(await quote(product, 1, { place: { country: 'FR', postalCode: '75001' } })),
    '409 no-shipping-to-place',
  )
  assert.equal(codeOf(await quote(product, 1, { place: { country: 'XX' } })), '400 country-unknown')
  assert.equal(codeOf(await request(product, 1, { shippingMethod: '99999' })), '409 shipping-method-needed')
  assert.equal((await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available, product.available)
})

test('another total than the buyer saw is refused with the one of now, also when a rate changes meanwhile', async () => {
  const product = await shop.addProduct({ price: 100 })
  const { body: quoted } = await quote(product, 1)
  await shop.db.execute(sql`UPDATE tax_rates SET rate = 0.09`)
  const { status, body } = await request(product, 1, { totalPrice: quoted.total })
  await shop.db.execute(sql`UPDATE tax_rates SET rate = 0.0825`)
  assert.deepEqual([status, body.code, (body as ProblemBody).facts], [409, 'price-changed', { total: 122.08 }])
})

test('freight on request is chosen by itself, is not in the total, and the order says so', async () => {
  const product = await shop.addProduct({ price: 100 })
  const { body: offered } = await quote(product, 1)
  const freight = offered.shippingMethods.find(({ price }) => price === undefined)
  const order = await place(product, 1, { shippingMethod: freight?.id, totalPrice: 108.25 })
  const details = await detailsOf(order)
  assert.deepEqual(details.shippingMethod, { kind: 'quoted', name: 'Freight on request', onRequest: true })
  assert.equal(details.amounts.shipping, undefined)
})

test('a code takes its part off, is used up by as many orders as it may, and is back when one is cancelled or expires', async () => {
  const product = await shop.addProduct({ price: 20, available: 1000 })
  await addDiscount({ code: 'LIMIT15', usageLimit: 5 })
  const wanted = range(16).map((n) => request(product, 1, { code: 'limit15' }, {}, n % 2 ? shop : other))
  const placed = await Promise.all(wanted)
  const orders = placed.flatMap(({ body }) => (body.order ? [body.order] : []))
  const refused = placed.filter(({ body }) => !body.order).map(codeOf)
  assert.equal(orders.length, 5)
  assert.deepEqual(new Set(refused), new Set(['409 discount-used-up']))
  // 18.00 and 12.00 of shipping, 8.25 % of it 2.475.
  assert.deepEqual(new Set(orders.map(({ totalPrice }) => totalPrice)), new Set([32.48]))
  const [first] = orders
  assert.ok(first)
  assert.deepEqual((await detailsOf(first)).amounts.discount, { name: 'Test', code: 'LIMIT15', amount: 2 })
  for (const { _id } of orders.slice(0, 2)) await shop.call('DELETE', `/orders/${_id}`, { token: buyer.token })
  const again = await Promise.all(range(4).map(() => request(product, 1, { code: 'LIMIT15' })))
  assert.equal(again.filter(({ body }) => body.order).length, 2)
  assert.deepEqual(await checkOrderLines(shop.db), [])
})

test('a request that is sent again gets the first order, though its code is used up by now', async () => {
  const product = await shop.addProduct({ price: 20 })
  await addDiscount({ code: 'ONCE', usageLimit: 1 })
  const headers = { 'idempotency-key': 'charged-once' }
  const [first, second] = [
    await request(product, 1, { code: 'ONCE' }, headers),
    await request(product, 1, { code: 'ONCE' }, headers),
  ]
  assert.ok(first.body.order)
  assert.equal(second.body.order?._id, first.body.order._id)
  const { shippingMethods } = (await quote(product, 1)).body
  const freight = shippingMethods.find(({ name }) => name === 'Freight on request')?.id
  assert.equal(codeOf(await request(product, 1, { shippingMethod: freight }, headers)), '409 idempotency-key-reused')
  assert.equal(codeOf(await request(product, 1, { payBy: 'invoice' }, headers)), '409 idempotency-key-reused')
})

test('an order that a discount makes free is paid as it is placed, and ships', async () => {
  const product = await shop.addProduct({ price: 600 })
  await addDiscount({ code: 'ALL', value: 100, minimum: 500 })
  await addDiscount({ code: 'SHIP', kind: 'shipping', value: 0 })
  const { body: free } = await quote(product, 1, { code: 'SHIP' })
  assert.equal(free.shipping, 0)
  // Shipping would be free from $500 on, but the discount takes the goods below.
  const { body: quoted } = await quote(product, 1, { code: 'ALL' })
  assert.deepEqual([quoted.discount?.amount, quoted.shipping, quoted.total], [600, 12, 12.99])
  await shop.db.execute(sql`UPDATE shipping_rates SET free_from_cents = 0 WHERE free_from_cents IS NOT NULL`)
  const order = await place(product, 1, { code: 'ALL', totalPrice: 0 })
  await shop.db.execute(sql`UPDATE shipping_rates SET free_from_cents = 50000 WHERE free_from_cents IS NOT NULL`)
  assert.deepEqual([order.totalPrice, order.paid, order.state], [0, true, 'paid'])
  const shipped = await shop.call<{ order: Order }>('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token })
  assert.equal(shipped.body.order.state, 'shipped')
})

test('while rates change again and again, every order has the amounts of one moment', async () => {
  const product = await shop.addProduct({ price: 33.33, available: 1000 })
  const changes = (async () => {
    for (const rate of [0.09, 0.1, 0.11, 0.12, 0.0825]) await shop.db.execute(sql`UPDATE tax_rates SET rate = ${rate}`)
  })()
  const placed = await Promise.all(range(12).map((n) => request(product, 1, {}, {}, n % 2 ? shop : other)))
  await changes
  for (const { body } of placed) {
    if (!body.order) {
      assert.equal(body.code, 'unavailable')
      continue
    }
    const { amounts } = await detailsOf(body.order)
    assert.equal(amounts.tax, Math.round(45.33 * Number(amounts.taxes[0]?.rate) * 100) / 100)
  }
  assert.deepEqual(await checkOrderLines(shop.db), [])
})

test('the whole address is checked: a region that the country does not have, a postal code of another form', async () => {
  const product = await shop.addProduct({ price: 10 })
  const refusals = [{ region: 'ZZ' }, { postalCode: '12' }, { city: '' }, { country: 'XX' }, { region: 'OR' }]
  const codes = await Promise.all(
    refusals.map(async (wrong) => codeOf(await request(product, 1, { delivery: { ...texanDelivery, ...wrong } }))),
  )
  assert.deepEqual(codes, [
    '400 region-unknown',
    '400 postal-code-invalid',
    '400 address-incomplete',
    '400 country-unknown',
    '400 postal-code-elsewhere',
  ])
  assert.equal(
    codeOf(await quote(product, 1, { place: { ...texas, region: 'Oregon' } })),
    '400 postal-code-elsewhere',
    'nobody pays the tax of another state',
  )
})

test('what is picked up is taxed where the shop is, wherever the buyer lives', async () => {
  const product = await shop.addProduct({ price: 100 })
  await shop.db.execute(sql`
    WITH pickup AS (INSERT INTO shipping_methods (name, kind, position) VALUES ('At the counter', 'pickup', 3) RETURNING id)
    INSERT INTO shipping_rates (method_id, zone_id, position, price_cents) SELECT pickup.id, shipping_zones.id, 1, 0 FROM pickup, shipping_zones`)
  await shop.db.execute(
    sql`UPDATE shipping_settings SET origin = '{"country": "US", "region": "TX", "postalCode": "78702"}'`,
  )
  const portland = { place: { country: 'US', postalCode: '97201' } }
  const delivered = (await quote(product, 1, portland)).body
  assert.equal(delivered.taxes[0]?.amount ?? 0, 0)
  const pickup = delivered.shippingMethods.find(({ name }) => name === 'At the counter')
  const pickedUp = (await quote(product, 1, { ...portland, shippingMethod: pickup?.id })).body
  assert.equal(pickedUp.taxes[0]?.amount, 8.25)
  await shop.db.execute(sql`UPDATE shipping_settings SET origin = NULL`)
  const settled = (await quote(product, 1, { ...portland, shippingMethod: pickup?.id })).body
  assert.equal(settled.taxes[0]?.amount, 8.25, 'the tax settings say where the shop is, too')
  await shop.db.execute(
    sql`UPDATE shipping_settings SET origin = '{"country": "CA", "region": "ON", "postalCode": "M5V 2T6"}'`,
  )
  const abroad = (await quote(product, 1, { ...portland, shippingMethod: pickup?.id })).body
  assert.equal(abroad.taxes[0]?.amount, 8.25, 'goods that leave another country are not picked up there')
})

interface Changed extends ProblemBody {
  order: Order
  asked?: true
  priceKept?: true
}
const portlandDelivery = { ...texanDelivery, city: 'Portland', region: 'OR', postalCode: '97201' }
const change = ({ _id }: Order, delivery: object) =>
  shop.call<Changed>('PATCH', `/order/${_id}/details`, { token: buyer.token, body: { delivery } })
const asStaff = <Answer = Changed>(method: string, path: string, body?: object) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
const openRequest = async (order: Order) => {
  const open = (await detailsOf(order)).messages.filter((message) => message.open)
  assert.equal(open.length, 1)
  return `/order/${order._id}/messages/${open[0]?._id}/change`
}

test('staff apply a dearer address that a buyer asks for: its price is charged or waived, once, and the buyer is told', async () => {
  const product = await shop.addProduct({ price: 100, available: 50 })
  const order = await place(product, 1, { delivery: portlandDelivery })
  assert.equal(order.totalPrice, 112)
  assert.equal((await change(order, texanDelivery)).body.asked, true)
  assert.equal((await change(order, texanDelivery)).body.asked, true, 'asked again, it is one request')
  const path = await openRequest(order)
  const { body: preview } = await asStaff<ResponseBody<typeof previewChange>>('GET', path)
  assert.deepEqual(
    [preview.before, preview.after, preview.mayCharge],
    [{ shipping: 12, tax: 0, total: 112 }, { shipping: 12, tax: 9.24, total: 121.24 }, true],
  )
  assert.match(preview.from, /Portland/)
  assert.match(preview.to, /Austin/)
  const wrong = (await asStaff('POST', path, { charge: 120 })).body
  assert.deepEqual([wrong.code, wrong.facts], ['change-costs-otherwise', { total: 121.24 }])
  const answers = await Promise.all([
    asStaff('POST', path, { charge: 121.24 }),
    other.call<Changed>('POST', path, { token: shop.admin.token, body: {} }),
  ])
  assert.deepEqual(answers.map(codeOf).toSorted(), ['200 undefined', '409 change-answered'])
  const charged = answers[0]?.status === 200
  const details = await detailsOf(order)
  assert.deepEqual(
    [details.order.totalPrice, details.money.open, details.deliveryAddress?.region],
    [charged ? 121.24 : 112, charged ? 121.24 : 112, 'TX'],
  )

  const second = await place(product, 2, { delivery: portlandDelivery })
  await change(second, texanDelivery)
  assert.equal(codeOf(await asStaff('POST', await openRequest(second), { charge: 229.49 })), '200 undefined')
  const now = await detailsOf(second)
  assert.deepEqual([now.amounts.tax, now.amounts.taxes[0]?.name, now.amounts.total], [17.49, 'Texas', 229.49])
  assert.deepEqual([now.timeline[0]?.kind, now.timeline[0]?.amount], ['placed', 212], 'as it was ordered')
  await payFor(shop, buyer, second)
  const { rows } = await shop.db.execute<{ received: string; gross: string; mail: string; audit: string }>(sql`
    SELECT received_cents AS received, gross_cents AS gross,
      (SELECT text_body FROM outbox WHERE kind = 'order-changed' AND outbox.order_id = ${second._id}) AS mail,
      (SELECT after ->> 'amountCents' FROM audit_events WHERE kind = 'order-changed' AND subject_id = ${second._id}) AS audit
    FROM payments JOIN issued_documents USING (order_id) WHERE order_id = ${second._id}`)
  assert.deepEqual([rows[0]?.received, rows[0]?.gross, rows[0]?.audit], ['22949', '22949', '22949'])
  assert.match(rows[0]?.mail ?? '', /Delivery there makes it \$229\.49 in all\. Please pay \$229\.49\./)

  const paid = await place(product, 1, { delivery: portlandDelivery })
  await payFor(shop, buyer, paid)
  await change(paid, texanDelivery)
  const request = await openRequest(paid)
  assert.equal(codeOf(await asStaff('POST', request, { charge: 121.24 })), '409 change-not-chargeable')
  assert.equal(codeOf(await asStaff('POST', request, {})), '200 undefined')
  assert.equal((await detailsOf(paid)).amounts.total, 112)
  for (const check of [checkOrderLines, checkPayments, checkDocuments]) assert.deepEqual(await check(shop.db), [])
})

test('invoices go where they went, unless another delivery address is for them, too', async () => {
  const product = await shop.addProduct({ price: 100 })
  const order = await place(product, 1)
  const street = { ...texanDelivery, street: '2 Side Street' }
  const changeTo = async (delivery: object, more: object = {}, who = buyer.token) =>
    (await shop.call<Changed>('PATCH', `/order/${order._id}/details`, { token: who, body: { delivery, ...more } })).body
  const changed = (await changeTo(street)).order
  assert.match(changed.address, /2 Side Street/)
  assert.equal(changed.billing, order.address)
  assert.equal((await changeTo(texanDelivery)).order.billing, undefined, 'both are the same again')
  const both = (await changeTo(street, { withBilling: true }, shop.admin.token)).order
  assert.deepEqual([both.billing, both.address], [undefined, changed.address])
  const { rows } = await shop.db.execute<{ text: string }>(
    sql`SELECT text_body AS text FROM outbox WHERE kind = 'order-changed' AND order_id = ${order._id}`,
  )
  assert.match(rows[0]?.text ?? '', /Delivery and billing address:\n[^]*2 Side Street/)

  for (const [more, billing] of [
    [{}, true],
    [{ withBilling: true }, false],
  ] as const) {
    const asked = await place(product, 1, { delivery: portlandDelivery })
    const body = { delivery: texanDelivery, ...more }
    await shop.call('PATCH', `/order/${asked._id}/details`, { token: buyer.token, body })
    assert.equal((await asStaff('POST', await openRequest(asked), {})).status, 200)
    const { order: now } = await detailsOf(asked)
    assert.match(now.address, /Austin/)
    assert.equal(now.billing !== undefined && /Portland/.test(now.billing), billing)
  }
})

test('a cheaper address is taken at once, and the price stays as ordered', async () => {
  const order = await place(await shop.addProduct({ price: 100 }), 1)
  const { body } = await change(order, portlandDelivery)
  assert.deepEqual([body.asked, body.priceKept, body.order.totalPrice], [undefined, true, 121.24])
  assert.match(body.order.address, /Portland/)
  assert.equal((await change(order, texanDelivery)).body.priceKept, undefined, 'no dearer than it was')
})

test('the seller is mailed who has ordered, where to, and how it is paid and shipped by the seller’s own name', async () => {
  const seller = 'counter@wholesale.example'
  const store = (body: object) => shop.call('PUT', '/store', { token: shop.admin.token, body })
  assert.equal((await store({ orderRecipient: seller, bankDetails: 'Bank of Bolts', transferDays: 7 })).status, 200)
  await shop.db.execute(sql`UPDATE shipping_methods SET names = '{"de": "Paketdienst"}' WHERE name = 'Ground'`)
  await shop.db.execute(sql`UPDATE shipping_settings SET edition = edition + 1`)
  const named = {
    poNumber: 'PO-4711',
    note: 'Ramp at the back.',
    delivery: { ...texanDelivery, company: 'Hall & Sons' },
  }
  const order = await place(await shop.addProduct({ price: 10 }), 2, { ...named, payBy: 'transfer' })
  const german = await request(await shop.addProduct({ price: 10 }), 2, named, { 'accept-language': 'de' })
  assert.ok(german.body.order)
  await confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
  await payFor(shop, buyer, german.body.order)
  await confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
  const { rows: mails } = await shop.db.execute<{ subject: string; text: string }>(
    sql`SELECT subject, text_body AS text FROM outbox WHERE recipient = ${seller}`,
  )
  const about = ({ _id }: Order) => mails.find(({ text }) => text.includes(_id))
  const told = about(order)
  assert.match(told?.subject ?? '', /^New order .*, Hall & Sons$/)
  assert.match(told?.text ?? '', /bank transfer and waits for the money; its stock is reserved until .*do not ship/)
  const facts = 'Purchase order: PO-4711\nShipping: Ground\nPayment: bank transfer'
  for (const said of [
    'Customer:\nHall & Sons\n',
    buyer.email,
    '5550100',
    facts,
    'Austin, TX 78701',
    'Ramp at the back.',
  ])
    assert.ok(told?.text.includes(said), `${said} is not in ${told?.text}`)
  assert.match(about(german.body.order)?.text ?? '', /Shipping: Ground\nPayment: card/)

  const methodFor = async ({ token }: { token: string }) => {
    const { body } = await shop.call<OrderDetails>('GET', `/order/${german.body.order?._id}/details`, { token })
    return [body.shippingMethod?.name, body.shippingMethod?.nameForBuyer]
  }
  assert.deepEqual(await methodFor(buyer), ['Paketdienst', undefined])
  assert.deepEqual(await methodFor(shop.admin), ['Ground', 'Paketdienst'])
  await store({ orderRecipient: '', transferDays: 0, bankDetails: '' })
})
