import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { HeldPayment, OrderDetails } from '#contract/payments.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import {
  breaches,
  eventsAbout,
  mailsTo,
  providerOf,
  sendEvent,
  settling,
  type Way,
} from '#server/testing/card-events.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placed } from '#server/testing/order-of.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'

let shop: TestShop
let buyer: Person
let stranger: Person
let product: Tool
const lines: { type?: string; msg?: string }[] = []
before(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  // No event comes by itself: each test sends those it wants, as often and in the order it wants.
  shop = await openTestShop({ env: { SANDBOX_EVENTS: 'lost' }, log })
  buyer = await shop.signUp('payer')
  stranger = await shop.signUp('stranger')
  product = await shop.addProduct({ available: 10_000, price: 12.34 })
})
after(() => shop[Symbol.asyncDispose]())

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const orderNow = async (order: Order) =>
  (await shop.call<Order>('GET', `/order/${order._id}`, { token: shop.admin.token })).body
const detailsOf = async (order: Order, who: Person = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: who.token })).body
const stockOf = async ({ _id }: Tool) => (await shop.call<Tool>('GET', `/tools/${_id}`)).body.available
const kindsOf = async (order: Order) => (await detailsOf(order)).timeline.map(({ kind }) => kind)
const heldPayments = async () =>
  (await shop.call<HeldPayment[]>('GET', '/held-payments', { token: shop.admin.token })).body
const ship = (order: Order) =>
  shop.call<{ code?: string }>('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token })
const openIntent = async (order: Order, who = buyer) => {
  const secret = await openPayment(shop, who, order)
  return { secret, intentId: secret.split('_secret_')[0] ?? '' }
}
const refundsAtProvider = async (intentId: string) =>
  (await providerOf(shop).refunds.list({ payment_intent: intentId })).data

/** An order whose time was over before its money came. */
async function expiredOrder(what: Tool, quantity: number) {
  const order = await placed(shop, buyer, what, quantity)
  const { secret, intentId } = await openIntent(order)
  assert.equal(await closeUnpaidOrder(shop.db, order._id, { as: 'expired', by: undefined }), true)
  return { order, secret, intentId }
}

test('the same event five times at once, with the browser’s claim, has one effect', async () => {
  const order = await placed(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  await confirmCard(shop, secret)
  const [event] = (await eventsAbout(shop, intentId)).filter(({ type }) => type === 'payment_intent.succeeded')
  assert.ok(event)
  const answers = await Promise.all([
    ...range(5).map(() => sendEvent(shop, event)),
    claimPaid(shop, buyer, order, intentId),
    ...range(2).map(() => sendEvent(shop, event)),
  ])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await orderNow(order)).state, 'paid')
  assert.deepEqual(await kindsOf(order), ['placed', 'paid'])
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid'])
  assert.equal((await refundsAtProvider(intentId)).length, 0)
  assert.deepEqual(await breaches(shop), [])
})

