import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { ManagedOrder, Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '#contract/webhooks.ts'
import { deleteOldDeliveries } from '#server/webhooks/erase-deliveries.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { openWebhookReceiver } from '#server/testing/webhook-receiver.ts'

const shop = provideTestShop()

const byAdmin = async <Body>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const outcome = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { code?: string }).code ?? ''}`.trim()
interface Added {
  endpoint: WebhookEndpoint
  secret: string
}
/** Adds an endpoint of its own; afterwards it is deleted, so that later tests are not told to it. */
async function addEndpoint(url: string, events: WebhookEvent[]) {
  const added = await byAdmin<Added>('POST', '/webhook-endpoints', { url, events })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const { endpoint, secret } = added.body
  return {
    id: endpoint._id,
    secret,
    log: async (query = '') =>
      (await byAdmin<WebhookDelivery[]>('GET', `/webhook-deliveries?endpoint=${endpoint._id}${query}`)).body,
    retryNow: () =>
      shop.db.execute(
        sql`UPDATE webhook_deliveries SET due_at = now() WHERE endpoint_id = ${endpoint._id} AND due_at IS NOT NULL`,
      ),
    [Symbol.asyncDispose]: async () => {
      await byAdmin('DELETE', `/webhook-endpoints/${endpoint._id}`)
    },
  }
}

test('an event that this version does not know arrives with the id of what it is about', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, ['product.changed'])
  receiver.secrets.push(endpoint.secret)
  const { _id } = await shop.addProduct()
  await shop.db.execute(
    sql`INSERT INTO webhook_deliveries (endpoint_id, type, subject_id) VALUES (${endpoint.id}, 'quote.accepted', ${_id})`,
  )
  await waitUntil(() => receiver.received.some(({ event }) => event?.type === 'quote.accepted'), 'it has arrived')
  const { event } = receiver.received.find((each) => each.event?.type === 'quote.accepted') ?? {}
  assert.deepEqual(event?.data, { _id })
})

test('the story of an order arrives once each, signed, with the JSON of the API', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, [
    'order.placed',
    'order.paid',
    'order.shipped',
    'order.refunded',
    'order.cancelled',
  ])
  receiver.secrets.push(endpoint.secret)
  assert.match(endpoint.secret, /^whsec_/)
  const buyer = await shop.signUp('storied')
  const product = await shop.addProduct()
  const order = await placeOrder(shop, buyer, product, 2)
  await shop.db.execute(
    sql`UPDATE orders SET delivery = '{"country": "DE", "city": "Berlin"}', shipping = '{"id": "1", "name": "Standard", "kind": "flat"}' WHERE id = ${order._id}`,
  )
  await payFor(shop, buyer, order)
  await byAdmin('POST', `/order/${order._id}/shipments`, { carrier: 'DHL', lines: [{ line: 1, units: 1 }] })
  await announceParcels(shop)
  await byAdmin('POST', `/order/${order._id}/refunds`, { amount: 5, reason: 'requested_by_customer' })
  const other = await placeOrder(shop, buyer, product, 1)
  await shop.call('DELETE', `/orders/${other._id}`, { token: buyer.token })
  await waitUntil(() => receiver.received.length >= 6, 'all six events have arrived')
  const typesOf = ({ _id }: Order) =>
    receiver.received
      .filter(({ event }) => event?.data._id === _id)
      .map(({ event }) => event?.type ?? '')
      .toSorted((one, two) => one.localeCompare(two))
  assert.deepEqual(typesOf(order), ['order.paid', 'order.placed', 'order.refunded', 'order.shipped'])
  assert.deepEqual(typesOf(other), ['order.cancelled', 'order.placed'])
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 6)
  const { body: orders } = await byAdmin<ManagedOrder[]>('GET', '/all-orders')
  const last = receiver.received.findLast(({ event }) => event?.type === 'order.refunded')
  const { body: details } = await byAdmin<OrderDetails>('GET', `/order/${order._id}/details`)
  const [line] = details.lines
  const { img: _, restockableUnits: __, refundable: ___, ...facts } = line!
  // What only the list of staff has.
  const { addressee: _a, sums: _s, ...listed } = orders.find(({ _id }) => _id === order._id)!
  assert.deepEqual(last?.event?.data, {
    ...listed,
    lines: [facts],
    amounts: details.amounts,
    deliveryAddress: { country: 'DE', city: 'Berlin' },
    shippingMethod: { name: 'Standard', kind: 'flat' },
  })
  assert.deepEqual(facts.units, { shipped: 1, cancelled: 0, returned: 0, toCome: 1 })
  const parcel = receiver.received.find(({ event }) => event?.type === 'order.shipped')?.event?.data['shipment']
  assert.partialDeepStrictEqual(parcel, {
    number: `${order.number}-1`,
    carrier: 'DHL',
    lines: [{ line: 1, units: 1, name: product.name }],
  })
  const delivered = () => endpoint.log('&state=delivered')
  await waitUntil(async () => (await delivered()).length >= 6, 'their answers are recorded')
  const log = await delivered()
  assert.equal(log.length, 6)
  assert.ok(
    log.every(({ status, attempts, milliseconds }) => status === 200 && attempts === 1 && milliseconds !== undefined),
  )
})

test('products tell their changes and their stock, together as long as they wait', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, ['product.changed', 'stock.changed'])
  receiver.secrets.push(endpoint.secret)
  await byAdmin('PUT', `/webhook-endpoints/${endpoint.id}`, {
    events: ['product.changed', 'stock.changed'],
    url: receiver.url,
  })
  const product = await shop.addProduct({ available: 50, price: 4 })
  await waitUntil(() => receiver.received.some(({ event }) => event?.type === 'product.changed'), 'it is told as new')
  await byAdmin('PUT', `/tools/${product._id}`, { price: 5 })
  await byAdmin('POST', `/tools/${product._id}/stock-movements`, { change: -8, reason: 'Broken' })
  const latest = (type: string) => receiver.received.findLast(({ event }) => event?.type === type)?.event?.data
  await waitUntil(
    () => latest('product.changed')?.['price'] === 5 && latest('stock.changed')?.['available'] === 42,
    'the new price and stock are told',
  )
  await waitUntil(async () => (await endpoint.log('&state=waiting')).length === 0, 'their answers are recorded')
  const { body } = await byAdmin<Tool>('GET', `/all-tools/${product._id}`)
  assert.deepEqual(Object.keys(latest('stock.changed') ?? {}).length, Object.keys(body).length)
  await shop.db.execute(
    sql`UPDATE webhook_endpoints SET paused_at = now(), pause_reason = 'admin' WHERE id <> ${endpoint.id}`,
  )
  await shop.db.execute(sql`INSERT INTO webhook_deliveries (endpoint_id, type, subject_id, due_at)
    VALUES (${endpoint.id}, 'stock.changed', ${product._id}, now() + interval '1 hour')`)
  for (const change of [1, 1, 1])
    await byAdmin('POST', `/tools/${product._id}/stock-movements`, { change, reason: 'Found' })
  assert.equal((await endpoint.log('&state=waiting')).length, 1)
})

test('a failed message is sent again with the same id and contents until it is taken', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, ['order.placed'])
  receiver.secrets.push(endpoint.secret)
  const statuses = [500, undefined, 302, 204]
  receiver.behavior.answer = () => statuses.shift()
  receiver.behavior.text = `\0${'é'.repeat(2000)}`
  // The next attempt waits for `retryNow`: five seconds may be over before the last one is looked at.
  await shop.db.execute(sql`
    CREATE FUNCTION put_off() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN NEW.due_at := now() + interval '1 day'; RETURN NEW; END$$;
    CREATE TRIGGER put_off BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
      WHEN (NEW.due_at > now()) EXECUTE FUNCTION put_off()`)
  const buyer = await shop.signUp('patient')
  await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const states: (number | string | undefined)[] = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    await waitUntil(async () => {
      const [entry] = await endpoint.log()
      return (
        entry?.attempts === attempt &&
        (entry.status !== undefined || entry.error !== undefined) &&
        receiver.received.length === attempt &&
        (attempt !== 2 || entry.error !== undefined) &&
        (attempt !== 3 || entry.status === 302) &&
        (attempt !== 4 || entry.state === 'delivered')
      )
    }, `attempt ${attempt} is in the log`)
    const [entry] = await endpoint.log()
    states.push(entry?.status ?? entry?.error)
    if (attempt === 1) assert.ok((entry?.answer?.length ?? 0) > 400 && (entry?.answer?.length ?? 0) <= 1024)
    if (attempt < 4) {
      assert.equal(entry?.state, 'waiting')
      assert.ok(
        (await byAdmin<WebhookEndpoint[]>('GET', '/webhook-endpoints')).body.find(({ _id }) => _id === endpoint.id)
          ?.failingSince,
      )
      await endpoint.retryNow()
    }
  }
  await shop.db.execute(sql`DROP FUNCTION put_off CASCADE`)
  assert.deepEqual(states, [500, 'no answer within 10 seconds', 302, 204])
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
  assert.ok(receiver.received.every(({ event }) => event?.type === 'order.placed'))
  const { body: endpoints } = await byAdmin<WebhookEndpoint[]>('GET', '/webhook-endpoints')
  assert.equal(endpoints.find(({ _id }) => _id === endpoint.id)?.failingSince, undefined)
})

test('eight failures end a message; it is replayed with its id, and five days pause the endpoint', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, ['order.placed'])
  receiver.secrets.push(endpoint.secret)
  receiver.behavior.answer = () => 503
  const buyer = await shop.signUp('unlucky')
  await placeOrder(shop, buyer, await shop.addProduct(), 1)
  await waitUntil(async () => {
    await endpoint.retryNow()
    return (await endpoint.log('&state=failed')).length === 1
  }, 'the message is given up')
  const [failed] = await endpoint.log()
  assert.equal(failed?.attempts, 8)
  assert.equal(receiver.received.length, 8)

  receiver.behavior.answer = () => 200
  assert.deepEqual((await byAdmin('POST', `/webhook-endpoints/${endpoint.id}/replay`)).body, {
    success: true,
    count: 1,
  })
  await waitUntil(async () => (await endpoint.log('&state=delivered')).length === 1, 'it is delivered')
  assert.equal((await byAdmin('POST', `/webhook-deliveries/${failed?._id}/replay`)).status, 200)
  await waitUntil(() => receiver.received.length === 10, 'it is sent once more')
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
  assert.equal(receiver.received[9]?.id, failed?.webhookId)

  receiver.behavior.answer = () => 500
  await shop.db.execute(
    sql`UPDATE webhook_endpoints SET failing_since = now() - interval '5 days 1 second' WHERE id = ${endpoint.id}`,
  )
  await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const pausedOf = async () =>
    (await byAdmin<WebhookEndpoint[]>('GET', '/webhook-endpoints')).body.find(({ _id }) => _id === endpoint.id)?.paused
  await waitUntil(async () => (await pausedOf()) === 'failing', 'the endpoint is paused')
  assert.equal(outcome(await byAdmin('POST', `/webhook-endpoints/${endpoint.id}/test`)), '409 webhook-paused')
  const before_ = receiver.received.length
  await placeOrder(shop, buyer, await shop.addProduct(), 1)
  assert.equal((await endpoint.log('&state=waiting')).length, 1)
  receiver.behavior.answer = () => 200
  await byAdmin('PUT', `/webhook-endpoints/${endpoint.id}`, { paused: false })
  await endpoint.retryNow()
  await waitUntil(() => receiver.received.length === before_ + 1, 'what waited is sent when it goes on')
})

test('for a day after a change, messages are signed with both secrets', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, ['order.placed'])
  receiver.secrets.push(endpoint.secret)
  const changed = await byAdmin<Added>('POST', `/webhook-endpoints/${endpoint.id}/secret`)
  assert.notEqual(changed.body.secret, endpoint.secret)
  const shown = await byAdmin<{ secret: string }>('GET', `/webhook-endpoints/${endpoint.id}/secret`)
  assert.equal(shown.body.secret, changed.body.secret)
  const test_ = async () => {
    const count = receiver.received.length
    assert.equal((await byAdmin('POST', `/webhook-endpoints/${endpoint.id}/test`)).status, 200)
    await waitUntil(() => receiver.received.length > count, 'the test has arrived')
    return receiver.received.at(-1)
  }
  const withOld = await test_()
  assert.deepEqual([withOld?.event?.type, withOld?.signatures], ['test', 2])
  receiver.secrets[0] = changed.body.secret
  assert.equal((await test_())?.event?.type, 'test')
  await shop.db.execute(
    sql`UPDATE webhook_endpoints SET secret_changed_at = now() - interval '25 hours' WHERE id = ${endpoint.id}`,
  )
  const later = await test_()
  assert.deepEqual([later?.event?.type, later?.signatures], ['test', 1])
  receiver.secrets[0] = endpoint.secret
  assert.equal((await test_())?.event, undefined)
})

// security 55
test('private addresses are refused when they are entered, and when a name leads there', async () => {
  for (const url of [
    'https://10.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'http://example.com/',
    'https://169.254.169.254/',
  ]) {
    const refused = await byAdmin('POST', '/webhook-endpoints', { url, events: ['order.placed'] })
    assert.equal(outcome(refused), '409 webhook-address-refused', url)
  }
})

test('changes of webhooks are on record; what is old or personal goes', async () => {
  await using receiver = await openWebhookReceiver()
  await using endpoint = await addEndpoint(receiver.url, ['order.placed'])
  await byAdmin('PUT', `/webhook-endpoints/${endpoint.id}`, { paused: true })
  await byAdmin('PUT', `/webhook-endpoints/${endpoint.id}`, { paused: false })
  const events = await byAdmin<{ kind: string; subject: { id: string; name: string } }[]>('GET', '/audit-log?limit=3')
  assert.deepEqual(
    events.body.map(({ kind, subject }) => [kind, subject.id]),
    [
      ['webhook-changed', endpoint.id],
      ['webhook-changed', endpoint.id],
      ['webhook-added', endpoint.id],
    ],
  )
  const buyer = await shop.signUp('erased')
  await placeOrder(shop, buyer, await shop.addProduct(), 1)
  await waitUntil(async () => (await endpoint.log('&state=delivered')).length === 1, 'the order is told')
  assert.match((await endpoint.log())[0]?.payload ?? '', /erased@customer\.test/)
  const deleted = await shop.call('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken: buyer.idToken } })
  assert.equal(deleted.status, 200)
  const { rows } = await shop.db.execute(sql`SELECT * FROM webhook_deliveries`)
  assert.ok(!JSON.stringify(rows).includes(buyer.email))
  await shop.db.execute(
    sql`UPDATE webhook_deliveries SET happened_at = now() - interval '31 days' WHERE endpoint_id = ${endpoint.id}`,
  )
  await deleteOldDeliveries(shop.db)
  assert.deepEqual(await endpoint.log('&state=delivered'), [])
})

test('an order whose shop is killed before it could tell it is told when it is back', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-webhooks-'))
  const admin = { email: 'owner@boltyard.test', password: 'nine steel bolts' }
  // A busy machine may need longer than that of a shop.
  const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, DATABASE_TIMEOUT_MS: '60000' }
  const free = await openWebhookReceiver()
  await free[Symbol.asyncDispose]()
  let running = await runShopProcess(directory, settings)
  try {
    const call = async <Body>(method: string, path: string, token: string, body?: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const response = await fetch(running.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      assert.equal(response.status, 200, await response.clone().text())
      return (await response.json()) as Body
    }
    const { idToken } = await call<{ idToken: string }>('POST', '/v1/accounts:signInWithPassword?key=boltyard', '', {
      ...admin,
      returnSecureToken: true,
    })
    const { token } = await call<{ token: string }>('PUT', `/user/${admin.email}`, idToken, { email: admin.email })
    const { secret } = await call<Added>('POST', '/webhook-endpoints', token, {
      url: free.url,
      events: ['order.placed'],
    })
    const added = {
      name: 'Bolt',
      content: 'Text.',
      available: 9,
      minQuantity: 1,
      price: 5,
      img: '/media/crash/960.webp',
    }
    const { tool } = await call<{ tool: Tool }>('POST', '/tools', token, added)
    const order = await call<{ _id: string }>('POST', '/orders', token, {
      productId: tool._id,
      quantity: 1,
      address: '12 Long Road, Springfield, IL 62701',
      phoneNumber: '+1 217 555 0100',
    })
    await running.stop('SIGKILL')
    await using receiver = await openWebhookReceiver(free.port)
    receiver.secrets.push(secret)
    running = await runShopProcess(directory, settings)
    await waitUntil(() => receiver.received.length > 0, 'the order is told')
    assert.equal(receiver.received[0]?.event?.data._id, order._id)
  } finally {
    await running.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
})
