import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { Statement } from '#contract/documents.ts'
import { storeDay } from '#contract/time-zone.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { orderBody, type Placed, readOrder } from '#server/testing/place-order.ts'

let shop: TestShop
let other: TestShop
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
  await asAdmin('PUT', '/store', { bankDetails: 'Parts Ltd\nGB33 BUKB 2020', transferDays: 7 })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  const broken = (await Promise.all([checkPayments(shop.db), checkDocuments(shop.db), checkOwedCredit(shop.db)])).flat()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(broken, [])
})

type Buyer = Awaited<ReturnType<typeof createCustomer>>
interface Refusal {
  code?: string
  message?: string
}

const asAdmin = <Body = Refusal>(method: string, path: string, body?: unknown, through = shop) =>
  through.call<Body & Refusal>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })

async function createAccountBuyer(name: string, creditLimit: number | null = null): Promise<Buyer> {
  const buyer = await createCustomer(shop, name)
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit, poRequired: false })
  return buyer
}

/** Places an order of units at 10 each. */
async function place({ token }: Buyer, payBy: 'invoice' | 'transfer', units = 10): Promise<Order> {
  const product = await shop.addProduct({ price: 10, available: 100 })
  const { body } = await shop.call<Placed>('POST', '/orders', { token, body: { ...orderBody(product, units), payBy } })
  assert.ok(body.order, body.message)
  return body.order
}

const pay = (
  { _id }: Order,
  amount?: number,
  more: { reference?: string; receivedOn?: string; isSurplus?: true } = {},
  through = shop,
) =>
  asAdmin<{ order: Order }>(
    'POST',
    `/order/${_id}/offline-payment`,
    { method: 'bank_transfer', reference: 'RF18', ...(amount !== undefined && { amount }), ...more },
    through,
  )
const detailsOf = async ({ _id }: Order) => (await asAdmin<OrderDetails>('GET', `/order/${_id}/details`)).body
const takeBack = ({ _id }: Order, paymentId: string | undefined, through = shop) =>
  asAdmin<{ order: Order }>('POST', `/order/${_id}/offline-payment/${paymentId}/take-back`, undefined, through)
/** Makes orders on account some days older, so that they are due. */
const becomeDue = (...orders: readonly Order[]) =>
  shop.db.execute(sql`
    UPDATE orders SET confirmed_at = confirmed_at - interval '30 days'
    WHERE id = ANY (${sql.param(orders.map(({ _id }) => _id))}::uuid[])`)
const remind = (orders: readonly Order[], again?: true) =>
  asAdmin<{ orders: Order[] }>('POST', '/payment-reminders', {
    orders: orders.map(({ _id }) => _id),
    ...(again && { again }),
  })
const owedBy = async ({ token }: Buyer) =>
  (await shop.call<{ terms: { owed: number } }>('GET', '/my-terms', { token })).body.terms.owed
const filtered = async (state: string, { number }: Order) =>
  (await asAdmin<Order[]>('GET', `/all-orders?state=${state}&q=${number}`)).body.length
const kindsTo = async ({ email }: Buyer) => (await mailsTo(shop, email)).map(({ kind }) => kind).toReversed()
const auditOf = async ({ _id }: Order) =>
  (
    await shop.db.execute<{ kind: string }>(sql`SELECT kind FROM audit_events WHERE subject_id = ${_id} ORDER BY id`)
  ).rows.map(({ kind }) => kind)

