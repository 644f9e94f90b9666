import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { sql } from 'drizzle-orm'
import type { SiteContent } from '#contract/site-content.ts'
import type { VisitReport } from '#contract/visits.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { createVisitCounter } from '#server/visits/count-visits.ts'
import { isCounted, readReferrer, readView } from '#server/visits/read-visit.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const shop = provideTestShop({ env: { TRUSTED_PROXIES: '1' } })

const today = () => new Date().toISOString().slice(0, 10)
const view = (body: object, ip: string, more: Record<string, string> = {}) =>
  shop.call('POST', '/visits', { body, headers: { 'user-agent': browser, 'x-forwarded-for': ip, ...more } })
const report = async () =>
  (await shop.call<VisitReport>('GET', `/visit-counts?from=${today()}&to=${today()}`, { token: shop.admin.token })).body

test('a view is counted once a page and a visit once a day, without bots and those who ask not to be tracked', async () => {
  const product = await shop.addProduct({ name: 'Counted disc' })
  const buyer = await shop.signUp('counted')
  await placeOrder(shop, buyer, product, 1)
  await view({ path: '/', referrer: 'https://www.search.test/find?q=secret' }, '203.0.113.1')
  await view({ path: `/products/counted-disc-${product._id}` }, '203.0.113.1')
  await view({ path: `/products/${product._id}` }, '203.0.113.2')
  await view({ path: '/products?q=Brake%20%20Disc&page=2' }, '203.0.113.2')
  await view({ path: '/', added: product._id }, '203.0.113.2')
  await view({ path: '/dashboard/today' }, '203.0.113.2')
  await view({ path: '/' }, '203.0.113.3', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await view({ path: '/' }, '203.0.113.4', { dnt: '1' })
  await view({ path: '/' }, '203.0.113.5', { 'sec-gpc': '1' })
  await waitUntil(async () => (await report()).total.views === 4, 'the counts are written')
  const { total, pages, referrers, searches, products, days } = await report()
  assert.deepEqual(total, { views: 4, visits: 2, orders: 1 })
  assert.deepEqual(days, [{ day: today(), ...total }])
  assert.deepEqual(pages[0], { name: `/products/${product._id}`, count: 2 })
  assert.deepEqual(referrers, [{ name: 'search.test', count: 1 }])
  assert.deepEqual(searches, [{ name: 'brake disc', count: 1 }])
  assert.deepEqual(products, [{ productId: product._id, name: 'Counted disc', viewed: 2, added: 1, ordered: 1 }])
  // Nothing that is stored tells who it was.
  const { rows } = await shop.db.execute(sql`SELECT * FROM visit_counts`)
  assert.doesNotMatch(JSON.stringify(rows), /203\.0\.113|Firefox|secret/)
})

test('what is counted holds no key of an address, no e-mail address and no long number', async () => {
  const { token } = shop.admin
  const cart = await shop.call<{ cart: { _id: string } }>('POST', '/carts', { token, body: { name: 'Shared' } })
  const shared = await shop.call<{ cart: { shareKey: string } }>('PUT', `/cart/${cart.body.cart._id}`, {
    token,
    body: { shared: true },
  })
  const key = shared.body.cart.shareKey
  assert.ok(key.length > 16)
  const before = (await report()).total.views
  const private_ = [
    `/cart/shared/${key}`,
    `/cart/shared/${key}/`,
    '/products?q=ada%40example.com',
    '/products?q=4242%204242%204242%204242',
    '/products?q=Ada%20Lovelace%200151%2023456789',
    '/products?q=%EF%BC%94242424242424242',
    '/made-up/ada%40example.com',
    '/made-up/4242424242424242',
    `/made-up/${crypto.randomUUID()}`,
    `/made-up/${'0123456789abcdef'.repeat(2)}`,
  ]
  for (const path of private_) await view({ path }, '203.0.113.20')
  await waitUntil(async () => (await report()).total.views === before + private_.length, 'the counts are written')
  const { rows } = await shop.db.execute(sql`SELECT kind, name FROM visit_counts WHERE name <> ''`)
  // Ids of products are random: one may well have such digits.
  const text = JSON.stringify(rows).replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, '')
  assert.ok(!text.includes(key))
  assert.doesNotMatch(text, /ada|4242|０|2345|abcdef/i)
  assert.match(text, /"\/cart\/shared\/…"/)
  assert.deepEqual(
    ['/categories/brake-discs-and-pads-2024', '/products/no-id', '/legal/terms/de/12', '/products?q=W%20712%2F95'].map(
      (path) => readView(path)?.at(-1)?.[1],
    ),
    ['/categories/brake-discs-and-pads-2024', '/products/no-id', '/legal/terms/de/12', 'w 712/95'],
  )
})

test('switched off, nothing is counted; a bad period is refused with a sentence', async () => {
  const { body: content } = await shop.call<SiteContent>('GET', '/site-content')
  const body = { analytics: { ...content.analytics, visits: 'off' } }
  assert.equal((await shop.call('PUT', '/site-content', { token: shop.admin.token, body })).status, 200)
  const answer = await shop.call('GET', '/visit-counts?from=2026-02-01&to=2026-01-01', { token: shop.admin.token })
  assert.equal(answer.body.code, 'period-not-valid')
  assert.equal((await view({ path: '/' }, '203.0.113.9')).status, 200)
})

test('a flood of made-up addresses from many places is bounded in rows and in memory, and stops no one else', async () => {
  const counter = createVisitCounter({
    db: shop.db,
    now: () => new Date('2030-01-01T12:00:00Z'),
    log: pino({ level: 'silent' }),
  })
  for (let each = 0; each < 20_000; each++) {
    const counted = readView(`/made/up/${each}?q=words%00 ${each}`)
    assert.ok(counted)
    counter.count({ ip: `198.51.${each % 250}.${each % 199}-${each}`, agent: browser }, counted, { isView: true })
  }
  // One caller alone counts a few in these seconds.
  for (let each = 0; each < 1000; each++) {
    counter.count({ ip: '192.0.2.1', agent: browser }, [['page', '/one']], { isView: true })
  }
  // So does one that calls itself another browser each time.
  for (let each = 0; each < 1000; each++) {
    counter.count({ ip: '192.0.2.2', agent: `${browser} ${each}` }, [['page', '/one']], { isView: true })
  }
  await counter.stop()
  const { rows } = await shop.db.execute<{ kind: string; rows: number; sum: number }>(sql`
    SELECT kind, count(*)::integer AS rows, sum(count)::integer AS sum FROM visit_counts WHERE day = '2030-01-01' GROUP BY kind`)
  const of = (kind: string) => rows.find((row) => row.kind === kind)
  assert.deepEqual([of('page')?.rows, of('search')?.rows], [2001, 1001])
  assert.equal(of('views')?.sum, 20_000 + 10 + 55)
})

test('what is read of an address is a public page, its product and its search', () => {
  assert.equal(readView('//evil.test/x'), undefined)
  assert.equal(readView('/dashboard'), undefined)
  assert.deepEqual(readView('/categories/brakes/?x=1#y'), [['page', '/categories/brakes']])
  assert.deepEqual(readView('/products/no-id'), [['page', '/products/no-id']])
  assert.equal(readReferrer('https://shop.test/products', 'https://shop.test'), undefined)
  assert.equal(readReferrer('android-app://x', 'https://shop.test'), undefined)
  assert.equal(isCounted({}), false)
})
