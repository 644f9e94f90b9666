import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { transferAwaitedMail } from '#server/orders/order-mails.ts'
import { findOrder } from '#server/orders/find-orders.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { defaultStore } from '#contract/settings.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'
import { payFor } from '#server/testing/pay-with-card.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

test('the mails about a placed and a cancelled order are for those whose address is verified and who have no later mail', async () => {
  const product = await shop.addProduct()
  const place = async (name: string, emailVerified: boolean) => {
    const buyer = await createCustomer(shop, name, { emailVerified })
    return { buyer, order: await placeOrder(shop, buyer, product, 1) }
  }
  const { queueMail } = settleDeps(shop)
  const cancel = ({ order }: { order: { _id: string } }, { token }: { token: string }) =>
    shop.call('DELETE', `/orders/${order._id}`, { token })
  const kindsTo = async ({ email }: { email: string }) => {
    const { rows } = await shop.db.execute<{ kind: string }>(
      sql`SELECT kind FROM outbox WHERE recipient = ${email} AND kind LIKE 'order-%' ORDER BY id`,
    )
    return rows.map(({ kind }) => kind)
  }
  const [known, stranger] = [await place('known', true), await place('unverified', false)]
  const [hasty, refused] = [await place('hasty', true), await place('refused', false)]
  await cancel(hasty, hasty.buyer)
  await cancel(refused, shop.admin)
  await confirmOrders(shop.db, queueMail, findSellerSettings)
  await confirmOrders(shop.db, queueMail, findSellerSettings)
  await cancel(known, known.buyer)
  await cancel(stranger, stranger.buyer)
  assert.deepEqual(await kindsTo(known.buyer), ['order-placed', 'order-cancelled'])
  assert.deepEqual(await kindsTo(stranger.buyer), [])
  assert.deepEqual(await kindsTo(hasty.buyer), ['order-cancelled'])
  assert.deepEqual(await kindsTo(refused.buyer), ['order-cancelled'])
})

test('all of a mail is in the main language once that of its order is no longer offered', async () => {
  const buyer = await createCustomer(shop, 'english-reader')
  const { _id } = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const mail = await runWithStore({ ...defaultStore, languages: ['de'] }, () =>
    shop.db.transaction(async (tx) => {
      const row = await findOrder(tx, _id)
      return row && transferAwaitedMail(tx, row, 'Bank of Bolts')
    }),
  )
  assert.ok(mail?.paragraphs.includes('Zu zahlen an:\nBank of Bolts'), mail?.paragraphs.join('\n'))
})