test('an order on account is paid in parts, each of which frees its credit', async () => {
  const buyer = await createAccountBuyer('half-paying')
  const order = await place(buyer, 'invoice')
  assert.deepEqual([order.open, order.received], [100, undefined])
  const half = await pay(order, 40)
  assert.deepEqual([half.body.order.open, half.body.order.received, half.body.order.state], [60, 40, 'confirmed'])
  assert.deepEqual([await owedBy(buyer), await filtered('partly_paid', order)], [60, 1])
  assert.equal((await pay(order, 40)).status, 200)
  assert.equal((await readOrder(shop, order)).open, 60)
  const paid = await pay(order, undefined, { reference: 'RF19' })
  assert.deepEqual([paid.body.order.paid, paid.body.order.open, await owedBy(buyer)], [true, undefined, 0])
  const { payments, timeline } = await detailsOf(order)
  assert.deepEqual(
    payments.map(({ amount, reference }) => [amount, reference]),
    [
      [40, 'RF18'],
      [60, 'RF19'],
    ],
  )
  assert.deepEqual(
    timeline.map(({ kind }) => kind),
    ['placed', 'confirmed', 'payment_received', 'paid'],
  )
  const receipts = (await mailsTo(shop, buyer.email)).toReversed()
  assert.deepEqual(
    receipts.map(({ kind, text }) => [kind, /We received (\S+) for/.exec(text)?.[1]]),
    [
      ['payment-received', '$40.00'],
      ['payment-received', '$60.00'],
    ],
  )
  assert.equal((await asAdmin('POST', `/order/${order._id}/refunds`, { amount: 100, reason: 'duplicate' })).status, 200)
  assert.equal((await readOrder(shop, order)).state, 'refunded')
})

test('two transfers that are alike count twice, and a repeated call once: each has its key', async () => {
  const order = await place(await createAccountBuyer('alike'), 'invoice')
  const body = { method: 'bank_transfer', reference: 'alike', amount: 5 }
  for (const key of ['one', 'other', 'other']) {
    const headers = { 'idempotency-key': key }
    await shop.call('POST', `/order/${order._id}/offline-payment`, { token: shop.admin.token, body, headers })
  }
  assert.equal((await readOrder(shop, order)).open, 90)
})

test('a key is for one payment, be it taken back: another one with it is refused, and its repetition records nothing', async () => {
  const [order, second] = [
    await place(await createAccountBuyer('keyed'), 'invoice'),
    await place(await createAccountBuyer('rest'), 'invoice'),
  ]
  const send = (body: object, { _id } = order) =>
    shop.call<{ code?: string }>('POST', `/order/${_id}/offline-payment`, {
      token: shop.admin.token,
      body: { method: 'check', reference: '4712', ...body },
      headers: { 'idempotency-key': 'payment-1' },
    })
  for (const { status } of await Promise.all([send({ amount: 10 }), send({ amount: 10 })])) assert.equal(status, 200)
  for (const other of [{ amount: 5 }, { amount: 10, reference: '4713' }, { amount: 10, method: 'bank_transfer' }, {}])
    assert.equal((await send(other)).body.code, 'idempotency-key-reused', JSON.stringify(other))
  assert.equal((await readOrder(shop, order)).open, 90)
  await takeBack(order, (await detailsOf(order)).payments[0]?._id)
  assert.equal((await send({ amount: 10 })).status, 200)
  assert.equal((await readOrder(shop, order)).open, 100)
  for (const { status } of await Promise.all([send({}, second), send({}, second)])) assert.equal(status, 200)
  assert.deepEqual([(await readOrder(shop, second)).paid, (await detailsOf(second)).payments.length], [true, 1])
})

test('of payments at once, those that come once nothing is open are refused, and none counts above what is open', async () => {
  const buyer = await createAccountBuyer('racing')
  for (let round = 0; round < 4; round++) {
    const order = await place(buyer, 'invoice')
    const outcomes = await Promise.all(
      [60, 60, 30, 30].map((amount, n) => pay(order, amount, { reference: `R${n}` }, n % 2 ? shop : other)),
    )
    const { paid } = await readOrder(shop, order)
    const { money } = await detailsOf(order)
    const counted = [60, 60, 30, 30].filter((_, n) => outcomes[n]?.status === 200).reduce((sum, each) => sum + each, 0)
    assert.ok(counted >= 100 && counted < 160, String(counted))
    assert.deepEqual([paid, money.captured, money.surplus?.came ?? 0], [true, 100, counted - 100])
    for (const { status } of outcomes) assert.ok(status === 200 || status === 409)
  }
})

