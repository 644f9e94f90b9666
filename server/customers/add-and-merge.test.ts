import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Customer, CustomerDetails, MergedParts } from '#contract/customers.ts'
import { declaredTables, nameOfTable, ownersOfTables } from '#server/testing/declared-tables.ts'
import { checkTable, listRows } from '#server/testing/import-table.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { readStatements } from '#server/testing/read-statements.ts'

const shop = provideTestShop()

interface Answer {
  _id: string
  code?: string
  facts?: Record<string, string>
  moved: MergedParts
}
const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const detailsOf = async (id: string) =>
  (await shop.call<CustomerDetails>('GET', `/customer/${id}`, { token: shop.admin.token })).body
const find = async (query: string) =>
  (await shop.call<Customer[]>('GET', `/customers?${query}`, { token: shop.admin.token })).body
const auditOf = async (id: string) =>
  (await shop.call<AuditEvent[]>('GET', `/audit-log?q=${id}`, { token: shop.admin.token })).body
const add = async (email: string, rest: object = {}) =>
  (await asAdmin('POST', '/customers', { email, ...rest })).body._id
const address = {
  company: 'Hall GmbH',
  recipient: 'Hal Hall',
  street: 'Ring 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}

test('staff add a company with address, VAT number, group and terms in one call, and nobody twice', async () => {
  const made = await shop.call<{ group: { _id: string } }>('POST', '/customer-groups', {
    token: shop.admin.token,
    body: { name: 'Workshops' },
  })
  const id = await add('Hal@Hall.test', {
    name: 'Hal Hall',
    phone: '+49 30 1234567',
    address,
    taxNumbers: ['DE 136695976'],
    groups: [made.body.group._id],
    terms: { netDays: 14, creditLimit: 500, poRequired: true },
  })
  const { customer, profile, addresses, taxNumbers } = await detailsOf(id)
  assert.deepEqual(
    [customer.email, customer.name, customer.company, customer.withoutAccount, profile.phone, taxNumbers],
    ['hal@hall.test', 'Hal Hall', 'Hall GmbH', true, '+49 30 1234567', ['DE136695976']],
  )
  assert.deepEqual(
    customer.groups.map(({ name }) => name),
    ['Workshops'],
  )
  assert.deepEqual(customer.terms, { active: true, netDays: 14, creditLimit: 500, owed: 0, poRequired: true })
  assert.deepEqual([addresses[0]?.city, addresses[0]?.isDefault], ['Berlin', true])
  assert.deepEqual((await auditOf(id)).map(({ kind }) => kind).toSorted(), [
    'customer-added',
    'group-joined',
    'terms-set',
  ])
  const again = await asAdmin('POST', '/customers', { email: 'hal@hall.test' })
  assert.deepEqual([again.status, again.body.code, again.body.facts?.['id']], [409, 'customer-known', id])
  const wrong = await asAdmin('POST', '/customers', { email: 'vat@hall.test', taxNumbers: ['DE1'] })
  assert.deepEqual([wrong.status, wrong.body.code, await find('q=vat@hall.test')], [400, 'tax-id-invalid', []])
  const both = await Promise.all([1, 2].map(() => asAdmin('POST', '/customers', { email: 'race@hall.test' })))
  assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '409'])
})

test('of two who edit a customer at once, the second sees the first; an address moves only before the first sign-in', async () => {
  const id = await add('edit@hall.test', { name: 'Ed One', address })
  const { version } = await detailsOf(id)
  const change = (rest: object) => asAdmin('PUT', `/customer/${id}`, { email: 'edit@hall.test', version, ...rest })
  const both = await Promise.all([change({ name: 'Ed Two' }), change({ name: 'Ed Three' })])
  assert.deepEqual(both.map(({ body }) => body.code ?? '').toSorted(), ['', 'customer-changed'])
  const moved = await asAdmin('PUT', `/customer/${id}`, {
    email: 'edited@hall.test',
    version: (await detailsOf(id)).version,
    address: null,
  })
  assert.equal(moved.status, 200)
  const { customer, addresses } = await detailsOf(id)
  assert.deepEqual([customer.email, customer.withoutAccount, addresses], ['edited@hall.test', true, []])
  const parts = (await auditOf(id)).map(({ after: facts }) => facts?.['parts'])
  assert.deepEqual(parts, [['email', 'address'], ['name'], undefined])
  const signedIn = await createCustomer(shop, 'signs-in')
  const own = await detailsOf(signedIn.id)
  const refused = await asAdmin('PUT', `/customer/${signedIn.id}`, { email: 'other@hall.test', version: own.version })
  assert.deepEqual([refused.status, refused.body.code], [409, 'customer-signs-in'])
  const known = await asAdmin('PUT', `/customer/${id}`, {
    email: signedIn.email,
    version: (await detailsOf(id)).version,
  })
  assert.deepEqual([known.status, known.body.code, known.body.facts?.['id']], [409, 'customer-known', signedIn.id])
})

