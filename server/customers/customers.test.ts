import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Customer, CustomerDetails, MyTerms } from '#contract/customers.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ManagedOrder } from '#contract/orders.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import { releaseCredit, reserveCredit } from '#server/customers/reserve-credit.ts'
import { erasePersonalData } from '#server/accounts/erase-personal-data.ts'
import { eraseCustomer } from '#server/customers/erase-customer.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailedCode, mailsTo, requestIdentity } from '#server/testing/identity-wire.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import { importTable, listRows } from '#server/testing/import-table.ts'
import { createStaff } from '#server/testing/staff.ts'
import { type Placed, placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop()

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call<{ code?: string; message?: string; _id?: string }>(method, path, {
    token: shop.admin.token,
    ...(body !== undefined && { body }),
  })
const detailsOf = async (id: string) =>
  (await shop.call<CustomerDetails>('GET', `/customer/${id}`, { token: shop.admin.token })).body
const find = async (query: string) =>
  (await shop.call<Customer[]>('GET', `/customers?${query}`, { token: shop.admin.token })).body
const setTerms = (id: string, terms: { netDays?: number; creditLimit?: number | null; poRequired?: boolean } = {}) =>
  asAdmin('PUT', `/customer/${id}/terms`, { netDays: 30, creditLimit: 1000, poRequired: false, ...terms })
const myTerms = async ({ token }: { token: string }) =>
  (await shop.call<{ terms?: MyTerms }>('GET', '/my-terms', { token })).body.terms
const auditKinds = async (id: string) =>
  (await shop.call<AuditEvent[]>('GET', `/audit-log?q=${id}`, { token: shop.admin.token })).body.map(({ kind }) => kind)
const reserve = (buyer: { id: string }, cents: number) =>
  shop.db.transaction((tx) => reserveCredit(tx, { buyerId: buyer.id, cents }))

test('a customer is listed with orders, spending and terms, and found by words and terms', async () => {
  const buyer = await createCustomer(shop, 'listed-buyer')
  const product = await shop.addProduct({ price: 12.5 })
  const paid = await placeOrder(shop, buyer, product, 4)
  await payFor(shop, buyer, paid)
  await placeOrder(shop, buyer, product, 1)
  const cancelled = await placeOrder(shop, buyer, product, 1)
  await shop.call('DELETE', `/orders/${cancelled._id}`, { token: buyer.token })
  await setTerms(buyer.id, { creditLimit: null, poRequired: true })
  const [found] = await find('q=listed-buyer')
  assert.deepEqual(
    { ...found, createdAt: '', lastOrderAt: '' },
    {
      _id: buyer.id,
      email: buyer.email,
      name: 'listed-buyer',
      role: 'customer',
      disabled: false,
      createdAt: '',
      orderCount: 2,
      spent: 50,
      sales: 50,
      lastOrderAt: '',
      groups: [],
      terms: { active: true, netDays: 30, creditLimit: null, owed: 0, poRequired: true },
    },
  )
  assert.deepEqual(await find('q=listed-buyer&terms=owing'), [])
  await reserve(buyer, 100)
  assert.equal((await find('q=listed-buyer&terms=owing')).length, 1)
  assert.ok((await find('terms=active')).some(({ _id }) => _id === buyer.id))
  await asAdmin('DELETE', `/customer/${buyer.id}/terms`)
  assert.ok(!(await find('terms=active')).some(({ _id }) => _id === buyer.id))
})

test('a customer is shown with the groups, and found by one', async () => {
  const [member, other] = [await createCustomer(shop, 'grouped-buyer'), await createCustomer(shop, 'groupless-buyer')]
  const added = await shop.call<{ group: { _id: string; name: string } }>('POST', '/customer-groups', {
    token: shop.admin.token,
    body: { name: 'Workshops' },
  })
  const { _id, name } = added.body.group
  assert.equal((await asAdmin('PUT', `/customer-groups/${_id}/members/${member.email}`)).status, 200)
  assert.deepEqual(
    (await find(`group=${_id}`)).map((row) => row.email),
    [member.email],
  )
  assert.deepEqual(await find('group=99999999'), [])
  assert.deepEqual((await detailsOf(member.id)).customer.groups, [{ _id, name }])
  assert.deepEqual((await detailsOf(other.id)).customer.groups, [])
})

test('a customer is found by anything that is said on the phone: numbers in all their spellings, and those of orders', async () => {
  const { _id } = (
    await asAdmin('POST', '/customers', { email: 'caller@kfz.test', name: 'Kim', phone: '0711 / 90 12-34' })
  ).body
  const abroad = { email: 'abroad@kfz.test', name: 'Lou', phone: '+49 (0) 351 778899' }
  assert.equal((await asAdmin('POST', '/customers', abroad)).status, 200)
  const emails = async (q: string) => (await find(`q=${encodeURIComponent(q)}`)).map(({ email }) => email)
  for (const said of [
    '+49 711 901234',
    '0049711901234',
    '0711901234',
    '0711 9012-34',
    '+49 (0)711 901234',
    'Kim 0711 901234',
  ])
    assert.deepEqual(await emails(said), ['caller@kfz.test'], said)
  for (const said of ['+49 351 778899', '0351/778899', '351 77 88 99'])
    assert.deepEqual(await emails(said), ['abroad@kfz.test'], said)
  for (const said of ['+49 711 901235', 'Lou 0711 901234']) assert.deepEqual(await emails(said), [], said)

  const buyer = await createCustomer(shop, 'ordering-caller')
  const product = await shop.addProduct({ available: 10 })
  const order = await placeOrder(shop, buyer, product, 1)
  await shop.db.execute(sql`UPDATE orders SET po_number = 'PO-77/2026' WHERE id = ${order._id}`)
  await shop.db.execute(sql`
    INSERT INTO past_orders (id, buyer_id, number, ordered_on, currency) VALUES (${newId()}, ${_id}, '#R-88017', '2024-04-02', 'usd')`)
  const digits = order.number.replace(/\D/g, '')
  for (const said of [order.number, `#${digits}`, `${order.number}-C1`, 'po-77/2026'])
    assert.deepEqual(await emails(said), [buyer.email], said)
  assert.ok((await emails(digits)).includes(buyer.email))
  for (const said of ['r-88017', '#R-88017']) assert.deepEqual(await emails(said), ['caller@kfz.test'], said)
})

test('pages of customers follow one another without gap or repetition', async () => {
  for (const name of ['page-one', 'page-two', 'page-three']) await createCustomer(shop, name)
  const all = (await find('limit=1000')).map(({ _id }) => _id)
  const seen: string[] = []
  for (let after = ''; ;) {
    const page = await find(`limit=2${after && `&after=${after}`}`)
    seen.push(...page.map(({ _id }) => _id))
    if (page.length < 2) break
    after = page.at(-1)?._id ?? ''
  }
  assert.deepEqual(seen, all)
})

test('what is written about a customer who is erased meanwhile is refused, and nothing of it stays', async () => {
  const { id } = await createCustomer(shop, 'leaving-buyer')
  const eraser = await shop.db.$client.connect()
  try {
    await eraser.query('BEGIN')
    await eraser.query('UPDATE users SET removed_at = now() WHERE id = $1', [id])
    const terms = { netDays: 14, creditLimit: 1000, poRequired: false }
    const written = [
      asAdmin('POST', `/customer/${id}/notes`, { note: 'Hidden person' }),
      asAdmin('PUT', `/customer/${id}/terms`, terms),
    ]
    await waitUntil(async () => {
      const { rowCount } = await shop.db.execute(sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      return rowCount === written.length
    }, 'both wait for the eraser')
    await eraser.query('COMMIT')
    for (const { status, body } of await Promise.all(written))
      assert.deepEqual([status, (body as { code?: string }).code], [404, 'customer-not-found'])
  } finally {
    eraser.release()
  }
  const { rows } = await shop.db.execute(sql`
    SELECT FROM customer_notes WHERE user_id = ${id} UNION ALL SELECT FROM customer_terms WHERE user_id = ${id}`)
  assert.equal(rows.length, 0)
})

test('the page of a customer has profile, addresses and notes; what is unknown is not found', async () => {
  const buyer = await createCustomer(shop, 'detailed-buyer')
  await shop.call('POST', '/addresses', {
    token: buyer.token,
    body: { country: 'DE', street: 'Torstraße 1', postalCode: '10119', city: 'Berlin' },
  })
  assert.equal((await asAdmin('POST', `/customer/${buyer.id}/notes`, { note: ' Calls before noon. ' })).status, 200)
  const { profile, addresses, notes } = await detailsOf(buyer.id)
  assert.equal(profile.email, buyer.email)
  assert.equal(addresses[0]?.city, 'Berlin')
  assert.deepEqual(
    notes.map(({ note, by }) => [note, by]),
    [['Calls before noon.', shop.admin.email]],
  )
  assert.deepEqual((await detailsOf((await createCustomer(shop, 'other-buyer')).id)).notes, [])
  assert.equal((await asAdmin('DELETE', `/customer/${buyer.id}/notes/${newId()}`)).body.code, 'note-not-found')
  assert.equal((await asAdmin('DELETE', `/customer/${buyer.id}/notes/${notes[0]?._id}`)).status, 200)
  assert.deepEqual((await detailsOf(buyer.id)).notes, [])
  assert.deepEqual(await auditKinds(buyer.id), ['customer-note-deleted', 'customer-note-added'])
  for (const id of [newId(), 'none'])
    assert.equal((await asAdmin('GET', `/customer/${id}`)).body.code, 'customer-not-found')
})

test('notes about a person are erased with the account; the audit log never had their text', async () => {
  const buyer = await createCustomer(shop, 'noted-buyer')
  await asAdmin('POST', `/customer/${buyer.id}/notes`, { note: 'peculiar-remark' })
  await shop.db.transaction((tx) => erasePersonalData(tx, { id: buyer.id }, [eraseCustomer]))
  const { rows } = await shop.db.execute(sql`
    SELECT 1 FROM customer_notes WHERE note = 'peculiar-remark'
    UNION ALL SELECT 1 FROM audit_events e WHERE e::text LIKE '%peculiar-remark%'`)
  assert.deepEqual(rows, [])
})

test('terms are set, changed and withdrawn on record, and shown to the buyer', async () => {
  const buyer = await createCustomer(shop, 'terms-buyer')
  assert.equal(await myTerms(buyer), undefined)
  await setTerms(buyer.id, { creditLimit: 500 })
  await reserve(buyer, 12_345)
  assert.deepEqual(await myTerms(buyer), {
    netDays: 30,
    creditLimit: 500,
    creditLeft: 376.55,
    owed: 123.45,
    poRequired: false,
  })
  const low = await setTerms(buyer.id, { creditLimit: 123.44 })
  assert.equal(low.body.code, 'credit-limit-below-owed')
  assert.match(low.body.message ?? '', /\$123\.45/)
  assert.equal((await setTerms(buyer.id, { netDays: 14, creditLimit: 123.45 })).status, 200)
  assert.equal((await asAdmin('DELETE', `/customer/${buyer.id}/terms`)).status, 200)
  assert.equal((await asAdmin('DELETE', `/customer/${buyer.id}/terms`)).status, 200)
  assert.equal(await myTerms(buyer), undefined)
  assert.equal(await findTerms(shop.db, buyer.id), undefined)
  assert.deepEqual((await detailsOf(buyer.id)).customer.terms, {
    active: false,
    netDays: 14,
    creditLimit: 123.45,
    owed: 123.45,
    poRequired: false,
  })
  assert.deepEqual(await auditKinds(buyer.id), ['terms-withdrawn', 'terms-set', 'terms-set'])
})

test('a limit holds for 50 orders at once; what is released can be used again', async () => {
  const buyer = await createCustomer(shop, 'limited-buyer')
  await setTerms(buyer.id, { creditLimit: 10 })
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => reserve(buyer, 130)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 7)
  const refusal = await reserve(buyer, 91).catch((error: unknown) => error)
  assert.deepEqual(
    [refusal instanceof Error && 'code' in refusal && refusal.code, (await myTerms(buyer))?.creditLeft],
    ['credit-limit-reached', 0.9],
  )
  await reserve(buyer, 90)
  await shop.db.transaction((tx) => releaseCredit(tx, { buyerId: buyer.id, cents: 130 }))
  await reserve(buyer, 130)
  assert.equal((await findTerms(shop.db, buyer.id))?.owedCents, 1000)
})

test('a limit of zero allows nothing, and none is no limit', async () => {
  const buyer = await createCustomer(shop, 'zero-buyer')
  const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)
  assert.equal(await reserve(buyer, 1).catch(codeOf), 'terms-not-allowed')
  await setTerms(buyer.id, { creditLimit: 0 })
  assert.equal(await reserve(buyer, 1).catch(codeOf), 'credit-limit-reached')
  await setTerms(buyer.id, { creditLimit: null })
  assert.equal(await reserve(buyer, 999_999_999), undefined)
})

