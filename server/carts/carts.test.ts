import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Cart, CartSummary, changeCartLines, getSharedCart, mergeCart } from '#contract/carts.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

type Buyer = { token: string }
type Change = Body<typeof changeCartLines>['lines']
const change = async (buyer: Buyer, lines: Change, id = 'active') =>
  (
    await shop.call<ResponseBody<typeof changeCartLines> & { code?: string }>('PATCH', `/cart/${id}/lines`, {
      token: buyer.token,
      body: { lines },
    })
  ).body
const read = async (buyer: Buyer, id = 'active') =>
  (await shop.call<Cart>('GET', `/cart/${id}`, { token: buyer.token })).body
const quantitiesOf = (cart: { lines: Cart['lines'] }) =>
  cart.lines.map(({ product, quantity }) => [product?.name, quantity])
const merge = async (buyer: Buyer, mergeId: string, lines: Body<typeof mergeCart>['lines']) =>
  (
    await shop.call<ResponseBody<typeof mergeCart>>('POST', '/cart/merge', {
      token: buyer.token,
      body: { mergeId, lines },
    })
  ).body
const update = (buyer: Buyer, id: string, body: object) =>
  shop.call<{ cart: CartSummary }>('PUT', `/cart/${id}`, { token: buyer.token, body })

test('lines are added, set and removed at once, on every device; what changed meanwhile is shown at its line', async () => {
  const buyer = await createCustomer(shop, 'adder')
  const disc = await shop.addProduct({ name: 'Cart disc', price: 10, available: 100 })
  const pad = await shop.addProduct({ name: 'Cart pad', price: 5, available: 6 })
  assert.deepEqual((await read(buyer)).totals, { lines: 0, refused: 0, units: 0, total: 0 })
  await change(buyer, [
    { productId: disc._id, quantity: 2, add: true },
    { productId: pad._id, quantity: 4, add: true, seenPrice: 4.5 },
    { productId: disc._id, quantity: 1, add: true, job: 'Van 7' },
  ])
  await Promise.all(Array.from({ length: 5 }, () => change(buyer, [{ productId: disc._id, quantity: 1, add: true }])))
  const cart = await read(buyer)
  assert.deepEqual(quantitiesOf(cart), [
    ['Cart disc', 7],
    ['Cart pad', 4],
    ['Cart disc', 1],
  ])
  assert.deepEqual(
    cart.lines.map(({ job, code, offer, total }) => [job, code, offer, total]),
    [
      [undefined, undefined, undefined, 70],
      [undefined, 'price-changed', { unitPrice: 5 }, 20],
      ['Van 7', undefined, undefined, 10],
    ],
  )
  assert.deepEqual([cart.totals, cart.version], [{ lines: 3, refused: 1, units: 12, total: 100 }, 6])

  // Two devices have seen 7 and 4: one sets 9 and removes the pads, the other sets 3 and 6 later.
  await change(buyer, [
    { productId: disc._id, quantity: 9, was: 7 },
    { productId: pad._id, quantity: 0, was: 4 },
  ])
  const late = await change(buyer, [
    { productId: disc._id, quantity: 3, was: 7 },
    { productId: pad._id, quantity: 6, was: 4 },
    { productId: disc._id, quantity: 2, was: 1, job: 'Van 7', seenPrice: 10 },
  ])
  assert.deepEqual(late.conflicts, [
    { productId: disc._id, quantity: 9, mine: 3, theirs: 9 },
    { productId: pad._id, quantity: 6, mine: 6, theirs: 0 },
  ])
  assert.deepEqual(quantitiesOf(await read(buyer)), [
    ['Cart disc', 9],
    ['Cart disc', 2],
    ['Cart pad', 6],
  ])
  const { version } = await read(buyer)
  assert.equal((await change(buyer, [{ productId: pad._id, quantity: 6 }])).version, version, 'nothing changed')

  assert.equal(
    (
      await change(buyer, [
        { productId: disc._id, quantity: 1 },
        { productId: newId(), quantity: 1 },
      ])
    ).code,
    'product-not-found',
  )
  assert.equal((await change(buyer, [{ productId: 'none', quantity: 1 }])).code, 'product-not-found')
  assert.equal((await read(buyer)).version, version, 'nothing was half written')
})