test('a merge moves everything to the customer who stays, and the address leads there', async () => {
  const [from, to] = [await createCustomer(shop, 'merged-away'), await createCustomer(shop, 'stays')]
  const product = await shop.addProduct({ price: 10 })
  const order = await placeOrder(shop, from, product, 2)
  await placeOrder(shop, to, product, 1)
  for (const { token } of [from, to]) {
    await shop.call('POST', '/addresses', { token, body: address })
    await shop.call('PATCH', '/cart/active/lines', {
      token,
      body: { lines: [{ productId: product._id, quantity: 3 }] },
    })
  }
  const terms = (limit: number) => ({ netDays: 30, creditLimit: limit, poRequired: false })
  await asAdmin('PUT', `/customer/${from.id}/terms`, terms(900))
  await asAdmin('PUT', `/customer/${to.id}/terms`, terms(50))
  await shop.db.execute(sql`UPDATE customer_terms SET owed_cents = 3000 WHERE user_id IN (${from.id}, ${to.id})`)
  await asAdmin('POST', `/customer/${from.id}/notes`, { note: 'Calls before noon.' })
  for (const { id } of [from, to]) await asAdmin('POST', `/customer/${id}/tags`, { name: 'Both' })
  const path = `/customer/${from.id}/merge`
  const tooMuch = await asAdmin('GET', `${path}?into=${to.id}&terms=own`)
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [409, 'merge-above-limit'])
  const preview = await asAdmin('GET', `${path}?into=${to.id}&terms=merged`)
  assert.equal((await detailsOf(from.id)).customer.orderCount, 1)
  const merged = await asAdmin('POST', path, { into: to.id, terms: 'merged' })
  assert.deepEqual(merged.body.moved, preview.body)
  const { orders, addresses, carts, notes, owed } = merged.body.moved
  assert.deepEqual([orders, addresses, carts, notes, owed], [1, 1, 1, 1, 30])
  const stays = await detailsOf(to.id)
  assert.deepEqual(stays.customer.terms, { active: true, netDays: 30, creditLimit: 900, owed: 60, poRequired: false })
  assert.deepEqual([stays.customer.orderCount, stays.addresses.length, stays.notes.length], [2, 2, 1])
  assert.deepEqual([stays.mergedEmails, stays.customer.tags?.length], [[from.email], 1])
  assert.deepEqual(
    (await find(`q=${from.email}`)).map(({ _id }) => _id),
    [to.id],
  )
  const own = await shop.call<{ _id: string }[]>('GET', `/orders?email=${to.email}`, { token: to.token })
  assert.ok(own.body.some(({ _id }) => _id === order._id))
  const carts2 = await shop.call<unknown[]>('GET', '/carts', { token: to.token })
  assert.equal(carts2.body.length, 2)
  assert.equal((await shop.call('GET', '/addresses', { token: from.token })).status, 401)
  assert.equal((await asAdmin('GET', `/customer/${from.id}`)).status, 404)
  const add = await asAdmin('POST', '/customers', { email: from.email })
  assert.deepEqual([add.body.code, add.body.facts?.['id']], ['customer-merged', to.id])
  // A file from before the merge has both: only the row of the customer who stays says something of them.
  const { _id, counts, warnings } = await checkTable(shop, 'customers', [
    ['E-mail', 'Phone'],
    [from.email, '+1 512 555 0100'],
    [to.email, '+1 512 555 0199'],
  ])
  assert.deepEqual([counts, warnings.map(({ code }) => code)], [{ same: 1, changed: 1 }, ['customers-merged']])
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ changes, warnings: said }) => [changes[0]?.after, said[0]?.code]),
    [
      [undefined, 'customer-merged'],
      ['+1 512 555 0199', undefined],
    ],
  )
  await assert.rejects(createCustomer(shop, 'merged-away'), { code: 'account-merged' })
})

