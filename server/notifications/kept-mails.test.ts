import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { KeptMails, OutboxMessage } from '#contract/notifications.ts'
import type { Order } from '#contract/orders.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { findStore } from '#server/testing/find-store.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const count = async (shop: TestShop, query = '') =>
  (await shop.call<KeptMails>('GET', `/kept-mails${query}`, { token: shop.admin.token })).body
const send = (shop: TestShop, body: { q?: string; ids?: string }) =>
  shop.call<{ count: number; code?: string }>('POST', '/kept-mails/send', { token: shop.admin.token, body })
const list = async (shop: TestShop, query = '') =>
  (await shop.call<OutboxMessage[]>('GET', `/outbox?show=kept${query}`, { token: shop.admin.token })).body

async function keep(shop: TestShop, ...recipients: string[]): Promise<void> {
  const jobs = { enqueue: () => Promise.resolve() }
  const queueMail = createQueueMail({ jobs, delivers: false, publicUrl: () => 'http://localhost', findStore })
  for (const to of recipients)
    await shop.db.transaction((tx) => queueMail(tx, { to, kind: 'test', subject: 'A subject', paragraphs: ['Text.'] }))
}

const setMailServer = (shop: TestShop, { url }: { url: string }) =>
  shop.call('PUT', '/mail-server', {
    token: shop.admin.token,
    body: {
      host: '127.0.0.1',
      port: Number(new URL(url).port),
      encryption: 'none',
      user: '',
      sender: 'shop@bolts.test',
    },
  })

test('kept mails are sent by choice or by words, once a mail server is set', async () => {
  await using server = await mailServer()
  await using shop = await openTestShop()
  await keep(shop, 'ann@kept.test', 'bea@kept.test', 'cal@kept.test', 'dan@other.test')
  const refused = await send(shop, {})
  assert.equal(`${refused.status} ${refused.body.code}`, '409 message-not-deliverable')
  assert.equal((await count(shop)).isDeliverable, false)
  await setMailServer(shop, server)

  const rows = await list(shop)
  assert.deepEqual(
    rows.map(({ recipient, state, isSendable }) => [recipient.slice(0, 3), state, isSendable]),
    ['dan', 'cal', 'bea', 'ann'].map((name) => [name, 'kept', true]),
  )
  const kept = await count(shop, '?q=kept.test')
  assert.deepEqual([kept.isDeliverable, kept.count, kept.outdated], [true, 3, 0])
  assert.deepEqual([kept.since, kept.until], [rows[3]?.writtenAt, rows[1]?.writtenAt])
  const [dan, cal] = rows
  assert.equal((await count(shop, `?ids=${dan?._id},${cal?._id}`)).count, 2)

  assert.deepEqual((await send(shop, { ids: dan?._id ?? '' })).body, { count: 1 })
  assert.deepEqual((await send(shop, { q: 'kept.test' })).body, { count: 3 })
  await waitUntil(() => Promise.resolve(server.received.length >= 4), 'all have arrived')
  assert.deepEqual(server.received.flatMap(({ envelope }) => envelope.to).toSorted(), [
    'ann@kept.test',
    'bea@kept.test',
    'cal@kept.test',
    'dan@other.test',
  ])
  assert.deepEqual([await list(shop), (await count(shop)).count, (await send(shop, {})).body], [[], 0, { count: 0 }])
})

test('two admins who send the same kept mails at once send each once', async () => {
  await using server = await mailServer()
  await using shop = await openTestShop()
  await using other = await openTestShop({ sharing: shop })
  const recipients = Array.from({ length: 12 }, (_, index) => `buyer${index}@kept.test`)
  await keep(shop, ...recipients)
  await setMailServer(shop, server)
  const ids = (await list(shop)).map(({ _id }) => _id).join(',')
  const sent = await Promise.all([send(shop, {}), send(other, { ids }), send(shop, { q: 'kept' }), send(other, {})])
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal(
    sent.reduce((sum, { body }) => sum + body.count, 0),
    12,
  )
  await waitUntil(async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT id FROM jobs.job WHERE name = 'deliver-mail' AND state IN ('created', 'retry', 'active')`,
    )
    return rows.length === 0
  }, 'nothing is left to do')
  assert.deepEqual(server.received.flatMap(({ envelope }) => envelope.to).toSorted(), recipients.toSorted())
})

test('mails that no longer hold are named and left out: void links, and payments asked for that are no longer awaited', async () => {
  await using server = await mailServer()
  await using shop = await openTestShop()
  const reset = () =>
    shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', {
      body: { requestType: 'PASSWORD_RESET', email: shop.admin.email },
    })
  // The second link voids the first.
  await reset()
  await reset()
  const product = await shop.addProduct()
  const buyer = await createCustomer(shop, 'buyer')
  const orders: Order[] = []
  for (let index = 0; index < 3; index++) orders.push(await placeOrder(shop, buyer, product, 1))
  const jobs = { enqueue: () => Promise.resolve() }
  const queueMail = createQueueMail({ jobs, delivers: false, publicUrl: () => 'http://localhost', findStore })
  for (const [index, { _id }] of orders.entries())
    await shop.db.transaction((tx) =>
      queueMail(tx, {
        to: `reminded${index}@kept.test`,
        kind: 'transfer-reminder',
        subject: 'Not yet paid',
        paragraphs: ['Text.'],
        orderId: _id,
      }),
    )
  await shop.db.execute(sql`UPDATE orders SET expired_at = now(), open_slot = NULL WHERE id = ${orders[1]?._id}`)
  await shop.db.execute(sql`UPDATE orders SET cancelled_at = now(), open_slot = NULL WHERE id = ${orders[2]?._id}`)
  await setMailServer(shop, server)
  const reasons = async () =>
    (await list(shop)).toReversed().map(({ outdated, isSendable }) => (isSendable ? 'sendable' : outdated))
  assert.deepEqual(await reasons(), ['link', 'sendable', 'sendable', 'order', 'order'])
  const { count: holding, outdated } = await count(shop)
  assert.deepEqual([holding, outdated], [2, 3])
  await shop.db.execute(sql`UPDATE identity.mail_codes SET expires_at = now() - interval '1 second'`)
  assert.deepEqual(await reasons(), ['link', 'link', 'sendable', 'order', 'order'])
  assert.deepEqual((await send(shop, {})).body, { count: 1 })
  await waitUntil(() => Promise.resolve(server.received.length > 0), 'the reminder has arrived')
  assert.deepEqual(
    server.received.map(({ envelope }) => envelope.to[0]),
    ['reminded0@kept.test'],
  )
  assert.equal((await count(shop)).outdated, 4)
})
