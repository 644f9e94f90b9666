import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { endpoints } from '#contract/endpoints.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
/** Calls of the API that pages have made while they were rendered. */
let calls = 0
before(async () => {
  const log = pino({
    level: 'info',
    hooks: {
      logMethod([line]) {
        const { route, status } = (line ?? {}) as { route?: string; status?: number }
        if (route !== undefined && status !== undefined && callPaths.has(route)) calls++
      },
    },
  })
  shop = await openTestShop({ log, withPages: true })
  await shop.addProduct({ name: 'Brake disc', category: 'brakes' })
})
after(() => shop[Symbol.asyncDispose]())

const callPaths = new Set(endpoints.map(({ path }) => path))

async function look(path: string, language = 'en') {
  const response = await fetch(shop.url + path, { headers: { 'accept-language': language }, redirect: 'manual' })
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
}

/** Returns the number of API calls for these pages. */
async function callsFor(work: () => Promise<unknown>): Promise<number> {
  const callsBefore = calls
  await work()
  return calls - callsBefore
}

const random = () => crypto.randomUUID()

test('unused query parameters change nothing and cost nothing', async () => {
  for (const path of ['/', '/products', '/blog', '/sign-in', '/dashboard/my-profile', '/auth/action']) {
    const plain = await look(path)
    assert.equal(plain.status, 200, path)
    const asked = await callsFor(async () => {
      for (const query of [
        `utm_source=${random()}`,
        `fbclid=${random()}&gclid=1`,
        random(),
        '=',
        `a[]=${random()}&a[]=2`,
      ]) {
        const { status, etag } = await look(`${path}?${query}`)
        assert.deepEqual([status, etag], [200, plain.etag], `${path}?${query}`)
      }
    })
    assert.equal(asked, 0, path)
  }
})

test('used query parameters apply in any order and among others', async () => {
  const found = await look('/products?q=brake&after=0')
  assert.match(found.text, /Brake disc/)
  const again = () => look(`/products?utm_source=${random()}&after=0&utm_medium=x&q=brake`)
  assert.equal(await callsFor(async () => assert.equal((await again()).etag, found.etag)), 0)
  assert.doesNotMatch((await look('/products?q=nothing-like-it')).text, /Brake disc/)
  assert.match((await look('/products?q=')).text, /Brake disc/)
  assert.match(found.text, /<link rel="canonical" href="http:\/\/localhost\/products\?q=brake"/)
})

test('varying the query does not evict other pages from the cache', async () => {
  const kept = ['/', '/products', '/blog', '/no/such/page']
  for (const path of kept) await look(path)
  for (let turn = 0; turn < 60; turn++) await look(`/products?q=${random()}`)
  const asked = await callsFor(async () => {
    for (const path of kept) await look(path)
  })
  assert.equal(asked, 0)
})

test('an address that leads nowhere costs what a cached page costs, in each language, and is not repeated in the response', async () => {
  for (const language of ['en', 'de']) {
    const first = await look('/no/such/page', language)
    assert.equal(first.status, 404)
    assert.ok(first.text.includes(`lang="${language}"`))
    const asked = await callsFor(async () => {
      for (const path of [
        '/wp-login.php',
        `/${random()}/${random()}`,
        `/no?${random()}`,
        '//evil.test',
        '/a%2Fb',
        '/products/a/b',
      ]) {
        const { status, text } = await look(path, language)
        assert.deepEqual([status, text], [404, first.text], path)
      }
    })
    assert.equal(asked, 0, language)
    assert.ok(!first.text.includes('no/such'))
  }
})

test('all products that there are not share one page, too', async () => {
  const first = await look(`/products/${random()}`)
  assert.equal(first.status, 404)
  for (const id of [random(), 'x', 'y'.repeat(300), '%C3%A4', `${random()}?x=${random()}`]) {
    const { status, text } = await look(`/products/${id}`)
    assert.deepEqual([status, text], [404, first.text], id)
  }
})

test('once it is known what a missing product looks like, another one costs a single question and no render', async () => {
  for (const language of ['en', 'de']) {
    await look(`/products/${random()}`, language)
    for (const id of [random(), 'x', random()]) {
      assert.equal(await callsFor(() => look(`/products/${id}`, language)), 1, id)
    }
  }
  const { _id, name } = await shop.addProduct()
  assert.match((await look(`/products/${_id}`)).text, new RegExp(`<h1[^>]*>${name}`))
})

test('an address in another spelling leads to the one that a page has, with all that was added to it', async () => {
  const product = await shop.addProduct()
  for (const [path, location] of [
    ['/Products', '/products'],
    ['/products/?utm_source=a&q=b', '/products?utm_source=a&q=b'],
    ['/%70roducts', '/products'],
    [`/products/${product._id}/`, `/products/${product._id}`],
    ['/DASHBOARD/order/a%20b', '/dashboard/order/a%20b'],
  ] as const) {
    const response = await fetch(shop.url + path, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [301, location], path)
    assert.ok((await look(location)).status === 200, location)
  }
})

// security 33
test('the page of the API counts for the visitor each time, although it is kept', async () => {
  await using limited = await openTestShop({ withPages: true, env: { RATE_LIMITS: 'on' } })
  async function open() {
    const response = await fetch(`${limited.url}/docs/api`)
    assert.equal(response.status, 200)
    // What is not read keeps the connection open.
    await response.arrayBuffer()
  }
  const left = async () => Number((await limited.call('GET', '/version')).headers.get('x-ratelimit-remaining'))
  await open()
  const before = await left()
  for (let times = 0; times < 3; times++) await open()
  assert.equal(await left(), before - 4)
})
