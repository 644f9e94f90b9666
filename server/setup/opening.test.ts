import assert from 'node:assert/strict'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Demo, listDemoParts, listOpeningSteps, OpeningStep } from '#contract/opening.ts'
import type { uploadImage } from '#contract/media.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Selling } from '#contract/selling.ts'
import type { listCustomerGroups, listPriceLists } from '#contract/pricing.ts'
import type { getShippingSetup } from '#contract/shipping.ts'
import type { getTaxSetup, listTaxRates } from '#contract/tax.ts'
import { signInDemoCustomer } from '#server/testing/demo-customer.ts'
import { texanDelivery } from '#server/testing/charge-orders.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import type { Tool } from '#contract/catalog.ts'

type TestShop = Awaited<ReturnType<typeof openTestShop>>

const send = <Answer>(shop: TestShop, method: string, path: string, token = shop.admin.token) =>
  shop.call<Answer>(method, path, { token })
const productsOnSale = async (shop: TestShop) => (await send<Tool[]>(shop, 'GET', '/tools')).body

/** Returns names and places of what an admin has set up. */
async function setupOf(shop: TestShop) {
  const { body: shipping } = await send<ResponseBody<typeof getShippingSetup>>(shop, 'GET', '/shipping-setup')
  const { body: tax } = await send<ResponseBody<typeof getTaxSetup>>(shop, 'GET', '/tax')
  const { body: rates } = await send<ResponseBody<typeof listTaxRates>>(shop, 'GET', '/tax/rates')
  const { body: priceLists } = await send<ResponseBody<typeof listPriceLists>>(shop, 'GET', '/price-lists')
  const { body: groups } = await send<ResponseBody<typeof listCustomerGroups>>(shop, 'GET', '/customer-groups')
  return {
    zones: shipping.zones.map(({ name }) => name),
    methods: shipping.methods.map(({ name }) => name),
    shipClasses: shipping.classes.map(({ code }) => code),
    origin: shipping.origin,
    taxOrigin: tax.country,
    registrations: tax.registrations.map(({ country, scheme }) => `${country} ${scheme}`),
    taxClasses: tax.classes.map(({ code }) => code),
    taxRates: rates.map(({ country }) => country),
    priceLists: priceLists.map(({ name }) => name),
    groups: groups.map(({ name }) => name),
  }
}

