import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { createStaff } from '#server/testing/staff.ts'
import { type Person, productBody, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'

const shop = provideTestShop()

const list = async (query: string, token = shop.admin.token) =>
  (await shop.call<AuditEvent[]>('GET', `/audit-log?${query}`, { token })).body
const byAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: shop.admin.token, ...(body === undefined ? {} : { body }) })

test('admin actions are audited with actor, IP address and changed fields', async () => {
  const product = await shop.addProduct({ name: 'Brake disc', price: 10, available: 50 })
  await byAdmin('PUT', `/tools/${product._id}`, { price: 12.5 })
  await byAdmin('PUT', `/tools/${product._id}`, { price: 12.5 })
  await byAdmin('POST', `/tools/${product._id}/stock-movements`, { change: -3, reason: 'Broken in the store' })
  await byAdmin('DELETE', `/tools/${product._id}`)
  await byAdmin('POST', `/tools/${product._id}/restore`)
  const found = await list('q=brake')
  assert.deepEqual(
    found
      .map(({ kind, by, from, subject, before: was, after: is }) => [kind, by, from, subject.name, was, is])
      .toReversed()
      .slice(1),
    [
      ['product-changed', { priceCents: 1000 }, { priceCents: 1250 }],
      ['stock-adjusted', { availableQuantity: 50 }, { availableQuantity: 47, reason: 'Broken in the store' }],
      ['product-archived', undefined, undefined],
      ['product-restored', undefined, undefined],
    ].map(([kind, ...facts]) => [kind, shop.admin.email, '127.0.0.1', 'Brake disc', ...facts]),
  )
  assert.equal(found.at(-1)?.after?.['availableQuantity'], 50)
})

test('shipping, refunding and cancelling are on record when an admin does them', async () => {
  const buyer = await shop.signUp('buyer')
  const product = await shop.addProduct()
  const paid = await placeOrder(shop, buyer, product, 2)
  await payFor(shop, buyer, paid)
  await byAdmin('PATCH', `/ship-order/${paid._id}`)
  await byAdmin('POST', `/order/${paid._id}/refunds`, { amount: 5, reason: 'requested_by_customer' })
  const open = await placeOrder(shop, buyer, product, 1)
  await byAdmin('DELETE', `/orders/${open._id}`)
  const own = await placeOrder(shop, buyer, product, 1)
  await shop.call('DELETE', `/orders/${own._id}`, { token: buyer.token })
  assert.deepEqual(
    (await list('area=orders')).map(({ kind, subject }) => [kind, subject.id]),
    [
      ['order-cancelled', open._id],
      ['order-refunded', paid._id],
      ['order-shipped', paid._id],
    ],
  )
})

