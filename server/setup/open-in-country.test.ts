import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import type { Review } from '#contract/reviews.ts'
import type { getShippingSetup } from '#contract/shipping.ts'
import type { Selling } from '#contract/selling.ts'
import type { Store } from '#contract/store.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

const read = async <Answer>(shop: TestShop, path: string, language = 'de') => {
  const { status, body } = await shop.call<Answer>('GET', path, {
    token: shop.admin.token,
    headers: { 'accept-language': language },
  })
  assert.equal(status, 200, path)
  return body
}

/** Returns what of the demo's delivery and tax is of which country. */
async function readSetup(shop: TestShop) {
  const { zones, methods } = await read<ResponseBody<typeof getShippingSetup>>(shop, '/shipping-setup')
  const { rows } = await shop.db.execute<{
    country: string
    registrations: string[]
    american: number
    ofDemo: number
  }>(sql`
    SELECT country, ARRAY(SELECT country || ' ' || scheme FROM tax_registrations ORDER BY 1) AS registrations,
      (SELECT count(*)::integer FROM tax_rates WHERE country = 'US') AS american FROM tax_settings`)
  return { zones: zones.map(({ name }) => name), methods: methods.map(({ name }) => name), tax: rows[0] }
}

const german = {
  zones: ['Deutschland', 'Europäische Union'],
  methods: ['Paket', 'Express am nächsten Werktag', 'Spedition', 'Abholung am Tresen'],
  tax: { country: 'DE', registrations: ['DE normal', 'DE oss'], american: 0 },
}

test('a shop that is started for Germany is German, its demo, orders and reviews too, and stays what its seller makes of it', async () => {
  const env = { DEMO: 'true', STORE_COUNTRY: 'DE' }
  await using shop = await openTestShop({ env, withDemoOrders: true })
  const { currency, timeZone, units, languages } = await read<Store>(shop, '/store')
  assert.deepEqual([currency, timeZone, units, languages], ['EUR', 'Europe/Berlin', 'metric', ['de', 'en']])
  assert.deepEqual(await readSetup(shop), german)
  const [tool] = await read<Tool[]>(shop, '/tools?limit=1', 'fr')
  assert.match(tool?.name ?? '', /^Bremsscheibe/)
  const orders = await read<Order[]>(shop, '/all-orders?limit=100')
  assert.ok(orders.length > 10)
  assert.ok(orders.every((order) => order.currency === 'eur' && order.address.includes('50667 Köln')))
  const [inGerman] = await read<Review[]>(shop, '/reviews')
  const [inEnglish] = await read<Review[]>(shop, '/reviews', 'en')
  assert.match(inGerman?.massage ?? '', /Druckluftwerkzeuge/)
  assert.match(inEnglish?.massage ?? '', /air tools/)

  const body = { timeZone: 'Europe/Vienna' }
  assert.equal((await shop.call('PUT', '/store', { token: shop.admin.token, body })).status, 200)
  const again = await openTestShop({ env, sharing: shop })
  await again[Symbol.asyncDispose]()
  assert.equal((await read<Store>(shop, '/store')).timeZone, 'Europe/Vienna')
})

test('the choice of a country in the dashboard moves the demo there, but not what the seller has changed', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  await shop.db.execute(sql`UPDATE shipping_zones SET name = 'The lower 48' WHERE name = 'Contiguous United States'`)
  const body = { languages: ['de', 'en'], currency: 'EUR', timeZone: 'Europe/Berlin', units: 'metric' }
  assert.equal((await shop.call('PUT', '/store', { token: shop.admin.token, body })).status, 200)
  const { zones, tax } = await readSetup(shop)
  assert.deepEqual([zones, tax], [['The lower 48', 'Deutschland', 'Europäische Union'], german.tax])

  const unreachable = async () =>
    (await read<Selling>(shop, '/selling')).shipping.issues.filter(({ code }) => code === 'country-unreachable')
  assert.deepEqual(await unreachable(), [])
  const kuwait = { timeZone: 'Asia/Kuwait' }
  assert.equal((await shop.call('PUT', '/store', { token: shop.admin.token, body: kuwait })).status, 200)
  assert.deepEqual(await unreachable(), [{ code: 'country-unreachable', country: 'KW' }])
})
