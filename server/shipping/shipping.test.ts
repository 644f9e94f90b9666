import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type {
  getShippingStatus,
  listShippingOffers,
  OfferedShipping,
  ShippingMethodInput,
  ShippingSetup,
} from '#contract/shipping.ts'
import type { Selling } from '#contract/selling.ts'
import { askPreview } from '#server/testing/ask-preview.ts'
import { archiveProducts } from '#server/testing/archive-products.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import { stopTime } from '#server/testing/stop-time.ts'

const shop = provideTestShop()

type Question = { lines: { productId: string; quantity: number }[]; place: Record<string, string> }
const admin = () => ({ token: shop.admin.token })
const send = <Answer>(method: string, path: string, body?: unknown) =>
  shop.call<Answer>(method, path, { ...admin(), ...(body !== undefined && { body }) })
const setup = async () => (await send<ShippingSetup>('GET', '/shipping-setup')).body
const add = async (path: string, body: object) => {
  const { status, body: answer } = await send<{ id: number }>('POST', path, body)
  assert.equal(status, 200, JSON.stringify(answer))
  return answer.id
}
const zone = (name: string, ...members: object[]) => add('/shipping-zones', { name, members })
const method = (body: Partial<ShippingMethodInput> & { name: string }) =>
  add('/shipping-methods', { kind: 'flat', active: true, rates: [], classRules: [], ...body })
const ask = async (body: Question) =>
  (await shop.call<ResponseBody<typeof listShippingOffers>>('POST', '/shipping-offers', { body })).body
const enable = (enabled: boolean) => send<{ code?: string }>('PUT', '/shipping-setup/enabled', { enabled })
const status = async () => (await shop.call<ResponseBody<typeof getShippingStatus>>('GET', '/shipping')).body
const shown = (offers: readonly OfferedShipping[]) =>
  offers.map(({ name, price, kind }) => `${name}: ${price === undefined ? kind : price.toFixed(2)}`)

/** Empties the set-up, so that each test has its own. */
async function startOver(): Promise<void> {
  await enable(false)
  await shop.db.execute(sql`DELETE FROM shipping_methods`)
  await shop.db.execute(sql`DELETE FROM shipping_zones`)
  await shop.db.execute(sql`DELETE FROM shipping_quotes`)
  await shop.db.execute(sql`UPDATE products SET ship_class = NULL WHERE ship_class IS NOT NULL`)
  await shop.db.execute(sql`DELETE FROM ship_classes WHERE code <> 'standard'`)
  await send('PUT', '/shipping-setup/settings', {})
}

test('a fresh shop charges nothing, and is switched on only when something can be delivered', async () => {
  await startOver()
  const product = await shop.addProduct({ weight: '2 kg' })
  const question = { lines: [{ productId: product._id, quantity: 1 }], place: { country: 'US' } }
  assert.deepEqual(await ask(question), { charged: false, offers: [], omitted: [] })
  assert.deepEqual(await status(), { charged: false, countries: [], others: false })
  assert.equal((await enable(true)).body.code, 'shipping-not-ready')
  const usa = await zone('USA', { country: 'US' })
  const flat = await method({ name: 'Parcel' })
  assert.equal((await enable(true)).body.code, 'shipping-not-ready')
  assert.deepEqual(
    (await setup()).issues.map(({ code }) => code),
    ['zone-without-methods', 'method-without-rates'],
  )
  const rates = [{ zone: usa, from: 0, price: 12.5, freeFrom: 100 }]
  const whole = { name: 'Parcel', kind: 'flat', active: true, days: { from: 2, to: 4 }, rates, classRules: [] }
  assert.equal((await send('PUT', `/shipping-methods/${flat}`, whole)).status, 200)
  assert.deepEqual((await setup()).issues, [])
  assert.equal((await enable(true)).status, 200)
  assert.deepEqual(await status(), { charged: true, countries: ['US'], others: false })
  assert.deepEqual(await ask(question), {
    charged: true,
    offers: [
      { id: String(flat), name: 'Parcel', kind: 'flat', price: 12.5, days: { from: 2, to: 4 }, missingForFree: 90 },
    ],
    omitted: [],
  })
  assert.deepEqual(shown((await ask({ ...question, lines: [{ productId: product._id, quantity: 10 }] })).offers), [
    'Parcel: 0.00',
  ])
  assert.deepEqual((await ask({ ...question, place: { country: 'FR' } })).offers, [])
})