test('an invited customer sets a password by the mailed link, signs in and keeps the terms', async () => {
  const email = 'invited@customer.test'
  const added = await asAdmin('POST', '/customers', { email: 'Invited@customer.test', name: 'Ivy Invited' })
  const id = added.body._id ?? ''
  assert.deepEqual(await mailsTo(shop, email), [])
  assert.equal((await asAdmin('POST', `/customer/${id}/invitation`)).status, 200)
  assert.ok((await detailsOf(id)).customer.invitedAt)
  await setTerms(id)
  const again = await asAdmin('POST', '/customers', { email })
  assert.equal(again.body.code, 'customer-known')
  // The first link is void as soon as there is a second one.
  const first = await mailedCode(shop, 'invitation', email)
  assert.equal((await asAdmin('POST', `/customer/${id}/invitation`)).status, 200)
  const oobCode = await mailedCode(shop, 'invitation', email)
  assert.notEqual(oobCode, first)
  const refused = await shop.call('POST', '/v1/accounts:resetPassword?key=boltyard', {
    body: { oobCode: first, newPassword: 'a long enough one' },
  })
  assert.equal(refused.status, 400)
  await requestIdentity(shop, 'resetPassword', { oobCode, newPassword: 'a long enough one' })
  const person = await shop.signIn({ email, password: 'a long enough one' })
  const { customer, profile } = await detailsOf(id)
  assert.deepEqual([customer.invitedAt, customer.terms?.active, profile.displayName], [undefined, true, 'Ivy Invited'])
  assert.equal((await myTerms(person))?.netDays, 30)
  assert.equal((await asAdmin('POST', `/customer/${id}/invitation`)).body.code, 'invitation-accepted')
})