test('a price that has fallen needs no decision: the line can be ordered, and still says what it was', async () => {
  const buyer = await createCustomer(shop, 'saver-of-money')
  const disc = await shop.addProduct({ name: 'Cheaper disc', price: 8, available: 100 })
  await change(buyer, [{ productId: disc._id, quantity: 2, seenPrice: 10 }])
  const cart = await read(buyer)
  const [line] = cart.lines
  assert.deepEqual([line?.code, line?.offer, line?.seenPrice, line?.total], [undefined, undefined, 10, 16])
  assert.deepEqual([cart.totals.refused, cart.totals.total], [0, 16])
  // An order names the price that its buyer agreed to, which must be that of now.
  const order = (unitPrice: number) =>
    shop.call('POST', '/orders', {
      token: buyer.token,
      body: {
        lines: [{ productId: disc._id, quantity: 2, unitPrice }],
        address: '1 Test Street',
        phoneNumber: '5550100',
      },
    })
  assert.equal((await order(10)).body.code, 'lines-refused')
  assert.equal((await order(8)).status, 200)
})

test('a price that is for another number of units is another price, in the cart and in the order', async () => {
  const buyer = await createCustomer(shop, 'pricer')
  const screw = await shop.addProduct({ name: 'Screw', price: 10, available: 100_000 })
  await change(buyer, [{ productId: screw._id, quantity: 500 }])
  const put = (pricePer: number) =>
    shop.call('PUT', `/tools/${screw._id}`, { token: shop.admin.token, body: { pricePer } })
  await put(100)
  const [line] = (await read(buyer)).lines
  assert.deepEqual([line?.code, line?.offer, line?.total], ['price-changed', { unitPrice: 10, pricePer: 100 }, 50])
  const order = (lines: object[]) =>
    shop.call('POST', '/orders', {
      token: buyer.token,
      body: { lines, address: '1 Test Street', phoneNumber: '5550100' },
    })
  const wanted = { productId: screw._id, quantity: 500, unitPrice: 10 }
  for (const lines of [[wanted], [wanted, wanted]]) assert.equal((await order(lines)).body.code, 'lines-refused')
  const accepted = { ...wanted, pricePer: 100 }
  for (const lines of [[accepted], [accepted, accepted]]) assert.equal((await order(lines)).status, 200)

  await change(buyer, [{ productId: screw._id, quantity: 500, seenPrice: 10, seenPricePer: 100 }])
  assert.equal((await read(buyer)).lines[0]?.code, undefined)
  await change(buyer, [{ productId: screw._id, quantity: 100, add: true }])
  assert.deepEqual([(await read(buyer)).lines[0]?.code, (await read(buyer)).totals.total], [undefined, 60])
  await put(1000)
  assert.equal((await read(buyer)).lines[0]?.code, 'price-changed')
})

