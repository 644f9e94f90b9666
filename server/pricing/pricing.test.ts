import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { getCart } from '#contract/carts.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type {
  addPriceList,
  CustomerGroup,
  GroupMember,
  GroupQuantityRule,
  ListedPrices,
  PriceList,
} from '#contract/pricing.ts'
import type { getMyPrices } from '#contract/my-prices.ts'
import { maxPricesPerProduct } from '#contract/price-rows.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { setPriceListsActive } from '#server/pricing/set-price-lists-active.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, provideTestShop, type TestResponse } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

type Refusal = Partial<Omit<ProblemBody, 'success'>> & { success?: boolean }
const manage = async <Body>(method: string, path: string, body?: object) =>
  (await shop.call<Body & Refusal>(method, path, { token: shop.admin.token, ...(body && { body }) })).body

let created = 0
const addGroup = async (name = `Group ${++created}`) =>
  (await manage<{ group: CustomerGroup }>('POST', '/customer-groups', { name })).group
const addList = async (fields: object = {}) =>
  (
    await manage<ResponseBody<typeof addPriceList>>('POST', '/price-lists', {
      name: `List ${++created}`,
      active: true,
      ...fields,
    })
  ).priceList
const setPrices = (list: { _id: string }, rows: object[]) =>
  manage<{ changed?: number }>('PUT', `/price-lists/${list._id}/prices`, { rows })
const pricesOf = async (list: { _id: string }) =>
  (await manage<ListedPrices[]>('GET', `/price-lists/${list._id}/prices`)).map(({ sku, prices }) => [sku, prices])
const baseList = async () => {
  const base = (await manage<PriceList[]>('GET', '/price-lists')).find((list) => list.base)
  assert.ok(base)
  return base
}
const codesOf = ({ code, rows = [] }: Refusal) => [code, ...rows.map((row) => `${row.row} ${row.code}`)]

test('prices are written by part number in any spelling, all or none, and every refused row has its reason', async () => {
  const list = await addList()
  await shop.addProduct({ sku: 'PAD-1 A' })
  await shop.addProduct({ sku: 'PAD-2' })
  for (const name of ['One', 'Other']) {
    await shop.addProduct({ name, sku: `X${name}`, partNumbers: [{ kind: 'oem', number: 'SHARED-9', maker: name }] })
  }
  const written = await setPrices(list, [
    { partNumber: 'pad1a', from: 1, price: 9 },
    { partNumber: 'PAD-2', from: 10, price: 8.5 },
  ])
  assert.equal(written.changed, 2)
  const refused = await setPrices(list, [
    { partNumber: 'PAD-1A', from: 10, price: 9.01 },
    { partNumber: 'nowhere', from: 1, price: 1 },
    { partNumber: 'SHARED-9', from: 1, price: 1 },
    { partNumber: 'PAD-2', from: 20, price: 7 },
    { partNumber: 'PAD 2', from: 20, price: 6 },
    { partNumber: 'PAD-2', from: 1, price: 8 },
  ])
  assert.deepEqual(codesOf(refused), [
    'rows-refused',
    '0 price-rises',
    '1 product-unknown',
    '2 product-ambiguous',
    '4 row-twice',
    '5 price-rises',
  ])
  assert.deepEqual(refused.rows?.[0], { row: 0, code: 'price-rises', from: 1, price: 9 })
  assert.deepEqual(refused.rows[4], { row: 5, code: 'price-rises', from: 10, price: 8.5 })
  const before = [
    ['PAD-1 A', [{ from: 1, price: 9 }]],
    ['PAD-2', [{ from: 10, price: 8.5 }]],
  ]
  assert.deepEqual(await pricesOf(list), before)
  // A row of another quantity stays, one of null goes, and what is the same already is no change.
  const changed = await setPrices(list, [
    { partNumber: 'PAD-2', from: 10, price: null },
    { partNumber: 'PAD-2', from: 5, price: 8 },
    { partNumber: 'PAD-1A', from: 1, price: 9 },
  ])
  assert.equal(changed.changed, 2)
  assert.deepEqual(await pricesOf(list), [before[0], ['PAD-2', [{ from: 5, price: 8 }]]])
  const events = await manage<AuditEvent[]>('GET', '/audit-log?kind=prices-changed')
  assert.deepEqual(
    [events[0]?.subject.name, events[0]?.before, events[0]?.after],
    [
      list.name,
      { prices: [{ product: 'PAD-2', from: 10, cents: 850 }] },
      { prices: [{ product: 'PAD-2', from: 5, cents: 800 }] },
    ],
  )
})

