import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { MyTerms } from '#contract/customers.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed } from '#server/testing/place-order.ts'
import { confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
  await shop.db.execute(
    sql`UPDATE store SET order_recipient = 'orders@shop.test', transfer_days = 7, bank_details = 'Bank'`,
  )
})
after(async () => {
  const laws = [checkStock, checkReservedStock, checkOrderLines, checkPayments, checkDocuments, checkOwedCredit]
  const broken = (await Promise.all(laws.map((law) => law(shop.db)))).flat()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(broken, [])
})

interface Buyer {
  id: string
  email: string
  token: string
}

interface Answer {
  code?: string
  message?: string
  order: Order
  refund?: Refund
  asked?: true
  because?: string
}

type Lines = { line: number; units: number }[]

const asAdmin = <Body = Answer>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })

let count = 0
async function createBuyer(creditLimit?: number): Promise<Buyer> {
  const buyer = await createCustomer(shop, `canceller-${(count += 1)}`)
  if (creditLimit !== undefined)
    await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit, poRequired: false })
  return buyer
}

/** Places an order of units at $10 in as many lines. */
async function order(
  buyer: Buyer,
  quantities: readonly number[],
  payBy: 'card' | 'transfer' | 'invoice',
): Promise<Order> {
  const lines = await Promise.all(
    quantities.map(async (quantity) => ({
      productId: (await shop.addProduct({ price: 10, available: 50 }))._id,
      quantity,
    })),
  )
  const { address, phoneNumber } = orderBody(await shop.addProduct(), 1)
  const body = { address, phoneNumber, lines, payBy }
  const { order: placed, message } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
  assert.ok(placed, message)
  return placed
}

const cancel = ({ _id }: Order, { token }: { token: string }, lines?: Lines, key: string = crypto.randomUUID()) =>
  shop.call<Answer>('POST', `/order/${_id}/cancellations`, {
    token,
    body: { ...(lines && { lines }) },
    headers: { 'idempotency-key': key },
  })
const detailsOf = async ({ _id }: Order, { token }: { token: string } = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body
const owedBy = async ({ token }: Buyer) =>
  (await shop.call<{ terms: MyTerms }>('GET', '/my-terms', { token })).body.terms.owed
const mailsAbout = async ({ _id }: Order) =>
  (
    await shop.db.execute<{ kind: string; to: string; reply: string | null; text: string }>(
      sql`SELECT kind, recipient AS to, reply_to AS reply, text_body AS text FROM outbox WHERE order_id = ${_id} ORDER BY id`,
    )
  ).rows
const toShip = async ({ number }: Order) =>
  (await asAdmin<Order[]>('GET', `/all-orders?state=to_ship&q=${number}`)).body.length

test('a buyer cancels units of a paid order before the first parcel, and the card gets what they cost', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [5, 2], 'card')
  await payFor(shop, buyer, placed)
  const key = crypto.randomUUID()
  const lines = [{ line: 1, units: 2 }]
  const { status, body } = await cancel(placed, buyer, lines, key)
  assert.deepEqual([status, body.refund?.amount], [200, 20], body.message)
  assert.equal((await cancel(placed, buyer, lines, key)).body.refund?._id, body.refund?._id)
  assert.equal((await cancel(placed, buyer, [{ line: 1, units: 3 }], key)).body.code, 'idempotency-key-reused')
  await waitUntil(async () => (await detailsOf(placed)).money.refunded === 20, 'the provider has sent it')
  const { lines: now, timeline, actions } = await detailsOf(placed, buyer)
  assert.deepEqual(
    now.map(({ units }) => [units.cancelled, units.toCome]),
    [
      [2, 3],
      [0, 2],
    ],
  )
  assert.ok(timeline.some(({ kind, units }) => kind === 'units_cancelled' && units === 2))
  assert.ok(actions.includes('cancel-units'))
  assert.equal((await shop.call<{ available: number }>('GET', `/tools/${placed.productId}`)).body.available, 47)
  const mails = await mailsAbout(placed)
  const told = mails.find(({ kind }) => kind === 'order-message')
  assert.deepEqual([told?.to, told?.reply], ['orders@shop.test', buyer.email])
  assert.match(mails.find(({ kind }) => kind === 'units-cancelled')?.text ?? '', /\$20\.00 goes back to your card/)

  assert.equal((await cancel(placed, buyer, [{ line: 1, units: 4 }])).body.code, 'cancellation-too-large')
  assert.equal((await cancel(placed, buyer, [{ line: 9, units: 1 }])).body.code, 'order-line-not-found')
  assert.equal((await cancel(placed, await createBuyer())).body.code, 'order-not-found')
  assert.equal(
    (await asAdmin('POST', `/order/${placed._id}/shipments`, { lines: [{ line: 2, units: 1 }] })).status,
    200,
  )
  assert.equal((await cancel(placed, buyer)).body.code, 'order-move-not-allowed')
  // Staff cancel the rest, after which the order is shipped.
  assert.equal((await cancel(placed, shop.admin)).body.order.state, 'shipped')
  assert.equal((await detailsOf(placed)).money.captured, 70)
})