test('the browser was closed: all events of a payment, twice and the last first, make its order paid once', async () => {
  const order = await placed(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  await confirmCard(shop, secret, '4000000000000002')
  await confirmCard(shop, secret, '5555555555554444')
  const events = (await eventsAbout(shop, intentId)).toReversed()
  assert.ok(events.length >= 4)
  for (const event of [...events, ...events]) assert.equal((await sendEvent(shop, event)).status, 200)
  assert.equal((await orderNow(order)).transactionId, intentId)
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid'])
  const { attempts } = await detailsOf(order, buyer)
  assert.deepEqual(
    attempts.map(({ state, brand, last4, declineReason, declineCode }) => [
      state,
      brand,
      last4,
      declineReason,
      declineCode,
    ]),
    [
      ['declined', 'visa', '0002', 'Your card was declined.', 'generic_decline'],
      ['succeeded', 'mastercard', '4444', undefined, undefined],
    ],
  )
})

test('every event was lost: the reconciliation finds the money within ten minutes, and one mail is written', async () => {
  const order = await placed(shop, buyer, product, 1)
  const idle = await placed(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  const untouched = await openIntent(idle)
  await confirmCard(shop, secret)
  await shop.db.execute(sql`UPDATE payments SET created_at = now() - interval '3 minutes', checked_at = NULL
    WHERE intent_id IN (${intentId}, ${untouched.intentId})`)
  await Promise.all(range(3).map(() => reconcilePayments(shop.db, settling(shop))))
  assert.equal((await orderNow(order)).state, 'paid')
  assert.equal((await orderNow(idle)).state, 'unpaid')
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid'])
  // Each that stays open is asked about again and again.
  await confirmCard(shop, untouched.secret)
  await reconcilePayments(shop.db, settling(shop))
  assert.equal((await orderNow(idle)).state, 'unpaid', 'asked about a moment ago')
  await shop.db.execute(
    sql`UPDATE payments SET checked_at = now() - interval '5 minutes' WHERE intent_id = ${untouched.intentId}`,
  )
  await reconcilePayments(shop.db, settling(shop))
  assert.equal((await orderNow(idle)).state, 'paid')
})

test('a transaction that has paid one order pays no other; a failed one pays none', async () => {
  const first = await placed(shop, buyer, product, 1)
  const used = await payFor(shop, buyer, first)
  const theirs = await payFor(shop, stranger, await placed(shop, stranger, product, 1))
  const order = await placed(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  await confirmCard(shop, secret, '4000000000000002')
  for (const [claim, refusal] of [
    [used, '409 payment-mismatch'],
    [theirs, '409 payment-mismatch'],
    ['pi_madeup', '409 payment-mismatch'],
    [intentId, '402 payment-not-confirmed'],
  ] as const) {
    const { status, body } = await claimPaid(shop, buyer, order, claim)
    assert.equal(`${status} ${body.code}`, refusal)
  }
  assert.deepEqual(await kindsOf(order), ['placed'])
  const foreign = await claimPaid(shop, stranger, order, intentId)
  assert.equal(`${foreign.status} ${foreign.body.code}`, '404 order-not-found')
})

test('money that comes after the order expired takes it up again, with units of today’s stock', async () => {
  const few = await shop.addProduct({ available: 5, price: 10 })
  const { order, secret, intentId } = await expiredOrder(few, 3)
  assert.equal(await stockOf(few), 5)
  await confirmCard(shop, secret)
  const answers = await Promise.all(range(5).map(() => claimPaid(shop, buyer, order, intentId)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const now = await orderNow(order)
  assert.deepEqual([now.state, now.transactionId], ['paid', intentId])
  assert.equal(await stockOf(few), 2)
  assert.deepEqual(await kindsOf(order), ['placed', 'expired', 'paid_late'])
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid'])
  assert.deepEqual(await breaches(shop), [])
  assert.equal((await ship(order)).status, 200)
})

test('late money without stock is paid_short: it does not ship until stock is back', async () => {
  const few = await shop.addProduct({ available: 2, price: 10 })
  const { order, secret, intentId } = await expiredOrder(few, 2)
  await payFor(shop, stranger, await placed(shop, stranger, few, 1))
  await confirmCard(shop, secret)
  assert.equal((await claimPaid(shop, buyer, order, intentId)).body.order.state, 'paid_short')
  assert.equal(await stockOf(few), 1)
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid-short'])
  const list = await shop.call<Order[]>('GET', '/all-orders?state=paid_short', { token: shop.admin.token })
  assert.deepEqual(
    list.body.map(({ _id }) => _id),
    [order._id],
  )
  assert.deepEqual((await detailsOf(order)).actions, ['allocate', 'refund'])
  assert.deepEqual((await detailsOf(order, buyer)).actions, [])

  const early = await ship(order)
  assert.equal(`${early.status} ${early.body.code}`, '409 order-move-not-allowed')
  const allocate = () =>
    shop.call<{ order: Order; code?: string; facts?: object }>('POST', `/order/${order._id}/allocate`, {
      token: shop.admin.token,
    })
  const refused = await allocate()
  assert.equal(`${refused.status} ${refused.body.code}`, '409 not-enough-stock')
  assert.deepEqual(refused.body.facts, { available: 1, needed: 2 })
  await shop.call('PUT', `/tools/${few._id}`, { token: shop.admin.token, body: { available: 4 } })
  const answers = await Promise.all(range(3).map(allocate))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  )
  assert.equal(await stockOf(few), 2)
  assert.equal((await orderNow(order)).state, 'paid')
  assert.equal((await ship(order)).status, 200)
  assert.deepEqual(await kindsOf(order), ['placed', 'expired', 'paid_short', 'allocated', 'shipped'])
  assert.deepEqual(await mailsTo(shop, buyer.email, few.name), ['order-paid-short', 'order-shipped'])
  assert.deepEqual(await breaches(shop), [])
})

test('two late payments race for the last units: one is paid, the other paid_short and refunded', async () => {
  const last = await shop.addProduct({ available: 1, price: 10 })
  const one = await expiredOrder(last, 1)
  const other = await expiredOrder(last, 1)
  await Promise.all([one, other].map(({ secret }) => confirmCard(shop, secret)))
  await Promise.all([one, other].map(({ order, intentId }) => claimPaid(shop, buyer, order, intentId)))
  const states = await Promise.all([one, other].map(async ({ order }) => (await orderNow(order)).state))
  assert.deepEqual(states.toSorted(), ['paid', 'paid_short'])
  assert.equal(await stockOf(last), 0)
  const short = states[0] === 'paid_short' ? one : other
  const { status, body } = await shop.call<{ order: Order }>('POST', `/order/${short.order._id}/refunds`, {
    token: shop.admin.token,
    body: { reason: 'requested_by_customer' },
  })
  assert.equal(status, 200)
  assert.equal(body.order.state, 'refunded')
  assert.equal(await stockOf(last), 0)
  assert.deepEqual(await breaches(shop), [])
})

test('late money for an order that its buyer cancelled goes back by itself, once', async () => {
  const order = await placed(shop, buyer, product, 2)
  const { secret, intentId } = await openIntent(order)
  // The provider could not be told in time.
  await closeUnpaidOrder(shop.db, order._id, { as: 'cancelled', by: undefined })
  await confirmCard(shop, secret)
  const answers = await Promise.all(range(4).map(() => claimPaid(shop, buyer, order, intentId)))
  for (const { status, body } of answers) assert.equal(`${status} ${body.code}`, '409 order-move-not-allowed')
  assert.match(answers[0]?.body.message ?? '', /cancelled and this money goes back/)
  assert.equal((await orderNow(order)).state, 'cancelled')
  const back = await refundsAtProvider(intentId)
  assert.deepEqual(
    back.map(({ amount }) => amount),
    [2468],
  )
  const { refunds } = await detailsOf(order, buyer)
  assert.deepEqual(
    refunds.map(({ state, amount, automatic }) => [state, amount, automatic]),
    [['succeeded', 24.68, true]],
  )
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['payment-returned'])
  assert.deepEqual(await breaches(shop), [])
})

test('a second success on the same order goes back', async () => {
  const order = await placed(shop, buyer, product, 1)
  const first = await openIntent(order)
  // As if the provider had forgotten the first for a moment.
  await shop.db.execute(sql`UPDATE payments SET canceled_at = now() WHERE intent_id = ${first.intentId}`)
  const second = await openIntent(order)
  assert.notEqual(first.intentId, second.intentId)
  await confirmCard(shop, first.secret)
  await confirmCard(shop, second.secret)
  await Promise.all([first, second, first, second].map(({ intentId }) => claimPaid(shop, buyer, order, intentId)))
  const { transactionId } = await orderNow(order)
  const loser = transactionId === first.intentId ? second : first
  assert.equal((await refundsAtProvider(loser.intentId)).length, 1)
  assert.equal((await refundsAtProvider(transactionId ?? '')).length, 0)
  assert.equal((await detailsOf(order)).refunds[0]?.reason, 'duplicate')
  assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid', 'payment-returned'])
  assert.deepEqual(await breaches(shop), [])
})

test('three tabs, two cards: one payment; a tab that asks when the money is there hears that it is paid', async () => {
  const order = await placed(shop, buyer, product, 1)
  const tabs = await Promise.all(range(3).map(() => openIntent(order)))
  assert.equal(new Set(tabs.map(({ secret }) => secret)).size, 1)
  const secret = tabs[0]?.secret ?? ''
  assert.equal((await confirmCard(shop, secret, '4000000000009995')).status, 402)
  const confirmed = await Promise.all(range(3).map(() => confirmCard(shop, secret)))
  assert.equal(confirmed.filter(({ body }) => body.status === 'succeeded').length >= 1, true)
  const late = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: order._id },
  })
  assert.equal(`${late.status} ${late.body.code} ${late.body.facts?.['state']}`, '409 order-move-not-allowed paid')
  assert.equal((await orderNow(order)).state, 'paid')
  const charges = await providerOf(shop).charges.list({ payment_intent: tabs[0]?.intentId ?? '' })
  assert.equal(charges.data.filter(({ paid }) => paid).length, 1)
})