test('removing the demo, even twice at once, takes out what came with it and leaves what is real', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const demo = await productsOnSale(shop)
  assert.ok(demo.length > 100)
  const [first, second, third, renamed, translated] = demo
  assert.ok(first && second && third && renamed && translated)
  const own = await shop.addProduct({ name: 'My own part', price: 3 })
  await shop.db.execute(sql`UPDATE products SET name = 'Renamed by the seller' WHERE id = ${renamed._id}`)
  await shop.db.execute(
    sql`UPDATE product_texts SET name = 'Umbenannt' WHERE product_id = ${translated._id} AND language = 'de'`,
  )
  const buyer = await shop.signUp('real')
  const bought = await placeOrder(shop, buyer, first, first.minOrder)
  await payFor(shop, buyer, bought)
  // A test order of the seller, and one that has an own product, too.
  const trial = await placeOrder(shop, shop.admin, second, second.minOrder)
  await payFor(shop, shop.admin, trial)
  const kept = await placeOrder(shop, shop.admin, own, 5)
  const ofCustomer = await placeOrder(shop, await signInDemoCustomer(shop), own, 5)

  // Both groups have only categories below them; the seller has added one to the second.
  const groups = async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT slug FROM categories WHERE slug IN ('brake-hydraulics', 'ignition') ORDER BY slug`,
    )
    return rows.map(({ slug }) => slug)
  }
  await shop.db.execute(sql`
    INSERT INTO categories (slug, parent_id, position) SELECT 'own-coils', id, 9 FROM categories WHERE slug = 'ignition'`)
  assert.deepEqual(await groups(), ['brake-hydraulics', 'ignition'])

  const switchedOn = await shop.call('PUT', '/shipping-setup/enabled', {
    token: shop.admin.token,
    body: { enabled: true },
  })
  assert.equal(switchedOn.status, 200)
  const { body: steps } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
  assert.deepEqual(
    steps.flatMap(({ step, done, charge }) =>
      ['shipping', 'tax', 'demo'].includes(step) ? [[step, done, charge]] : [],
    ),
    [
      ['shipping', false, 'demo'],
      ['tax', false, 'off'],
      ['demo', false, undefined],
    ],
    'methods of the demo are not the seller’s own',
  )

  const { body: counted } = await send<Demo>(shop, 'GET', '/demo')
  assert.equal(counted.products, demo.length - 2)
  assert.deepEqual([counted.archived, counted.changed, counted.orders, counted.ordersStaying], [1, 2, 1, 1])
  const pictures = async () =>
    (await shop.db.execute<{ id: string }>(sql`SELECT id FROM images`)).rows.map(({ id }) => id)
  const before = await pictures()
  const folders = join(shop.dataDirectory, 'media')
  for (const id of before) await mkdir(join(folders, id), { recursive: true })
  assert.ok(counted.origin && counted.reviews > 0 && counted.brands > 0 && counted.categories > 0)
  assert.deepEqual(counted.publicPrices, { name: 'Public price breaks', activates: true })

  const both = await Promise.all([send<Demo>(shop, 'DELETE', '/demo'), send<Demo>(shop, 'DELETE', '/demo')])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  const [removed, again] = both.map(({ body }) => body).toSorted((a, b) => b.products - a.products)
  assert.deepEqual(removed, counted)
  const { rows: left } = await shop.db.execute<{ empty: number; active: boolean }>(sql`
    WITH RECURSIVE filled AS (
      SELECT id, parent_id FROM categories WHERE id IN (SELECT category_id FROM products WHERE archived_at IS NULL)
      UNION
      SELECT c.id, c.parent_id FROM categories c JOIN filled ON filled.parent_id = c.id)
    SELECT count(*)::integer AS empty, (SELECT active FROM price_lists WHERE is_base) AS active
    FROM categories WHERE id NOT IN (SELECT id FROM filled)`)
  assert.deepEqual(left, [{ empty: counted.emptyCategories, active: true }], 'the preview says what stays')
  // Only that of the seller, and those of the archived product, which orders show.
  assert.ok(counted.emptyCategories <= 4, String(counted.emptyCategories))
  const { rows: roots } = await shop.db.execute(sql`
    SELECT slug FROM categories WHERE slug IN ('hand-tools', 'fluids', 'garage-machines')`)
  assert.ok(roots.length < 3 && counted.names.categories.includes('Fluids'), 'empty main categories go, and are named')
  assert.equal(counted.names.categories.length, counted.categories)
  assert.equal(counted.names.attributes.length, counted.attributes)
  assert.deepEqual([again?.products, again?.orders, again?.reviews], [0, 0, 0])
  const after = await pictures()
  assert.equal(before.length - after.length, counted.pictures)
  const { rows: shown } = await shop.db.execute<{ id: string }>(sql`
    SELECT DISTINCT images.id FROM images JOIN products ON image_url = url ORDER BY id`)
  assert.deepEqual(after.toSorted(), shown.map(({ id }) => id).toSorted(), 'those of products that stay, stay')
  await waitUntil(async () => (await readdir(folders)).length === after.length, 'the files of the pictures are gone')
  assert.deepEqual((await readdir(folders)).toSorted(), after.toSorted())
  assert.deepEqual(
    (await productsOnSale(shop)).map(({ name }) => name).toSorted(),
    ['My own part', 'Renamed by the seller', translated.name].toSorted(),
  )
  assert.deepEqual((await send(shop, 'GET', '/reviews')).body, [])
  assert.deepEqual(await setupOf(shop), {
    zones: [],
    methods: [],
    // Products that stay have it.
    shipClasses: ['standard', 'freight'],
    origin: undefined,
    taxOrigin: '',
    registrations: [],
    taxClasses: ['standard'],
    taxRates: [],
    priceLists: ['Public price breaks'],
    groups: [],
  })
  const { body: stepsAfter } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
  assert.deepEqual(
    stepsAfter.filter(({ step }) => step === 'shipping' || step === 'demo').map(({ done }) => done),
    [false, true],
    'a product that the seller has changed is no demo any more',
  )
  const { names, origin, parts } = (await send<Demo>(shop, 'GET', '/demo')).body
  assert.deepEqual([names.zones, names.groups, names.classes, origin, parts], [[], [], [], false, []])
  const refused = await shop.call<{ code: string }>('POST', '/orders', {
    token: buyer.token,
    body: { ...orderBody(own, 5), delivery: texanDelivery },
  })
  assert.deepEqual([refused.status, refused.body.code], [409, 'no-shipping-to-place'])
  assert.deepEqual(await groups(), ['ignition'])
  const { rows: attributes } = await shop.db.execute<{ used: boolean }>(sql`
    SELECT EXISTS (SELECT FROM category_attributes WHERE attribute_id = attributes.id)
      OR EXISTS (SELECT FROM product_values WHERE attribute_id = attributes.id) AS used FROM attributes`)
  assert.ok(attributes.length > 0 && attributes.every(({ used }) => used), 'attributes of products that stay, stay')
  assert.equal((await send(shop, 'GET', `/order/${bought._id}`)).status, 200)
  assert.equal((await send(shop, 'GET', `/order/${kept._id}`)).status, 200)
  assert.equal((await send(shop, 'GET', `/order/${ofCustomer._id}`)).status, 200)
  assert.equal((await send(shop, 'GET', `/order/${trial._id}`)).status, 404)
  const { rows } = await shop.db.execute<{ wrong: number }>(sql`
    SELECT count(*)::integer AS wrong FROM products p
    WHERE available_quantity <> (SELECT coalesce(sum(available_change), 0) FROM stock_movements WHERE product_id = p.id)`)
  assert.equal(rows[0]?.wrong, 0)
})

test('removing the demo leaves an order on account with its return, though a test order replaced its units', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const [part] = await productsOnSale(shop)
  assert.ok(part)
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT value AS id FROM shop_facts WHERE name = 'demo-customer'`,
  )
  const terms = { netDays: 30, creditLimit: null, poRequired: false }
  await shop.call('PUT', `/customer/${rows[0]?.id}/terms`, { token: shop.admin.token, body: terms })
  const customer = await signInDemoCustomer(shop)
  const post = async (path: string, body?: object, { token }: { token: string } = shop.admin) => {
    const answer = await shop.call<{ order: { _id: string }; return: { _id: string }; message: string }>('POST', path, {
      token,
      ...(body && { body }),
    })
    assert.equal(answer.status, 200, answer.body.message)
    return answer.body
  }
  const { order } = await post('/orders', { ...orderBody(part, part.minOrder), payBy: 'invoice' }, customer)
  await post(`/order/${order._id}/shipments`)
  const lines = [{ line: 1, units: 1, reason: 'defective' }]
  const asked = (await post(`/order/${order._id}/returns`, { lines }, customer)).return
  await post(`/return/${asked._id}/approve`)
  await post(`/return/${asked._id}/replacement`)
  assert.equal((await send(shop, 'DELETE', '/demo')).status, 200)
  const { body } = await send<{ returns: { replacement?: object }[] }>(shop, 'GET', `/order/${order._id}/returns`)
  assert.deepEqual(
    body.returns.map(({ replacement }) => replacement !== undefined),
    [true],
  )
})

