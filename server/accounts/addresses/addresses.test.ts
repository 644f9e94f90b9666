import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { type Address, type AddressFormat, type AddressInput, maxAddresses } from '#contract/addresses.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { getShippingSetup } from '#contract/shipping.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Order, placeOrder } from '#contract/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody } from '#server/testing/place-order.ts'

const shop = provideTestShop()

type Buyer = { token: string }
const berlin = { country: 'DE', street: 'Torstraße 1', postalCode: '10119', city: 'Berlin' }
const austin = {
  label: 'Depot',
  country: 'US',
  company: 'Ortega Brakes',
  recipient: 'Dana Ortega',
  street: '12 Main St\nGate 4',
  city: 'Austin',
  region: 'TX',
  postalCode: '78701',
  phone: '+1 512 555 0100',
}
const list = async ({ token }: Buyer) => (await shop.call<Address[]>('GET', '/addresses', { token })).body
const send = (method: string, path: string, { token }: Buyer, body?: AddressInput, language = 'en') =>
  shop.call<{ address: Address; code?: string; message?: string }>(method, path, {
    token,
    ...(body && { body }),
    headers: { 'accept-language': language },
  })
const add = async (buyer: Buyer, body: AddressInput) => (await send('POST', '/addresses', buyer, body)).body.address
const formatOf = async (country: string) =>
  (await shop.call<AddressFormat>('GET', `/address-format?country=${country}`)).body
const labelsOf = async (buyer: Buyer) =>
  (await list(buyer)).map(({ label, isDefault }) => `${label}${isDefault ? ' (default)' : ''}`)

test('Greece is also known by the code of the European Union', async () => {
  const buyer = await createCustomer(shop, 'greek')
  const athens = { ...berlin, country: 'EL', postalCode: 'EL-104 31', city: 'Αθήνα' }
  const { status, body } = await send('POST', '/addresses', buyer, athens)
  assert.deepEqual([status, body.address?.country, body.address?.postalCode], [200, 'GR', '104 31'])
  assert.equal((await formatOf('EL')).country, 'GR')
  const zone = { name: 'Greece', members: [{ country: 'EL' }] }
  assert.equal((await shop.call('POST', '/shipping-zones', { token: shop.admin.token, body: zone })).status, 200)
  const setup = await shop.call<ResponseBody<typeof getShippingSetup>>('GET', '/shipping-setup', {
    token: shop.admin.token,
  })
  assert.deepEqual(setup.body.zones.find(({ name }) => name === 'Greece')?.members[0]?.country, 'GR')
})

test('an address is saved, read, replaced and deleted, and is written as its country does', async () => {
  const buyer = await createCustomer(shop, 'address-owner')
  const { _id, ...saved } = await add(buyer, austin)
  assert.deepEqual(saved, {
    ...austin,
    district: '',
    text: 'Ortega Brakes\nDana Ortega\n12 Main St\nGate 4\nAustin, TX 78701\nUnited States',
    isDefault: true,
  })
  const german = await send(
    'PUT',
    `/address/${_id}`,
    buyer,
    { ...berlin, company: ' Bremsen  GmbH ', region: 'BE' },
    'de',
  )
  assert.equal(german.body.address.text, 'Bremsen GmbH\nTorstraße 1\n10119 Berlin\nDeutschland')
  assert.deepEqual(
    [german.body.address.label, german.body.address.region, german.body.address.isDefault],
    ['', '', true],
  )
  assert.deepEqual(
    (await list(buyer)).map((address) => address._id),
    [_id],
  )
  assert.equal((await send('DELETE', `/address/${_id}`, buyer)).status, 200)
  assert.deepEqual(await list(buyer), [])
})

test('an order keeps a copy of the address, whatever becomes of the saved one', async () => {
  const buyer = await createCustomer(shop, 'address-copier')
  const { _id, text } = await add(buyer, austin)
  const product = await shop.addProduct()
  const body = { ...orderBody(product, 1), address: text }
  const placed = await shop.call<ResponseBody<typeof placeOrder>>('POST', '/orders', { token: buyer.token, body })
  await send('PUT', `/address/${_id}`, buyer, berlin)
  await send('DELETE', `/address/${_id}`, buyer)
  const order = await shop.call<Order>('GET', `/order/${placed.body._id}`, { token: buyer.token })
  assert.equal(order.body.address, text)
})