test('what comes above the open sum pays the order and waits to be sent back: in its mail, its page, the list of Today and the statement', async () => {
  const buyer = await createAccountBuyer('overpaying')
  const order = await place(buyer, 'invoice')
  await pay(order, 30)
  const { body } = await pay(order, 82.5, { reference: 'RF20' })
  assert.deepEqual([body.order.paid, body.order.state, await owedBy(buyer)], [true, 'paid', 0])
  const [mail] = await mailsTo(shop, buyer.email)
  assert.match(
    mail?.text ?? '',
    /We received \$82\.50 .*\n+You have paid \$12\.50 more than the order costs, which goes back/,
  )
  const { money, refunds, timeline, payments } = await detailsOf(order)
  assert.deepEqual([money.captured, money.surplus], [100, { came: 12.5, returned: 0 }])
  assert.deepEqual(
    refunds.map(({ amount, toSend, creditNote }) => [amount, toSend, creditNote]),
    [[12.5, true, undefined]],
  )
  assert.deepEqual(timeline.map(({ kind }) => kind).slice(-2), ['paid', 'refund_requested'])
  assert.equal(await filtered('refund_to_send', order), 1)
  const closing = async () =>
    (await asAdmin<{ closing: number }>('GET', `/statement?customer=${buyer.id}`)).body.closing
  assert.equal(await closing(), -12.5)

  // A payment that was recorded by mistake takes its surplus with it, which nobody has sent.
  assert.deepEqual(
    payments.map(({ isSurplus }) => isSurplus),
    [undefined, undefined],
  )
  await takeBack(order, payments[1]?._id)
  assert.deepEqual((await detailsOf(order)).timeline.at(-1)?.withdrawn, 12.5)
  assert.deepEqual([(await readOrder(shop, order)).open, await filtered('refund_to_send', order)], [70, 0])
  await pay(order, 75, { reference: 'RF21' })
  const [refund] = (await detailsOf(order)).refunds
  const path = `/order/${order._id}/refunds/${refund?._id}/sent`
  assert.equal((await asAdmin<Refusal>('POST', path, { sentOn: '2000-01-01' })).body.code, 'payment-day-not-valid')
  const sent = { sentOn: storeDay(Date.now()), reference: 'BACK-1' }
  assert.equal((await asAdmin('POST', path, sent)).status, 200)
  assert.deepEqual([await closing(), await filtered('refund_to_send', order)], [0, 0])
  const { body: statement } = await asAdmin<Statement>('GET', `/statement?customer=${buyer.id}`)
  const [last] = statement.entries.filter(({ kind }) => kind === 'refund')
  assert.deepEqual([last?.day, last?.reference, last?.amount], [sent.sentOn, 'BACK-1', 5])
  assert.deepEqual((await detailsOf(order)).money.surplus, { came: 5, returned: 5 })
  // What was sent is not there any more.
  await takeBack(order, (await detailsOf(order)).payments.at(-1)?._id)
  assert.deepEqual([(await readOrder(shop, order)).open, await closing()], [75, 75])
})