test('removing the demo leaves shipping, tax, price lists and groups that the seller has changed or uses', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { token } = shop.admin
  const change = async (method: string, path: string, body: object = {}) => {
    const answer = await shop.call(method, path, { token, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const { body: setup } = await send<ResponseBody<typeof getShippingSetup>>(shop, 'GET', '/shipping-setup')
  const zone = (name: string) => setup.zones.find((one) => one.name === name)?.id ?? 0
  await change('PUT', `/shipping-zones/${zone('European Union')}`, { name: 'Europe', members: [{ country: 'AT' }] })
  await change('POST', '/shipping-methods', {
    name: 'Our van',
    kind: 'flat',
    active: true,
    rates: [{ zone: zone('Germany'), from: 0, price: 20 }],
    classRules: [],
  })
  const { body: tax } = await send<ResponseBody<typeof getTaxSetup>>(shop, 'GET', '/tax')
  const german = tax.registrations.find(({ country, scheme }) => country === 'DE' && scheme === 'normal')
  await change('PUT', `/tax/registrations/${german?._id}`, {
    country: 'DE',
    region: '',
    number: 'DE136695976',
    scheme: 'normal',
    startsOn: '2020-01-01',
  })
  const { body: groups } = await send<ResponseBody<typeof listCustomerGroups>>(shop, 'GET', '/customer-groups')
  const fleets = groups.find(({ name }) => name === 'Fleets')
  const customer = await shop.signUp('fleet')
  await change('PUT', `/customer-groups/${fleets?._id}/members/${encodeURIComponent(customer.email)}`)

  assert.equal((await send(shop, 'DELETE', '/demo')).status, 200)
  const { taxRates, ...left } = await setupOf(shop)
  assert.deepEqual(left, {
    zones: ['Germany', 'Europe'],
    methods: ['Our van'],
    shipClasses: ['standard'],
    origin: undefined,
    taxOrigin: '',
    registrations: ['DE normal'],
    taxClasses: ['standard', 'reduced'],
    priceLists: ['Public price breaks', 'Fleet prices'],
    groups: ['Fleets'],
  })
  assert.ok(taxRates.includes('DE') && !taxRates.includes('US'))
  const { body: steps } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
  assert.equal(steps.find(({ step }) => step === 'demo')?.done, true)
  const charges = async () => {
    const { body } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
    return body.flatMap(({ done, charge, warnings }) => (charge ? [[done, charge, warnings]] : []))
  }
  assert.deepEqual(await charges(), [
    [false, 'off', undefined],
    [false, 'off', undefined],
  ])
  await change('PUT', '/shipping-setup/enabled', { enabled: true })
  await change('PUT', '/tax', { enabled: true, country: 'DE', region: '' })
  // The zone that was renamed has no method, which the page of shipping says.
  assert.deepEqual(await charges(), [
    [false, 'own', 1],
    [true, 'own', 0],
  ])
  await change('DELETE', `/shipping-zones/${zone('European Union')}`)
  assert.deepEqual((await charges())[0], [true, 'own', 0])
})

test('removing the demo names its methods, registrations and rates, and leaves those that are kept', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { token } = shop.admin
  const texan = {
    country: 'US',
    region: 'TX',
    postalPrefix: '',
    taxClass: 'standard',
    startsOn: '2026-01-01',
    onShipping: true,
  }
  const rates = [{ ...texan, name: 'TX sales tax', rate: '0.0825' }]
  assert.equal((await shop.call('POST', '/tax/rates', { token, body: { rates, addsUp: true } })).status, 200)
  const { parts } = (await send<Demo>(shop, 'GET', '/demo')).body
  const named = (wanted: Partial<Demo['parts'][number]>) =>
    parts.find((part) => Object.entries(wanted).every(([key, value]) => part[key as keyof typeof part] === value))
  const state = named({ kind: 'rate', name: 'Texas sales tax' })
  const oss = named({ kind: 'registration', country: 'DE', scheme: 'oss' })
  const pickup = parts.find(({ kind, name }) => kind === 'method' && /pickup/i.test(name))
  assert.ok(state && oss && pickup)
  // The seller has a rate there: both would add up.
  assert.deepEqual([state.region, state.rate, state.keep], ['TX', '0.0625', false])
  const keep = [oss.id, pickup.id].join(',')
  assert.equal((await send(shop, 'DELETE', `/demo?keep=${keep}`)).status, 200)
  const left = await setupOf(shop)
  assert.deepEqual([left.methods, left.registrations], [[pickup.name], ['DE oss']])
  const { rows } = await shop.db.execute(sql`SELECT name FROM tax_rates WHERE country = 'US'`)
  assert.deepEqual(rows, [{ name: 'TX sales tax' }])
  // A registration that is kept would have no rate otherwise.
  const { rows: european } = await shop.db.execute<{ id: string }>(
    sql`SELECT 'rate-' || id AS id FROM tax_rates WHERE country <> 'US'`,
  )
  assert.deepEqual(new Set(oss.rates), new Set(european.map(({ id }) => id)))
  assert.ok(european.length > 20)
  const { body: after } = await send<Demo>(shop, 'GET', '/demo')
  assert.deepEqual([after.parts, after.origin], [[], false], 'what was kept is the seller’s own')
})

test('what came with the demo is never switched on beside the seller’s own, at any door', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { token } = shop.admin
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await shop.call<{ code: string; message: string }>('PUT', path, { token, body })
    assert.deepEqual([status, answer.code], [409, 'demo-beside-own'], path)
    return answer.message
  }
  const swiss = { country: 'CH', region: '', taxClass: 'standard', startsOn: '2026-01-01' }
  const rates = [{ ...swiss, postalPrefix: '', name: 'MWST', rate: '0.081', onShipping: true }]
  await shop.call('POST', '/tax/rates', { token, body: { rates } })
  const registration = { country: 'CH', region: '', number: '', scheme: 'normal', startsOn: '2026-01-01' }
  assert.equal((await shop.call('POST', '/tax/registrations', { token, body: registration })).status, 200)
  assert.match(await refused('/tax', { enabled: true }), /US TX, DE, DE OSS|DE, DE OSS, US TX/)
  await refused('/selling', { on: true })
  const blocking = async () => {
    const { body } = await send<ResponseBody<typeof listDemoParts>>(shop, 'GET', '/demo-parts')
    const blocks = body.filter((part) => part.blocks)
    return blocks.map(({ kind, name, country, scheme, blocks: what }) =>
      [what, kind, country ?? name, scheme].join(' '),
    )
  }
  assert.deepEqual((await blocking()).toSorted(), [
    'tax registration DE normal',
    'tax registration DE oss',
    'tax registration US normal',
  ])
  await shop.db.execute(sql`DELETE FROM tax_registrations WHERE country <> 'CH'`)
  assert.equal((await shop.call('PUT', '/tax', { token, body: { enabled: true } })).status, 200)
  await shop.db.execute(
    sql`UPDATE shipping_methods SET name = 'My courier' WHERE id = (SELECT min(id) FROM shipping_methods)`,
  )
  await refused('/shipping-setup/enabled', { enabled: true })
  assert.deepEqual(new Set((await blocking()).map((text) => text.split(' ')[0])), new Set(['shipping']))
  await refused('/selling', { on: true })
  await shop.db.execute(sql`DELETE FROM shipping_methods WHERE name <> 'My courier'`)
  assert.deepEqual(await blocking(), [])
  assert.equal((await shop.call('PUT', '/selling', { token, body: { on: true } })).status, 200)
})

