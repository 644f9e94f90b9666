import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '#contract/orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder, placeOrder } from '#server/testing/place-order.ts'
import { confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

/** Starts a shop with rate limits. The test acts as the proxy, so that each visitor has an IP address. */
const openLimited = () => openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }, withPages: true })

/** Requests a page as a visitor and reads the whole response. */
async function look(shop: TestShop, visitor: string, path: string) {
  const response = await fetch(shop.url + path, { headers: { 'x-forwarded-for': visitor } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

/** Returns the path of a page that is not cached. */
const unseen = () => `/products?q=${crypto.randomUUID()}`

// security 33
test('pages, payments and health checks go on when this machine’s own address has used up its limit', async () => {
  await using shop = await openLimited()
  const buyer = await createCustomer(shop, 'gone')
  const order = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const clientSecret = await openPayment(shop, buyer, order)
  let last = 200
  for (let sent = 0; sent < 3000 && last !== 429; sent += 50) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => look(shop, '127.0.0.1', '/version')))
    last = responses.at(-1)?.status ?? 0
  }
  assert.equal(last, 429)

  assert.equal((await look(shop, '203.0.113.1', unseen())).status, 200)
  assert.equal((await look(shop, '127.0.0.1', '/healthz')).status, 200)
  assert.equal((await look(shop, '127.0.0.1', '/readyz')).status, 200)
  const [script] = /\/assets\/[^"]+\.js/.exec((await look(shop, '203.0.113.1', '/')).text) ?? []
  assert.equal((await look(shop, '127.0.0.1', script ?? '')).status, 200, 'a page without its scripts does nothing')
  assert.equal((await look(shop, '127.0.0.1', '/assets/of-another-version.js')).status, 429)
  // The browser is closed before it can report the payment: only the webhook does.
  const headers = { 'x-forwarded-for': '203.0.113.2' }
  assert.equal((await confirmCard(shop, clientSecret, undefined, headers)).body.status, 'succeeded')
  const read = () => shop.call<Order>('GET', `/order/${order._id}`, { token: buyer.token, headers })
  await waitUntil(async () => (await read()).body.paid, 'the order is paid')
})

// security 33
test('a visitor above the render limit is rejected without affecting others', async () => {
  await using shop = await openLimited()
  const greedy = () => look(shop, '198.51.100.7', `/products.data?q=${crypto.randomUUID()}`)
  const burst = await Promise.all(Array.from({ length: 40 }, greedy))
  assert.ok(burst.filter(({ status }) => status === 200).length >= 8, 'a few at once are normal')
  assert.ok(burst.some(({ status }) => status === 429))
  const isUsedUp = (headers: Headers) => Number(headers.get('retry-after')) > 1
  let refused = burst.find(({ headers }) => isUsedUp(headers))
  for (let sent = 0; sent < 1200 && !refused; sent += 6) {
    const responses = await Promise.all(Array.from({ length: 6 }, greedy))
    refused = responses.find(({ headers }) => isUsedUp(headers))
  }
  assert.equal(refused?.status, 429, 'a minute’s share is used up')
  for (const visitor of ['198.51.100.8', '198.51.100.7']) {
    assert.equal((await look(shop, visitor, '/')).status, 200, 'a page rendered for another visitor is cached for all')
  }
  assert.equal((await look(shop, '198.51.100.8', unseen())).status, 200)
})

test('many visitors load uncached pages while others order, without a 503', async () => {
  await using shop = await openLimited()
  const product = await shop.addProduct({ available: 1000 })
  const buyers = await Promise.all(Array.from({ length: 4 }, (_, index) => createCustomer(shop, `buyer-${index}`)))
  const statuses: number[] = []
  const visit = async (visitor: number) => {
    for (let page = 0; page < 10; page++) {
      statuses.push((await look(shop, `203.0.113.${visitor * 10 + page}`, unseen())).status)
    }
  }
  const order = async (buyer: { token: string }) => {
    for (let turn = 0; turn < 10; turn++) statuses.push((await requestOrder(shop, buyer, product, 1)).status)
  }
  await Promise.all([...Array.from({ length: 10 }, (_, visitor) => visit(visitor)), ...buyers.map(order)])
  assert.deepEqual([statuses.length, new Set(statuses)], [140, new Set([200])])
})

test('when more pages are asked for than can be rendered, the rest gets 503; known pages and orders go on', async () => {
  await using shop = await openLimited()
  const product = await shop.addProduct({ available: 1000 })
  const buyer = await createCustomer(shop, 'steady')
  assert.equal((await look(shop, '203.0.113.1', '/')).status, 200)
  let isOver = false
  // Without sockets all arrive in one moment, however busy the machine is.
  const crowd = Promise.all(
    Array.from({ length: 200 }, (_, visitor) =>
      shop.app.inject({ url: unseen(), headers: { 'x-forwarded-for': `198.51.100.${visitor}` } }),
    ),
  ).finally(() => (isOver = true))
  const others: number[] = []
  while (!isOver) {
    // Each order changes what the home page shows, so that it is rendered in the middle of the crowd.
    others.push((await requestOrder(shop, buyer, product, 1)).status, (await look(shop, '203.0.113.1', '/')).status)
    if (others.length === 40) break
  }
  assert.deepEqual(new Set(others), new Set([200]))
  const responses = await crowd
  const refused = responses.filter(({ statusCode }) => statusCode !== 200)
  assert.ok(refused.length > 0 && refused.length < 190, `${refused.length} of 200 were refused`)
  for (const { statusCode, headers } of refused) {
    assert.equal(statusCode, 503)
    assert.match(String(headers['retry-after']), /^\d+$/)
  }
})
