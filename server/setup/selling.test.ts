import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { quoteOrder } from '#contract/orders.ts'
import type { addTaxId } from '#contract/tax.ts'
import type { Selling } from '#contract/selling.ts'
import { chargeOrders } from '#server/testing/charge-orders.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const send = <Answer = { code?: string }>(method: string, path: string, body?: object) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
const selling = async () => (await send<Selling>('GET', '/selling')).body
const turn = async (on: boolean) => {
  const { status, body } = await send('PUT', '/selling', { on })
  return status === 200 ? 'done' : body.code
}
const statesOf = ({ switch: _, ...parts }: Selling) =>
  Object.entries(parts)
    .filter(([, { state }]) => state === 'on')
    .map(([name]) => name)
const audited = async () =>
  (await send<AuditEvent[]>('GET', '/audit-log?limit=100')).body
    .filter(({ kind }) => ['tax-settings-changed', 'shipping-switched', 'price-list-changed'].includes(kind))
    .map(({ kind, subject, before: was, after: is, by }) => {
      assert.equal(by, shop.admin.email)
      return [kind, subject.name, Object.values(was ?? {})[0], Object.values(is ?? {})[0]].join(' ')
    })
    .toSorted()

/** Prepares two price lists, tax in Texas and shipping within the United States, all of it off. */
async function prepare(productId: string): Promise<void> {
  await chargeOrders(shop)
  await shop.db.execute(sql`UPDATE tax_settings SET enabled = false`)
  await shop.db.execute(sql`UPDATE shipping_settings SET enabled = false`)
  await shop.db.execute(sql`UPDATE price_lists SET active = false`)
  await shop.db.execute(sql`INSERT INTO price_lists (name, adjust_percent) VALUES ('Autumn', -10), ('Empty', NULL)`)
  await shop.db.execute(sql`
    INSERT INTO price_lists (name, adjust_percent, starts_at, ends_at) VALUES ('Last year', -50, '2020-01-01', '2020-12-31')`)
  await shop.db.execute(sql`
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
    SELECT id, ${productId}, 10, 800 FROM price_lists WHERE is_base`)
}

async function reset(): Promise<void> {
  await shop.db.execute(sql`DELETE FROM prices`)
  await shop.db.execute(sql`DELETE FROM price_lists WHERE NOT is_base`)
  await shop.db.execute(sql`UPDATE price_lists SET active = false`)
  await shop.db.execute(sql`DELETE FROM tax_rates`)
  await shop.db.execute(sql`DELETE FROM tax_registrations`)
  await shop.db.execute(sql`UPDATE tax_settings SET enabled = false, country = '', region = ''`)
  await shop.db.execute(sql`DELETE FROM shipping_methods`)
  await shop.db.execute(sql`DELETE FROM shipping_zones`)
  await shop.db.execute(sql`UPDATE shipping_settings SET enabled = false`)
  await shop.db.execute(
    sql`UPDATE selling_switch SET is_on = false, set_tax = false, set_shipping = false, price_list_ids = '{}'`,
  )
}

test('a fresh shop has nothing set up, and the switch refuses until every part is ready, with nothing half done', async () => {
  const fresh = await selling()
  assert.deepEqual(
    Object.values(fresh).map((part) => ('state' in part ? part.state : part.notReady.join())),
    ['shipping,tax', ...Array.from({ length: 6 }, () => 'empty')],
  )
  assert.deepEqual(
    fresh.tax.gaps.map(({ code }) => code),
    ['no-country', 'no-registration'],
  )
  assert.deepEqual(
    fresh.shipping.issues.map(({ code }) => code),
    ['no-zone', 'no-method'],
  )
  const product = await shop.addProduct({ price: 10 })
  await prepare(product._id)
  const isRefused = async (code: string) => {
    assert.equal(await turn(true), code)
    const now = await selling()
    assert.deepEqual([now.switch.on, statesOf(now), await audited()], [false, [], []])
    assert.deepEqual(now.switch.notReady, [code.replace('-not-ready', '')])
  }
  await shop.db.execute(sql`UPDATE shipping_methods SET active = false`)
  await isRefused('shipping-not-ready')
  await shop.db.execute(sql`UPDATE shipping_methods SET active = true`)
  await shop.db.execute(sql`UPDATE tax_settings SET country = ''`)
  await isRefused('tax-not-ready')
  await shop.db.execute(sql`UPDATE tax_settings SET country = 'US'`)
})