test('price lists of the demo stay off beside the seller’s own set-up, and its removal names each that goes or stays', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { token } = shop.admin
  const turn = async (on: boolean) =>
    assert.equal((await shop.call('PUT', '/selling', { token, body: { on } })).status, 200)
  const active = async () => {
    const { body } = await send<ResponseBody<typeof listPriceLists>>(shop, 'GET', '/price-lists')
    return body.filter((list) => list.active).map(({ name }) => name)
  }
  // With nothing but the demo, its lists are part of what is tried; switched on and off, they are still the demo's.
  await turn(true)
  assert.deepEqual(await active(), ['Public price breaks', 'Workshop prices', 'Fleet prices'])
  await turn(false)
  const { body: setup } = await send<ResponseBody<typeof getShippingSetup>>(shop, 'GET', '/shipping-setup')
  const germany = setup.zones.find(({ name }) => name === 'Germany')
  const prices = [{ zone: germany?.id, from: 0, price: 20 }]
  const van = { name: 'Our van', kind: 'flat', active: true, rates: prices, classRules: [] }
  assert.equal((await shop.call('POST', '/shipping-methods', { token, body: van })).status, 200)
  for (const { id, name } of setup.methods) await send(shop, 'DELETE', `/shipping-methods/${id}?name=${name}`)
  const { body: selling } = await send<Selling>(shop, 'GET', '/selling')
  assert.deepEqual(
    [selling.switch.priceLists.map(({ name }) => name), selling.prices.ofDemo],
    [['Public price breaks'], ['Workshop prices', 'Fleet prices']],
  )
  await turn(true)
  assert.deepEqual(await active(), ['Public price breaks'])

  const { body: lists } = await send<ResponseBody<typeof listPriceLists>>(shop, 'GET', '/price-lists')
  const fleet = lists.find(({ name }) => name === 'Fleet prices')
  const workshop = lists.find(({ name }) => name === 'Workshop prices')
  for (const list of [fleet, workshop])
    assert.equal((await shop.call('PATCH', `/price-lists/${list?._id}`, { token, body: { active: true } })).status, 200)
  const customer = await shop.signUp('fleet')
  const member = `/customer-groups/${fleet?.group?._id}/members/${encodeURIComponent(customer.email)}`
  assert.equal((await shop.call('PUT', member, { token, body: {} })).status, 200)
  const { body: counted } = await send<Demo>(shop, 'GET', '/demo')
  const part = { id: `list-${workshop?._id}`, kind: 'list', name: 'Workshop prices', group: 'Workshops', keep: false }
  assert.deepEqual(
    counted.parts.filter(({ kind }) => kind === 'list'),
    [part],
  )
  assert.deepEqual(counted.stays, { zones: ['Germany'], lists: ['Fleet prices'], groups: ['Fleets'] })
  assert.deepEqual(counted.names.zones.length, 3)
  assert.deepEqual(
    [counted.names.groups, counted.names.classes],
    [['Workshops'], ['Bulky', 'Freight', 'Hazardous', 'Exempt', 'Reduced']],
  )
  assert.equal((await send(shop, 'DELETE', '/demo')).status, 200)
  const left = await setupOf(shop)
  assert.deepEqual(left.priceLists, ['Public price breaks', 'Fleet prices'])
  assert.deepEqual(left.groups, ['Fleets'])
  assert.deepEqual(left.zones, ['Germany'])
  assert.deepEqual([left.shipClasses, left.taxClasses], [['standard'], ['standard']])
})