test('money for an order that is paid or cancelled is recorded only as surplus, waits to be sent back, and leaves the order as it is', async () => {
  const buyer = await createAccountBuyer('paying-twice')
  const inAdvance = await place(buyer, 'transfer')
  await pay(inAdvance)
  const onAccount = await place(buyer, 'invoice')
  await pay(onAccount)
  const byCard = await place(buyer, 'transfer')
  await payFor(shop, buyer, byCard)
  const cancelled = await place(buyer, 'transfer')
  assert.equal((await shop.call('DELETE', `/orders/${cancelled._id}`, { token: buyer.token })).status, 200)
  const closing = async () =>
    (await asAdmin<{ closing: number }>('GET', `/statement?customer=${buyer.id}`)).body.closing
  for (const order of [inAdvance, onAccount, byCard, cancelled]) {
    const before = await readOrder(shop, order)
    const again = (amount?: number, through = shop) =>
      pay(order, amount, { reference: 'RF18 again', isSurplus: true }, through)
    const { status, body: refused } = await pay(order, 30)
    assert.deepEqual([status, refused.code], [409, 'payment-is-surplus'])
    assert.match(refused.message ?? '', new RegExp(`is ${before.state}, .*isSurplus`))
    assert.equal((await again()).body.code, 'nothing-open')
    const sent = await Promise.all([again(30), again(30, other)])
    assert.deepEqual(
      sent.map(({ status, body }) => [status, body.order.state, body.order.paid]),
      sent.map(() => [200, before.state, before.paid]),
    )
    const { money, actions, payments } = await detailsOf(order)
    assert.equal(payments.at(-1)?.isSurplus, true)
    assert.deepEqual([money.surplus, actions.includes('record-surplus')], [{ came: 30, returned: 0 }, true])
    assert.deepEqual([await closing(), await filtered('refund_to_send', order)], [-30, 1])
    const [mail] = await mailsTo(shop, buyer.email)
    assert.match(
      mail?.text ?? '',
      /We received \$30\.00 .*Nothing is open .*\n+You have paid \$30\.00 more than the order costs/,
    )
    // Recorded by mistake, it is taken back, and the order stays paid or cancelled.
    const { body } = await takeBack(order, payments.at(-1)?._id)
    assert.deepEqual([body.order.state, body.order.paid, await closing()], [before.state, before.paid, 0])
    const takenBack = (await detailsOf(order)).timeline.at(-1)
    assert.deepEqual([takenBack?.kind, takenBack?.amount, takenBack?.withdrawn], ['payment_taken_back', 30, 30])
    assert.equal((await again(20)).status, 200)
    const [owed] = await toSendOf(order)
    if (order === onAccount) await shop.db.execute(sql`UPDATE orders SET language = 'de' WHERE id = ${order._id}::uuid`)
    assert.equal((await markSent(order, owed?._id)).status, 200)
    const [returned] = await mailsTo(shop, buyer.email)
    assert.match(
      returned?.text ?? '',
      order === onAccount
        ? /Sie haben 20,00\s\$ mehr gezahlt, als .* zurückgesandt.*\n+Ihre Bestellung bleibt, wie sie ist\./
        : /You paid \$20\.00 more than your order .* sent that back .*\n+Your order stays as it is\./,
    )
    assert.deepEqual((await detailsOf(order)).money.surplus, { came: 20, returned: 20 })
    assert.deepEqual([await closing(), (await readOrder(shop, order)).state], [0, before.state])
  }
  // Of these, the money that was sent back was all that came.
  for (const order of [byCard, cancelled])
    assert.equal((await takeBack(order, (await detailsOf(order)).payments.at(-1)?._id)).body.code, 'payment-refunded')
  assert.equal(await owedBy(buyer), 0)
})

test('one payment pays several orders of one buyer, all or nothing', async () => {
  const buyer = await createAccountBuyer('collecting')
  const orders = [await place(buyer, 'invoice', 3), await place(buyer, 'invoice', 5)]
  const stranger = await place(await createAccountBuyer('other-payer'), 'invoice', 1)
  const send = (parts: { id: string; amount?: number }[]) =>
    asAdmin<{ orders: Order[] }>('POST', '/offline-payments', { method: 'check', reference: '4711', orders: parts })
  const [first, second] = orders.map(({ _id: id }) => ({ id }))
  assert.ok(first && second)
  assert.equal((await send([first, { id: stranger._id }])).body.code, 'orders-of-several-buyers')
  for (const same of [first, { id: first.id.toUpperCase() }])
    assert.equal((await send([first, same])).body.code, 'order-listed-twice')
  assert.equal(await owedBy(buyer), 80)
  const payment = [first, { ...second, amount: 20 }]
  const sent = await Promise.all([send(payment), send(payment)])
  for (const { status, body } of sent) {
    assert.equal(status, 200)
    assert.deepEqual(
      body.orders.map(({ paid, open }) => [paid, open]),
      [
        [true, undefined],
        [false, 30],
      ],
    )
  }
  assert.equal(await owedBy(buyer), 30)
})