for (const [reason, tamper] of [
  ['amount', (order: Order) => sql`UPDATE orders SET total_cents = total_cents + 1 WHERE id = ${order._id}`],
  ['currency', (order: Order) => sql`UPDATE orders SET currency = 'eur' WHERE id = ${order._id}`],
  ['owner', undefined],
] as const) {
  test(`money whose ${reason} differs is held: it pays nothing, an admin sees it and sends it back`, async () => {
    const order = await placed(shop, buyer, product, 2)
    const { secret, intentId } = await openIntent(order)
    if (tamper) await shop.db.execute(tamper(order))
    else await providerOf(shop).paymentIntents.update(intentId, { metadata: { buyer_id: 'somebody else' } })
    await confirmCard(shop, secret)
    const claims = await Promise.all(range(3).map(() => claimPaid(shop, buyer, order, intentId)))
    for (const { status, body } of claims) assert.equal(`${status} ${body.code}`, '409 payment-held')
    assert.equal((await orderNow(order)).state, 'unpaid')
    const held = (await heldPayments()).filter(({ _id }) => _id === intentId)
    assert.deepEqual(
      held.map((payment) => [payment.amount, payment.currency, payment.reason, payment.orderId]),
      [[24.68, 'usd', reason, order._id]],
    )
    assert.equal((await detailsOf(order, buyer)).heldPayments.length, 1)
    const again = await shop.call('POST', '/create-payment-intent', {
      token: buyer.token,
      body: { orderId: order._id },
    })
    assert.equal(`${again.status} ${again.body.code}`, '409 payment-held')

    const sent = await Promise.all(
      range(3).map(() => shop.call('POST', `/held-payments/${intentId}/refund`, { token: shop.admin.token })),
    )
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(
      (await refundsAtProvider(intentId)).map(({ amount }) => amount),
      [2468],
    )
    assert.equal(
      (await heldPayments()).some(({ _id }) => _id === intentId),
      false,
    )
    assert.equal((await detailsOf(order)).refunds.length, 1)
    assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['payment-returned'])
    if (reason === 'owner') {
      await payFor(shop, buyer, order)
      assert.equal((await orderNow(order)).state, 'paid')
    }
    assert.deepEqual(await breaches(shop), [])
  })
}