test('switched on, buyers get lists, shipping and tax at once; switched off, price times quantity again', async () => {
  await reset()
  const product = await shop.addProduct({ price: 10 })
  await prepare(product._id)
  const quote = async (quantity: number) =>
    (
      await shop.call<ResponseBody<typeof quoteOrder>>('POST', '/order-quote', {
        body: {
          lines: [{ productId: product._id, quantity }],
          place: { country: 'US', region: 'TX', postalCode: '78701' },
        },
      })
    ).body
  assert.equal((await quote(10)).total, 100)
  assert.deepEqual((await selling()).switch, {
    on: false,
    tax: true,
    shipping: true,
    priceLists: [{ name: 'Public price breaks' }, { name: 'Autumn' }],
    notReady: [],
  })

  assert.deepEqual(await Promise.all([turn(true), turn(true)]), ['done', 'done'])
  const on = await selling()
  assert.deepEqual([on.switch.on, statesOf(on)], [true, ['prices', 'shipping', 'tax']])
  assert.deepEqual([on.prices.active, on.prices.all], [2, 2])
  // The break of $8.00 and the 10 % off it; then $12.00 of freight, and 8.25 % of the goods.
  const sold = await quote(10)
  assert.deepEqual([sold.items, sold.shipping, sold.charges], [72, 12, { tax: true, shipping: true }])
  assert.equal(sold.total, 72 + 12 + sold.tax)
  assert.ok(sold.tax > 0)
  const events = [
    'price-list-changed Autumn false true',
    'price-list-changed Public price breaks false true',
    'shipping-switched  false true',
    'tax-settings-changed  false true',
  ]
  assert.deepEqual(await audited(), events)
  const { rows } = await shop.db.execute(sql`SELECT name FROM price_lists WHERE NOT active ORDER BY name`)
  assert.deepEqual(rows, [{ name: 'Empty' }, { name: 'Last year' }])

  assert.equal(await turn(false), 'done')
  const off = await selling()
  assert.deepEqual([off.switch.on, statesOf(off)], [false, []])
  assert.equal((await quote(10)).total, 100)
  const back = events.map((event) => event.replace('false true', 'true false'))
  assert.deepEqual(await audited(), [...events, ...back].toSorted())
  assert.equal(await turn(false), 'done')
})

test('the switch takes back only what it had switched on, and what is still on', async () => {
  await reset()
  const product = await shop.addProduct({ price: 10 })
  await prepare(product._id)
  assert.equal((await send('PUT', '/tax', { enabled: true })).status, 200)
  await shop.db.execute(sql`UPDATE price_lists SET active = true WHERE name = 'Autumn'`)
  assert.equal(await turn(true), 'done')
  const { switch: now } = await selling()
  assert.deepEqual([now.tax, now.shipping, now.priceLists], [false, true, [{ name: 'Public price breaks' }]])
  assert.equal((await send('PUT', '/shipping-setup/enabled', { enabled: false })).status, 200)
  assert.equal((await selling()).switch.shipping, false)
  assert.equal(await turn(false), 'done')
  const off = await selling()
  assert.deepEqual(statesOf(off), ['prices', 'tax'])
  assert.deepEqual([off.prices.active, off.switch.priceLists], [1, [{ name: 'Public price breaks' }]])

  // With everything on from its own page, there is nothing to switch on, and so nothing to take back.
  await send('PUT', '/shipping-setup/enabled', { enabled: true })
  await shop.db.execute(sql`UPDATE price_lists SET active = true`)
  assert.equal(await turn(true), 'done')
  assert.equal((await selling()).switch.on, false)
  assert.equal(await turn(false), 'done')
  assert.deepEqual(statesOf(await selling()), ['prices', 'shipping', 'tax'])
})

test('a registration without a rate warns, and keeps neither the switch nor the page of tax from being used', async () => {
  await reset()
  const product = await shop.addProduct({ price: 10 })
  await prepare(product._id)
  assert.equal(await turn(true), 'done')
  const california = { country: 'US', region: 'CA', number: '', scheme: 'normal', startsOn: '2020-01-01' }
  assert.equal((await send('POST', '/tax/registrations', california)).status, 200)
  assert.equal(await turn(false), 'done')
  assert.deepEqual(
    (await selling()).tax.gaps.map(({ code }) => code),
    ['registration-without-rates'],
  )
  assert.deepEqual((await selling()).switch.notReady, [])
  assert.equal(await turn(true), 'done')
  assert.equal(await turn(false), 'done')

  await shop.db.execute(sql`DELETE FROM tax_registrations`)
  assert.deepEqual((await selling()).switch.notReady, ['tax'])
  assert.equal(await turn(true), 'tax-not-ready')
  assert.equal((await send('PUT', '/tax', { enabled: true })).body.code, 'tax-not-ready')
  assert.equal((await selling()).tax.state, 'off')
})

