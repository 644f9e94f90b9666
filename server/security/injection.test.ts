import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Profile } from '#contract/accounts.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { Review } from '#contract/reviews.ts'
import { isPersonName } from '#contract/person-name.ts'
import { findUnseen } from '#contract/unseen-characters.ts'
import { htmlToLine, htmlToText } from '#server/catalog/html-to-text.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'
import { createCustomer } from '#server/testing/create-customer.ts'

let shop: TestShop
let buyer: Person
const lines: string[] = []
before(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  shop = await openTestShop({ log })
  buyer = await shop.signUp('buyer')
})
after(() => shop[Symbol.asyncDispose]())

/** Lists texts with a meaning in SQL, HTML, headers, logs, spreadsheets, templates, shells or patterns. */
const texts = [
  `'; DROP TABLE orders; --`,
  `' OR '1'='1`,
  `\\'; SELECT pg_sleep(9); --`,
  `<img src=x onerror=alert(1)><script>alert(1)</script>`,
  `"><svg/onload=alert(1)>`,
  `</script><script>alert(1)</script>`,
  `a\r\nset-cookie: stolen=1\r\n\r\n<html>`,
  `"}\n{"level":60,"msg":"forged"}`,
  `=HYPERLINK("http://evil.test")`,
  `{{constructor.constructor('return 1')()}} \${7*7} #{7*7} <%= 7*7 %>`,
  `$(touch /tmp/x) \`id\` | cat /etc/passwd`,
  `%_%%__\\%`,
  `\u202Etxt.exe\u200B\uFEFF`,
]

// security 25, 40
test('text comes back to the letter wherever it was put, and does nothing on its way', async () => {
  const admin = shop.admin.token
  const putEverywhere = async (text: string, number: number) => {
    const author = await createCustomer(shop, `author-${number}`)
    const trimmed = text.trim()
    // Text that is not a valid name is rejected.
    const personName = isPersonName(text) ? text : `Author ${number}`
    const productName = findUnseen(text) === undefined ? `${text} ${number}` : `Product ${number}`
    const named = await shop.addProduct({ name: productName, content: text })
    const { body: tool } = await shop.call<Tool>('GET', `/tools/${named._id}`)
    // Names and descriptions are text: what looks like HTML is turned into it.
    assert.deepEqual([tool.name, tool.content], [htmlToLine(productName).trim(), htmlToText(trimmed)])

    const { _id } = await placeOrder(shop, buyer, named, 1)
    await shop.call('DELETE', `/orders/${_id}`, { token: buyer.token })
    const input = {
      ...orderBody(named, 1),
      name: named.name,
      address: `1 Test Street ${text}`,
      buyerName: personName,
    }
    const ordered = await shop.call<{ order: Order }>('POST', '/orders', { token: buyer.token, body: input })
    assert.equal(ordered.status, 200, JSON.stringify(ordered.body))
    const { body: order } = await shop.call<Order>('GET', `/order/${ordered.body.order._id}`, { token: admin })
    assert.deepEqual([order.address, order.buyerName], [`1 Test Street ${text}`.trim(), personName.trim()])

    const profile = { displayName: personName, education: text, skill: text, address: text }
    await shop.call('PUT', `/user-info-update/${author.email}`, { token: author.token, body: profile })
    const { body: kept } = await shop.call<Profile>('GET', `/user?email=${author.email}`, { token: author.token })
    assert.deepEqual([kept.displayName, kept.skill], [personName.trim(), trimmed])

    const review = { massage: text, designation: text, image: '/media/test/960.webp', rating: 1 }
    const published = await shop.call<{ review: Review }>('POST', '/add-review', { token: author.token, body: review })
    assert.deepEqual([published.body.review.massage, published.body.review.designation], [trimmed, trimmed])
    assert.match(published.headers.get('content-type') ?? '', /^application\/json/)

    const words = encodeURIComponent(text.slice(0, 200))
    for (const path of [
      '/tools?q=',
      '/all-orders?q=',
      '/all-users?q=',
      '/all-reviews?q=',
      '/outbox?q=',
      '/all-tools?q=',
    ]) {
      const found = await shop.call('GET', path + words, { token: admin })
      assert.equal(found.status, 200, path)
      assert.equal(found.headers.get('set-cookie'), null)
    }
  }
  await Promise.all(texts.map(putEverywhere))
  const { rows } = await shop.db.execute<{ orders: string }>(sql`SELECT count(*) AS orders FROM orders`)
  assert.equal(Number(rows[0]?.orders), 2 * texts.length)
})