test('money that nobody waited for, a part of which went back at the provider: the rest goes back by itself, and no more', async () => {
  const lost: Way = (pass, url, init) =>
    new URL(url instanceof Request ? url.url : url).pathname.endsWith('/v1/refunds')
      ? Promise.reject(new TypeError('fetch failed'))
      : pass(url, init)
  for (const when of ['before we knew of it', 'after we had written it down'] as const) {
    const order = await placed(shop, buyer, product, 2)
    const { secret, intentId } = await openIntent(order)
    await closeUnpaidOrder(shop.db, order._id, { as: 'cancelled', by: undefined })
    await confirmCard(shop, secret)
    const sendPart = () => providerOf(shop).refunds.create({ payment_intent: intentId, amount: 500 })
    if (when === 'before we knew of it') {
      await sendPart()
      for (const event of await eventsAbout(shop, intentId)) await sendEvent(shop, event)
    } else {
      assert.equal(await settlePayment(shop.db, settling(shop, providerOf(shop, lost)), intentId), 'returned')
      await sendPart()
      await shop.db.execute(sql`UPDATE refunds SET asked_at = NULL, requested_at = now() - interval '1 hour'
        WHERE order_id = ${order._id}`)
      await Promise.all(range(3).map(() => reconcilePayments(shop.db, settling(shop))))
    }
    const sent = (await refundsAtProvider(intentId)).map(({ amount }) => amount)
    assert.deepEqual(new Set(sent), new Set([500, 1968]), when)
    assert.deepEqual(
      (await detailsOf(order)).refunds.map(({ state }) => state),
      ['succeeded', 'succeeded'],
    )
    assert.equal((await kindsOf(order)).includes('refund_failed'), false)
  }
  assert.deepEqual(await breaches(shop), [])
})