test('a buyer who verifies the address later gets the mail about an order that still waits for its payment then', async () => {
  const product = await shop.addProduct()
  const { queueMail } = settleDeps(shop)
  const stranger = await createCustomer(shop, 'late-verifier', { emailVerified: false })
  const open = await placeOrder(shop, stranger, product, 1)
  const cancelled = await placeOrder(shop, stranger, product, 1)
  const mailsWait = async () =>
    (await shop.call<OrderDetails>('GET', `/order/${open._id}/details`, { token: stranger.token })).body.mailsWait
  await confirmOrders(shop.db, queueMail, findSellerSettings)
  assert.deepEqual([await mailsWait(), await mailsTo(shop, stranger.email)], [true, []])
  await shop.call('DELETE', `/orders/${cancelled._id}`, { token: stranger.token })
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE id = ${stranger.id}`)
  await confirmOrders(shop.db, queueMail, findSellerSettings)
  await confirmOrders(shop.db, queueMail, findSellerSettings)
  const mails = await mailsTo(shop, stranger.email)
  assert.deepEqual(
    mails.map(({ kind, text }) => [kind, text.includes(open.number)]),
    [['order-placed', true]],
  )
  assert.equal(await mailsWait(), undefined)
})

test('an order on account is confirmed at once to an address that is not verified, since an admin has granted terms', async () => {
  const product = await shop.addProduct({ price: 10 })
  const { queueMail } = settleDeps(shop)
  const confirm = () => confirmOrders(shop.db, queueMail, findSellerSettings)
  const buyer = await createCustomer(shop, 'known-workshop', { emailVerified: false })
  const terms = { netDays: 14, creditLimit: 1000, poRequired: false }
  await shop.call('PUT', `/customer/${buyer.id}/terms`, { token: shop.admin.token, body: terms })
  const { body } = await shop.call<{ order: Order }>('POST', '/orders', {
    token: buyer.token,
    body: { ...orderBody(product, 2), payBy: 'invoice', poNumber: 'PO-15' },
  })
  const days = { id: 'x', name: 'Parcel', kind: 'flat', days: { from: 2, to: 4 } }
  await shop.db.execute(sql`UPDATE orders SET shipping = ${JSON.stringify(days)}::jsonb WHERE id = ${body.order._id}`)
  const details = await shop.call<OrderDetails>('GET', `/order/${body.order._id}/details`, { token: buyer.token })
  assert.deepEqual([details.body.order.state, details.body.mailsWait], ['confirmed', undefined])
  await confirm()
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE id = ${buyer.id}`)
  await confirm()
  assert.deepEqual(
    (await mailsTo(shop, buyer.email)).map(({ kind, text }) => [kind, text.includes(body.order.number)]),
    [['order-confirmed', true]],
  )
  const [mail] = await mailsTo(shop, buyer.email)
  for (const said of ['Purchase order: PO-15', 'Delivery time: 2 to 4 working days', body.order.address])
    assert.ok(mail?.text.includes(said), `${said} in ${mail?.text}`)
})

test('a confirmation that comes after units were cancelled speaks of those that are left', async () => {
  const product = await shop.addProduct({ price: 10 })
  const buyer = await createCustomer(shop, 'quick-canceller')
  const asAdmin = (path: string, body: object) => shop.call('PUT', path, { token: shop.admin.token, body })
  await asAdmin(`/customer/${buyer.id}/terms`, { netDays: 14, creditLimit: 1000, poRequired: false })
  await asAdmin('/store', { orderRecipient: 'orders@shop.test' })
  const { body } = await shop.call<{ order: Order }>('POST', '/orders', {
    token: buyer.token,
    body: { ...orderBody(product, 3), payBy: 'invoice', poNumber: 'PO-18' },
  })
  const lines = [{ line: 1, units: 2 }]
  const path = `/order/${body.order._id}/cancellations`
  assert.equal((await shop.call('POST', path, { token: buyer.token, body: { lines } })).status, 200)
  await confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
  await asAdmin('/store', { orderRecipient: '' })
  const confirmation = (await mailsTo(shop, buyer.email)).find(({ kind }) => kind === 'order-confirmed')
  assert.match(confirmation?.text ?? '', /your order of 1 × [^×]* for \$10\.00/)
  const told = (await mailsTo(shop, 'orders@shop.test')).find(({ kind }) => kind === 'new-order')
  assert.match(told?.text ?? '', /An order of 1 × [^×]* for \$10\.00/)
})

