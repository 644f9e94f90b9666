import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { localeOf } from '#contract/locale.ts'
import type { Order } from '#contract/orders.ts'
import type { Statement } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { Store } from '#contract/store.ts'
import { addDays, storeDay } from '#contract/time-zone.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { lockOrder } from '#server/orders/find-orders.ts'
import { remindOfTransfers } from '#server/orders/remind-of-transfers.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { orderBody, type Placed, readOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let other: TestShop
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  const laws = [checkStock, checkReservedStock, checkOrderLines, checkPayments, checkDocuments]
  const broken = (await Promise.all(laws.map((law) => law(shop.db)))).flat()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(broken, [])
})
beforeEach(() => setStore({ bankDetails: 'Parts Ltd\nGB33 BUKB 2020', transferDays: 7 }))

type Buyer = Awaited<ReturnType<typeof createCustomer>>

const asAdmin = <Body = { code?: string; message?: string }>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const setStore = (body: Partial<Store>) => asAdmin('PUT', '/store', body)

const request = async ({ token }: Buyer, units = 1, product = shop.addProduct({ price: 10, available: 100 })) =>
  (
    await shop.call<Placed>('POST', '/orders', {
      token,
      body: { ...orderBody(await product, units), payBy: 'transfer' },
    })
  ).body

async function orderByTransfer(...order: Parameters<typeof request>): Promise<Order> {
  const placed = await request(...order)
  assert.ok(placed.order, placed.message)
  return placed.order
}

const record = ({ _id }: Order, payment: { reference?: string; receivedOn?: string } = {}, through = shop) =>
  through.call<{ code?: string }>('POST', `/order/${_id}/offline-payment`, {
    token: shop.admin.token,
    body: { method: 'bank_transfer', reference: 'RF18 5390', ...payment },
  })
const detailsOf = async ({ _id }: Order, { token }: { token: string } = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body
const stockOf = async ({ productId }: Order) =>
  (await shop.call<{ available: number }>('GET', `/tools/${productId}`)).body.available
const filtered = async (state: string, q: string) =>
  (await asAdmin<Order[]>('GET', `/all-orders?state=${state}&q=${q}`)).body.map(({ _id }) => _id)
const shift = ({ _id }: Order, time: string) =>
  shop.db.execute(sql`
    UPDATE orders SET placed_at = placed_at - ${time}::interval, expires_at = expires_at - ${time}::interval WHERE id = ${_id}`)
const expireDeps = (through: TestShop) => ({
  releasePayment: (id: string) => releasePayment(through.db, settleDeps(through), id),
  queueMail: settleDeps(through).queueMail,
  log: through.app.log as never,
})
const expire = (through = shop) => expireOrders(through.db, expireDeps(through))
const confirm = () => confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings)
const remind = (through = shop) => remindOfTransfers(through.db, settleDeps(through).queueMail, findSellerSettings)
const kindsTo = async ({ email }: Buyer) => (await mailsTo(shop, email)).map(({ kind }) => kind).toReversed()

test('bank transfer in advance is off until a shop with bank details offers it, and keeps the bank details then', async () => {
  await setStore({ transferDays: 0, bankDetails: '' })
  const buyer = await createCustomer(shop, 'early-buyer')
  assert.equal((await request(buyer)).code, 'transfer-not-offered')
  assert.equal((await setStore({ transferDays: 7 })).body.code, 'bank-details-needed')
  assert.equal((await setStore({ transferDays: 61 })).status, 400)
  assert.equal((await setStore({ transferDays: 7, bankDetails: 'DE02 1203' })).status, 200)
  const refused = await setStore({ bankDetails: ' ' })
  assert.equal(refused.body.code, 'bank-details-needed')
  assert.match(refused.body.message ?? '', /^Buyers cannot pay by bank transfer without your bank details\./)
  assert.equal((await request(buyer)).order?.byTransfer, true)
})