// security 19
test('unknown fields change nothing: neither role, nor price, nor state, nor owner', async () => {
  const product = await shop.addProduct({ price: 10 })
  const stranger = await createCustomer(shop, 'stranger')
  const more = {
    _id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    isAdmin: true,
    emailVerified: true,
    email_verified_at: new Date().toISOString(),
    tokenVersion: 99,
    userId: stranger.id,
    buyerId: stranger.id,
    buyer_id: stranger.id,
    authorId: stranger.id,
    paidAt: new Date().toISOString(),
    state: 'paid',
    transactionId: 'pi_made_up',
    totalCents: 1,
    price_cents: 1,
    unitPrice: 0.01,
    hidden: false,
    removed_at: null,
  }
  const order = { ...orderBody(product, 1), ...more, name: product.name }
  for (const asked of [{ role: 'admin' }, { admin: true }, { paid: true }, { shipped: true }]) {
    const body = { ...order, ...asked }
    assert.equal((await shop.call('POST', '/orders', { token: buyer.token, body })).body.code, 'invalid-request')
  }
  const placing = await shop.call<{ order: Order }>('POST', '/orders', { token: buyer.token, body: order })
  const { state, paid, shipped, email, totalPrice, transactionId, _id } = placing.body.order
  assert.deepEqual(
    { state, paid, shipped, email, totalPrice, transactionId },
    {
      state: 'unpaid',
      paid: false,
      shipped: false,
      email: buyer.email,
      totalPrice: 10,
      transactionId: undefined,
    },
  )
  assert.notEqual(_id, more._id)
  const profile = { ...more, email: shop.admin.email, displayName: 'Bea', education: 'School', skill: 'Brakes' }
  const saved = await shop.call<{ profile: Profile }>('PUT', `/user-info-update/${buyer.email}`, {
    token: buyer.token,
    body: profile,
  })
  assert.equal(saved.body.profile.email, buyer.email)
  const review = {
    ...more,
    email: shop.admin.email,
    name: 'The Boss',
    massage: 'Good',
    image: '/media/test/960.webp',
    rating: 5,
  }
  const published = await shop.call<{ review: Review }>('POST', '/add-review', { token: buyer.token, body: review })
  assert.equal(published.body.review.name, 'Bea')
  const { body: user } = await shop.call<{ admin: boolean }>('GET', `/admin/${buyer.email}`, { token: buyer.token })
  assert.equal(user.admin, false)
  assert.equal((await shop.call('GET', '/all-users', { token: buyer.token })).body.code, 'admin-only')
  const claimed = await shop.call('PUT', `/tools/${product._id}`, {
    token: buyer.token,
    body: { price: 10, ...more, available: 1 },
  })
  assert.equal(claimed.body.code, 'not-allowed')
})

// security 24
test('a body cannot reach a prototype', async () => {
  const untouched = await dumpTables(shop.db)
  for (const text of [
    '{"__proto__":{"role":"admin","polluted":1},"displayName":"B","education":"E","skill":"S"}',
    '{"constructor":{"prototype":{"polluted":1}},"displayName":"B","education":"E","skill":"S"}',
    String.raw`{"\u005f_proto__":{"polluted":1},"displayName":"B","education":"E","skill":"S"}`,
  ]) {
    const { status } = await fetch(`${shop.url}/user-info-update/${buyer.email}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
      body: text,
    })
    assert.equal(status, 400, text)
  }
  await shop.call('GET', '/tools?__proto__[polluted]=1&constructor[prototype][polluted]=1')
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  assert.equal(await dumpTables(shop.db), untouched)
})

// security 58
test('each line of the log is one of ours, with any text in addresses, headers and bodies', async () => {
  const begin = lines.length
  for (const text of texts) {
    const header = text.replaceAll(/[^\x20-\x7e]/g, ' ')
    await shop.call('GET', `/tools/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`, {
      token: header.replaceAll(/\s/g, ''),
      headers: { 'user-agent': header, 'x-request-id': header, 'x-forwarded-for': header },
    })
    await shop.call('POST', '/login', { body: { email: text } })
    await shop.call('POST', '/v1/accounts:signInWithPassword?key=boltyard', { body: { email: text, password: text } })
  }
  const written = lines.slice(begin)
  assert.ok(written.length >= 2 * texts.length)
  for (const line of written) {
    assert.match(line, /^\{[^\n]*\}\n$/)
    const { msg, route } = JSON.parse(line) as { msg?: string; route?: string }
    assert.notEqual(msg, 'forged')
    assert.doesNotMatch(`${msg} ${route}`, /DROP TABLE|onerror|set-cookie/)
  }
})
