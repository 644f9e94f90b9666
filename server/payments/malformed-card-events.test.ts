import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import Stripe from 'stripe'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { findViolations, eventsAbout, sendEvent } from '#server/testing/card-events.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'
import { search } from '#server/testing/random-search.ts'

let shop: TestShop
let buyer: Person
let order: Order
let intentId: string
before(async () => {
  shop = await openTestShop({ env: { SANDBOX_EVENTS: 'drop' } })
  buyer = await shop.signUp('payer')
  order = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  intentId = (await openPayment(shop, buyer, order)).split('_secret_')[0] ?? ''
})
after(() => shop[Symbol.asyncDispose]())

const types = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
]
const eventOf = (type: unknown, object: unknown, more: object = {}) => ({
  id: 'evt_form',
  object: 'event',
  api_version: '2024-06-20',
  created: 1_700_000_000,
  livemode: false,
  type,
  data: { object },
  ...more,
})

/** Sends bytes of any kind with a right signature. */
async function sendSigned(payload: string) {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.secrets.cardEventSecret })
  const response = await fetch(`${shop.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  const body = (await response.json()) as { code?: string }
  return `${response.status}${body.code === undefined ? '' : ` ${body.code}`}`
}

// security 57
test('a signed event of a form that the provider does not write is refused with a code, and changes nothing', async () => {
  const untouched = await dumpTables(shop.db)
  const unreadable: [string, unknown][] = [
    ['null', null],
    ['a list', []],
    ['a text', 'payment_intent.succeeded'],
    ['a number', 42],
    ['nothing in it', {}],
    ['no type', eventOf(undefined, { id: intentId })],
    ['a type that is no text', eventOf(7, { id: intentId })],
    [
      'a thin event of the second API',
      { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' },
    ],
    ...types.flatMap((type): [string, unknown][] => [
      [`${type} without data`, { ...eventOf(type, {}), data: undefined }],
      [`${type} with data of null`, { ...eventOf(type, {}), data: null }],
      [`${type} without an object`, { ...eventOf(type, {}), data: {} }],
      [`${type} with an object of null`, eventOf(type, null)],
      [`${type} with a list`, eventOf(type, [{ id: intentId }])],
      [`${type} with a number as id`, eventOf(type, { id: 7, payment_intent: 7 })],
      [`${type} with an object as id`, eventOf(type, { id: { $ne: '' }, payment_intent: { id: [] } })],
      [`${type} with a NUL in its id`, eventOf(type, { id: 'pi_\0', payment_intent: 'pi_\0' })],
      [`${type} with a path as id`, eventOf(type, { id: '../events', payment_intent: '../events' })],
      [`${type} with a huge id`, eventOf(type, { id: 'p'.repeat(100_000), payment_intent: 'p'.repeat(100_000) })],
    ]),
  ]
  for (const [name, event] of unreadable) {
    assert.equal(await sendSigned(JSON.stringify(event)), '400 event-unreadable', name)
  }
  assert.equal(await sendSigned('{"id":'), '400 event-unreadable', 'half of it')
  assert.equal(await sendSigned(JSON.stringify(eventOf('x', 'x'.repeat(2_000_000)))), '413 too-large')
  assert.equal(await dumpTables(shop.db), untouched)
})

test('valid events about other payments are ignored: a retry would change nothing', async () => {
  const untouched = await dumpTables(shop.db)
  const foreign: [string, unknown][] = [
    ['an unused type', eventOf('customer.created', { id: 'cus_1' })],
    ['a type of tomorrow', eventOf('payment_intent.levitated', { id: intentId })],
    ['such a type without data', { id: 'evt_1', object: 'event', type: 'tomorrow' }],
    ...types.map((type): [string, unknown] => [
      type,
      eventOf(type, { id: 'x_of_another', payment_intent: 'pi_other' }),
    ]),
    ...types.map((type): [string, unknown] => [
      `${type} of another account`,
      eventOf(type, { id: 'x_of_another', payment_intent: 'pi_other' }, { account: 'acct_other', livemode: true }),
    ]),
    ['a charge without an intent', eventOf('charge.refunded', { id: 'ch_1', payment_intent: null })],
    ['an expanded intent', eventOf('refund.updated', { id: 're_1', payment_intent: { id: 'pi_other' } })],
    ['another version', eventOf('payment_intent.succeeded', { id: intentId }, { api_version: null, created: 'soon' })],
    ['of the real till', eventOf('payment_intent.succeeded', { id: intentId }, { livemode: true })],
    ['of another account about ours', eventOf('payment_intent.succeeded', { id: intentId }, { account: 'acct_other' })],
    ['a decline that never was', eventOf('payment_intent.payment_failed', { id: intentId, last_payment_error: 'no' })],
    [
      'a decline with a lie in it',
      eventOf('payment_intent.payment_failed', {
        id: intentId,
        last_payment_error: { charge: 'ch_lie', message: 'x' },
      }),
    ],
  ]
  for (const [name, event] of foreign) assert.equal(await sendSigned(JSON.stringify(event)), '200', name)
  assert.equal(await dumpTables(shop.db), untouched)
})

// security 57
test('a dispute is asked for, whatever an event says of it', async () => {
  const detailsOf = async ({ _id }: Order) =>
    (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token: shop.admin.token })).body
  const paid = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  await payFor(shop, buyer, paid)
  const { transactionId } = await readOrder(shop, paid)
  const lie = { object: 'dispute', amount: 1, created: 1, currency: 'usd', reason: 'fraudulent', status: 'lost' }
  for (const id of ['dp_lie', 'du_lie']) {
    const event = eventOf('charge.dispute.created', { ...lie, id, payment_intent: transactionId })
    assert.equal((await sendEvent(shop, event)).status, 200)
  }
  assert.equal((await detailsOf(paid)).dispute, undefined, 'of a dispute that the provider does not know')

  const disputed = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const secret = await openPayment(shop, buyer, disputed)
  await confirmCard(shop, secret, '4000000000000259')
  const disputedId = secret.split('_secret_')[0] ?? ''
  await claimPaid(shop, buyer, disputed, disputedId)
  const opened = (await eventsAbout(shop, disputedId)).find(({ type }) => type === 'charge.dispute.created')
  assert.ok(opened)
  const dispute = opened.data.object
  for (const status of ['won', 'lost', 'levitating', null]) {
    const event = eventOf('charge.dispute.closed', {
      ...dispute,
      status,
      amount: 'all of it',
      payment_intent: transactionId,
    })
    assert.equal((await sendEvent(shop, event)).status, 200)
  }
  assert.equal((await detailsOf(disputed)).dispute?.state, 'open')
  assert.equal((await detailsOf(paid)).dispute, undefined, 'the order of the dispute is asked for, too')
  assert.deepEqual(await findViolations(shop), [])
})

test('events that were changed anywhere are taken, let go or refused with a code', async () => {
  const paid = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const secret = await openPayment(shop, buyer, paid)
  await confirmCard(shop, secret, '4000000000000002')
  const { intentId: transactionId } = await confirmCard(shop, secret)
  await claimPaid(shop, buyer, paid, transactionId)
  const events = await eventsAbout(shop, transactionId)
  assert.ok(events.length > 1)
  const anything = fc.oneof(fc.constant(null), fc.constant([]), fc.constant({}), fc.jsonValue({ maxDepth: 2 }))
  const changed = fc.record({
    event: fc.constantFrom(...events),
    type: fc.constantFrom(...types),
    anything,
    at: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(changed, async ({ event, type, anything: value, at }) => {
      const result = await sendSigned(JSON.stringify(replaceOne({ ...event, type }, at, value)))
      assert.match(result, /^(200|400 event-unreadable)$/)
    }),
    search(150),
  )
  assert.deepEqual(await findViolations(shop), [])
})

/** Returns a copy with the nth value replaced. */
function replaceOne(event: object, nth: number, value: unknown): unknown {
  const paths: string[][] = []
  const walk = (at: unknown, path: string[]) => {
    paths.push(path)
    if (typeof at === 'object' && at !== null)
      for (const [key, inner] of Object.entries(at)) walk(inner, [...path, key])
  }
  walk(event, [])
  const path = paths[nth % paths.length] ?? []
  const put = (at: unknown, rest: string[]): unknown => {
    const [key, ...more] = rest
    if (key === undefined) return value
    const inner = at as Record<string, unknown>
    const next = put(inner[key], more)
    return Array.isArray(at) ? at.map((old, index) => (String(index) === key ? next : old)) : { ...inner, [key]: next }
  }
  return put(event, path)
}