test('changes of accounts and profiles are on record, without what was typed', async () => {
  const ann = await shop.signUp('ann')
  const profile = { displayName: 'Ann Secretive', education: 'Apprenticeship', skill: 'Welding', phone: '+1 555 0100' }
  assert.equal(
    (await shop.call('PUT', `/user-info-update/${ann.email}`, { token: ann.token, body: profile })).status,
    200,
  )
  const changed = await shop.call('POST', '/v1/accounts:update?key=boltyard', {
    body: { idToken: ann.idToken, password: 'another torque 43' },
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    (await list(`q=${ann.email}`)).map(({ kind, by, from, after: is }) => [kind, by, from, is]),
    [
      ['password-changed', ann.email, '127.0.0.1', { method: 'password' }],
      ['profile-changed', ann.email, '127.0.0.1', { parts: ['displayName', 'education', 'skill', 'phone'] }],
      ['account-created', ann.email, '127.0.0.1', { method: 'password' }],
    ],
  )
  const { rows } = await shop.db.execute(sql`SELECT * FROM audit_events`)
  for (const secret of ['torque', ann.password, ann.idToken, 'Secretive', '555 0100', ann.email]) {
    assert.ok(!JSON.stringify(rows).includes(secret), secret)
  }
})

test('words of the site and hidden reviews are on record', async () => {
  const { settings } = (await shop.call<{ settings: object }>('GET', '/site-content')).body
  const changed = { settings: { ...settings, homePage: 'plumbing' } }
  for (const _ of ['once', 'again']) assert.equal((await byAdmin('PUT', '/site-content', changed)).status, 200)
  const review = await shop.call<{ _id: string }>('POST', '/add-review', {
    token: (await shop.signUp('critic')).token,
    body: { massage: 'Fits.', rating: 5, image: '/media/test/960.webp' },
  })
  for (const hidden of [true, true, false]) await byAdmin('PATCH', `/reviews/${review.body._id}`, { hidden })
  assert.deepEqual(
    (await list('area=content')).map(({ kind, before: was, after: is }) => [kind, was, is]),
    [
      ['review-shown', undefined, undefined],
      ['review-hidden', undefined, undefined],
      ['site-content-changed', { settings }, changed],
    ],
  )
})

test('a change that fails leaves no record, and the record cannot be changed', async () => {
  const [before_] = await list('limit=1')
  await shop.addProduct({ name: 'Only one' })
  const taken = await byAdmin('POST', '/tools', productBody({ name: 'only ONE' }))
  assert.equal(taken.body.code, 'product-name-taken')
  const newest = await list('limit=2')
  assert.deepEqual([newest[0]?.after?.['name'], newest[1]?._id], ['Only one', before_?._id])
  for (const change of [`UPDATE audit_events SET kind = 'x'`, 'DELETE FROM audit_events', 'TRUNCATE audit_events']) {
    await assert.rejects(shop.db.execute(sql.raw(change)), (error: Error) =>
      /only ever added/.test(String(error.cause)),
    )
  }
})

test('the log is read page by page, and by who, what and kind', async () => {
  const bob = await shop.signUp('bob')
  await makeAdmin(shop.db, bob.email, undefined)
  await shop.call('PUT', `/user-update/${bob.email}`, { token: shop.admin.token })
  const [created, ...earlier] = await list('kind=role-changed')
  assert.deepEqual(
    [created?.subject.name, created?.by, created?.after, earlier.length],
    [bob.email, undefined, { role: 'admin' }, 1],
  )
  assert.deepEqual(new Set((await list(`by=${bob.email}`)).map(({ subject }) => subject.name)), new Set([bob.email]))

  const all = await list('')
  const read: string[] = []
  for (let path: string | undefined = '/audit-log?limit=3'; path;) {
    const { body, headers } = await page(shop.admin, path)
    read.push(...body.map(({ _id }) => _id))
    path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
  }
  assert.deepEqual(
    read,
    all.map(({ _id }) => _id),
  )
  assert.equal((await shop.call('GET', '/audit-log?kind=unheard-of', { token: shop.admin.token })).status, 400)
})

const page = (who: Person, path: string) => shop.call<AuditEvent[]>('GET', path, { token: who.token })

test('notes and tags of customers are shown to readers who see customers, as long as they are there', async () => {
  const buyer = await createCustomer(shop, 'noted')
  const order = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  await byAdmin('POST', `/customer/${buyer.id}/notes`, { note: 'Calls before noon' })
  await byAdmin('POST', `/order/${order._id}/notes`, { note: 'Send in one parcel' })
  await byAdmin('POST', `/customer/${buyer.id}/tags`, { name: 'Wholesale' })
  const contentsFor = async (token?: string) => {
    const events = [...(await list(`q=${buyer.id}`, token)), ...(await list(`q=${order._id}`, token))]
    return events.map(({ kind, after: is }) => [kind, is])
  }
  const ofCustomer = [
    ['customer-tagged', { tag: 'Wholesale' }],
    ['customer-note-added', { note: 'Calls before noon' }],
  ]
  assert.deepEqual(await contentsFor(), [...ofCustomer, ['order-note-added', { note: 'Send in one parcel' }]])
  const { token } = await createStaff(shop, 'Auditor', ['users'])
  assert.deepEqual(await contentsFor(token), [
    ['customer-tagged', undefined],
    ['customer-note-added', undefined],
    ['order-note-added', undefined],
  ])
  const { rows } = await shop.db.execute(sql`
    SELECT FROM audit_events WHERE concat(before::text, after::text) ~ 'noon|Wholesale|parcel'`)
  assert.deepEqual(rows, [], 'the log itself has no text')
  await shop.db.execute(sql`DELETE FROM customer_notes WHERE user_id = ${buyer.id}`)
  await shop.db.execute(sql`UPDATE users SET removed_at = now() WHERE id = ${buyer.id}`)
  assert.deepEqual((await contentsFor()).slice(0, 2), [
    ['customer-tagged', undefined],
    ['customer-note-added', undefined],
  ])
})