test('bank details stay as long as orders wait for a bank transfer, though it is not offered any more', async () => {
  await shop.db.execute(sql`
    UPDATE orders SET expires_at = now() WHERE by_transfer AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL`)
  await expire()
  const buyer = await createCustomer(shop, 'waiting-buyer')
  const waiting = [await orderByTransfer(buyer), await orderByTransfer(buyer)]
  const refused = await setStore({ bankDetails: ' ', transferDays: 0 })
  assert.equal(refused.body.code, 'bank-details-in-use')
  assert.match(refused.body.message ?? '', /^Orders that wait for a bank transfer: 2\./)
  assert.equal((await setStore({ transferDays: 0 })).status, 200)
  assert.equal((await setStore({ bankDetails: '' })).body.code, 'bank-details-in-use')
  assert.equal((await setStore({ bankDetails: 'DE02 1203' })).status, 200)
  for (const order of waiting) assert.equal((await record(order)).status, 200)
  assert.equal((await setStore({ bankDetails: '' })).status, 200)
})

test('of bank details that are removed and an order that is placed at once, one is refused', async () => {
  const buyer = await createCustomer(shop, 'removal-race')
  for (const _ of range(4)) {
    await setStore({ bankDetails: 'DE02 1203', transferDays: 7 })
    const [placed, removed] = await Promise.all([request(buyer), setStore({ bankDetails: '', transferDays: 0 })])
    assert.ok(placed.order === undefined || removed.body.code === 'bank-details-in-use', JSON.stringify(placed))
    if (placed.order) await record(placed.order)
  }
})

test('an order by bank transfer reserves its stock for the days of the store, waits in a list of its own, and ships once the money is recorded', async () => {
  const buyer = await createCustomer(shop, 'transfer-buyer')
  const order = await orderByTransfer(buyer, 40)
  assert.deepEqual([order.state, order.byTransfer, await stockOf(order)], ['unpaid', true, 60])
  assert.equal(Date.parse(order.expiresAt ?? '') - Date.parse(order.placedAt), 7 * 86_400_000)
  assert.deepEqual(await filtered('awaiting_transfer', 'transfer-buyer'), [order._id])
  assert.deepEqual(await filtered('to_ship', 'transfer-buyer'), [])
  const seen = await detailsOf(order, buyer)
  assert.deepEqual(
    [seen.invoice.bankDetails, seen.actions],
    ['Parts Ltd\nGB33 BUKB 2020', ['pay', 'cancel', 'cancel-units', 'change']],
  )
  await confirm()
  assert.equal((await record(order)).status, 200)
  assert.deepEqual(await filtered('awaiting_transfer', 'transfer-buyer'), [])
  assert.deepEqual(await filtered('to_ship', 'transfer-buyer'), [order._id])
  await expire()
  await remind()
  assert.equal((await asAdmin('PATCH', `/ship-order/${order._id}`)).status, 200)
  await announceParcels(shop)
  assert.deepEqual(await kindsTo(buyer), ['transfer-awaited', 'order-paid', 'order-shipped'])
})

test('the mails say what to transfer where, until when and with which reference, in the language of the order', async () => {
  const buyer = await createCustomer(shop, 'german-buyer')
  const body = { ...orderBody(await shop.addProduct({ price: 10 }), 2), payBy: 'transfer' }
  const headers = { 'accept-language': 'de' }
  const { order } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body, headers })).body
  assert.ok(order)
  await confirm()
  const [mail] = await mailsTo(shop, buyer.email)
  assert.match(
    mail?.text ?? '',
    new RegExp(
      `Bitte überweisen Sie 20,00\\s\\$ bis dahin, und geben Sie ${order.number} als Verwendungszweck an[^]*Zu zahlen an:\\nParts Ltd\\nGB33 BUKB 2020`,
    ),
  )
})

