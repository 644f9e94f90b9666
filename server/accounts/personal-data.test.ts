import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { AuditEvent } from '#contract/audit-log.ts'
import { ownData, personalData } from '#server/composition/personal-data.ts'
import type { GivenPermission } from '#contract/permissions.ts'
import { newId } from '#server/platform/ids.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

const shop = provideTestShop()

type Data = Record<string, Record<string, unknown>[]>
const idOf = async (email: string) => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email}`)
  return rows[0]?.id ?? ''
}

test('a customer gets what is stored about them and nothing of others; staff can make the file, too, which is recorded', async () => {
  const ann = await shop.signUp('ann-data')
  const other = await shop.signUp('other-data')
  const address = { country: 'GB', street: '9 Data Road', city: 'London', postalCode: 'SW1A 2AA' }
  assert.equal((await shop.call('POST', '/addresses', { token: ann.token, body: address })).status, 200)
  const product = await shop.addProduct({ name: 'Brake disc of Ann', available: 10 })
  const order = await placeOrder(shop, ann, product, 1)
  await placeOrder(shop, other, product, 1)
  const id = await idOf(ann.email)
  const { status, body: data } = await shop.call<Data>('GET', '/my-data', { token: ann.token })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(data), Object.keys(ownData))
  assert.equal(data['account']?.[0]?.['email'], ann.email)
  assert.equal(data['addresses']?.[0]?.['street'], '9 Data Road')
  assert.deepEqual(
    data['orders']?.map(({ number, lines }) => [number, (lines as { product_name: string }[])[0]?.product_name]),
    [[Number(order.number.replace(/\D/g, '')), 'Brake disc of Ann']],
  )
  assert.ok(!JSON.stringify(data).includes(other.email))

  const ofStaff = await shop.call<Data>('GET', `/users/${id}/personal-data`, { token: shop.admin.token })
  assert.equal(ofStaff.status, 200)
  assert.deepEqual(ofStaff.body['orders'], data['orders'])
  const events = await shop.call<AuditEvent[]>('GET', '/audit-log?kind=personal-data-exported', {
    token: shop.admin.token,
  })
  assert.deepEqual(
    events.body.map(({ subject }) => subject.id),
    [id],
  )
  assert.equal((await shop.call('GET', `/users/${newId()}/personal-data`, { token: shop.admin.token })).status, 404)
  assert.equal((await shop.call('GET', `/users/${id}/personal-data`, { token: other.token })).status, 403)
})

test('what only staff see is in their file and not in that of the customer', async () => {
  const bob = await shop.signUp('bob-data')
  const order = await placeOrder(shop, bob, await shop.addProduct({ available: 10 }), 1)
  const id = await idOf(bob.email)
  const write = async (path: string, body: object) =>
    assert.equal((await shop.call('POST', path, { token: shop.admin.token, body })).status, 200)
  await write(`/customer/${id}/notes`, { note: 'Secret: pays late.' })
  await write(`/customer/${id}/tags`, { name: 'Secret bad payer' })
  await write(`/order/${order._id}/notes`, { note: 'Secret: do not ship.' })
  await write('/tag-orders', { ids: [order._id], name: 'Secret fraud' })
  const list = { customerId: id, active: true }
  await write('/price-lists', { ...list, name: 'Announced' })
  await write('/price-lists', { ...list, name: 'Secret draft', active: false })
  await write('/price-lists', { ...list, name: 'Secret plan', startsAt: '2130-01-01T00:00:00Z' })

  const own = await shop.call<Data>('GET', '/my-data', { token: bob.token })
  assert.doesNotMatch(JSON.stringify(own.body), /secret|note-added|tagged/i)
  assert.deepEqual(
    own.body['ownPrices']?.map(({ name }) => name),
    ['Announced'],
  )
  const ofStaff = await shop.call<Data>('GET', `/users/${id}/personal-data`, { token: shop.admin.token })
  assert.deepEqual(Object.keys(ofStaff.body).toSorted(), Object.keys(personalData).toSorted())
  assert.equal(JSON.stringify(ofStaff.body).match(/"Secret[^"]*"/g)?.length, 6)
})

test('an address that is not confirmed finds nothing of its owner', async () => {
  const eve = await shop.signUp('eve-data')
  await shop.db.execute(sql`
    INSERT INTO newsletter_subscriptions (id, email, token) VALUES (${newId()}, ${eve.email}, ${newId()})`)
  const newsletters = async () => {
    const { body } = await shop.call<Data>('GET', '/my-data', { token: eve.token })
    return body['newsletter']?.length
  }
  const confirm = (at: string | null) =>
    shop.db.execute(sql`UPDATE users SET email_verified_at = ${at}::timestamptz WHERE email = ${eve.email}`)
  await confirm(null)
  assert.equal(await newsletters(), 0)
  await confirm('2026-01-01T00:00:00Z')
  assert.equal(await newsletters(), 1)
})

test('staff get the file only if they may see all that is in it', async () => {
  const id = await idOf((await shop.signUp('role-data')).email)
  const statusFor = async (name: string, permissions: readonly GivenPermission[]) => {
    const { email, token } = await shop.signUp(name)
    const role = newId()
    await shop.db.execute(sql`
      INSERT INTO staff_roles (id, name, permissions) VALUES (${role}, ${name}, ${sql.param(permissions)}::text[])`)
    await shop.db.execute(sql`
      UPDATE users SET staff_role_id = ${role}, email_verified_at = now() WHERE email = ${email}`)
    const { status, body } = await shop.call<{ code?: string }>('GET', `/users/${id}/personal-data`, { token })
    return body.code ?? status
  }
  assert.equal(await statusFor('sees-customers', ['customers']), 'permission-missing')
  assert.equal(await statusFor('sees-no-orders', ['customers', 'prices']), 'permission-missing')
  assert.equal(await statusFor('sees-no-prices', ['customers', 'orders']), 'permission-missing')
  assert.equal(await statusFor('sees-all', ['customers', 'orders', 'prices']), 200)
})

test('every column that refers to a person is in the file, or says who did something; none of its secrets is', async () => {
  const dialect = new PgDialect()
  const texts = Object.values(personalData).map((select) => dialect.sqlToQuery(select({ id: newId(), email: '' })).sql)
  const isRead = (column: string) => {
    const [table = '', name = ''] = column.split('.')
    return texts.some((text) => new RegExp(`\\b${table}\\b`).test(text) && new RegExp(`\\b${name} = \\$`).test(text))
  }
  const { rows } = await shop.db.execute<{ column: string }>(sql`
    SELECT conrelid::regclass::text || '.' || attname AS column FROM pg_constraint
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND connamespace = 'public'::regnamespace ORDER BY 1`)
  const left = rows.map(({ column }) => column).filter((column) => !isRead(column) && !column.endsWith('_by'))
  assert.deepEqual(left, [])

  const secrets = [
    'hash',
    'token',
    'share_key',
    'idempotency_key',
    'request_hash',
    'identity_uid',
    'html_body',
    'text_body',
  ]
  const ann = await shop.signUp('no-secrets')
  await shop.call('POST', '/carts', { token: ann.token, body: { name: 'Van' } })
  const { body } = await shop.call<Data>('GET', '/my-data', { token: ann.token })
  const names = new Set(Object.values(body).flatMap((part) => part.flatMap((row) => Object.keys(row))))
  assert.deepEqual(
    secrets.filter((name) => names.has(name)),
    [],
  )
})