test('a line gets another job and keeps its place; the lines of one job join, and nothing is lost', async () => {
  const buyer = await createCustomer(shop, 'jobber')
  const [disc, pad] = [await shop.addProduct({ available: 100 }), await shop.addProduct({ available: 100 })]
  await change(buyer, [
    { productId: disc._id, quantity: 2 },
    { productId: pad._id, quantity: 1 },
    { productId: disc._id, quantity: 3, job: 'Van 7' },
  ])
  const rename = (formerJob: string, job: string) =>
    change(buyer, [{ productId: disc._id, quantity: 9, formerJob, ...(job && { job }) }])
  const jobs = async () => (await read(buyer)).lines.map(({ job, quantity }) => [job, quantity])
  assert.equal((await rename('', ' Golf ')).version, 2)
  const renamed = [
    ['Golf', 2],
    [undefined, 1],
    ['Van 7', 3],
  ]
  assert.deepEqual(await jobs(), renamed)
  assert.equal((await rename('none', 'Van 8')).version, 2)
  assert.deepEqual(await jobs(), renamed)
  await rename('Van 7', 'Golf')
  assert.deepEqual(await jobs(), [
    ['Golf', 5],
    [undefined, 1],
  ])
  await rename('Golf', '')
  assert.deepEqual(await jobs(), [
    [undefined, 5],
    [undefined, 1],
  ])
  const unknown = { productId: 'none', quantity: 0, formerJob: 'a', job: 'b' }
  assert.deepEqual((await change(buyer, [unknown])).conflicts, [])
})

test('two lines of one product share its stock, and a cart of 1,000 lines takes no more', async () => {
  const buyer = await createCustomer(shop, 'collector')
  const scarce = await shop.addProduct({ name: 'Scarce', available: 5 })
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    productId: scarce._id,
    quantity: 2,
    job: `Job ${index}`,
  }))
  assert.equal((await change(buyer, lines)).lineCount, 1000)
  const cart = await read(buyer)
  assert.deepEqual(
    cart.lines.slice(0, 3).map(({ code, offer }) => [code, offer]),
    [
      [undefined, undefined],
      [undefined, undefined],
      ['out-of-stock', { quantity: 1 }],
    ],
  )
  assert.deepEqual([cart.totals.lines, cart.totals.refused, cart.totals.units], [1000, 998, 4])
  assert.equal((await change(buyer, [{ productId: scarce._id, quantity: 1 }])).code, 'cart-full')
  assert.equal((await change(buyer, [{ productId: scarce._id, quantity: 1, job: 'Job 3' }])).lineCount, 1000)
})

test('two buyers with one merge id each get their lines', async () => {
  const product = await shop.addProduct({ name: 'Merged twice', available: 9, minQuantity: 1 })
  const mergeId = newId()
  const buyers = [await createCustomer(shop, 'merge-one'), await createCustomer(shop, 'merge-two')]
  const answers = await Promise.all(
    buyers.map((buyer) => merge(buyer, mergeId, [{ productId: product._id, quantity: 2 }])),
  )
  assert.deepEqual(
    answers.map(({ lineCount, left }) => [lineCount, left]),
    [
      [1, 0],
      [1, 0],
    ],
  )
})

test('the cart of a browser is merged once, however often and at once it is sent', async () => {
  const buyer = await createCustomer(shop, 'merger')
  const [one, two, three] = (await Promise.all(
    ['One', 'Two', 'Three'].map((name) => shop.addProduct({ name: `Merge ${name}` })),
  )) as [Tool, Tool, Tool]
  await change(buyer, [
    { productId: one._id, quantity: 8 },
    { productId: two._id, quantity: 2 },
  ])
  const mergeId = newId()
  const browser = [
    { productId: one._id, quantity: 3, seenPrice: one.price },
    { productId: two._id, quantity: 5 },
    { productId: three._id, quantity: 1 },
    { productId: newId(), quantity: 1 },
  ]
  const answers = await Promise.all(Array.from({ length: 4 }, () => merge(buyer, mergeId, browser)))
  for (const answer of answers) {
    assert.deepEqual([answer.lineCount, answer.left], [3, 1])
    assert.deepEqual(answer.conflicts, [
      { productId: one._id, quantity: 8, mine: 3, theirs: 8 },
      { productId: two._id, quantity: 5, mine: 5, theirs: 2 },
    ])
  }
  const merged = [
    ['Merge One', 8],
    ['Merge Two', 5],
    ['Merge Three', 1],
  ]
  assert.deepEqual(quantitiesOf(await read(buyer)), merged)
  await change(buyer, [{ productId: three._id, quantity: 0 }])
  await merge(buyer, mergeId, browser)
  assert.deepEqual(quantitiesOf(await read(buyer)), merged.slice(0, 2), 'what was removed since stays removed')
})