test('names of methods and ship classes follow the main language, and one that is sent for it is the own one', async () => {
  await startOver()
  await archiveProducts(shop)
  const speak = (...languages: string[]) => send('PUT', '/store', { languages })
  const names = async () => {
    const { methods, classes } = await setup()
    return [...methods, ...classes.filter(({ code }) => code !== 'standard')].map((one) => [one.name, one.names])
  }
  await method({ name: 'Parcel', names: { de: 'Paket' } })
  await method({ name: 'Courier' })
  await send('PUT', '/ship-classes', { classes: [{ code: 'bulky', name: 'Bulky', names: { de: 'Sperrgut' } }] })
  const before = await names()
  await speak('de', 'en')
  assert.deepEqual(await names(), [
    ['Paket', { en: 'Parcel' }],
    ['Courier', {}],
    ['Sperrgut', { en: 'Bulky' }],
  ])
  await send('PUT', '/ship-classes', { classes: [{ code: 'bulky', name: 'X', names: { de: 'Sperrig', en: 'Bulky' } }] })
  const express = await method({ name: 'Express', names: { de: 'Eilpaket', en: ' ' } })
  assert.deepEqual((await names()).slice(2), [
    ['Eilpaket', {}],
    ['Sperrig', { en: 'Bulky' }],
  ])
  await send('DELETE', `/shipping-methods/${express}`)
  await send('PUT', '/ship-classes', { classes: [{ code: 'bulky', name: 'Sperrgut', names: { en: 'Bulky' } }] })
  await speak('en', 'de')
  assert.deepEqual(await names(), before)
})