test('only an admin sees customers', async () => {
  const buyer = await createCustomer(shop, 'curious-buyer')
  for (const [method, path] of [
    ['GET', '/customers'],
    ['GET', `/customer/${buyer.id}`],
    ['PUT', `/customer/${buyer.id}/terms`],
    ['POST', `/customer/${buyer.id}/notes`],
    ['POST', '/customers'],
  ] as const) {
    const { status } = await shop.call(method, path, { token: buyer.token, ...(method !== 'GET' && { body: {} }) })
    assert.equal(status, 403, `${method} ${path}`)
  }
})

test('a file that lowers a limit below what is owed is refused with the amount in yen', async () => {
  await using yen = await openTestShop()
  const { status } = await yen.call('PUT', '/store', { token: yen.admin.token, body: { currency: 'JPY' } })
  assert.equal(status, 200)
  const buyer = await createCustomer(yen, 'yen-buyer')
  await yen.call('PUT', `/customer/${buyer.id}/terms`, {
    token: yen.admin.token,
    body: { netDays: 30, creditLimit: 50_000, poRequired: false },
  })
  await yen.db.execute(sql`UPDATE customer_terms SET owed_cents = 12345 WHERE user_id = ${buyer.id}`)
  const { _id } = await importTable(yen, 'customers', [
    ['E-mail', 'Pays by invoice', 'Net days', 'Credit limit'],
    [buyer.email, 'yes', '30', '1000'],
  ])
  const [row] = await listRows(yen, _id)
  assert.match(String(row?.errors[0]?.facts['text']), /¥12,345/)
})