test('public breaks begin above one unit, and an exclusive list has a price from one unit on', async () => {
  const { sku } = await shop.addProduct({ sku: 'FIRST-1' })
  const price = (from: number, cents: number) => [{ partNumber: sku, from, price: cents / 100 }]
  assert.deepEqual(codesOf(await setPrices(await baseList(), price(1, 900))), ['rows-refused', '0 price-from-one'])
  const list = await addList({ exclusive: true })
  assert.deepEqual(codesOf(await setPrices(list, price(5, 900))), ['rows-refused', '0 first-price-missing'])
  assert.equal((await setPrices(list, price(1, 950))).changed, 1)
  assert.equal((await setPrices(list, price(5, 900))).changed, 1)
  assert.deepEqual(codesOf(await setPrices(list, [{ partNumber: sku, from: 1, price: null }])), [
    'rows-refused',
    '0 first-price-missing',
  ])
  const fair = await addList()
  await setPrices(fair, price(5, 900))
  const refused = await manage('PATCH', `/price-lists/${fair._id}`, { exclusive: true })
  assert.equal(refused.code, 'first-prices-missing')
  assert.deepEqual(refused.facts, { count: 1, numbers: 'FIRST-1' })
  await manage('PATCH', `/price-lists/${fair._id}`, { exclusive: true, adjustPercent: -1 })
  assert.equal((await manage<PriceList>('GET', `/price-lists/${fair._id}`)).exclusive, true)
  // The lists of other tests count alone.
  for (const { _id } of [list, fair]) await manage('DELETE', `/price-lists/${_id}`)
})

test('a list has so many prices for one product, and what is above is refused', async () => {
  const { _id: productId } = await shop.addProduct({ price: 1000 })
  const list = await addList()
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ productId, from: index + 1, price: 900 - index }))
  assert.equal((await setPrices(list, rows(maxPricesPerProduct))).changed, maxPricesPerProduct)
  const [code, ...refused] = codesOf(await setPrices(list, rows(maxPricesPerProduct + 1)))
  assert.equal(code, 'rows-refused')
  assert.ok(refused.every((row) => row?.endsWith('too-many-prices')))
})

test('the list of public breaks stays for everyone, and a group with a price list cannot be deleted', async () => {
  const base = await baseList()
  const group = await addGroup('Workshops')
  const path = `/price-lists/${base._id}`
  for (const change of [
    { groupId: group._id },
    { adjustPercent: 5 },
    { exclusive: true },
    { endsAt: '2030-01-01T00:00:00Z' },
  ])
    assert.equal((await manage('PATCH', path, change)).code, 'price-list-is-base')
  assert.equal((await manage('DELETE', path)).code, 'price-list-is-base')
  const renamed = await manage<{ priceList: PriceList }>('PATCH', path, { name: 'Breaks', active: true })
  assert.equal(renamed.priceList.name, 'Breaks')

  const list = await addList({ groupId: group._id })
  assert.equal((await manage('DELETE', `/customer-groups/${group._id}`)).code, 'group-in-use')
  await manage('DELETE', `/price-lists/${list._id}`)
  assert.equal((await manage('DELETE', `/customer-groups/${group._id}`)).success, true)
  assert.equal((await manage('GET', `/customer-groups/${group._id}`)).code, 'group-not-found')
  const dates = { startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }
  assert.equal((await manage('POST', '/price-lists', { name: 'Dates', ...dates })).code, 'price-list-dates')
  assert.equal((await manage('POST', '/price-lists', { name: 'breaks' })).code, 'price-list-name-taken')
  assert.equal((await manage('POST', '/price-lists', { name: 'x', groupId: '999999' })).code, 'group-not-found')
  const planned = await addList({ startsAt: '2130-01-01T00:00:00Z' })
  assert.equal(planned.state, 'planned')
})