test('a buyer has several carts, of which one is active; a share link is read-only, and gone once it is revoked', async () => {
  const buyer = await createCustomer(shop, 'sharer')
  const other = await createCustomer(shop, 'reader')
  const product = await shop.addProduct({ name: 'Shared part' })
  await change(buyer, [{ productId: product._id, quantity: 3 }])
  const first = (await read(buyer))._id
  const { cart } = (
    await shop.call<{ cart: CartSummary }>('POST', '/carts', { token: buyer.token, body: { name: ' Vans ' } })
  ).body
  assert.deepEqual([cart.name, cart.active, cart.lineCount], ['Vans', true, 0])
  assert.equal((await read(buyer))._id, cart._id)
  const list = async () => (await shop.call<CartSummary[]>('GET', '/carts', { token: buyer.token })).body
  assert.deepEqual(
    (await list()).map(({ _id, active }) => [_id, active]),
    [
      [cart._id, true],
      [first, undefined],
    ],
  )
  await Promise.all([
    update(buyer, first, { active: true }),
    update(buyer, cart._id, { active: true }),
    change(buyer, []),
  ])
  assert.equal((await list()).filter(({ active }) => active).length, 1)

  await shop.db.execute(sql`UPDATE users SET display_name = 'Kim Sharer' WHERE id = ${buyer.id}`)
  const { shareKey = '' } = (await update(buyer, first, { shared: true, name: 'For the boss' })).body.cart
  const shared = () => shop.call<ResponseBody<typeof getSharedCart>>('GET', `/shared-cart/${shareKey}`)
  const { body } = await shared()
  assert.deepEqual(
    [body.name, body.sharedBy, quantitiesOf(body), Object.keys(body).toSorted()],
    ['For the boss', 'Kim Sharer', [['Shared part', 3]], ['lines', 'name', 'sharedBy', 'totals']],
  )
  assert.equal((await update(buyer, first, { shared: false })).body.cart.shareKey, undefined)
  assert.equal((await shared()).status, 410)

  for (const [method, path, body] of [
    ['GET', `/cart/${first}`],
    ['PUT', `/cart/${first}`, { name: 'Mine' }],
    ['DELETE', `/cart/${first}`],
    ['PATCH', `/cart/${first}/lines`, { lines: [] }],
    ['GET', '/cart/none'],
  ] as const) {
    assert.equal((await shop.call(method, path, { token: other.token, ...(body && { body }) })).status, 404, path)
  }
  assert.equal((await shop.call('DELETE', `/cart/${cart._id}`, { token: buyer.token })).status, 200)
  assert.deepEqual(
    (await list()).map(({ _id, active }) => [_id, active]),
    [[first, true]],
  )
  for (let count = 1; count < 20; count++)
    await shop.call('POST', '/carts', { token: buyer.token, body: { name: `Cart ${count}` } })
  assert.equal(
    (await shop.call<ProblemBody>('POST', '/carts', { token: buyer.token, body: { name: 'More' } })).body.code,
    'too-many-carts',
  )
})

test('carts are gone with the account', async () => {
  const leaver = await shop.signUp('leaver')
  const product = await shop.addProduct()
  await change(leaver, [{ productId: product._id, quantity: 1 }])
  const count = async () =>
    (await shop.db.execute(sql`SELECT FROM carts JOIN users ON users.id = user_id WHERE email = ${leaver.email}`))
      .rowCount
  assert.equal(await count(), 1)
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${leaver.email}`)
  await shop.call('POST', `/v1/accounts:delete?key=boltyard`, { body: { idToken: leaver.idToken } })
  assert.equal((await shop.db.execute(sql`SELECT FROM carts WHERE user_id = ${rows[0]?.id}`)).rowCount, 0)
})