test('nobody gives credit to their own account, or to one with their mailbox or phone number', async () => {
  const staff = await createStaff(shop, 'lender', ['customers'])
  const [alias, phone, other] = [
    await createCustomer(shop, 'lender+more'),
    await createCustomer(shop, 'lenders-phone'),
    await createCustomer(shop, 'lenders-customer'),
  ]
  await shop.db.execute(sql`UPDATE users SET phone = '+49 30 1234567' WHERE id = ${staff.id}`)
  await shop.db.execute(sql`UPDATE users SET phone = '+49301234567' WHERE id = ${phone.id}`)
  const body = { netDays: 30, creditLimit: 1000, poRequired: false }
  const outcomes = []
  for (const { id } of [staff, alias, phone, other]) {
    const { status, body: answer } = await shop.call<{ code?: string }>('PUT', `/customer/${id}/terms`, {
      token: staff.token,
      body,
    })
    outcomes.push(`${status} ${answer.code ?? ''}`)
  }
  assert.deepEqual(outcomes, ['409 own-terms', '409 own-terms', '409 own-terms', '200 '])
  // Nor by a file: the other rows of it are applied.
  const file = [
    ['E-mail', 'Pays by invoice', 'Payment terms'],
    [shop.admin.email, 'yes', '30'],
    [other.email, 'yes', '14'],
  ]
  await importTable(shop, 'customers', file)
  const { rows } = await shop.db.execute(sql`
    SELECT email, net_days AS days FROM customer_terms JOIN users ON users.id = user_id
    WHERE email IN (${shop.admin.email}, ${other.email})`)
  assert.deepEqual(rows, [{ email: other.email, days: 14 }])
})