test('a confirmation asks for what is open, and the receipt of the rest says that all is paid', async () => {
  const product = await shop.addProduct({ price: 10 })
  const buyer = await createCustomer(shop, 'early-payer')
  const terms = { netDays: 14, creditLimit: 1000, poRequired: false }
  await shop.call('PUT', `/customer/${buyer.id}/terms`, { token: shop.admin.token, body: terms })
  const body = { ...orderBody(product, 2), payBy: 'invoice' }
  const placed = await shop.call<{ order: Order }>('POST', '/orders', { token: buyer.token, body })
  const pay = (amount: number) =>
    shop.call('POST', `/order/${placed.body.order._id}/offline-payment`, {
      token: shop.admin.token,
      body: { method: 'bank_transfer', reference: 'RF18', amount },
    })
  assert.equal((await pay(5)).status, 200)
  await confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
  const mail = (await mailsTo(shop, buyer.email)).find(({ kind }) => kind === 'order-confirmed')
  assert.match(mail?.text ?? '', /for \$20\.00\. We’ll email you when it ships\.[^]*Please pay \$15\.00 by/)

  const store = (changes: object) => shop.call('PUT', '/store', { token: shop.admin.token, body: changes })
  await store({ bankDetails: 'Bank of Bolts', transferDays: 7 })
  const { body: transfer } = await shop.call<{ order: Order }>('POST', '/orders', {
    token: buyer.token,
    body: { ...orderBody(product, 2), payBy: 'transfer' },
  })
  for (const amount of [5, 15]) {
    const { status } = await shop.call('POST', `/order/${transfer.order._id}/offline-payment`, {
      token: shop.admin.token,
      body: { method: 'bank_transfer', reference: 'RF19', amount },
    })
    assert.equal(status, 200)
  }
  const receipt = (await mailsTo(shop, buyer.email)).find(({ kind }) => kind === 'order-paid')
  assert.match(receipt?.text ?? '', /We received \$15\.00 .* With the \$5\.00 that came before, it is paid in full\./)
  await confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
  await store({ bankDetails: '', transferDays: 0 })
})