test('zones, tables, classes and free delivery decide together; what is left out says why', async () => {
  await startOver()
  await send('PUT', '/ship-classes', {
    classes: [
      { code: 'bulky', name: 'Bulky', names: { de: 'Sperrgut' } },
      { code: 'hazardous', name: 'Hazardous' },
    ],
  })
  const lower = await zone('Lower 48', { country: 'US' })
  const far = await zone('Alaska and Hawaii', { country: 'US', region: 'AK' }, { country: 'US', region: 'HI' })
  const berlin = await zone('Berlin', { country: 'DE', postalFrom: '10115', postalTo: '14199' })
  const rows = (zoneId: number, factor: number) => [
    { zone: zoneId, from: 0, to: 5, price: 9 * factor },
    { zone: zoneId, from: 5, to: 30, price: 15 * factor },
    { zone: zoneId, from: 30, price: 40 * factor, perKg: 0.8 },
  ]
  await method({
    name: 'Parcel',
    names: { de: 'Paket' },
    kind: 'table',
    by: 'weight',
    rates: [...rows(lower, 1), ...rows(far, 3)],
    classRules: [
      { class: 'bulky', surcharge: 25, perUnit: true },
      { class: 'hazardous', excluded: true },
    ],
  })
  await method({
    name: 'Freight',
    kind: 'quoted',
    rates: [lower, far, berlin].map((id) => ({ zone: id, from: 0, price: 0 })),
  })
  await method({ name: 'Counter', kind: 'pickup', rates: [{ zone: lower, from: 0, price: 0 }] })
  assert.deepEqual((await setup()).issues, [])
  await enable(true)

  const screw = await shop.addProduct({ weight: '2.5 g' })
  const hoist = await shop.addProduct({ weight: '40 kg', shipClass: 'bulky' })
  const acid = await shop.addProduct({ weight: '1 kg', shipClass: 'hazardous' })
  const nameless = await shop.addProduct()
  const of = (...lines: [{ _id: string }, number][]) =>
    lines.map(([{ _id }, quantity]) => ({ productId: _id, quantity }))
  const texas = { country: 'US', postalCode: '78701' }

  assert.deepEqual(shown((await ask({ lines: of([screw, 2000]), place: texas })).offers), [
    'Counter: 0.00',
    'Parcel: 9.00',
    'Freight: quoted',
  ])
  // 5.0025 kg: above the first row, whatever floats make of it.
  assert.deepEqual(shown((await ask({ lines: of([screw, 2001]), place: texas })).offers)[1], 'Parcel: 15.00')
  assert.deepEqual(shown((await ask({ lines: of([hoist, 2], [screw, 1]), place: texas })).offers)[1], 'Parcel: 130.80')
  // The postal code alone says which state it is.
  assert.deepEqual(
    shown((await ask({ lines: of([screw, 1]), place: { country: 'US', postalCode: '99501' } })).offers),
    ['Parcel: 27.00', 'Freight: quoted'],
  )
  const onlyCountry = await ask({ lines: of([screw, 1]), place: { country: 'US' } })
  assert.deepEqual([onlyCountry.needs, onlyCountry.offers], ['region', []])
  assert.deepEqual((await ask({ lines: of([screw, 1]), place: { country: 'DE', postalCode: '80331' } })).offers, [])
  const dangerous = await ask({ lines: of([acid, 1]), place: texas })
  assert.deepEqual(dangerous.omitted, [{ name: 'Parcel', reason: 'excluded-class' }])
  assert.deepEqual(shown((await ask({ lines: of([screw, 1], [nameless, 1]), place: texas })).offers), [
    'Counter: 0.00',
    'Parcel: quoted',
    'Freight: quoted',
  ])
  await send('PUT', '/shipping-setup/settings', { defaultWeight: 0.5 })
  assert.deepEqual(shown((await ask({ lines: of([nameless, 1]), place: texas })).offers)[1], 'Parcel: 9.00')

  const german = await shop.call<ResponseBody<typeof listShippingOffers>>('POST', '/shipping-offers', {
    body: { lines: of([screw, 1]), place: texas },
    headers: { 'accept-language': 'de' },
  })
  assert.equal(german.body.offers[1]?.name, 'Paket')
  const preview = (lines: Question['lines'], place: { country: string; region?: string }) =>
    askPreview(shop, { lines, place })
  assert.partialDeepStrictEqual(await preview(of([hoist, 1]), { country: 'US', region: 'HI' }), {
    zone: 'Alaska and Hawaii',
    weight: 40,
    items: 10,
    shipping: 153,
    shippingMethods: [
      { id: String((await setup()).methods[0]?.id), name: 'Parcel', kind: 'table', price: 153 },
      { id: String((await setup()).methods[1]?.id), name: 'Freight', kind: 'quoted' },
    ],
    omitted: [],
  })
  const refused = await preview(of([acid, 1]), { country: 'US', region: 'HI' })
  assert.deepEqual(refused.omitted, [{ name: 'Parcel', reason: 'excluded-class' }])
  assert.equal((await preview(of([screw, 1]), { country: 'US' })).placeNeeds, 'region')
  const nowhere = await preview(of([screw, 1]), { country: 'FR' })
  assert.deepEqual([nowhere.zone, nowhere.shippingMethods, nowhere.total], [undefined, [], 10])
})

test('gaps, overlaps, shared places and classes that go nowhere are reported', async () => {
  await startOver()
  await send('PUT', '/ship-classes', { classes: [{ code: 'bulky', name: 'Bulky' }] })
  const usa = await zone('USA', { country: 'US' }, { country: 'US', postalFrom: '995' })
  await zone('Again', { country: 'US', postalFrom: '995' })
  await method({
    name: 'Parcel',
    kind: 'table',
    rates: [
      { zone: usa, from: 1, to: 5, price: 1 },
      { zone: usa, from: 4, to: 10, price: 2 },
    ],
    classRules: [{ class: 'bulky', excluded: true }],
  })
  const { issues, unreachable } = await setup()
  const parcel = { method: 'Parcel', zone: 'USA', by: 'weight' }
  assert.deepEqual(issues, [
    { code: 'zone-without-methods', zone: 'Again' },
    { code: 'gap', ...parcel, from: 0, to: 1 },
    { code: 'overlap', ...parcel, from: 4, to: 5 },
    { code: 'end', ...parcel, from: 10 },
    { code: 'same-place', zone: 'Again', place: 'US 995' },
    { code: 'class-excluded-everywhere', zone: 'USA', class: 'Bulky' },
    { code: 'no-weight', count: (await setup()).issues.at(-1)?.count },
  ])
  assert.ok(unreachable.includes('DE') && !unreachable.includes('US'))
})