// security 18
test('addresses of another buyer do not exist', async () => {
  const owner = await createCustomer(shop, 'address-private')
  const stranger = await createCustomer(shop, 'address-stranger')
  const { _id } = await add(owner, austin)
  assert.deepEqual(await list(stranger), [])
  for (const id of [_id, newId(), 'none']) {
    for (const [method, path, body] of [
      ['PUT', `/address/${id}`, berlin],
      ['PUT', `/address/${id}/default`],
      ['PUT', `/address/${id}/billing`],
      ['DELETE', `/address/${id}`],
    ] as const) {
      const { status, body: refusal } = await send(method, path, stranger, body)
      assert.equal(`${status} ${refusal.code}`, '404 address-not-found', `${method} ${path}`)
    }
  }
  assert.deepEqual(await labelsOf(owner), ['Depot (default)'])
})

test('one address is the default: the first one, then the chosen one, then the latest that is left', async () => {
  const buyer = await createCustomer(shop, 'address-chooser')
  const one = await add(buyer, { ...berlin, label: 'one' })
  const two = await add(buyer, { ...berlin, label: 'two' })
  const three = await add(buyer, { ...berlin, label: 'three' })
  assert.deepEqual(await labelsOf(buyer), ['one (default)', 'three', 'two'])
  assert.equal((await send('PUT', `/address/${two._id}/default`, buyer)).status, 200)
  assert.deepEqual(await labelsOf(buyer), ['two (default)', 'three', 'one'])
  await send('DELETE', `/address/${one._id}`, buyer)
  assert.deepEqual(await labelsOf(buyer), ['two (default)', 'three'])
  await send('DELETE', `/address/${two._id}`, buyer)
  assert.deepEqual(await labelsOf(buyer), ['three (default)'])
  await send('PUT', `/address/${newId()}/default`, buyer)
  assert.deepEqual(await labelsOf(buyer), ['three (default)'])
  await send('DELETE', `/address/${three._id}`, buyer)
  assert.deepEqual(await labelsOf(buyer), [])
})

test('one address at most is that of the bills, which the default one may be', async () => {
  const buyer = await createCustomer(shop, 'address-of-bills')
  const one = await add(buyer, { ...berlin, label: 'one' })
  const two = await add(buyer, { ...berlin, label: 'two' })
  const billed = async () => (await list(buyer)).filter(({ isBilling }) => isBilling).map(({ label }) => label)
  assert.deepEqual(await billed(), [])
  for (const { _id, label } of [two, one]) {
    assert.equal((await send('PUT', `/address/${_id}/billing`, buyer)).status, 200)
    assert.deepEqual([await billed(), await labelsOf(buyer)], [[label], ['one (default)', 'two']])
  }
})

test('changes of the default at the same time leave exactly one', async () => {
  const buyer = await createCustomer(shop, 'address-racer')
  const added = await Promise.all(Array.from({ length: 6 }, (_, index) => add(buyer, { ...berlin, label: `${index}` })))
  const responses = await Promise.all([
    ...added.map(({ _id }) => send('PUT', `/address/${_id}/default`, buyer)),
    ...added.slice(0, 2).map(({ _id }) => send('DELETE', `/address/${_id}`, buyer)),
  ])
  assert.ok(responses.every(({ status, body }) => status === 200 || body.code === 'address-not-found'))
  const left = await list(buyer)
  assert.equal(left.length, 4)
  assert.equal(left.filter(({ isDefault }) => isDefault).length, 1)
  // Whatever the code does, the database takes no second default.
  await assert.rejects(
    shop.db.execute(sql`
      UPDATE addresses SET is_default = true WHERE user_id = (SELECT id FROM users WHERE email = ${buyer.email})`),
    ({ cause }: Error) => String(cause).includes('addresses_default'),
  )
})

test('a buyer has a limited number of addresses, also when they arrive at the same time', async () => {
  const buyer = await createCustomer(shop, 'address-collector')
  await add(buyer, berlin)
  await shop.db.execute(sql`
    INSERT INTO addresses (id, user_id, country) SELECT gen_random_uuid(), user_id, 'DE'
    FROM addresses, generate_series(3, ${maxAddresses}::int) WHERE user_id = (SELECT id FROM users WHERE email = ${buyer.email})`)
  const responses = await Promise.all([1, 2, 3].map(() => send('POST', '/addresses', buyer, berlin)))
  const refused = responses.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 2)
  for (const { status, body } of refused) {
    assert.equal(`${status} ${body.code}`, '409 too-many-addresses')
    assert.equal(body.message, 'You have 100 addresses. Delete one of them before you add another.')
  }
})