test('all units of a paid order without any parcel go back with the delivery, and it leaves the list to ship', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [2], 'card')
  await payFor(shop, buyer, placed)
  // Of a part of the money that staff keep, nothing is left to ship either.
  const kept = await order(buyer, [1], 'card')
  await payFor(shop, buyer, kept)
  const part = { amount: 8, reason: 'requested_by_customer', restockLines: [{ line: 1, units: 1 }] }
  assert.equal((await asAdmin('POST', `/order/${kept._id}/refunds`, part)).status, 200)
  assert.equal(await toShip(kept), 0)
  assert.equal(await toShip(placed), 1)
  assert.equal((await cancel(placed, buyer)).body.refund?.amount, 20)
  await waitUntil(async () => (await detailsOf(placed)).order.state === 'refunded', 'all of it has gone back')
  assert.equal((await cancel(placed, buyer)).body.code, 'order-move-not-allowed')
})

test('units that staff do not have leave the stock, unless staff say that they are there', async () => {
  const buyer = await createBuyer()
  const staffCancel = ({ _id }: Order, units: number | undefined, restock?: boolean) =>
    asAdmin('POST', `/order/${_id}/cancellations`, {
      ...(units !== undefined && { lines: [{ line: 1, units }] }),
      ...(restock !== undefined && { restock }),
    })
  const availableOf = async ({ productId }: Order) =>
    (await shop.call<{ available: number }>('GET', `/tools/${productId}`)).body.available

  const paid = await order(buyer, [10], 'card')
  await payFor(shop, buyer, paid)
  await cancel(paid, buyer, [{ line: 1, units: 1 }])
  assert.equal(await availableOf(paid), 41)
  await staffCancel(paid, 2)
  assert.equal(await availableOf(paid), 41)
  await staffCancel(paid, 3, true)
  assert.equal(await availableOf(paid), 44)
  assert.deepEqual((await detailsOf(paid)).lines[0]?.units.toCome, 4)

  // As a whole, one that waits for its money, and one on account.
  const unpaid = await order(buyer, [5], 'transfer')
  assert.equal((await staffCancel(unpaid, undefined)).body.order.state, 'cancelled')
  assert.equal(await availableOf(unpaid), 45)
  const owed = await order(await createBuyer(1000), [5], 'invoice')
  assert.equal((await staffCancel(owed, undefined)).body.order.state, 'cancelled')
  assert.equal(await availableOf(owed), 45)
  const there = await order(buyer, [5], 'transfer')
  await staffCancel(there, undefined, true)
  assert.equal(await availableOf(there), 50)
})