test('members of a group have its prices and quantity rules until they leave it; only they are asked for a sign-in', async () => {
  const group = await addGroup()
  const buyer = await createCustomer(shop, 'member')
  const product = await shop.addProduct({ sku: 'RULE-1', minQuantity: 10, orderMultiple: 5 })
  const list = await addList({ groupId: group._id, adjustPercent: -12.5 })
  await setPrices(list, [{ productId: product._id, from: 50, price: 7.77 }])
  const members = `/customer-groups/${group._id}/members`
  const mine = async () =>
    (
      await shop.call<ResponseBody<typeof getMyPrices>>('POST', '/my-prices', {
        token: buyer.token,
        body: { productIds: [product._id, 'nothing'] },
      })
    ).body.prices
  assert.deepEqual(await mine(), [])
  assert.equal((await manage('PUT', `${members}/nobody@crowd.test`)).code, 'user-not-found')
  for (const email of [buyer.email, buyer.email.toUpperCase()]) await manage('PUT', `${members}/${email}`)
  assert.deepEqual(
    (await manage<GroupMember[]>('GET', `${members}?q=MEMBER`)).map(({ email }) => email),
    [buyer.email],
  )
  assert.deepEqual(
    (await manage<CustomerGroup[]>('GET', `/customer-groups?email=${buyer.email}`)).map(({ _id }) => _id),
    [group._id],
  )
  const prices = {
    productId: product._id,
    price: 8.75,
    breaks: [
      { from: 1, price: 8.75 },
      { from: 50, price: 7.77 },
    ],
  }
  assert.deepEqual(await mine(), [{ ...prices, minOrder: 10, orderMultiple: 5 }])

  const rules = `/customer-groups/${group._id}/quantity-rules`
  const rule = { partNumber: 'RULE1', minOrder: 4, orderMultiple: 2, maxOrder: 40 }
  assert.deepEqual(codesOf(await manage('PUT', rules, { rows: [rule, { ...rule, partNumber: 'none' }] })), [
    'rows-refused',
    '1 product-unknown',
  ])
  assert.deepEqual(codesOf(await manage('PUT', rules, { rows: [{ ...rule, minOrder: 3 }] })), [
    'rows-refused',
    '0 rule-does-not-fit',
  ])
  assert.equal((await manage('PUT', rules, { rows: [rule] })).success, true)
  const [listed] = await manage<GroupQuantityRule[]>('GET', rules)
  assert.deepEqual([listed?.sku, listed?.minOrder, listed?.own], ['RULE-1', 4, { minOrder: 10, orderMultiple: 5 }])
  assert.deepEqual(await mine(), [{ ...prices, minOrder: 4, orderMultiple: 2, maxOrder: 40 }])
  const order = (quantity: number) =>
    shop.call('POST', '/orders', {
      token: buyer.token,
      body: { productId: product._id, quantity, address: '1 Test Street', phoneNumber: '5550100' },
    })
  assert.equal((await order(5)).body.code, 'not-a-multiple')
  assert.equal((await order(4)).status, 200)
  await manage('PUT', rules, { rows: [{ ...rule, minOrder: 0 }] })
  assert.equal((await order(4)).body.code, 'below-minimum')
  await manage('DELETE', `${members}/${buyer.email}`)
  assert.deepEqual(await mine(), [])
  const audited = await manage<AuditEvent[]>('GET', '/audit-log?area=pricing&limit=3')
  assert.deepEqual(
    audited.map(({ kind }) => kind),
    ['group-left', 'quantity-rules-changed', 'quantity-rules-changed'],
  )
})