test('the phone of a merged customer is a note of the one who stays, if they have another one', async () => {
  const from = await add('phone-from@hall.test', { phone: '+49 30 1112223' })
  const to = await add('phone-to@hall.test', { phone: '+49 30 4445556' })
  const merged = await asAdmin('POST', `/customer/${from}/merge`, { into: to, terms: 'own' })
  const { profile, notes } = await detailsOf(to)
  assert.deepEqual([merged.body.moved.notes, profile.phone], [1, '+49 30 4445556'])
  assert.deepEqual(
    notes.map(({ note }) => note),
    ['phone-from@hall.test: +49 30 1112223'],
  )
})

test('an order that is placed while its buyer is merged is the order of the one who stays, or is refused', async () => {
  const product = await shop.addProduct({ price: 10, available: 100 })
  const [from, to] = [await createCustomer(shop, 'merged-racer'), await createCustomer(shop, 'staying-racer')]
  const place = () =>
    shop.call('POST', '/orders', {
      token: from.token,
      body: {
        productId: product._id,
        name: product.name,
        email: from.email,
        quantity: 1,
        totalPrice: 10,
        address: 'Ring 1, Berlin',
        phoneNumber: '+49 30 1234567',
      },
    })
  const [merged, ...placed] = await Promise.all([
    asAdmin('POST', `/customer/${from.id}/merge`, { into: to.id, terms: 'own' }),
    ...Array.from({ length: 6 }, place),
  ])
  assert.equal(merged.status, 200)
  assert.ok(placed.every(({ status }) => status < 500))
  const { rows } = await shop.db.execute<{ buyer: string; count: number }>(sql`
    SELECT buyer_id AS buyer, count(*)::int AS count FROM orders WHERE buyer_id IN (${from.id}, ${to.id}) GROUP BY 1`)
  const accepted = placed.filter(({ status }) => status === 200 || status === 201).length
  assert.deepEqual(rows, accepted > 0 ? [{ buyer: to.id, count: accepted }] : [])
})

test('nobody of staff is merged, and no account into one that cannot sign in', async () => {
  const buyer = await createCustomer(shop, 'keeps-account')
  const id = await add('no-account@hall.test')
  const merge = async (from: string, into: string) =>
    (await asAdmin('POST', `/customer/${from}/merge`, { into, terms: 'own' })).body.code
  const [admin] = await find(`q=${shop.admin.email}`)
  assert.equal(await merge(buyer.id, id), 'merge-account')
  assert.equal(await merge(buyer.id, buyer.id), 'merge-same')
  assert.equal(await merge(admin?._id ?? '', buyer.id), 'merge-staff')
  assert.equal(await merge(id, buyer.id), undefined)
})

test('every column that refers to a person moves with a merge, or says who did something', async () => {
  const declared = await declaredTables()
  const known = {
    tables: new Set(ownersOfTables(declared).keys()),
    exports: new Map(declared.map((table) => [`#${table.file} ${table.exportName}`, nameOfTable(table)])),
  }
  const { rows } = await shop.db.execute<{ column: string }>(sql`
    SELECT conrelid::regclass::text || '.' || attname AS column FROM pg_constraint
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND connamespace = 'public'::regnamespace ORDER BY 1`)
  const columns = rows.map(({ column }) => column)
  const files = [
    'server/customers/merge-customers.ts',
    'server/accounts/addresses/move-addresses.ts',
    'server/carts/move-carts.ts',
    'server/catalog/stock-notices/move-notices.ts',
    'server/orders/move-orders.ts',
    'server/payments/card-customers.ts',
    'server/pricing/move-memberships.ts',
    'server/reviews/move-reviews.ts',
    'server/tax/move-tax-data.ts',
    'server/vehicles/move-garage.ts',
  ]
  const root = join(import.meta.dirname, '../..')
  const moved = new Set(
    files.flatMap((file) => [
      ...readStatements(file, readFileSync(join(root, file), 'utf8'), { ...known, columns }).columns,
    ]),
  )
  const left = columns.filter((column) => !moved.has(column) && !column.endsWith('_by'))
  assert.deepEqual(left, [
    // Who did it is who did it.
    'audit_events.actor_id',
    // Only staff have views, and accounts of staff are not merged.
    'saved_views.owner_id',
  ])
})