test('VAT numbers that only an admin can verify wait on the checklist; a discount that is used up is not on', async () => {
  await reset()
  const buyer = await shop.signUp('numbers')
  const { token } = buyer
  const added = await shop.call<ResponseBody<typeof addTaxId>>('POST', '/tax-ids', {
    token,
    body: { value: 'DE136695976' },
  })
  assert.equal(added.body.taxId.checkedBy, 'shop')
  assert.equal((await selling()).tax.waitingNumbers, 1)
  await send('PUT', `/buyer-tax-ids/${added.body.taxId._id}`, { status: 'verified' })
  assert.equal((await selling()).tax.waitingNumbers, 0)

  await send('POST', '/discounts', { name: 'Once', kind: 'percent', value: 5, usageLimit: 1 })
  assert.deepEqual((await selling()).discounts, { state: 'on', active: 1, all: 1 })
  await shop.db.execute(sql`UPDATE discounts SET used_count = 1`)
  assert.deepEqual((await selling()).discounts, { state: 'off', active: 0, all: 1 })
  await shop.db.execute(sql`DELETE FROM discounts`)
})

test('discounts, buyers on account and terms of sale are counted', async () => {
  await shop.db.execute(sql`
    INSERT INTO discounts (id, name, code, kind, value, target, minimum_cents, active, ends_at) VALUES
      (gen_random_uuid(), 'Now', 'NOW', 'percent', 500, 'order', 0, true, NULL),
      (gen_random_uuid(), 'Off', 'OFF', 'percent', 500, 'order', 0, false, NULL),
      (gen_random_uuid(), 'Over', 'OVER', 'percent', 500, 'order', 0, true, '2020-01-01')`)
  const buyer = await shop.signUp('invoiced')
  await shop.db.execute(sql`
    INSERT INTO customer_terms (user_id, net_days) SELECT id, 30 FROM users WHERE email = ${buyer.email}`)
  const { body: content } = await send<{ settings: object }>('GET', '/site-content')
  const address = 'https://example.com/terms'
  const saved = await send('PUT', '/site-content', {
    ...content,
    settings: { ...content.settings, termsAddress: address },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { discounts, invoice, terms } = await selling()
  assert.deepEqual(discounts, { state: 'on', active: 1, all: 2 })
  assert.deepEqual(invoice, { state: 'on', buyers: 1, hasBankDetails: false })
  assert.deepEqual(terms, { state: 'on', address })
})

test('a shop without price lists can be switched on: its products have prices', async () => {
  await reset()
  await chargeOrders(shop)
  await shop.db.execute(sql`UPDATE tax_settings SET enabled = false`)
  await shop.db.execute(sql`UPDATE shipping_settings SET enabled = false`)
  assert.deepEqual((await selling()).switch.notReady, [])
  assert.equal(await turn(true), 'done')
  const { switch: now } = await selling()
  assert.deepEqual([now.on, now.priceLists, now.tax, now.shipping], [true, [], true, true])
})

test('the shop is told that pickups may be taxed at another place than its own: by country, region or postal code', async () => {
  await reset()
  const product = await shop.addProduct({ price: 10 })
  await prepare(product._id)
  const setUp = async (origin: object, address = '') => {
    await shop.db.execute(sql`UPDATE shipping_settings SET origin = ${JSON.stringify(origin)}::jsonb`)
    await shop.db.execute(sql`UPDATE store SET address = ${address}`)
    return (await selling()).shipping.issues.filter(({ code }) => code === 'origin-elsewhere').map(({ place }) => place)
  }
  const austin = { city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' }
  const denver = { city: 'Denver', region: 'CO', postalCode: '80202', country: 'US' }
  assert.deepEqual(await setUp(denver), [], 'nothing is picked up')
  await shop.db.execute(sql`INSERT INTO shipping_methods (name, kind) VALUES ('Counter', 'pickup')`)
  assert.deepEqual(await setUp(denver), ['Denver, CO, 80202, US'])
  assert.deepEqual(await setUp({ postalCode: '10115', country: 'DE' }), ['10115, DE'])
  assert.deepEqual(await setUp(austin), [])
  assert.deepEqual(await setUp(austin, '1 Congress Ave\nAustin, TX 78701'), [])
  assert.deepEqual(await setUp(austin, '1 Elm St\nDallas, TX 75201'), ['Austin, TX, 78701, US'])
  await shop.db.execute(sql`UPDATE shipping_settings SET origin = NULL`)
  await shop.db.execute(sql`UPDATE store SET address = ''`)
})