test('the price that a buyer saw in a cart follows the quantity, but not a change of the list', async () => {
  const buyer = await createCustomer(shop, 'counting')
  const product: Tool = await shop.addProduct()
  const { _id: productId } = product
  const base = await baseList()
  await setPrices(base, [
    { productId, from: 10, price: 9 },
    { productId, from: 50, price: 8 },
  ])
  const change = (line: object) =>
    shop.call('PATCH', '/cart/active/lines', { token: buyer.token, body: { lines: [{ productId, ...line }] } })
  const seen = async () => {
    const { body } = await shop.call<ResponseBody<typeof getCart>>('GET', '/cart/active', { token: buyer.token })
    const [line] = body.lines
    return [line?.quantity, line?.seenPrice, line?.product?.price, line?.code]
  }
  await change({ quantity: 6 })
  assert.deepEqual(await seen(), [6, 10, 10, undefined])
  // The price of six, of which there are twelve now.
  await change({ quantity: 6, add: true, seenPrice: 10 })
  assert.deepEqual(await seen(), [12, 9, 9, undefined])
  await change({ quantity: 60 })
  assert.deepEqual(await seen(), [60, 8, 8, undefined])
  await setPrices(base, [{ productId, from: 50, price: 8.5 }])
  assert.deepEqual(await seen(), [60, 8, 8.5, 'price-changed'])
  // A changed price stays visible at another quantity.
  await change({ quantity: 61 })
  assert.deepEqual(await seen(), [61, 8, 8.5, 'price-changed'])
  await change({ quantity: 5 })
  assert.deepEqual(await seen(), [5, 8, 10, 'price-changed'])
  const mergeId = crypto.randomUUID()
  await change({ quantity: 0 })
  await change({ quantity: 20 })
  await shop.call('POST', '/cart/merge', {
    token: buyer.token,
    body: { mergeId, lines: [{ productId, quantity: 3, seenPrice: 10 }] },
  })
  assert.deepEqual(await seen(), [20, 9, 9, undefined])
})

test('public pages show the breaks of everyone at once, and what a date puts in force, but never those of a group', async () => {
  const product = await shop.addProduct()
  const { _id: productId } = product
  const group = await addGroup()
  const own = await addList({ groupId: group._id })
  await setPrices(own, [{ productId, from: 1, price: 1 }])
  const breaks = async () =>
    (await shop.call<Tool[]>('GET', '/tools')).body.find(({ _id }) => _id === productId)?.breaks
  assert.equal(await breaks(), undefined)
  const sale = await addList()
  await setPrices(sale, [{ productId, from: 1, price: 9.5 }])
  assert.deepEqual(await breaks(), [{ from: 1, price: 9.5 }])
  await setPrices(await baseList(), [{ productId, from: 20, price: 9 }])
  assert.deepEqual(await breaks(), [
    { from: 1, price: 9.5 },
    { from: 20, price: 9 },
  ])
  await manage('PATCH', `/price-lists/${sale._id}`, { endsAt: '2020-01-01T00:00:00Z' })
  assert.deepEqual(await breaks(), [
    { from: 1, price: 10 },
    { from: 20, price: 9 },
  ])
  const page = await shop.call<Tool>('GET', `/tools/${productId}`)
  assert.deepEqual([page.body.price, page.body.breaks], [10, await breaks()])
  const lists = await shop.db.execute<{ id: string }>(sql`SELECT id FROM price_lists`)
  const listIds = lists.rows.map(({ id }) => Number(id))
  await shop.db.transaction((tx) => setPriceListsActive(tx, false, undefined, listIds))
  assert.equal((await shop.call<Tool>('GET', `/tools/${productId}`)).body.breaks, undefined)
  const { rows } = await shop.db.execute(sql`SELECT FROM price_lists WHERE active`)
  assert.equal(rows.length, 0)
})