test('the buyers of chosen orders are reminded by one mail each, what has nothing open or was reminded today is left out', async () => {
  const [one, two] = [await createAccountBuyer('one-of-many'), await createAccountBuyer('two-of-many')]
  const [first, second, third] = [await place(one, 'invoice'), await place(one, 'invoice'), await place(two, 'invoice')]
  const paid = await place(two, 'invoice')
  await pay(paid)
  const early = await place(two, 'invoice')
  await becomeDue(first, second, third, paid)
  interface Reminded {
    done: string[]
    refused: { _id: string; code: string }[]
    mails: number
  }
  const ids = [first, second, third, paid, early].map(({ _id }) => _id)
  const remindMany = (preview?: true, through = shop) =>
    asAdmin<Reminded>('POST', '/payment-reminders-of-many', { ids, ...(preview && { preview }) }, through)
  const preview = (await remindMany(true)).body
  assert.deepEqual(
    [preview.done.length, preview.refused.map(({ code }) => code), preview.mails],
    [3, ['nothing-open', 'not-due-yet'], 2],
  )
  assert.equal((await readOrder(shop, first)).reminders, undefined)
  const answers = await Promise.all([remindMany(), remindMany(undefined, other)])
  assert.equal(
    answers.reduce((sum, { body }) => sum + body.mails, 0),
    2,
  )
  const counts = await Promise.all([first, second, third].map(async (each) => (await readOrder(shop, each)).reminders))
  assert.deepEqual(
    counts.map((each) => each?.count),
    [1, 1, 1],
  )
  for (const buyer of [one, two])
    assert.equal((await kindsTo(buyer)).filter((kind) => kind === 'payment-reminder').length, 1)
  assert.deepEqual((await remindMany()).body.refused.map(({ code }) => code).toSorted(), [
    'not-due-yet',
    'nothing-open',
    'reminded-today',
    'reminded-today',
    'reminded-today',
  ])
})

test('a payment is taken back once, also one that made its order paid, as long as nothing was refunded', async () => {
  const buyer = await createAccountBuyer('mistaken', 100)
  const order = await place(buyer, 'invoice')
  await pay(order, 30)
  await pay(order)
  const [part, rest] = (await detailsOf(order)).payments.map(({ _id }) => _id)
  const outcomes = await Promise.all([takeBack(order, rest), takeBack(order, rest, other)])
  for (const { body } of outcomes) assert.deepEqual([body.order.state, body.order.open], ['confirmed', 70])
  assert.equal(await owedBy(buyer), 70)
  assert.equal((await kindsTo(buyer)).filter((kind) => kind === 'payment-taken-back').length, 1)
  const [kept, taken] = (await detailsOf(order)).payments
  assert.deepEqual(
    [kept?.takenBackAt, taken?.takenBackAt !== undefined, taken?.mayTakeBack],
    [undefined, true, undefined],
  )
  await place(buyer, 'invoice', 3)
  const refused = await takeBack(order, part)
  assert.equal(refused.body.code, 'credit-limit-in-the-way')
  assert.match(refused.body.message ?? '', /\$30\.00 open again/)
  assert.equal((await pay(order)).body.order.paid, true)
  assert.deepEqual(
    (await auditOf(order)).filter((kind) => kind.startsWith('payment')),
    ['payment-recorded', 'payment-recorded', 'payment-taken-back', 'payment-recorded'],
  )
  await asAdmin('POST', `/order/${order._id}/refunds`, { amount: 1, reason: 'duplicate' })
  assert.equal((await takeBack(order, part)).body.code, 'payment-refunded')
  assert.equal((await takeBack(order, 'offline-none')).body.code, 'payment-not-found')
})

test('a transfer order of whose money a part came neither expires nor is paid by card', async () => {
  const buyer = await createCustomer(shop, 'in-advance')
  const order = await place(buyer, 'transfer')
  await pay(order, 50)
  await shop.db.execute(sql`
    UPDATE orders SET placed_at = placed_at - interval '9 days', expires_at = expires_at - interval '9 days' WHERE id = ${order._id}`)
  await expireOrders(shop.db, {
    releasePayment: (id) => releasePayment(shop.db, settleDeps(shop), id),
    queueMail: settleDeps(shop).queueMail,
    log: shop.app.log as never,
  })
  assert.deepEqual([(await readOrder(shop, order)).state, await filtered('overdue', order)], ['unpaid', 1])
  const card = await shop.call<Refusal>('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: order._id },
  })
  assert.equal(card.body.code, 'order-partly-paid')
  const [payment] = (await detailsOf(order)).payments
  assert.equal((await takeBack(order, payment?._id)).body.order.state, 'unpaid')
  assert.equal((await shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })).status, 200)
})