test('a buyer is reminded once, two days before the order expires, by one of two servers; then it expires as any unpaid order', async () => {
  const buyer = await createCustomer(shop, 'forgetful-buyer')
  const stranger = await createCustomer(shop, 'unverified-transfer', { emailVerified: false })
  const orders = [await orderByTransfer(buyer, 3), await orderByTransfer(stranger)]
  await confirm()
  const [order] = orders
  assert.ok(order)
  for (const each of orders) await shift(each, '4 days 23 hours')
  await remind()
  assert.deepEqual(await kindsTo(buyer), ['transfer-awaited'])
  for (const each of orders) await shift(each, '2 hours')
  await Promise.all([remind(), remind(other), remind(), remind(other)])
  await remind()
  assert.deepEqual([await kindsTo(buyer), await kindsTo(stranger)], [['transfer-awaited', 'transfer-reminder'], []])
  const [reminder] = await mailsTo(shop, buyer.email)
  assert.match(reminder?.text ?? '', /Please transfer \$30\.00, and name BY-\d+ as the reference[^]*Pay to:\nParts Ltd/)
  await shift(order, '2 days')
  await expire()
  assert.deepEqual([(await readOrder(shop, order)).state, await stockOf(order)], ['expired', 100])
  assert.deepEqual(await kindsTo(buyer), ['transfer-awaited', 'transfer-reminder', 'order-expired'])
  assert.match((await mailsTo(shop, buyer.email))[0]?.text ?? '', /If your transfer is on its way, please tell us\./)
})

test('of a transfer that waits for three days, its buyer is reminded halfway', async () => {
  await setStore({ transferDays: 3 })
  const buyer = await createCustomer(shop, 'quick-buyer')
  const order = await orderByTransfer(buyer)
  await confirm()
  await shift(order, '35 hours')
  await remind()
  assert.deepEqual(await kindsTo(buyer), ['transfer-awaited'])
  await shift(order, '2 hours')
  await remind()
  assert.deepEqual(await kindsTo(buyer), ['transfer-awaited', 'transfer-reminder'])
})

test('without a verified address, an order by bank transfer is reserved as one by card, and for the days of the store once it is verified', async () => {
  const stranger = await createCustomer(shop, 'unverified-reserver', { emailVerified: false })
  const [order, ended] = [await orderByTransfer(stranger), await orderByTransfer(stranger)]
  const reservedFor = async (one: Order) => {
    const { placedAt, expiresAt = '' } = await readOrder(shop, one)
    return (Date.parse(expiresAt) - Date.parse(placedAt)) / 3_600_000
  }
  assert.deepEqual([await reservedFor(order), await reservedFor(ended)], [24, 24])
  await confirm()
  assert.equal(await reservedFor(order), 24)
  await shift(ended, '25 hours')
  await expire()
  await shift(order, '13 hours')
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE id = ${stranger.id}`)
  await remind()
  await confirm()
  await remind()
  assert.deepEqual([await reservedFor(order), (await readOrder(shop, ended)).state], [7 * 24, 'expired'])
  assert.deepEqual((await kindsTo(stranger)).at(-1), 'transfer-awaited')
})

test('an address that is verified just before the order expires is in time, one that is verified after it is not', async () => {
  const stranger = await createCustomer(shop, 'late-reserver', { emailVerified: false })
  const [inTime, late] = [await orderByTransfer(stranger), await orderByTransfer(stranger)]
  await shift(inTime, '1441 minutes')
  await shift(late, '1443 minutes')
  await shop.db.execute(
    sql`UPDATE users SET email_verified_at = now() - interval '2 minutes' WHERE id = ${stranger.id}`,
  )
  await expire()
  await confirm()
  assert.deepEqual([(await readOrder(shop, inTime)).state, (await readOrder(shop, late)).state], ['unpaid', 'expired'])
})

test('mails about an order whose payment is being written come later, so that neither waits for the other', async () => {
  const buyer = await createCustomer(shop, 'mail-race', { emailVerified: false })
  const order = await orderByTransfer(buyer)
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE id = ${buyer.id}`)
  await shop.db.transaction(async (tx) => {
    await lockOrder(tx, order._id)
    // This waits for the lock if the job takes its own locks the other way round.
    await confirm()
    await tx.execute(sql`SELECT FROM order_confirmations WHERE order_id = ${order._id} FOR UPDATE NOWAIT`)
  })
  assert.deepEqual(await kindsTo(buyer), [])
  await Promise.all([confirm(), record(order, {}, other), confirm()])
  await confirm()
  assert.equal((await kindsTo(buyer)).filter((kind) => kind === 'order-paid').length, 1)
})