test('in another currency and main language, the demo is still the demo, and what the seller has changed is still hers', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { token } = shop.admin
  const put = async (path: string, body: object) => {
    const answer = await shop.call('PUT', path, { token, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const { body: setup } = await send<ResponseBody<typeof getShippingSetup>>(shop, 'GET', '/shipping-setup')
  // Rules and rates go with their class and zone, which changes no method.
  await shop.db.execute(sql`UPDATE products SET ship_class = NULL WHERE ship_class = 'hazardous'`)
  await put('/ship-classes', { classes: setup.classes.filter(({ code }) => !['standard', 'hazardous'].includes(code)) })
  await send(shop, 'DELETE', `/shipping-zones/${setup.zones.find(({ name }) => name === 'European Union')?.id}`)
  const { body: left } = await send<ResponseBody<typeof getShippingSetup>>(shop, 'GET', '/shipping-setup')
  const { id, ...ground } = left.methods.find(({ name }) => name === 'Ground parcel') ?? assert.fail()
  await put(`/shipping-methods/${id}`, { ...ground, classRules: ground.classRules.slice(1) })
  const [first] = await productsOnSale(shop)
  await shop.db.execute(sql`UPDATE products SET price_cents = price_cents + 1 WHERE id = ${first?._id}`)
  const before = (await send<Demo>(shop, 'GET', '/demo')).body
  const kinds = (demo: Demo) => demo.parts.map(({ id: part }) => part).toSorted()
  assert.deepEqual([before.changed, before.publicPrices.activates, before.origin], [1, true, true])
  assert.deepEqual(
    before.parts.flatMap(({ kind, name }) => (kind === 'method' ? [name] : [])),
    ['Next-day express', 'Carriers’ rates', 'Freight', 'Pickup at the counter'],
  )
  await put('/store', { currency: 'JPY' })
  await put('/store', { languages: ['de', 'en'] })
  const after = (await send<Demo>(shop, 'GET', '/demo')).body
  const germanZones = ['USA ohne Alaska und Hawaii', 'Alaska, Hawaii und Puerto Rico', 'Deutschland']
  assert.deepEqual(
    [after.products, after.changed, after.reviews, after.names.brands, after.stays, kinds(after)],
    [before.products, 1, before.reviews, before.names.brands, { ...before.stays, zones: germanZones }, kinds(before)],
  )
  assert.equal(after.names.classes.length, before.names.classes.length)
  assert.equal((await send(shop, 'DELETE', '/demo')).status, 200)
  assert.deepEqual((await setupOf(shop)).methods, ['Paket'])
})

test('a price list of the demo that is kept stays with its group', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { parts } = (await send<Demo>(shop, 'GET', '/demo')).body
  const workshop = parts.find(({ name }) => name === 'Workshop prices')
  assert.equal((await send(shop, 'DELETE', `/demo?keep=${workshop?.id}`)).status, 200)
  const { priceLists, groups } = await setupOf(shop)
  assert.deepEqual([priceLists, groups], [['Public price breaks', 'Workshop prices'], ['Workshops']])
})

test('while only the demo charges, nothing of the seller’s own comes beside it, and the steps stay open', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { token } = shop.admin
  assert.equal((await shop.call('PUT', '/selling', { token, body: { on: true } })).status, 200)
  const austria = { country: 'AT', region: '', number: '', scheme: 'normal', startsOn: '2026-01-01' }
  const texan = { country: 'US', region: 'TX', postalPrefix: '', taxClass: 'standard', startsOn: '2026-01-01' }
  const rates = [{ ...texan, name: 'TX sales tax', rate: '0.0825', onShipping: true }]
  const { body: setup } = await send<ResponseBody<typeof getShippingSetup>>(shop, 'GET', '/shipping-setup')
  const prices = [{ zone: setup.zones[0]?.id, from: 0, price: 20 }]
  const van = { name: 'Our van', kind: 'flat', active: true, rates: prices, classRules: [] }
  const doors: [string, string, object][] = [
    ['POST', '/tax/registrations', austria],
    ['POST', '/tax/rates', { rates, addsUp: true, isHigh: true }],
    ['PUT', '/tax', { country: 'AT', region: '' }],
    ['POST', '/shipping-methods', van],
  ]
  for (const [method, path, body] of doors) {
    const { status, body: answer } = await shop.call<{ code: string }>(method, path, { token, body })
    assert.deepEqual([status, answer.code], [409, 'demo-beside-own'], path)
  }
  const charges = async () => {
    const { body } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
    return body.flatMap(({ done, charge, ofDemo }) => (charge ? [{ done, charge, ofDemo }] : []))
  }
  const { body: tax } = await send<ResponseBody<typeof getTaxSetup>>(shop, 'GET', '/tax')
  const german = tax.registrations.find(({ country, scheme }) => country === 'DE' && scheme === 'normal')
  const own = { ...austria, country: 'DE', number: 'DE136695976' }
  assert.equal((await shop.call('PUT', `/tax/registrations/${german?._id}`, { token, body: own })).status, 200)
  const [shipping, mixed] = await charges()
  assert.deepEqual([shipping?.done, shipping?.charge], [false, 'demo'])
  assert.deepEqual(mixed, { done: false, charge: 'demo', ofDemo: ['DE OSS', 'US TX'] })

  const { parts } = (await send<Demo>(shop, 'GET', '/demo')).body
  const kept = parts.filter(({ keep }) => keep)
  // Her registration has no other rates; what she has not touched goes.
  assert.deepEqual(new Set(kept.map(({ kind, country }) => `${kind} ${country}`)), new Set(['rate DE']))
  assert.equal((await send(shop, 'DELETE', '/demo')).status, 200)
  const left = await setupOf(shop)
  assert.deepEqual([left.registrations, new Set(left.taxRates), left.taxOrigin], [['DE normal'], new Set(['DE']), ''])
  for (const [method, path, body] of doors) {
    if (method === 'POST' && path.startsWith('/tax'))
      assert.equal((await shop.call(method, path, { token, body })).status, 200, path)
  }
})