test('an order that costs nothing is confirmed once, as soon as the address is verified, and told to the seller before', async () => {
  const product = await shop.addProduct({ price: 10, available: 9 })
  const { queueMail } = settleDeps(shop)
  const confirm = () => confirmOrders(shop.db, queueMail, findSellerSettings)
  const asAdmin = (method: string, path: string, body: object) =>
    shop.call(method, path, { token: shop.admin.token, body })
  await asAdmin('POST', '/discounts', { name: 'Test', kind: 'percent', value: 100, code: 'ALL' })
  await asAdmin('PUT', '/store', { orderRecipient: 'desk@wholesale.example' })
  const placeFree = async (name: string, emailVerified: boolean) => {
    const { id, email, token } = await createCustomer(shop, name, { emailVerified })
    const { body } = await shop.call<{ order: Order; message?: string }>('POST', '/orders', {
      token,
      body: { ...orderBody(product, 1), code: 'ALL', totalPrice: 0 },
    })
    assert.equal(body.order?.state, 'paid', body.message)
    const mailsWait = async () =>
      (await shop.call<OrderDetails>('GET', `/order/${body.order._id}/details`, { token })).body.mailsWait
    return { id, email, mailsWait, _id: body.order._id }
  }
  const kindsTo = async ({ email }: { email: string }) => (await mailsTo(shop, email)).map(({ kind }) => kind)
  const [known, unverified, sent] = [
    await placeFree('lucky-known', true),
    await placeFree('lucky-unverified', false),
    await placeFree('lucky-sent', false),
  ]
  await confirm()
  await confirm()
  const [mail] = await mailsTo(shop, known.email)
  assert.match(mail?.text ?? '', /Thank you for your order of 1 × [^]*There is nothing to pay/)
  assert.deepEqual([await kindsTo(known), await kindsTo(unverified)], [['order-paid'], []])
  assert.deepEqual([await known.mailsWait(), await unverified.mailsWait()], [undefined, true])
  assert.deepEqual(await kindsTo({ email: 'desk@wholesale.example' }), ['new-order', 'new-order', 'new-order'])
  await shop.call('PATCH', `/ship-order/${sent._id}`, { token: shop.admin.token })
  await announceParcels(shop)
  for (const { id } of [unverified, sent])
    await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE id = ${id}`)
  await confirm()
  await confirm()
  assert.deepEqual([await kindsTo(unverified), await kindsTo(sent)], [['order-paid'], ['order-shipped']])
  assert.equal((await kindsTo({ email: 'desk@wholesale.example' })).length, 3)
  await asAdmin('PUT', '/store', { orderRecipient: '' })
})

test('no mail about an order carries what its orderer typed: the address may be a stranger’s', async () => {
  const spammer = await shop.signUp('victim')
  const product = await shop.addProduct()
  const spam = 'Ann,\n\nYou won! https://evil.test/prize'
  const typed = sql`buyer_name = ${spam}, address = ${spam}, po_number = ${spam}, note = ${spam}`
  const paid = await placeOrder(shop, spammer, product, 1)
  const late = await placeOrder(shop, spammer, product, 1)
  await shop.db.execute(sql`UPDATE orders SET ${typed} WHERE buyer_email = ${spammer.email}`)
  await shop.db.execute(sql`UPDATE order_lines SET job = ${spam}`)
  await payFor(shop, spammer, paid)
  await shop.call('PATCH', `/ship-order/${paid._id}`, { token: shop.admin.token })
  await announceParcels(shop)
  await shop.db.execute(sql`UPDATE orders SET expires_at = now() WHERE id = ${late._id}`)
  const { queueMail } = settleDeps(shop)
  await expireOrders(shop.db, { releasePayment: async () => undefined, queueMail, log: createLog('silent') })

  const { rows } = await shop.db.execute<{ kind: string; said: string }>(
    sql`SELECT kind, subject || text_body || html_body AS said FROM outbox WHERE recipient = ${spammer.email}
        AND kind LIKE 'order-%' ORDER BY kind`,
  )
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['order-expired', 'order-paid', 'order-shipped'],
  )
  for (const { kind, said } of rows) assert.doesNotMatch(said, /evil|You won|Ann/, kind)
})

test('a mail about an order of several lines lists them, with the purchase order of a verified buyer, in the buyer’s language', async () => {
  const products = await Promise.all(
    range(3).map((n) => shop.addProduct({ name: `Listed part ${n + 1}`, sku: `LP-${n + 1}`, price: 2.5 })),
  )
  const buyer = await createCustomer(shop, 'lister')
  const placeLines = async (count: number, headers: Record<string, string> = {}) => {
    const lines = range(count).map((n) => ({
      productId: products[n % 3]?._id,
      quantity: 2,
      job: n === 1 ? 'Bay 4' : '',
    }))
    const body = { lines, poNumber: 'PO-77', note: 'Ring\nthe bell.', address: '1 Test Street', phoneNumber: '5550100' }
    const { status } = await shop.call('POST', '/orders', { token: buyer.token, body, headers })
    assert.equal(status, 200)
    await confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
    const { rows } = await shop.db.execute<{ text: string; html: string }>(
      sql`SELECT text_body AS text, html_body AS html FROM outbox WHERE recipient = ${buyer.email} ORDER BY id DESC LIMIT 1`,
    )
    return rows[0] ?? { text: '', html: '' }
  }
  const three = await placeLines(3)
  const listed = [
    '2 × Listed part 1 (LP-1): $5.00',
    '2 × Listed part 2 (LP-2) – Bay 4: $5.00',
    '2 × Listed part 3 (LP-3): $5.00',
    'Total: $15.00',
  ]
  assert.ok(three.text.includes(`${listed.join('\n')}\n\nPurchase order: PO-77\n\nNote: Ring\nthe bell.\n`), three.text)
  const cells = [...three.html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.replaceAll(/<[^>]*>/g, ' '))
  assert.deepEqual(
    cells.map((row) => row.trim().replaceAll(/ {2,}/g, ': ')),
    listed,
  )

  const many = await placeLines(53, { cookie: 'language=de' })
  assert.equal(many.text.match(/Listed part/g)?.length, 51, 'fifty lines, and the first in the sentence')
  assert.ok(many.text.includes('und 3 weitere Positionen, auf der Seite der Bestellung\nSumme: 265,00'), many.text)
  assert.ok(many.text.includes('Ihre Bestellnummer: PO-77'), many.text)

  await shop.db.execute(sql`UPDATE users SET email_verified_at = NULL WHERE email = ${buyer.email}`)
  const { status } = await shop.call('DELETE', `/orders/${await newestOrder(buyer.email)}`, { token: shop.admin.token })
  assert.equal(status, 200)
  const { rows } = await shop.db.execute<{ text: string }>(
    sql`SELECT text_body AS text FROM outbox WHERE recipient = ${buyer.email} ORDER BY id DESC LIMIT 1`,
  )
  assert.match(rows[0]?.text ?? '', /Listed part 1/)
  assert.doesNotMatch(rows[0]?.text ?? '', /PO-77|bell|Bay 4/, 'the address is not verified any more')
})

async function newestOrder(email: string): Promise<string> {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT id FROM orders WHERE buyer_email = ${email} ORDER BY placed_at DESC LIMIT 1`,
  )
  return rows[0]?.id ?? ''
}