test('of a card payment that opens and a part that is recorded at once, only one stays', async () => {
  const buyer = await createCustomer(shop, 'two-ways')
  for (let round = 0; round < 4; round++) {
    const order = await place(buyer, 'transfer')
    const open = () =>
      other.call<Refusal>('POST', '/create-payment-intent', { token: buyer.token, body: { orderId: order._id } })
    await Promise.all([open(), pay(order, 50)])
    const { rows } = await shop.db.execute<{ live: number; received: number }>(sql`
      SELECT (SELECT count(*) FROM payments WHERE order_id = orders.id AND method = 'card' AND canceled_at IS NULL)::int AS live,
        received_cents::int AS received FROM orders WHERE id = ${order._id}`)
    assert.ok(rows[0]?.live === 0 || rows[0]?.received === 0, JSON.stringify(rows))
  }
})

test('an expired order is taken up again only with all of its money', async () => {
  const buyer = await createCustomer(shop, 'too-late')
  const order = await place(buyer, 'transfer')
  await shop.db.execute(sql`UPDATE orders SET expired_at = now(), open_slot = NULL WHERE id = ${order._id}`)
  assert.equal((await pay(order, 50)).body.code, 'expired-order-partly-paid')
})

test('a reminder names what is open of several orders in one mail, is counted, and asks before the second of a day', async () => {
  const buyer = await createAccountBuyer('reminded')
  const orders = [await place(buyer, 'invoice', 3), await place(buyer, 'invoice', 5)]
  const [first, second] = orders
  assert.ok(first && second)
  await shop.db.execute(sql`UPDATE orders SET language = 'de' WHERE buyer_id = ${buyer.id}`)
  await pay(second, 20)
  const seen = await shop.call<OrderDetails>('GET', `/order/${second._id}/details`, { token: buyer.token })
  assert.ok(seen.body.actions.includes('pay'), 'what is left of it')
  await shop.db.execute(sql`
    UPDATE orders SET confirmed_at = confirmed_at - interval '29 days' WHERE id IN (${first._id}, ${second._id})`)
  for (const again of [undefined, true] as const) {
    const early = await remind(orders, again)
    assert.deepEqual([early.status, early.body.code], [409, 'not-due-yet'])
    assert.ok(early.body.message?.includes(`${first.number}, ${second.number}`))
  }
  assert.ok(!(await detailsOf(first)).actions.includes('remind'))
  // Its day is the first one.
  await shop.db.execute(sql`
    UPDATE orders SET confirmed_at = confirmed_at - interval '1 day' WHERE id IN (${first._id}, ${second._id})`)
  assert.ok((await detailsOf(first)).actions.includes('remind'))
  const sent = await remind(orders)
  assert.deepEqual(
    sent.body.orders.map(({ reminders }) => reminders?.count),
    [1, 1],
  )
  const mail = (await mailsTo(shop, buyer.email)).find(({ kind }) => kind === 'payment-reminder')
  for (const part of [first.number, second.number, '60,00', '30,00', 'fällig am'])
    assert.ok(mail?.text.includes(part), part)
  const again = await remind([second])
  assert.equal(again.body.code, 'reminded-today')
  assert.ok(again.body.message?.includes(second.number))
  assert.equal((await remind([second], true)).body.orders[0]?.reminders?.count, 2)
  assert.deepEqual((await auditOf(first)).slice(-1), ['buyer-reminded'])
  await pay(first)
  assert.equal((await remind([first])).body.code, 'nothing-open')
})

const cancel = (
  { _id }: Order,
  { token }: { token: string },
  lines?: { line: number; units: number }[],
  through = shop,
) =>
  through.call<{ order: Order } & Refusal>('POST', `/order/${_id}/cancellations`, {
    token,
    body: { ...(lines && { lines }) },
  })
const toSendOf = async (order: Order) =>
  (await detailsOf(order)).refunds.filter(({ toSend }) => toSend).map(({ _id, amount }) => ({ _id, amount }))
const markSent = ({ _id }: Order, id: string | undefined) => asAdmin('POST', `/order/${_id}/refunds/${id}/sent`)