test('a list for one customer has prices for nobody else, takes no group, and goes with the account', async () => {
  const person = await shop.signUp('alone')
  const other = await createCustomer(shop, 'not-alone')
  const { _id: productId } = await shop.addProduct({ price: 10 })
  const { rows: found } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${person.email}`)
  const customerId = found[0]?.id ?? ''
  const list = await addList({ customerId })
  await setPrices(list, [{ productId, from: 1, price: 8 }])
  assert.deepEqual([list.audience, list.customer?._id], ['customer', customerId])
  assert.deepEqual(
    (await manage<PriceList[]>('GET', `/price-lists?customerId=${customerId}`)).map(({ _id }) => _id),
    [list._id],
  )
  const pricesFor = async (token: string) =>
    (
      await shop.call<ResponseBody<typeof getMyPrices>>('POST', '/my-prices', {
        token,
        body: { productIds: [productId] },
      })
    ).body.prices.map(({ price }) => price)
  assert.deepEqual([await pricesFor(person.token), await pricesFor(other.token)], [[8], []])
  assert.equal((await shop.call<Tool>('GET', `/tools/${productId}`)).body.price, 10)
  const group = await addGroup()
  assert.equal(
    (await manage('PATCH', `/price-lists/${list._id}`, { groupId: group._id })).code,
    'price-list-of-customer',
  )
  await shop.call('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken: person.idToken } })
  assert.equal((await manage('GET', `/price-lists/${list._id}`)).code, 'price-list-not-found')
  const { rows } = await shop.db.execute(
    sql`SELECT FROM audit_events WHERE concat(before, after) LIKE ${`%${list.name}%`}`,
  )
  assert.equal(rows.length, 0, 'the audit log keeps no name of a list that bears that of a person')
})

test('an account that is deleted is in no group', async () => {
  const group = await addGroup()
  const person = await shop.signUp('leaving')
  await manage('PUT', `/customer-groups/${group._id}/members/${person.email}`)
  await shop.call('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken: person.idToken } })
  const { rows } = await shop.db.execute(sql`SELECT FROM group_members WHERE group_id = ${group._id}`)
  assert.equal(rows.length, 0)
})

test('a list of thousands of prices is read page by page, in the order of the shop', async () => {
  const list = await addList()
  const products = []
  while (products.length < 5) products.push(await shop.addProduct({ sku: `PAGE-${products.length}` }))
  await setPrices(
    list,
    products.toReversed().map(({ _id: productId }) => ({ productId, from: 1, price: 2 })),
  )
  const skus: unknown[] = []
  for (let path: string | undefined = `/price-lists/${list._id}/prices?limit=2`; path !== undefined;) {
    const page: TestResponse<ListedPrices[]> = await shop.call('GET', path, { token: shop.admin.token })
    skus.push(...page.body.map(({ sku }) => sku))
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  assert.deepEqual(skus, ['PAGE-0', 'PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4'])
  const found = await manage<ListedPrices[]>('GET', `/price-lists/${list._id}/prices?q=page-3`)
  assert.deepEqual(
    found.map(({ sku }) => sku),
    ['PAGE-3'],
  )
})

test('the list of public prices is named in the main language, as long as the seller has not named it', async () => {
  await using own = await openTestShop()
  const { token } = own.admin
  const nameOf = async () => {
    const { body } = await own.call<PriceList[]>('GET', '/price-lists', { token })
    return body.find(({ base }) => base)
  }
  const speak = (language: string) => own.call('PUT', '/store', { token, body: { languages: [language] } })
  assert.equal((await nameOf())?.name, 'Public price breaks')
  await speak('de')
  const list = await nameOf()
  assert.equal(list?.name, 'Öffentliche Staffelpreise')
  await own.call('PATCH', `/price-lists/${list._id}`, { token, body: { name: 'Staffeln' } })
  await speak('en')
  assert.equal((await nameOf())?.name, 'Staffeln')
})