test('a held payment of which a part went back stays in the list, and the rest goes back once', async () => {
  const order = await placed(shop, buyer, product, 2)
  const { secret, intentId } = await openIntent(order)
  await providerOf(shop).paymentIntents.update(intentId, { metadata: { buyer_id: 'somebody else' } })
  await confirmCard(shop, secret)
  await claimPaid(shop, buyer, order, intentId)
  await providerOf(shop).refunds.create({ payment_intent: intentId, amount: 1000 })
  for (const event of await eventsAbout(shop, intentId)) await sendEvent(shop, event)
  const held = async () => (await heldPayments()).filter(({ _id }) => _id === intentId)
  assert.deepEqual(
    (await held()).map(({ amount, returned, refund }) => [amount, returned, refund?.state]),
    [[24.68, 10, 'succeeded']],
  )
  assert.equal((await detailsOf(order)).heldPayments.length, 1)
  const again = await shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { orderId: order._id } })
  assert.equal(`${again.status} ${again.body.code}`, '409 payment-held')

  const sent = await Promise.all(
    range(3).map(() => shop.call('POST', `/held-payments/${intentId}/refund`, { token: shop.admin.token })),
  )
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(new Set((await refundsAtProvider(intentId)).map(({ amount }) => amount)), new Set([1000, 1468]))
  assert.deepEqual(await held(), [])
  assert.equal((await detailsOf(order)).heldPayments.length, 0)
  await payFor(shop, buyer, order)
  assert.deepEqual(await breaches(shop), [])
})

test('a disputed order neither ships nor is refunded, until the bank has decided for the shop', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const order = await placed(shop, buyer, product, 1)
    const { secret, intentId } = await openIntent(order)
    await confirmCard(shop, secret, '4000000000000259')
    await claimPaid(shop, buyer, order, intentId)
    const { data } = await providerOf(shop).disputes.list({ payment_intent: intentId })
    const [dispute] = data
    assert.ok(dispute)
    const event = (type: string, status: string) => ({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object: { ...dispute, status } },
    })
    const opened = event('charge.dispute.created', 'needs_response')
    await Promise.all(range(5).map(() => sendEvent(shop, opened)))
    assert.equal((await orderNow(order)).disputed, true)
    for (const [path, method, body] of [
      [`/ship-order/${order._id}`, 'PATCH', undefined],
      [`/order/${order._id}/refunds`, 'POST', { reason: 'fraudulent' }],
    ] as const) {
      const refused = await shop.call(method, path, { token: shop.admin.token, ...(body ? { body } : {}) })
      assert.equal(`${refused.status} ${refused.body.code}`, '409 order-disputed')
    }
    const isListed = async () => {
      const list = await shop.call<Order[]>('GET', '/all-orders?state=disputed', { token: shop.admin.token })
      return list.body.some(({ _id }) => _id === order._id)
    }
    assert.equal(await isListed(), true)

    await sendEvent(shop, event('charge.dispute.closed', outcome))
    // What comes late must not open it again.
    await sendEvent(shop, event('charge.dispute.updated', 'under_review'))
    assert.equal((await detailsOf(order)).dispute?.state, outcome)
    // There is nothing to decide any more, though what is lost stays with its order.
    assert.equal(await isListed(), false)
    assert.equal((await orderNow(order)).disputed, outcome === 'lost' ? true : undefined)
    assert.equal((await ship(order)).status, outcome === 'won' ? 200 : 409)
    assert.deepEqual((await kindsOf(order)).slice(0, 4), ['placed', 'paid', 'dispute_opened', 'dispute_closed'])
  }
  assert.deepEqual(await breaches(shop), [])
})