test('an order of whose money a part came is cancelled as a whole: what is open is credited, what came waits to be sent back', async () => {
  const buyer = await createAccountBuyer('cancelling')
  for (const [payBy, way, who] of [
    ['transfer', 'DELETE', buyer],
    ['invoice', 'DELETE', shop.admin],
    ['invoice', 'POST', buyer],
  ] as const) {
    const order = await place(buyer, payBy)
    await pay(order, 30)
    await pay(order, 10, { reference: 'second' })
    const { status, body } =
      way === 'POST'
        ? await cancel(order, who)
        : await shop.call<Refusal>('DELETE', `/orders/${order._id}`, { token: who.token })
    assert.equal(status, 200, body.message)
    const { order: now, money, actions, payments } = await detailsOf(order)
    assert.deepEqual([now.state, money.credited, actions], ['cancelled', 100, ['record-surplus']], `${payBy} ${way}`)
    const [owed, ...more] = await toSendOf(order)
    assert.deepEqual([owed?.amount, more], [40, []])
    assert.equal(await filtered('refund_to_send', order), 1)
    assert.ok(payments.every(({ mayTakeBack }) => mayTakeBack))
    assert.equal((await markSent(order, owed?._id)).status, 200)
    assert.deepEqual([await toSendOf(order), await filtered('refund_to_send', order)], [[], 0])
    assert.deepEqual(
      [money.surplus, (await detailsOf(order)).money.surplus],
      [
        { came: 40, returned: 0 },
        { came: 40, returned: 40 },
      ],
    )
    assert.equal((await takeBack(order, payments[0]?._id)).body.code, 'payment-refunded')
  }
  assert.equal(await owedBy(buyer), 0)
  const mails = await mailsTo(shop, buyer.email)
  assert.match(
    mails.find(({ kind }) => kind === 'units-cancelled')?.text ?? '',
    /\$40\.00 more than the order costs, which goes back the way your payment came/,
  )
  // The id of a payment that staff recorded says nothing to people.
  assert.ok(mails.length > 0 && mails.every(({ text }) => !text.includes('offline-')))
})

test('units that cost more than is open are cancelled: the rest pays the order, and the surplus waits to be sent back', async () => {
  const buyer = await createAccountBuyer('cancelling-some')
  const order = await place(buyer, 'invoice')
  await pay(order, 80)
  const { body } = await cancel(order, shop.admin, [{ line: 1, units: 5 }])
  assert.deepEqual([body.order.state, body.order.paid], ['paid', true], body.message)
  const { money, refunds } = await detailsOf(order)
  assert.deepEqual([money.captured, money.credited, await owedBy(buyer)], [50, 50, 0])
  assert.deepEqual(
    refunds.map(({ amount, creditNote, toSend }) => [amount, creditNote, toSend]),
    [
      [50, `${order.number}-C1`, undefined],
      [30, undefined, true],
    ],
  )
  await markSent(order, (await toSendOf(order))[0]?._id)
  assert.equal((await readOrder(shop, order)).state, 'paid')
  // A credit of what has shipped, too, takes more than is open.
  const shipped = await place(buyer, 'invoice')
  await asAdmin('PATCH', `/ship-order/${shipped._id}`)
  await pay(shipped, 90)
  const lines = [{ line: 1, units: 4 }]
  const credit = (restockLines: object[]) =>
    asAdmin('POST', `/order/${shipped._id}/refunds`, { reason: 'requested_by_customer', lines, restockLines })
  assert.equal((await credit(lines)).body.code, 'restock-too-large')
  assert.equal((await credit([])).status, 200)
  const after = await detailsOf(shipped)
  // Goods come back by a return.
  assert.deepEqual([after.lines[0]?.units.returned, after.money.captured, after.restockableUnits], [0, 60, 10])
  assert.deepEqual(
    (await toSendOf(shipped)).map(({ amount }) => amount),
    [30],
  )
})

test('of a cancellation and parts of the money at once, nothing is lost', async () => {
  const buyer = await createAccountBuyer('cancel-race')
  for (let round = 0; round < 4; round++) {
    const order = await place(buyer, round % 2 ? 'transfer' : 'invoice')
    const [cancelled, ...paid] = await Promise.all([
      cancel(order, shop.admin, undefined, other),
      pay(order, 30, { reference: 'a' }),
      pay(order, 30, { reference: 'b' }, other),
    ])
    assert.equal(cancelled.status, 200, cancelled.body.message)
    const came = paid.filter(({ status }) => status === 200).length * 30
    assert.equal(
      (await toSendOf(order)).reduce((sum, { amount }) => sum + amount, 0),
      came,
    )
    assert.equal((await readOrder(shop, order)).state, 'cancelled')
  }
  assert.equal(await owedBy(buyer), 0)
})