test('a buyer asks before fewer units keep a price or go below the minimum; staff cancel them knowingly', async () => {
  const buyer = await createBuyer()
  const product = await shop.addProduct({ price: 10, available: 100, minQuantity: 4, orderMultiple: 2 })
  const lists = (await asAdmin<{ _id: string; base?: true }[]>('GET', '/price-lists')).body
  const rows = [{ productId: product._id, from: 20, price: 9 }]
  const breaks = `/price-lists/${lists.find(({ base }) => base)?._id}/prices`
  assert.equal((await asAdmin('PUT', breaks, { rows })).status, 200)
  const { address, phoneNumber } = orderBody(product, 1)
  const place = async (quantity: number) => {
    const body = { address, phoneNumber, lines: [{ productId: product._id, quantity }], payBy: 'card' }
    const { order: placed, message } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
    assert.ok(placed, message)
    return placed
  }
  const reasonOf = async (placed: Order, units: number) =>
    (await cancel(placed, buyer, [{ line: 1, units }])).body.because ?? 'cancelled'
  const cancelledOf = async (placed: Order) => (await detailsOf(placed)).lines[0]?.units.cancelled

  const placed = await place(24)
  const path = `/order/${placed._id}/cancellations`
  const body = { lines: [{ line: 1, units: 19 }], preview: true }
  const preview = await shop.call<Answer>('POST', path, { token: buyer.token, body })
  assert.deepEqual([preview.body.asked, preview.body.because], [true, 'not-a-multiple'])
  assert.deepEqual([(await detailsOf(placed)).messages, await cancelledOf(placed)], [[], 0])
  assert.equal(await reasonOf(placed, 22), 'below-minimum')
  assert.equal(await reasonOf(placed, 3), 'not-a-multiple')
  assert.equal(await reasonOf(placed, 10), 'price-break')
  assert.equal(await cancelledOf(placed), 0)
  assert.deepEqual(
    (await detailsOf(placed)).messages.map(({ units }) => units?.[0]?.units),
    [22, 3, 10],
  )
  assert.equal(await reasonOf(placed, 4), 'cancelled')
  const byStaff = { ...body, lines: [{ line: 1, units: 10 }] }
  const known = (await asAdmin('POST', path, byStaff)).body
  assert.deepEqual([known.asked, known.because], [undefined, 'price-break'])
  assert.equal((await cancel(placed, shop.admin, [{ line: 1, units: 10 }])).body.because, undefined)
  assert.equal(await cancelledOf(placed), 14)
  assert.equal((await cancel(placed, buyer)).body.order.state, 'cancelled')
  assert.ok((await detailsOf(placed)).messages.every(({ open }) => !open))

  // Of two at once, each of which alone leaves enough.
  const both = await place(24)
  const reasons = await Promise.all([4, 4].map((units) => reasonOf(both, units)))
  assert.deepEqual(reasons.toSorted(), ['cancelled', 'price-break'])
  assert.equal(await cancelledOf(both), 4)
})

test('what a buyer has asked to cancel is answered by the cancellation of those units, or of all that are left, and by no other', async () => {
  const buyer = await createBuyer(1000)
  const placed = await order(buyer, [5, 4], 'invoice')
  const { settings } = (await shop.call<SiteContent>('GET', '/site-content')).body
  await asAdmin('PUT', '/site-content', { settings: { ...settings, cancellations: 'ask' } })
  try {
    await cancel(placed, buyer, [{ line: 1, units: 2 }])
    await cancel(placed, buyer, [
      { line: 1, units: 3 },
      { line: 2, units: 4 },
    ])
  } finally {
    await asAdmin('PUT', '/site-content', { settings })
  }
  const openOf = async () => (await detailsOf(placed)).messages.map(({ open = false }) => open)
  await cancel(placed, shop.admin, [{ line: 1, units: 1 }])
  assert.deepEqual(await openOf(), [true, true])
  await cancel(placed, shop.admin, [{ line: 1, units: 2 }])
  assert.deepEqual(await openOf(), [false, true])
  // Two are left of the three that were asked for, and one of the other line goes out.
  const ship = (more: object) =>
    asAdmin('POST', `/order/${placed._id}/shipments`, { lines: [{ line: 2, units: 1 }], ...more })
  assert.equal((await ship({})).body.code, 'order-asked-about')
  assert.equal((await asAdmin('PATCH', `/ship-order/${placed._id}`)).body.code, 'order-asked-about')
  const together = await asAdmin<{ refused: { code: string }[] }>('POST', '/ship-orders', { ids: [placed._id] })
  assert.deepEqual(
    together.body.refused.map(({ code }) => code),
    ['order-asked-about'],
  )
  assert.equal((await ship({ despiteRequests: true })).status, 200)
  await cancel(placed, shop.admin)
  assert.deepEqual(await openOf(), [false, false])
})