test('removing the demo takes Blog, Portfolio and Plumbing out of menu and footer, unless the seller has written there', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' }, withPages: true })
  const content = async () => (await shop.call<SiteContent>('GET', '/site-content')).body
  const { blog, plumbing } = await content()
  // Contact and figures are also filled in with the placeholders of the shop, which makes nobody the author of the page.
  const contact = { ...plumbing.contact, email: 'info@example.com' }
  const body = { blog: { ...blog, title: 'From our workshop' }, plumbing: { ...plumbing, contact } }
  assert.equal((await shop.call('PUT', '/site-content', { token: shop.admin.token, body })).status, 200)
  assert.deepEqual((await send<Demo>(shop, 'GET', '/demo')).body.pages, ['portfolio', 'plumbing'])
  assert.deepEqual((await send<Demo>(shop, 'DELETE', '/demo')).body.pages, ['portfolio', 'plumbing'])
  const { settings, blog: written } = await content()
  assert.deepEqual([settings.blog, settings.portfolio, written.title], ['shown', 'hidden', 'From our workshop'])
  const home = await (await fetch(shop.url)).text()
  assert.match(home, /<a [^>]*href="\/blog"/)
  assert.doesNotMatch(home, /<a [^>]*href="\/(portfolio|plumbing)"/)
  assert.doesNotMatch(await (await fetch(`${shop.url}/sitemap-pages.xml`)).text(), /portfolio|plumbing/)
  const page = await fetch(`${shop.url}/portfolio`)
  assert.equal(page.status, 200)
  await page.arrayBuffer()
  // The seller puts it back.
  await shop.call('PUT', '/site-content', {
    token: shop.admin.token,
    body: { settings: { ...settings, portfolio: 'shown' } },
  })
  assert.match(await (await fetch(shop.url)).text(), /<a [^>]*href="\/portfolio"/)
})