test('a mistaken set-up is refused with a sentence and changes nothing', async () => {
  await startOver()
  const usa = await zone('USA', { country: 'US' })
  const before = await setup()
  const refusal = async (verb: string, path: string, body?: object) =>
    (await send<{ code: string }>(verb, path, body)).body.code
  const flat = { name: 'Parcel', kind: 'flat', active: true, rates: [], classRules: [] }
  const row = { zone: usa, from: 5, to: 5, price: 1 }
  assert.equal(await refusal('POST', '/shipping-zones', { name: 'X', members: [{ country: 'XX' }] }), 'country-unknown')
  const refused = await send<{ message: string }>('POST', '/shipping-zones', {
    name: 'X',
    members: [{ country: 'USA' }],
  })
  assert.match(refused.body.message, /^There is no country “USA”\. .*such as US\.$/)
  assert.equal(
    await refusal('POST', '/shipping-zones', { name: 'X', members: [{ country: 'US', region: 'XX' }] }),
    'region-unknown',
  )
  assert.equal(
    await refusal('PUT', '/shipping-setup/settings', {
      origin: { country: 'US', region: 'Bavaria', postalCode: '78701' },
    }),
    'region-unknown',
  )
  for (const [postalFrom, postalTo] of [
    ['20', '10'],
    ['10', '200'],
    ['A1', 'A2'],
    ['1_', ''],
  ]) {
    const members = [{ country: 'DE', postalFrom, postalTo }]
    assert.equal(await refusal('POST', '/shipping-zones', { name: 'X', members }), 'postal-range-invalid')
  }
  assert.equal(await refusal('POST', '/shipping-methods', { ...flat, rates: [row] }), 'rate-range-invalid')
  assert.equal(await refusal('POST', '/shipping-methods', { ...flat, names: { '': true } }), 'invalid-request')
  assert.equal(
    await refusal('POST', '/shipping-methods', { ...flat, rates: [{ zone: 2_000_000_000, from: 0, price: 1 }] }),
    'shipping-zone-not-found',
  )
  assert.equal(
    await refusal('POST', '/shipping-methods', { ...flat, classRules: [{ class: 'none', excluded: true }] }),
    'ship-class-not-found',
  )
  assert.equal(await refusal('PUT', '/shipping-zones/99999999', { name: 'X', members: [] }), 'shipping-zone-not-found')
  assert.equal(await refusal('DELETE', '/shipping-methods/none'), 'shipping-method-not-found')
  assert.equal(
    await refusal('PUT', `/shipping-zones/${usa}`, { name: 'Mine', members: [], edition: before.edition - 1 }),
    'shipping-changed',
  )
  assert.deepEqual(await setup(), before)

  await send('PUT', '/ship-classes', { classes: [{ code: 'bulky', name: 'Bulky' }] })
  const product = await shop.addProduct({ shipClass: 'bulky' })
  assert.equal(product.shipClass, 'bulky')
  assert.equal(await refusal('PUT', '/ship-classes', { classes: [] }), 'ship-class-in-use')
  assert.equal(await refusal('PUT', `/tools/${product._id}`, { shipClass: 'none' }), 'ship-class-not-found')
  assert.equal((await send('PUT', `/tools/${product._id}`, { shipClass: '' })).status, 200)
  assert.equal(await refusal('PUT', '/ship-classes', { classes: [] }), undefined)
  assert.deepEqual(
    (await setup()).classes.map(({ code }) => code),
    ['standard'],
  )
})