test('a bad or old signature is 400, a strange event is let go; each is logged once', async () => {
  const strange = { id: 'evt_strange', object: 'event', type: 'customer.created', data: { object: { id: 'cus_1' } } }
  const foreign = (type: string, object: object) => ({ id: `evt_${type}`, object: 'event', type, data: { object } })
  const logged = async (send: () => Promise<{ status: number; body: { code?: string } }>) => {
    lines.length = 0
    const { status, body } = await send()
    return [status, body.code, lines.filter(({ msg }) => msg?.startsWith('a card event')).length]
  }
  assert.deepEqual(await logged(() => sendEvent(shop, strange, { secret: 'whsec_wrong' })), [
    400,
    'signature-invalid',
    1,
  ])
  assert.deepEqual(await logged(() => sendEvent(shop, strange, { secondsAgo: 301 })), [400, 'signature-invalid', 1])
  assert.deepEqual(await logged(() => sendEvent(shop, strange)), [200, undefined, 1])
  for (const event of [
    foreign('payment_intent.succeeded', { id: 'pi_of_somebody', status: 'succeeded' }),
    foreign('payment_intent.payment_failed', { id: 'pi_of_somebody' }),
    foreign('charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_somebody' }),
    foreign('charge.refunded', { id: 'ch_1', payment_intent: null }),
    foreign('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_of_somebody' }),
  ]) {
    assert.deepEqual(await logged(() => sendEvent(shop, event)), [200, undefined, 1], event.type)
  }
  const unsigned = await shop.call('POST', '/webhooks/stripe', { body: strange })
  assert.equal(`${unsigned.status} ${unsigned.body.code}`, '400 signature-invalid')
})

test('a forged event that calls an unpaid intent succeeded changes nothing: the provider is asked', async () => {
  const order = await placed(shop, buyer, product, 1)
  const { intentId } = await openIntent(order)
  const { status } = await sendEvent(shop, {
    id: 'evt_lie',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, status: 'succeeded', amount_received: 1234, currency: 'usd' } },
  })
  assert.equal(status, 200)
  assert.equal((await orderNow(order)).state, 'unpaid')
})

test('an order’s details: its buyer and admins see them, nobody else; the buyer reads no names of admins', async () => {
  const order = await placed(shop, buyer, product, 2)
  await payFor(shop, buyer, order)
  await ship(order)
  const details = await detailsOf(order, buyer)
  assert.deepEqual(
    details.lines.map(({ name, unitPrice, quantity, totalPrice }) => [name, unitPrice, quantity, totalPrice]),
    [[product.name, 12.34, 2, 24.68]],
  )
  assert.deepEqual(details.money, {
    currency: 'usd',
    total: 24.68,
    captured: 24.68,
    refunded: 0,
    refunding: 0,
    refundable: 24.68,
  })
  assert.deepEqual(
    details.timeline.map(({ who, what }) => `${who}: ${what}`),
    [`You: Ordered 2 × ${product.name} for $24.68.`, 'You: Paid $24.68.', 'The shop: Shipped the order.'],
  )
  const seen = await detailsOf(order)
  assert.deepEqual(
    seen.timeline.map(({ who }) => who),
    [buyer.email, buyer.email, shop.admin.email],
  )
  assert.deepEqual(seen.actions, ['refund'])
  const foreign = await shop.call('GET', `/order/${order._id}/details`, { token: stranger.token })
  assert.equal(`${foreign.status} ${foreign.body.code}`, '404 order-not-found')
})