test('money that came by transfer waits until staff have sent it', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [3], 'transfer')
  await asAdmin('POST', `/order/${placed._id}/offline-payment`, { method: 'bank_transfer', reference: 'RF18' })
  const { body } = await cancel(placed, buyer, [{ line: 1, units: 1 }])
  assert.deepEqual([body.refund?.state, body.refund?.toSend, body.refund?.amount], ['pending', true, 10], body.message)
  const before = await detailsOf(placed)
  assert.deepEqual([before.money.refunding, before.refunds[0]?.creditNote], [10, `${placed.number}-C1`])
  const path = `/order/${placed._id}/refunds/${body.refund?._id}/sent`
  assert.equal((await asAdmin('POST', path)).status, 200)
  assert.equal((await asAdmin('POST', path)).status, 200)
  const { money, refunds } = await detailsOf(placed)
  assert.deepEqual([money.refunded, money.refunding, refunds[0]?.state], [10, 0, 'succeeded'])
  const sent = (await mailsAbout(placed)).filter(({ kind }) => kind === 'order-refunded-by-hand')
  assert.equal(sent.length, 1)
  // Also what staff cancel.
  assert.equal((await cancel(placed, shop.admin, [{ line: 1, units: 1 }])).body.refund?.toSend, true)
})

test('what a buyer owes on account is credited with a paper, before and after it has shipped', async () => {
  const buyer = await createBuyer(1000)
  const placed = await order(buyer, [5], 'invoice')
  const { body } = await cancel(placed, buyer, [{ line: 1, units: 2 }])
  assert.deepEqual(
    [body.refund?.credit, body.refund?.amount, body.refund?.creditNote],
    [true, 20, `${placed.number}-C1`],
  )
  assert.equal(await owedBy(buyer), 30)
  await asAdmin('PATCH', `/ship-order/${placed._id}`)
  const credit = (amount: number) =>
    asAdmin('POST', `/order/${placed._id}/refunds`, { amount, reason: 'requested_by_customer' })
  assert.equal((await credit(31)).body.code, 'credit-too-large')
  assert.equal((await credit(12)).status, 200)
  const { money } = await detailsOf(placed)
  assert.deepEqual([money.credited, money.open, money.total, await owedBy(buyer)], [32, 18, 50, 18])
  assert.match(
    (await mailsAbout(placed)).find(({ kind }) => kind === 'order-credited')?.text ?? '',
    /pay \$18\.00 instead/,
  )
  await asAdmin('POST', `/order/${placed._id}/offline-payment`, { method: 'check', reference: '1' })
  const paid = await detailsOf(placed)
  assert.deepEqual([paid.money.captured, paid.order.paid, await owedBy(buyer)], [18, true, 0])
  // The money that came goes back as a whole: then all of it is refunded.
  await asAdmin('POST', `/order/${placed._id}/refunds`, { reason: 'requested_by_customer' })
  assert.equal((await detailsOf(placed)).order.state, 'refunded')

  const settled = await order(buyer, [1], 'invoice')
  await asAdmin('PATCH', `/ship-order/${settled._id}`)
  await asAdmin('POST', `/order/${settled._id}/refunds`, { reason: 'requested_by_customer' })
  const owed = (await asAdmin<Order[]>('GET', `/all-orders?state=owed&q=${settled.number}`)).body
  assert.deepEqual([owed.length, (await detailsOf(settled)).actions], [0, []])
  const whole = await order(buyer, [2], 'invoice')
  assert.equal((await cancel(whole, buyer)).body.order.state, 'cancelled')
  assert.equal(await owedBy(buyer), 0)
})

test('a card or a transfer pays what is open of an order with fewer units, and its credit note comes with the invoice', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [2, 2], 'card')
  const secret = await openPayment(shop, buyer, placed)
  assert.equal((await cancel(placed, buyer, [{ line: 2, units: 2 }])).body.refund?.credit, true)
  // The payment of before is over.
  assert.notEqual((await confirmCard(shop, secret)).body.status, 'succeeded')
  await payFor(shop, buyer, placed)
  const { money, refunds } = await detailsOf(placed)
  assert.deepEqual([money.captured, money.credited, refunds[0]?.creditNote], [20, 20, `${placed.number}-C1`])
  const other = await order(buyer, [1, 1], 'transfer')
  await cancel(other, buyer, [{ line: 1, units: 1 }])
  await asAdmin('POST', `/order/${other._id}/offline-payment`, { method: 'check', reference: '1' })
  assert.equal((await detailsOf(other)).money.captured, 10)
  const whole = await order(buyer, [1], 'card')
  assert.equal((await cancel(whole, buyer)).body.order.state, 'cancelled')
  assert.equal((await cancel(whole, buyer)).status, 200)
})