test('every change is in the audit log with what changed, and counts the edition', async () => {
  await startOver()
  const first = (await setup()).edition
  const usa = await zone('USA', { country: 'US' }, { country: 'US', postalFrom: '10', postalTo: '19' })
  const flat = await method({ name: 'Parcel', rates: [{ zone: usa, from: 0, price: 9, freeFrom: 100 }] })
  assert.ok((await setup()).edition > first)
  await enable(true)
  await send('PUT', `/shipping-methods/${flat}`, {
    name: 'Parcel',
    kind: 'flat',
    active: true,
    rates: [{ zone: usa, from: 0, price: 11 }],
    classRules: [],
  })
  const { body } = await send<AuditEvent[]>('GET', '/audit-log?area=shipping&limit=4')
  assert.deepEqual(
    body.map(({ kind, subject, before: was, after: is }) => [kind, subject.name, was, is]),
    [
      [
        'shipping-method-changed',
        'Parcel',
        { rates: [{ zone: 'USA', by: 'weight', priceCents: 900, freeFromCents: 10_000 }] },
        { rates: [{ zone: 'USA', by: 'weight', priceCents: 1100 }] },
      ],
      ['shipping-switched', '', { enabled: false }, { enabled: true }],
      [
        'shipping-method-added',
        'Parcel',
        undefined,
        {
          name: 'Parcel',
          names: {},
          shippingKind: 'flat',
          days: null,
          carrier: '',
          active: true,
          rates: [{ zone: 'USA', by: 'weight', priceCents: 900, freeFromCents: 10_000 }],
          classRules: [],
        },
      ],
      ['shipping-zone-added', 'USA', undefined, { places: ['US', 'US 10–19'] }],
    ],
  )
})

const origin = { country: 'US', postalCode: '78701', region: 'TX', city: 'Austin', street: '12 Main St' }

test('rates of carriers come over EasyPost’s wire; what costs another currency is dropped, and a quote is of its contents', async (t) => {
  stopTime(t)
  await startOver()
  const world = await zone('World', { country: '*' }, { country: 'US' })
  await method({ name: 'Carriers', kind: 'carrier', rates: [{ zone: world, from: 0, price: 2 }] })
  assert.deepEqual((await setup()).issues.map(({ code }) => code).slice(0, 1), ['no-origin'])
  assert.equal((await enable(true)).body.code, 'shipping-not-ready')
  await send('PUT', '/shipping-setup/settings', { origin })
  assert.equal((await setup()).carriers, 'test')
  await enable(true)
  const product = await shop.addProduct({ weight: '1 lb' })
  const to = (country: string, postalCode: string, quantity = 1) =>
    ask({ lines: [{ productId: product._id, quantity }], place: { country, postalCode } })
  const near = await to('US', '78702')
  assert.deepEqual(shown(near.offers), [
    'USPS Ground Advantage: 8.08',
    'USPS Priority: 11.85',
    'UPS Ground: 13.82',
    'UPS 2nd Day Air: 29.00',
  ])
  assert.match(near.offers[0]?.id ?? '', /^\d+\/USPS\/GroundAdvantage$/)
  assert.deepEqual(near.offers[0]?.days, { from: 5, to: 5 })
  assert.deepEqual(shown((await to('CA', 'M5V 2T6')).offers), [
    'USPS Priority Mail International: 49.40',
    'UPS UPSSaver: 83.20',
  ])
  const count = async () => (await shop.db.execute(sql`SELECT 1 FROM shipping_quotes`)).rows.length
  const kept = await count()
  await to('US', '78702')
  assert.equal(await count(), kept)
  assert.notDeepEqual((await to('US', '78702', 2)).offers, near.offers)
  assert.equal(await count(), kept + 1)
  // A stored quote is returned until it expires, and requested again afterwards.
  await shop.db.execute(sql`UPDATE shipping_quotes SET rates = '[]'`)
  assert.deepEqual((await to('US', '78702')).omitted, [{ name: 'Carriers', reason: 'no-carrier-rate' }])
  await shop.db.execute(sql`UPDATE shipping_quotes SET expires_at = now()`)
  assert.deepEqual(await to('US', '78702'), near)
  assert.equal(await count(), 1)
})