test('the mail about a parcel says what is in it, with a link, and what follows; the last one that nothing does', async () => {
  const buyer = await createCustomer(shop, 'parcel-reader')
  const products = [
    await shop.addProduct({ name: 'Brake disc', sku: 'BD-1', available: 50 }),
    await shop.addProduct({ name: 'Oil filter', sku: 'OF-2', available: 50 }),
  ]
  const texts: string[] = []
  for (const language of ['en', 'de']) {
    const { body } = await shop.call<{ order: Order }>('POST', '/orders', {
      token: buyer.token,
      headers: { cookie: `language=${language}` },
      body: {
        lines: products.map(({ _id }) => ({ productId: _id, quantity: 10 })),
        address: '1 Workshop Lane',
        phoneNumber: '5550100',
      },
    })
    await payFor(shop, buyer, body.order)
    const ship = (parcel: object) =>
      shop.call('POST', `/order/${body.order._id}/shipments`, { token: shop.admin.token, body: parcel })
    await ship({ lines: [{ line: 1, units: 6 }], carrier: 'DHL Paket', trackingNumber: '00 340&1' })
    await announceParcels(shop)
    await ship({ carrier: 'Our van', trackingNumber: '7' })
    await announceParcels(shop)
    const { rows } = await shop.db.execute<{ text: string }>(
      sql`SELECT text_body AS text FROM outbox WHERE order_id = ${body.order._id} AND kind = 'order-shipped' ORDER BY id`,
    )
    texts.push(...rows.map(({ text }) => text.replaceAll(body.order.number, 'NUMBER')))
  }
  const [first = '', last = '', firstInGerman = '', lastInGerman = ''] = texts
  const link = 'https://nolp.dhl.de/nextt-online-public/set_identcodes.do?idc=00340%261'
  for (const [text, parts] of [
    [first, ['The parcel NUMBER-1 of your order has shipped with DHL Paket.', `Track the parcel: ${link}`]],
    [first, ['In this parcel:\n6 × Brake disc (BD-1)\n\n', 'To come:\n4 × Brake disc (BD-1)\n10 × Oil filter (OF-2)']],
    [last, ['In this parcel:\n4 × Brake disc (BD-1)\n10 × Oil filter (OF-2)', 'With it, your order is complete.']],
    [
      firstInGerman,
      ['Guten Tag,\n\ndas Paket NUMBER-1', `Paket verfolgen: ${link}`, 'In diesem Paket:\n6 × Brake disc'],
    ],
    [firstInGerman, ['Es folgen noch:\n4 × Brake disc (BD-1)\n10 × Oil filter (OF-2)']],
    [lastInGerman, ['In diesem Paket:\n4 × Brake disc', 'Damit ist Ihre Bestellung vollständig.']],
  ] as const)
    for (const part of parts) assert.ok(text.includes(part), `${part}\n${text}`)
  for (const text of [last, lastInGerman]) assert.doesNotMatch(text, /To come|folgen noch|Track the|verfolgen/)
})