test('of a cancellation and a card payment at once, what is paid is what is left, or the rest goes back', async () => {
  const buyer = await createBuyer()
  const paying = await order(buyer, [4], 'card')
  const secret = await openPayment(shop, buyer, paying)
  const [cancelled] = await Promise.all([
    cancel(paying, buyer, [{ line: 1, units: 1 }]),
    confirmCard(shop, secret).catch(() => undefined),
  ])
  assert.ok([200, 409].includes(cancelled.status), JSON.stringify(cancelled.body))
  const { money, lines } = await detailsOf(paying)
  const kept = 10 * (4 - (lines[0]?.units.cancelled ?? 0))
  assert.ok([0, kept].includes(money.captured - money.refunded - money.refunding), JSON.stringify(money))
})

test('a shop that wants to be asked gets a message, and answers it', async () => {
  const buyer = await createBuyer(1000)
  const placed = await order(buyer, [3], 'invoice')
  const { settings } = (await shop.call<SiteContent>('GET', '/site-content')).body
  await asAdmin('PUT', '/site-content', { settings: { ...settings, cancellations: 'ask' } })
  try {
    assert.ok((await detailsOf(placed, buyer)).actions.includes('ask-to-cancel'))
    const [key, two] = [crypto.randomUUID(), [{ line: 1, units: 2 }]]
    const twice = await Promise.all([cancel(placed, buyer, two, key), cancel(placed, buyer, two, key)])
    assert.deepEqual(
      twice.map(({ body }) => body.asked),
      [true, true],
    )
    assert.equal((await cancel(placed, buyer, [{ line: 1, units: 1 }], key)).body.code, 'idempotency-key-reused')
  } finally {
    await asAdmin('PUT', '/site-content', { settings })
  }
  const [asked, ...others] = (await detailsOf(placed, buyer)).messages
  assert.deepEqual(others, [], 'one key asks once')
  assert.deepEqual([asked?.kind, asked?.units, asked?.open], ['cancellation', [{ line: 1, units: 2 }], true])
  assert.equal((await detailsOf(placed)).lines[0]?.units.cancelled, 0)
  const say = ({ token }: { token: string }, body: object) =>
    shop.call<Answer>('POST', `/order/${placed._id}/messages`, { token, body })
  assert.equal((await say(buyer, { message: 'Does it fit?', line: 1 })).status, 200)
  assert.equal((await say(buyer, { message: 'And this?', line: 2 })).body.code, 'order-line-not-found')
  const question = (await mailsAbout(placed)).findLast(({ kind }) => kind === 'order-message')
  assert.match(question?.text ?? '', /Does it fit\?/)
  assert.equal((await say(shop.admin, { message: 'It does.' })).status, 200)
  const { messages } = await detailsOf(placed, buyer)
  assert.deepEqual(
    messages.map(({ from, open }) => [from, open]),
    [
      ['buyer', undefined],
      ['buyer', undefined],
      ['shop', undefined],
    ],
  )
  assert.equal(
    (await mailsAbout(placed)).filter(({ kind, to }) => kind === 'order-answer' && to === buyer.email).length,
    1,
  )
})

test('the shop can always answer, and a message has something to read', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [1], 'card')
  const say = ({ token }: { token: string }, message: string) =>
    shop.call<Answer>('POST', `/order/${placed._id}/messages`, { token, body: { message } })
  for (const unseen of ['\u200B', ' \u2060\uFEFF\u200D ', '\u2800\u3164'])
    assert.equal((await say(buyer, unseen)).body.code, 'invalid-request')
  await shop.db.execute(sql`
    INSERT INTO order_messages (id, order_id, kind, message, written_by)
    SELECT gen_random_uuid(), ${placed._id}::uuid, 'question', 'When?', ${buyer.id}::uuid FROM generate_series(1, 200)`)
  assert.equal((await say(buyer, 'Hello?')).body.code, 'too-many-messages')
  assert.equal((await say(shop.admin, 'Tomorrow.')).status, 200)
})