test('the stand-in refuses other keys and incomplete parcels as EasyPost does', async () => {
  const call = (key: string, shipment: unknown) =>
    shop.call<{ error: { code: string } }>('POST', '/easypost/v2/shipments', {
      body: { shipment },
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    })
  assert.equal((await call('EZTKwrong', {})).status, 401)
  const refused = await call(shop.secrets.carriersKey, { parcel: { weight: 1 } })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'SHIPMENT.INVALID_PARAMS'])
})

test('a carrier that does not answer is left out with a reason, never guessed, and other methods stay', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  await using other = await openTestShop({
    sharing: shop,
    env: { EASYPOST_API_KEY: 'EZAKx', EASYPOST_API_BASE: `http://127.0.0.1:${port}` },
  })
  await startOver()
  const usa = await zone('USA', { country: 'US' })
  await method({ name: 'Carriers', kind: 'carrier', rates: [{ zone: usa, from: 0, price: 0 }] })
  await method({ name: 'Parcel', rates: [{ zone: usa, from: 0, price: 9 }] })
  await send('PUT', '/shipping-setup/settings', { origin })
  await enable(true)
  const product = await shop.addProduct({ weight: '1 kg' })
  const body = { lines: [{ productId: product._id, quantity: 1 }], place: { country: 'US', postalCode: '10001' } }
  const answer = await other.call<ResponseBody<typeof listShippingOffers>>('POST', '/shipping-offers', { body })
  assert.deepEqual(answer.body.omitted, [{ name: 'Carriers', reason: 'carrier-unavailable' }])
  assert.deepEqual(shown(answer.body.offers), ['Parcel: 9.00'])
  assert.equal((await shop.db.execute(sql`SELECT 1 FROM shipping_quotes`)).rows.length, 0)
  silent.closeAllConnections()
  silent.close()
})

test('a home market that only its far parts are delivered to is reported, and what a zone is needed for', async () => {
  await startOver()
  await send('PUT', '/tax', { country: 'US', region: 'TX' })
  const states = await zone('Lower states', { country: 'US' }, { country: 'DE' })
  const far = await zone('Far states', { country: 'US', region: 'AK' }, { country: 'US', postalFrom: '967' })
  const empty = await zone('Unused', { country: 'FR' })
  await method({
    name: 'Parcel',
    rates: [states, far].map((one) => ({ zone: one, from: 0, price: 5 })),
  })
  const home = ({ issues }: ShippingSetup) => issues.filter(({ country }) => country !== undefined)
  const before = await setup()
  assert.deepEqual(home(before), [])
  assert.deepEqual(
    before.zones.map(({ id, loses }) => [id, loses]),
    [
      [
        states,
        [
          { country: 'DE', isPart: false },
          { country: 'US', isPart: true },
        ],
      ],
      [far, []],
      [empty, []],
    ],
  )
  assert.equal((await send('DELETE', `/shipping-zones/${states}`)).status, 200)
  assert.deepEqual(home(await setup()), [{ code: 'country-mostly-unreachable', country: 'US' }])
  assert.deepEqual(
    (await send<Selling>('GET', '/selling')).body.shipping.issues.filter(({ country }) => country),
    [{ code: 'country-mostly-unreachable', country: 'US' }],
  )
  assert.equal((await send('DELETE', `/shipping-zones/${far}`)).status, 200)
  assert.deepEqual(home(await setup()), [{ code: 'country-unreachable', country: 'US' }])

  // A shop that delivers only at home means it; a region is known by its name, too.
  const texas = await zone('Texas', { country: 'US', region: 'texas' })
  await method({ name: 'Courier', rates: [{ zone: texas, from: 0, price: 5 }] })
  assert.deepEqual(home(await setup()), [])
  await send('PUT', '/tax', { country: '', region: '' })
})

test('a rate without a price is refused: it would be free', async () => {
  await startOver()
  const usa = await zone('USA', { country: 'US' })
  const flat = { name: 'Parcel', kind: 'flat', active: true, classRules: [] }
  for (const price of [undefined, null]) {
    const answer = await send('POST', '/shipping-methods', { ...flat, rates: [{ zone: usa, from: 0, price }] })
    assert.equal(answer.status, 400)
  }
  assert.deepEqual((await setup()).methods, [])
})
