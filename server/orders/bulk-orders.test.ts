import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { BulkResult } from '#contract/bulk.ts'
import type { Tool } from '#contract/catalog.ts'
import type { OrderNotes } from '#contract/order-notes.ts'
import type { ManagedOrder, Order } from '#contract/orders.ts'
import type { SavedView } from '#contract/saved-views.ts'
import type { Tag } from '#contract/tags.ts'
import { maxTagsEach } from '#contract/tags.ts'
import { anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { newId } from '#server/platform/ids.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let product: Tool
let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  product = await shop.addProduct({ name: 'Bulk bearing', available: 10_000 })
  buyer = await createCustomer(shop, 'bulk-buyer')
})

const call = <Body>(method: string, path: string, body?: unknown, token = shop.admin.token) =>
  shop.call<Body & { code?: string }>(method, path, { token, ...(body !== undefined && { body }) })
const bulk = async (path: string, body: object) => (await call<BulkResult>('POST', path, body)).body
const list = async (query: string) => (await call<ManagedOrder[]>('GET', `/all-orders?${query}`)).body
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)
const notesOf = async ({ _id }: Order) => (await call<OrderNotes>('GET', `/order/${_id}/notes`)).body
const mailCount = async (id: string) => {
  const { rows } = await shop.db.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM outbox WHERE kind = 'order-shipped' AND text_body LIKE ${`%${id}%`}`,
  )
  return rows[0]?.count
}
/** Makes an order paid as far as shipping is concerned. */
async function paidOrder(): Promise<Order> {
  const order = await placeOrder(shop, buyer, product, 1)
  await payFor(shop, buyer, order)
  return order
}

test('several orders ship, each by itself: what cannot ship is refused with its reason and leaves the others', async () => {
  const [one, two, unpaid] = [await paidOrder(), await paidOrder(), await placeOrder(shop, buyer, product, 1)]
  const ids = [...idsOf([one, unpaid, two]), newId(), 'none']
  const preview = await bulk('/ship-orders', { ids, preview: true })
  assert.deepEqual(preview.done, idsOf([one, two]))
  assert.deepEqual(
    preview.refused.map(({ code, name }) => [code, name]),
    [
      ['order-move-not-allowed', unpaid.number],
      ['order-not-found', undefined],
      ['order-not-found', undefined],
    ],
  )
  assert.equal((await readOrder(shop, one)).state, 'paid')

  const trackingNumbers = { [one._id.toUpperCase()]: ' T-1 ', [two._id]: 'T-2' }
  const result = await bulk('/ship-orders', { ids, carrier: 'UPS', trackingNumbers })
  assert.deepEqual(result.done, preview.done)
  assert.deepEqual(result.refused, preview.refused)
  await announceParcels(shop)
  for (const [order, trackingNumber] of [
    [one, 'T-1'],
    [two, 'T-2'],
  ] as const) {
    const shipped = await readOrder(shop, order)
    assert.deepEqual([shipped.state, shipped.carrier, shipped.trackingNumber], ['shipped', 'UPS', trackingNumber])
    assert.equal(await mailCount(order.number), 1)
  }
  assert.equal((await readOrder(shop, unpaid)).state, 'unpaid')
})

test('two admins who ship the same orders at once ship each once, and each hears what the other did', async () => {
  const orders = [await paidOrder(), await paidOrder(), await paidOrder()]
  const ids = idsOf(orders)
  const [one, other] = await Promise.all([
    bulk('/ship-orders', { ids }),
    bulk('/ship-orders', { ids: ids.toReversed() }),
  ])
  assert.deepEqual([...one.done, ...other.done].toSorted(), ids.toSorted())
  for (const { code, facts } of [...one.refused, ...other.refused]) {
    assert.deepEqual([code, facts?.['state']], ['order-move-not-allowed', 'shipped'])
  }
  await announceParcels(shop)
  for (const order of orders) assert.equal(await mailCount(order.number), 1)
})

test('tags are given and taken, found by, suggested while in use, and never shown to the buyer', async () => {
  const [one, two, other] = [
    await placeOrder(shop, buyer, product, 1),
    await placeOrder(shop, buyer, product, 1),
    await placeOrder(shop, buyer, product, 1),
  ]
  const preview = await bulk('/tag-orders', { ids: idsOf([one, two]), name: 'Fragile', preview: true })
  assert.deepEqual(preview.done, idsOf([one, two]))
  assert.deepEqual((await call<Tag[]>('GET', '/tags?subject=order')).body, [])

  assert.deepEqual((await bulk('/tag-orders', { ids: [one._id], name: ' Fragile ' })).done, [one._id])
  const again = await bulk('/tag-orders', { ids: [...idsOf([one, two]), newId()], name: 'FRAGILE' })
  assert.deepEqual([again.unchanged, again.done, again.refused.length], [[one._id], [two._id], 1])
  const tags = (await call<Tag[]>('GET', '/tags?subject=order')).body
  assert.deepEqual(
    tags.map(({ name }) => name),
    ['Fragile'],
  )
  assert.deepEqual((await call<Tag[]>('GET', '/tags?subject=customer')).body, [])
  const tagId = tags[0]?._id ?? ''
  const found = await list(`tag=${tagId}`)
  assert.deepEqual(idsOf(found), idsOf([two, one]))
  assert.deepEqual(found[0]?.tags, tags)
  assert.ok(!idsOf(found).includes(other._id))
  assert.equal('tags' in (await shop.call<Order>('GET', `/order/${one._id}`, { token: buyer.token })).body, false)

  assert.deepEqual((await bulk('/untag-orders', { ids: idsOf([one, other]), tagId })).unchanged, [other._id])
  assert.deepEqual((await notesOf(one)).tags, [])
  assert.deepEqual(idsOf(await list(`tag=${tagId}`)), [two._id])
  const events = (await call<AuditEvent[]>('GET', `/audit-log?q=${one._id}`)).body
  assert.deepEqual(
    events.map(({ kind, before: was, after: is }) => [kind, was?.['tag'] ?? is?.['tag']]),
    [
      ['order-untagged', 'Fragile'],
      ['order-tagged', 'Fragile'],
    ],
  )
  assert.equal((await call('POST', '/untag-orders', { ids: [one._id], tagId: 'x' })).status, 400)
})

test('a tag that two members of staff make at once is one tag, and an order never has more than the limit', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const others = await Promise.all(range(4).map(() => placeOrder(shop, buyer, product, 1)))
  await Promise.all(
    others.map((each, index) => bulk('/tag-orders', { ids: [each._id], name: index % 2 ? 'Race' : 'RACE' })),
  )
  const { rows } = await shop.db.execute(sql`SELECT FROM tags WHERE lower(name) = 'race'`)
  assert.equal(rows.length, 1)
  const results = await Promise.all(
    range(maxTagsEach + 3).map((index) => bulk('/tag-orders', { ids: [order._id], name: `T${index}` })),
  )
  assert.equal(results.filter(({ done }) => done.length > 0).length, maxTagsEach)
  assert.deepEqual(
    new Set(results.flatMap(({ refused }) => refused.map(({ code }) => code))),
    new Set(['too-many-tags']),
  )
  assert.equal((await notesOf(order)).tags.length, maxTagsEach)
})

test('the list of staff names what buyers have asked for until it is answered', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const openOf = async () => (await list(`q=${order.number}`))[0]?.openMessages
  assert.equal(await openOf(), undefined)
  const say = (token: string) =>
    shop.call('POST', `/order/${order._id}/messages`, { token, body: { message: 'When does it come?' } })
  for (const { token } of [buyer, buyer]) assert.equal((await say(token)).status, 200)
  assert.deepEqual(await openOf(), ['question'])
  await say(shop.admin.token)
  assert.equal(await openOf(), undefined)
})

test('notes of an order say who and when, are counted in the list, and go with the personal data of the buyer', async () => {
  const gone = await createCustomer(shop, 'note-buyer')
  const order = await placeOrder(shop, gone, product, 1)
  const path = `/order/${order._id}/notes`
  assert.equal((await call('POST', path, { note: '  ' })).status, 400)
  assert.equal((await call('POST', path, { note: ' odd-remark ' })).status, 200)
  const { notes } = await notesOf(order)
  assert.deepEqual(
    notes.map(({ note, by }) => [note, by]),
    [['odd-remark', shop.admin.email]],
  )
  assert.equal((await list(`q=${order.number}`))[0]?.noteCount, 1)
  assert.equal((await call('POST', `/order/${newId()}/notes`, { note: 'x' })).body.code, 'order-not-found')
  assert.equal((await call('DELETE', `${path}/${newId()}`)).body.code, 'note-not-found')
  await call('POST', path, { note: 'Second' })
  const second = (await notesOf(order)).notes[0]
  assert.equal((await call('DELETE', `${path}/${second?._id}`)).status, 200)

  await shop.db.execute(sql`
    UPDATE orders SET cancelled_at = now() - interval '2 hours' WHERE id = ${order._id}`)
  await shop.db.execute(sql`
    UPDATE users SET forgotten_at = now(), removed_at = now(), email = 'gone@deleted.invalid' WHERE id = ${gone.id}`)
  await anonymizePastBuyers(shop.db, 1)
  assert.deepEqual((await notesOf(order)).notes, [])
  const { rows } = await shop.db.execute(sql`SELECT FROM audit_events e WHERE e::text LIKE '%odd-remark%'`)
  assert.deepEqual(rows, [])
})

test('orders are narrowed by days, and counted by filter under the conditions of the list', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  await shop.db.execute(sql`
    UPDATE orders SET placed_at = '2020-02-29T23:59:59.999Z', expires_at = '2020-03-01' WHERE id = ${order._id}`)
  assert.deepEqual(idsOf(await list('from=2020-02-29&to=2020-02-29')), [order._id])
  assert.deepEqual(await list('to=2020-02-28'), [])
  assert.deepEqual(await list('from=2020-03-01&to=2020-12-31'), [])
  assert.equal((await call('GET', '/all-orders?from=2020-02-30')).status, 400)
  const counts = async (query: string) =>
    new Map(
      (await call<{ filter: string; count: number }[]>('GET', `/all-order-counts?${query}`)).body.map(
        ({ filter, count }) => [filter, count],
      ),
    )
  const narrow = await counts('from=2020-02-29&to=2020-02-29')
  assert.deepEqual([narrow.get('all'), narrow.get('unpaid'), narrow.get('paid')], [1, 1, 0])
  const all = await counts('')
  assert.equal(all.get('all'), (await list('')).length)
  for (const state of ['unpaid', 'paid', 'shipped', 'to_ship', 'cancelled'])
    assert.equal(all.get(state), (await list(`state=${state}`)).length, state)
})

test('a member of staff saves views of a list, shares them, and changes only the own ones', async () => {
  const clerk = await createCustomer(shop, 'view-clerk')
  await shop.db.execute(sql`
    UPDATE users SET staff_role_id = (SELECT id FROM staff_roles WHERE built_in = 'orders') WHERE id = ${clerk.id}`)
  const views = async (token: string, of = 'orders') =>
    (await call<SavedView[]>('GET', `/saved-views?list=${of}`, undefined, token)).body
  const add = (name: string, shared: boolean, token: string) =>
    call<{ view: SavedView }>('POST', '/saved-views', { list: 'orders', name, query: 'show=to_ship', shared }, token)
  const own = (await add('Mine', false, clerk.token)).body.view
  const shared = (await add('Ours', true, clerk.token)).body.view
  assert.deepEqual([own.own, own.shared, own.query], [true, false, 'show=to_ship'])
  assert.equal((await add(' mine ', true, clerk.token)).body.code, 'view-name-taken')
  assert.deepEqual(
    (await views(shop.admin.token)).map(({ name, own: isOwn }) => [name, isOwn]),
    [['Ours', false]],
  )
  assert.deepEqual(await views(shop.admin.token, 'products'), [])
  const change = { name: 'Theirs', query: '', shared: true }
  assert.equal((await call('PUT', `/saved-views/${shared._id}`, change)).body.code, 'view-not-found')
  assert.equal((await call('PUT', `/saved-views/${own._id}`, change, clerk.token)).status, 200)
  assert.equal((await views(shop.admin.token)).length, 2)
  // An admin clears what is shared, and nothing else.
  assert.equal((await call('DELETE', `/saved-views/${shared._id}`)).status, 200)
  await call('PUT', `/saved-views/${own._id}`, { ...change, shared: false }, clerk.token)
  assert.equal((await call('DELETE', `/saved-views/${own._id}`)).body.code, 'view-not-found')
  assert.equal((await call('GET', '/saved-views?list=orders', undefined, buyer.token)).status, 403)
  const race = await Promise.all(range(3).map(() => add('Race', false, clerk.token)))
  assert.deepEqual(
    race.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  )
})