test('staff read the full name of who signed up with a first name, as the addresses have it', async () => {
  const buyer = await createCustomer(shop, 'forename')
  const address = { country: 'DE', street: 'Hallenstraße 1', city: 'Berlin', postalCode: '10115' }
  const keep = (recipient: string) =>
    shop.call('POST', '/addresses', { token: buyer.token, body: { ...address, recipient } })
  const kept = await keep('Gate Two')
  assert.equal(kept.status, 200, JSON.stringify(kept.body))
  assert.equal((await detailsOf(buyer.id)).customer.name, 'forename')
  assert.equal((await keep('Forename Meister')).status, 200)
  const { customer, profile } = await detailsOf(buyer.id)
  assert.deepEqual([customer.name, profile.displayName], ['Forename Meister', 'forename'])
  assert.deepEqual(
    (await find('q=forename')).map(({ name }) => name),
    ['Forename Meister'],
  )
  const product = await shop.addProduct({ price: 10, available: 10 })
  const { body } = await shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: [{ productId: product._id, quantity: 1 }],
      address: 'see delivery',
      phoneNumber: '5550100',
      delivery: { ...address, recipient: 'Forename Meister' },
    },
  })
  assert.ok(body.order, body.message)
  const orders = await shop.call<ManagedOrder[]>('GET', `/all-orders?q=${body.order.number}`, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    orders.body.map(({ buyerName }) => buyerName),
    ['Forename Meister'],
  )
})