test('an order that is extended while it expires is kept or expired, with its stock', async () => {
  const stranger = await createCustomer(shop, 'extension-race', { emailVerified: false })
  for (const _ of range(6)) {
    await shop.db.execute(sql`UPDATE users SET email_verified_at = NULL WHERE id = ${stranger.id}`)
    const order = await orderByTransfer(stranger, 2)
    await shift(order, '25 hours')
    await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE id = ${stranger.id}`)
    await Promise.all([expire(), confirm(), expire(other)])
    const { state, expiresAt = '' } = await readOrder(shop, order)
    if (state === 'unpaid') assert.ok(Date.parse(expiresAt) > Date.now())
    assert.deepEqual(await stockOf(order), state === 'unpaid' ? 98 : 100)
  }
})

test('an order that was extended after it was found overdue keeps its open card payment', async () => {
  const buyer = await createCustomer(shop, 'extended-buyer')
  const orders = [await orderByTransfer(buyer), await orderByTransfer(buyer)]
  const secrets = []
  for (const order of orders) {
    secrets.push(await openPayment(shop, buyer, order))
    await shift(order, '8 days')
  }
  const deps = expireDeps(shop)
  await expireOrders(shop.db, {
    ...deps,
    async releasePayment(id) {
      await shop.db.execute(sql`
        UPDATE orders SET expires_at = now() + interval '1 day' WHERE id <> ${id} AND buyer_email = ${buyer.email} AND expired_at IS NULL`)
      await deps.releasePayment(id)
    },
  })
  const outcomes = []
  for (const [index, order] of orders.entries()) {
    const { body } = await confirmCard(shop, secrets[index] ?? '')
    outcomes.push(`${(await readOrder(shop, order)).state} ${body.status}`)
  }
  assert.deepEqual(outcomes.toSorted(), ['expired undefined', 'unpaid succeeded'])
})

test('money that comes after the order has expired takes it up again with what is in stock, or waits for stock', async () => {
  const buyer = await createCustomer(shop, 'late-transfer')
  const product = await shop.addProduct({ price: 10, available: 5 })
  const [first, second] = [
    await orderByTransfer(buyer, 2, Promise.resolve(product)),
    await orderByTransfer(buyer, 3, Promise.resolve(product)),
  ]
  for (const order of [first, second]) await shift(order, '8 days')
  await expire()
  assert.deepEqual((await detailsOf(first)).actions, ['record-payment'])
  assert.deepEqual((await detailsOf(first, buyer)).actions, [])
  await orderByTransfer(buyer, 1, Promise.resolve(product))
  for (const order of [first, second]) assert.equal((await record(order)).status, 200)
  const states = await Promise.all([first, second].map(async (order) => (await readOrder(shop, order)).state))
  assert.deepEqual([states, await stockOf(first)], [['paid', 'paid_short'], 0])
  assert.deepEqual((await kindsTo(buyer)).slice(-2), ['order-paid', 'order-paid-short'])
  assert.deepEqual(
    (await detailsOf(second)).timeline.map(({ kind }) => kind),
    ['placed', 'expired', 'paid_short'],
  )
})

test('a payment is of the day on which it came, which is not before the order nor after today', async () => {
  const order = await orderByTransfer(await createCustomer(shop, 'dated-buyer'))
  await shift(order, '3 days')
  const first = storeDay(new Date((await readOrder(shop, order)).placedAt))
  // Five days after the order is no day before tomorrow, even if a new day begins meanwhile.
  for (const receivedOn of [addDays(first, -1), addDays(first, 5)])
    assert.equal((await record(order, { receivedOn })).body.code, 'payment-day-not-valid')
  assert.equal((await record(order, { receivedOn: addDays(first, 1) })).status, 200)
  assert.equal((await readOrder(shop, order)).paidAt?.slice(0, 10), addDays(first, 1))
})

test('money that is refunded by hand has a day and a reference of its own, and its credit note is of today', async () => {
  const buyer = await createCustomer(shop, 'paid-back')
  const order = await orderByTransfer(buyer)
  await shift(order, '3 days')
  await record(order)
  const sentOn = addDays(storeDay(Date.now()), -1)
  const refund = (day: string) =>
    asAdmin<{ code?: string }>('POST', `/order/${order._id}/refunds`, {
      amount: 4,
      reason: 'requested_by_customer',
      sentOn: day,
      reference: 'BACK 7',
    })
  assert.equal((await refund('2000-01-01')).body.code, 'payment-day-not-valid')
  assert.equal((await refund(sentOn)).status, 200)
  assert.equal((await detailsOf(order)).refunds[0]?.reference, 'BACK 7')
  const { entries } = (await asAdmin<Statement>('GET', `/statement?customer=${buyer.id}`)).body
  const [payment, sent, note] = ['payment', 'refund', 'credit_note'].map((kind) =>
    entries.find((entry) => entry.kind === kind),
  )
  assert.deepEqual([payment?.reference, sent?.reference, sent?.day], ['RF18 5390', 'BACK 7', sentOn])
  assert.ok(note && note.day > sentOn)
})

test('a recorded payment is recorded again only with the same day, which the audit log has without its reference', async () => {
  const [dated, undated] = await Promise.all(
    ['day-repeated', 'day-left-out'].map(async (name) => orderByTransfer(await createCustomer(shop, name))),
  )
  assert.ok(dated && undated)
  await shift(dated, '3 days')
  const first = storeDay(new Date((await readOrder(shop, dated)).placedAt))
  const receivedOn = addDays(first, 1)
  for (const again of [{ receivedOn }, { receivedOn }, {}]) assert.equal((await record(dated, again)).status, 200)
  const refused = await record(dated, { receivedOn: addDays(first, 2) })
  assert.deepEqual([refused.status, refused.body.code], [409, 'payment-is-surplus'])
  assert.equal((await readOrder(shop, dated)).paidAt?.slice(0, 10), receivedOn)
  assert.equal((await record(undated)).status, 200)
  const paidOn = (await readOrder(shop, undated)).paidAt?.slice(0, 10) ?? ''
  for (const [{ _id }, day] of [
    [dated, receivedOn],
    [undated, paidOn],
  ] as const) {
    const { rows } = await shop.db.execute(sql`
      SELECT after->>'receivedOn' AS day FROM audit_events WHERE subject_id = ${_id} AND kind = 'payment-recorded'
        AND audit_events::text NOT LIKE '%RF18%'`)
    assert.deepEqual(rows, [{ day }])
  }
})

test('its buyer can still pay by card; then no transfer can be recorded', async () => {
  const buyer = await createCustomer(shop, 'changing-buyer')
  const order = await orderByTransfer(buyer)
  await payFor(shop, buyer, order)
  assert.equal((await readOrder(shop, order)).state, 'paid')
  assert.equal((await record(order)).body.code, 'payment-is-surplus')
})

test('a repeated call with one key returns the order, and is refused for another way to pay', async () => {
  const { token } = await createCustomer(shop, 'repeating-buyer')
  const product = await shop.addProduct({ price: 10 })
  const place = (payBy: string) =>
    shop.call<Placed>('POST', '/orders', {
      token,
      body: { ...orderBody(product, 1), payBy },
      headers: { 'idempotency-key': 'transfer-0001' },
    })
  const [first, again] = [await place('transfer'), await place('transfer')]
  assert.equal(again.body.order?._id, first.body.order?._id)
  assert.equal((await place('card')).body.code, 'idempotency-key-reused')
})

test('of recording and expiring at once, the order is paid with its stock, once', async () => {
  const buyer = await createCustomer(shop, 'expiring-race')
  for (const round of range(8)) {
    const order = await orderByTransfer(buyer, 2)
    if (round % 2) await openPayment(shop, buyer, order)
    await shift(order, '8 days')
    const [recorded] = await Promise.all([record(order), expire(), expire(other)])
    assert.equal(recorded.status, 200)
    assert.deepEqual([(await readOrder(shop, order)).state, await stockOf(order)], ['paid', 98])
  }
})

test('of a buyer who cancels and a seller who records at once, exactly one succeeds', async () => {
  const buyer = await createCustomer(shop, 'cancelling-race')
  for (const _ of range(8)) {
    const order = await orderByTransfer(buyer, 2)
    const [cancelled, recorded] = await Promise.all([
      shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token }),
      record(order, {}, other),
    ])
    const { state } = await readOrder(shop, order)
    assert.deepEqual(
      [[cancelled.status, recorded.status], await stockOf(order)],
      state === 'paid' ? [[409, 200], 98] : [[200, 409], 100],
    )
  }
})

test('of two sellers who record a late transfer at once, one counts, and takes the stock once', async () => {
  const buyer = await createCustomer(shop, 'recording-race')
  for (const _ of range(4)) {
    const order = await orderByTransfer(buyer, 2)
    await shift(order, '8 days')
    await expire()
    const outcomes = await Promise.all([
      record(order, { reference: 'one' }),
      record(order, { reference: 'two' }, other),
      record(order, { reference: 'three' }, other),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409],
    )
    assert.equal(await stockOf(order), 98)
    assert.equal((await detailsOf(order)).timeline.filter(({ kind }) => kind === 'paid_late').length, 1)
  }
})

test('mails name the way, day and reference of a payment by transfer instead of a transaction id, in the language of the buyer', async () => {
  const buyer = await createCustomer(shop, 'receipt-buyer')
  const orders = [await orderByTransfer(buyer), await orderByTransfer(buyer)]
  const [english, german] = orders
  assert.ok(english && german)
  await shop.db.execute(sql`UPDATE orders SET language = 'de' WHERE id = ${german._id}`)
  const receivedOn = addDays(storeDay(new Date(english.placedAt)), -2)
  for (const order of orders) {
    await shift(order, '3 days')
    await record(order, { receivedOn })
    await asAdmin('PATCH', `/ship-order/${order._id}`)
    await announceParcels(shop)
    await asAdmin('POST', `/order/${order._id}/refunds`, { amount: 4, reason: 'requested_by_customer' })
  }
  const day = (language: Language) =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(receivedOn))
  const mails = (await mailsTo(shop, buyer.email)).filter(({ kind }) => kind !== 'verify-email')
  for (const [{ number }, sentence] of [
    [english, `Order ${english.number}. Paid by bank transfer on ${day('en')}, reference RF18 5390.`],
    [german, `Bestellung ${german.number}. Bezahlt per Überweisung am ${day('de')}, Verwendungszweck: RF18 5390.`],
  ] as const) {
    const about = mails.filter(({ text }) => text.includes(number))
    assert.deepEqual(about.map(({ kind }) => kind).toSorted(), [
      'order-paid',
      'order-refunded-by-hand',
      'order-shipped',
    ])
    for (const { text } of about) {
      assert.ok(text.includes(sentence), text)
      assert.doesNotMatch(text, /offline-|Transa/)
    }
  }
})