test('the steps of opening follow the facts', async () => {
  await using shop = await openTestShop()
  const steps = async () => {
    const { body } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
    return Object.fromEntries(body.map(({ step, done }) => [step, done])) as Record<OpeningStep, boolean>
  }
  const before = await steps()
  assert.deepEqual([before.products, before.demo, before.testOrder, before.payment], [false, true, false, false])
  const { body: content } = await shop.call<SiteContent>('GET', '/site-content')
  const save = (footer: SiteContent['footer']) =>
    shop.call('PUT', '/site-content', { token: shop.admin.token, body: { footer } })
  await save(content.footer)
  assert.equal((await steps()).texts, false, 'placeholders are saved, too')
  assert.equal((await save({ ...content.footer, columns: [] })).status, 200)
  assert.equal((await steps()).texts, true)
  assert.deepEqual([(await steps()).logo, (await steps()).address, (await steps()).money], [false, false, false])
  const { token } = shop.admin
  await shop.call('PUT', '/store', { token, body: { address: '1 Dock Road\nHull', bankDetails: 'GB33 BUKB' } })
  assert.equal((await steps()).payment, false)
  await shop.call('PUT', '/store', { token, body: { transferDays: 7 } })
  assert.equal((await steps()).payment, true, 'a bank transfer in advance is a way to pay')
  const form = new FormData()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#c30"/></svg>',
  )
  form.set('image', new Blob([new Uint8Array(await sharp(svg).png().toBuffer())]), 'logo.png')
  const uploaded = await shop.call<ResponseBody<typeof uploadImage>>('POST', '/1/upload', { token, body: form })
  await shop.call('PUT', '/store', { token, body: { logo: uploaded.body.data.url } })
  assert.deepEqual([(await steps()).logo, (await steps()).address, (await steps()).money], [true, true, true])
  const product = await shop.addProduct()
  assert.equal((await steps()).products, true)
  const buyer = await shop.signUp('first')
  await payFor(shop, buyer, await placeOrder(shop, buyer, product, 1))
  assert.equal((await steps()).testOrder, true)
  for (const kind of ['terms', 'privacy']) {
    assert.equal((await steps()).legal, false)
    const path = `/legal-drafts/${kind}/en`
    await shop.call('PUT', path, { token, body: { text: `Our ${kind}.`, revision: 0 } })
    assert.equal((await shop.call('POST', `${path}/publish`, { token, body: { revision: 1 } })).status, 200)
  }
  assert.equal((await steps()).legal, true)
})