test('a buyer changes address, phone, number and note until the first parcel', async () => {
  const buyer = await createBuyer(1000)
  const placed = await order(buyer, [2], 'invoice')
  const change = (who: { token: string }, body: object) =>
    shop.call<Answer>('PATCH', `/order/${placed._id}/details`, { token: who.token, body })
  const { body } = await change(buyer, {
    address: '2 New Road',
    phoneNumber: '5550199',
    poNumber: 'PO-2',
    note: 'Ring twice',
  })
  assert.deepEqual(
    [body.order.address, body.order.phoneNumber, body.order.poNumber, body.order.note, body.asked],
    ['2 New Road', '5550199', 'PO-2', 'Ring twice', undefined],
  )
  assert.equal((await change(shop.admin, { poNumber: '' })).body.order.poNumber, undefined)
  const { timeline } = await detailsOf(placed)
  assert.deepEqual(
    timeline.filter(({ kind }) => kind === 'details_changed').map(({ actor }) => actor),
    ['buyer', 'admin'],
  )
  assert.equal((await mailsAbout(placed)).filter(({ kind }) => kind === 'order-changed').length, 1)
  await asAdmin('POST', `/order/${placed._id}/shipments`, { lines: [{ line: 1, units: 1 }] })
  assert.equal((await change(buyer, { note: 'Too late' })).body.code, 'order-move-not-allowed')
  assert.equal((await change(shop.admin, { note: 'Not for staff' })).status, 200)
})

test('an order is cancelled with its last units, also where these cost nothing any more', async () => {
  const buyer = await createBuyer(1_000)
  const placed = await order(buyer, [4, 12], 'invoice')
  const credit = { amount: 159.99, reason: 'duplicate' }
  assert.equal((await asAdmin('POST', `/order/${placed._id}/refunds`, credit)).status, 200)
  for (const [line, units] of [
    [1, 4],
    [2, 11],
  ] as const)
    assert.equal((await cancel(placed, shop.admin, [{ line, units }])).body.order.state, 'confirmed')
  const last = await cancel(placed, shop.admin)
  assert.deepEqual([last.status, last.body.order.state, await owedBy(buyer)], [200, 'cancelled', 0])
  assert.equal((await detailsOf(placed)).timeline.filter(({ kind }) => kind === 'cancelled').length, 1)
})

test('a buyer is told of units that the shop does not deliver, and of no paper that is not there', async () => {
  const placed = await order(await createBuyer(), [5], 'transfer')
  const { refund } = (await cancel(placed, shop.admin, [{ line: 1, units: 1 }])).body
  assert.deepEqual([refund?.reason, refund?.creditNote], ['not_delivered', undefined])
  const credit = { amount: 20, reason: 'duplicate', restockLines: [{ line: 1, units: 2 }] }
  assert.equal((await asAdmin('POST', `/order/${placed._id}/refunds`, credit)).status, 200)
  const mails = (await mailsAbout(placed)).filter(({ kind }) => kind === 'units-cancelled')
  assert.equal(mails.length, 2)
  for (const { text } of mails) {
    assert.match(text, /We have cancelled these units/)
    assert.doesNotMatch(text, /-C\d/)
  }
  const { timeline } = await detailsOf(placed)
  assert.deepEqual(
    timeline.flatMap(({ kind, units }) => (kind === 'units_cancelled' ? [units] : [])),
    [1, 2],
  )
})

test('a key is for one cancellation: all that is left is another one than some units', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [3, 2], 'card')
  await payFor(shop, buyer, placed)
  const key = crypto.randomUUID()
  assert.equal((await cancel(placed, buyer, [{ line: 1, units: 1 }], key)).status, 200)
  assert.equal((await cancel(placed, buyer, undefined, key)).body.code, 'idempotency-key-reused')
})

test('a purchase order number that the terms ask for is not taken off again', async () => {
  const buyer = await createBuyer(1000)
  const placed = await order(buyer, [1], 'invoice')
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: 1000, poRequired: true })
  const change = (poNumber: string) =>
    shop.call<Answer>('PATCH', `/order/${placed._id}/details`, { token: buyer.token, body: { poNumber } })
  assert.equal((await change('PO-7')).status, 200)
  assert.equal((await change('')).body.code, 'po-number-needed')
})