test('an address that its country does not have is refused with what is wrong', async () => {
  const buyer = await createCustomer(shop, 'address-tester')
  const refusals: [Partial<AddressInput>, code: string, message: string][] = [
    [
      { city: ' ', postalCode: '' },
      'address-incomplete',
      'This address is not complete. It still needs: city, postalCode.',
    ],
    [
      { postalCode: '787' },
      'postal-code-invalid',
      'This is no postal code of that country. One looks like this: 95014.',
    ],
    [{ region: 'Texass' }, 'region-unknown', 'That country has no state, province or region “Texass”.'],
    [
      { country: 'us' },
      'country-unknown',
      'There is no country “us”. A country has a code of two capital letters (ISO 3166-1), such as US.',
    ],
    [{ country: '..' }, 'country-unknown', ''],
    [{ country: 'USA' }, 'invalid-request', ''],
    [
      { phone: 'call me' },
      'invalid-request',
      'Please check what was sent: phone must be a phone number of 6 to 15 digits; an extension, if there is one, stands behind it (555 010 0100 ext. 12, x12 or #12).',
    ],
    [{ street: 'x'.repeat(maxLengths.street + 1) }, 'invalid-request', ''],
    [{ city: 'Aus\0tin' }, 'invalid-request', 'Please check what was sent: city must not have the character U+0000.'],
  ]
  for (const [wrong, code, message] of refusals) {
    const { status, body } = await send('POST', '/addresses', buyer, { ...austin, ...wrong })
    assert.equal(`${status} ${body.code}`, `400 ${code}`, JSON.stringify(wrong))
    if (message) assert.equal(body.message, message)
  }
  assert.deepEqual(await list(buyer), [])

  const accepted = await add(buyer, { ...austin, region: 'texas' })
  assert.equal(accepted.region, 'TX')
  const london = await add(buyer, {
    country: 'GB',
    street: '10 Downing Street',
    city: 'London',
    postalCode: 'sw1a 2aa',
  })
  assert.equal(london.postalCode, 'SW1A 2AA')
  const dublin = await add(buyer, { country: 'IE', street: '1 Dame Street', city: 'Dublin', region: 'Co. Dublin' })
  assert.equal(dublin.text, '1 Dame Street\nDublin\nCo. Dublin\nIreland')
  const tokyo = await add(buyer, { country: 'JP', street: '千代田1-1', region: '東京都', postalCode: '100-0001' })
  assert.equal(tokyo.region, 'Tokyo')
})

test('each country has its own fields, all of which stand in its addresses', async () => {
  const us = await formatOf('US')
  assert.deepEqual(
    us.fields.map(({ name, kind, required }) => `${name} ${kind}${required ? '*' : ''}`),
    ['recipient recipient', 'company company', 'street street*', 'city city*', 'region state*', 'postalCode zip*'],
  )
  assert.equal(us.postalCodeExample, '95014')
  assert.deepEqual(us.regions[0], { value: 'AL', name: 'Alabama' })
  assert.deepEqual((await formatOf('DE')).fields.map(({ name }) => name).slice(-2), ['postalCode', 'city'])
  assert.ok(us.countries.length > 240)
  assert.equal((await shop.call('GET', '/address-format?country=QQ')).body.code, 'country-unknown')

  const regionsOfExamples: Partial<Record<string, string>> = { US: 'CA', CA: 'ON' }
  const buyer = await createCustomer(shop, 'address-traveler')
  for (const country of us.countries) {
    const { fields, regions, postalCodeExample } = await formatOf(country)
    const longest = Object.fromEntries(
      fields.map(({ name }) => [
        name,
        name.padEnd(maxLengths[name === 'recipient' || name === 'company' ? 'addressee' : name], 'x'),
      ]),
    )
    const known = {
      postalCode: postalCodeExample ?? 'x'.repeat(12),
      ...(regions[0] && { region: regionsOfExamples[country] ?? regions[0].value }),
    }
    const { status, body } = await send('POST', '/addresses', buyer, { country, ...longest, ...known })
    assert.equal(status, 200, `${country}: ${JSON.stringify(body)}`)
    const { text } = body.address
    assert.ok(text.length <= maxLengths.address, `${country}: ${text.length}`)
    for (const { name } of fields) assert.ok(text.includes(body.address[name]), `${country}: ${name} is not in ${text}`)
    await send('DELETE', `/address/${body.address._id}`, buyer)
  }
})