test('a payment is taken back before staff have sent what was to go back of it: that is withdrawn, and the order costs less', async () => {
  const buyer = await createAccountBuyer('bounced')
  const order = await place(buyer, 'invoice')
  await pay(order, 40)
  await pay(order, 60, { reference: 'bounced' })
  assert.equal((await cancel(order, shop.admin, [{ line: 1, units: 3 }])).status, 200)
  const [first, bounced] = (await detailsOf(order)).payments
  assert.deepEqual([(await toSendOf(order)).map(({ amount }) => amount), bounced?.mayTakeBack], [[30], true])
  const outcomes = await Promise.all([takeBack(order, bounced?._id), takeBack(order, bounced?._id, other)])
  for (const { status, body } of outcomes)
    assert.deepEqual([status, body.order.open, body.order.received], [200, 30, 40])
  const { money, refunds } = await detailsOf(order)
  assert.deepEqual([await toSendOf(order), money.credited, money.refunding, await owedBy(buyer)], [[], 30, 0, 30])
  // Its paper stays.
  assert.deepEqual(
    refunds.map(({ credit, creditNote }) => [credit, creditNote]),
    [[true, `${order.number}-C1`]],
  )
  const [mail] = await mailsTo(shop, buyer.email)
  assert.deepEqual(
    [
      mail?.kind,
      ...['$60.00', '$30.00 that were to go back', 'Still open: $30.00'].map((part) => mail?.text.includes(part)),
    ],
    ['payment-taken-back', true, true, true],
  )
  assert.equal((await auditOf(order)).filter((kind) => kind === 'payment-taken-back').length, 1)
  // What is left of the other payment pays what is left of the order, and the rest of it still goes back.
  await pay(order)
  assert.equal((await cancel(order, shop.admin, [{ line: 1, units: 4 }])).status, 200)
  const again = (await detailsOf(order)).payments.find(({ amount, takenBackAt }) => amount === 30 && !takenBackAt)
  const back = await takeBack(order, again?._id)
  assert.deepEqual([back.body.order.paid, (await detailsOf(order)).money.captured], [true, 30], back.body.message)
  assert.deepEqual(
    (await toSendOf(order)).map(({ amount }) => amount),
    [10],
  )
  await markSent(order, (await toSendOf(order))[0]?._id)
  assert.equal((await takeBack(order, first?._id)).body.code, 'payment-refunded')
})

test('of an order that is cancelled, a payment is taken back, too, and one that costs nothing then is cancelled', async () => {
  const buyer = await createAccountBuyer('never-came')
  for (const payBy of ['transfer', 'invoice'] as const) {
    const part = await place(buyer, payBy)
    await pay(part, 40)
    await cancel(part, buyer)
    const [payment] = (await detailsOf(part)).payments
    assert.equal((await takeBack(part, payment?._id)).body.order.state, 'cancelled')
    assert.deepEqual([await toSendOf(part), (await detailsOf(part)).money.surplus], [[], undefined])
    const whole = await place(buyer, payBy)
    await pay(whole)
    await cancel(whole, shop.admin)
    const [all] = (await detailsOf(whole)).payments
    const taken = await takeBack(whole, all?._id)
    assert.deepEqual([taken.body.order.state, await toSendOf(whole)], ['cancelled', []], taken.body.message)
  }
  assert.equal(await owedBy(buyer), 0)
})

test('of money that is sent back and a payment that is taken back at once, one is refused', async () => {
  const buyer = await createAccountBuyer('send-race')
  for (let round = 0; round < 4; round++) {
    const order = await place(buyer, 'invoice')
    await pay(order)
    await cancel(order, shop.admin, [{ line: 1, units: 3 }])
    const [owed] = await toSendOf(order)
    const [payment] = (await detailsOf(order)).payments
    const [taken, sent] = await Promise.all([takeBack(order, payment?._id, other), markSent(order, owed?._id)])
    assert.deepEqual([taken.body.code ?? 'done', sent.body.code ?? 'done'].toSorted(), [
      'done',
      taken.status === 200 ? 'refund-not-found' : 'payment-refunded',
    ])
  }
})