test('a mail after a credit says what was credited, and a unit that costs nothing by then still comes', async () => {
  const buyer = await createBuyer(1000)
  const placed = await order(buyer, [5, 5], 'invoice')
  const credit = (amount: number, { _id }: Order) =>
    asAdmin('POST', `/order/${_id}/refunds`, { reason: 'requested_by_customer', amount })
  assert.equal((await credit(20, placed)).status, 200)
  const body = { method: 'check', reference: '12' }
  assert.equal((await asAdmin('POST', `/order/${placed._id}/offline-payment`, body)).status, 200)
  const { rows } = await shop.db.execute<{ text: string }>(
    sql`SELECT text_body AS text FROM outbox WHERE order_id = ${placed._id} AND kind = 'payment-received'`,
  )
  assert.match(rows[0]?.text ?? '', /Total: \$100\.00[\s\S]*Credited: −\$20\.00\nTotal now: \$80\.00/)

  const cheaper = await order(buyer, [4], 'invoice')
  assert.equal((await credit(10, cheaper)).status, 200)
  assert.equal((await cancel(cheaper, buyer, [{ line: 1, units: 3 }])).status, 200)
  const left = await asAdmin<OrderDetails>('GET', `/order/${cheaper._id}/details`)
  assert.deepEqual([left.body.order.state, left.body.lines[0]?.units.cancelled], ['confirmed', 3])
  assert.equal((await asAdmin('POST', `/order/${cheaper._id}/shipments`)).status, 200)
})

test('a paid order goes on as long as units are to come, also if those that were cancelled had cost all that was left', async () => {
  const buyer = await createBuyer()
  const placed = await order(buyer, [4], 'card')
  await payFor(shop, buyer, placed)
  const body = { amount: 10, reason: 'requested_by_customer' }
  assert.equal((await asAdmin('POST', `/order/${placed._id}/refunds`, body)).status, 200)
  assert.equal((await cancel(placed, buyer, [{ line: 1, units: 3 }])).body.refund?.amount, 30)
  await waitUntil(async () => (await detailsOf(placed)).money.refunded === 40, 'the provider has sent it')
  const { order: now, lines, actions } = await detailsOf(placed)
  assert.deepEqual([now.state, lines[0]?.units.toCome, await toShip(placed)], ['paid', 1, 1])
  assert.ok(actions.includes('ship'))
  const other = await order(buyer, [2], 'card')
  await payFor(shop, buyer, other)
  assert.equal((await asAdmin('POST', `/order/${other._id}/refunds`, body)).status, 200)
  await cancel(other, buyer, [{ line: 1, units: 1 }])
  await waitUntil(async () => (await detailsOf(other)).money.refunded === 20, 'the provider has sent it')
  assert.equal((await asAdmin('POST', `/order/${placed._id}/shipments`)).body.order.state, 'shipped')
  // With the last unit it has ended.
  assert.equal((await cancel(other, buyer)).body.order.state, 'refunded')
})

test('less than a card takes is left to pay by transfer, or the cancellation is refused where the shop takes none', async () => {
  const buyer = await createBuyer()
  const cheap = await shop.addProduct({ price: 0.45, available: 50 })
  const place = async () => {
    const body = { ...orderBody(cheap, 4), payBy: 'card' }
    const { order: placed, message } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
    assert.ok(placed, message)
    return placed
  }
  const [refused, kept] = [await place(), await place()]
  const leaveOne = (one: Order) => cancel(one, buyer, [{ line: 1, units: 3 }])
  const offer = (transferDays: number) => asAdmin('PUT', '/store', { bankDetails: 'Bank', transferDays })
  await offer(0)
  const none = await leaveOne(refused)
  assert.deepEqual([none.body.code, (await detailsOf(refused)).lines[0]?.units.cancelled], ['rest-not-payable', 0])
  await offer(7)
  const { body } = await leaveOne(kept)
  assert.deepEqual([body.order.byTransfer, body.order.open, body.order.state], [true, 0.45, 'unpaid'], body.message)
  assert.ok(Date.parse(body.order.expiresAt ?? '') - Date.parse(body.order.placedAt) > 6 * 86_400_000)
  assert.ok((await detailsOf(kept, buyer)).actions.includes('pay'), 'where to transfer it')
  await asAdmin('POST', `/order/${kept._id}/offline-payment`, { method: 'bank_transfer', reference: 'RF' })
  assert.equal((await detailsOf(kept)).order.state, 'paid')
})
