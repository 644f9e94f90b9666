import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { priceLines } from '#contract/carts.ts'
import type { ManagedTool, Tool } from '#contract/catalog.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import type { RefusedRow } from '#contract/price-rows.ts'
import type { PriceList } from '#contract/pricing.ts'
import type { Suggestions } from '#contract/search.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { productBody, provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({}, async () => {
  for (const name of ['Bosch', 'Mann Filter', 'Febi']) await admin('POST', '/brands', { name })
})

interface Answer {
  code?: string
  message?: string
  facts?: Record<string, string>
  rows?: RefusedRow[]
}
const admin = async <Body = object>(method: string, path: string, body?: object) =>
  (await shop.call<Body & Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })).body
const change = (product: Tool, body: object) => admin('PUT', `/tools/${product._id}`, body)
const price = async (lines: Body<typeof priceLines>['lines']) =>
  (await shop.call<ResponseBody<typeof priceLines>>('POST', '/price-lines', { body: { lines } })).body.lines

/** Adds a product of each brand with one number, and one without a brand. */
async function addThree(sku: string, name = `Filter ${sku}`) {
  return {
    bosch: await shop.addProduct({ name, sku, brand: 'Bosch', price: 9.9 }),
    mann: await shop.addProduct({ name, sku: sku.replaceAll('-', ' '), brand: 'Mann Filter', price: 19.9 }),
    none: await shop.addProduct({ name, sku, price: 5, withoutBrand: true }),
  }
}

test('of one number in several spellings, a search lists the one that was typed first', async () => {
  const spaced = await shop.addProduct({ name: 'Filter', sku: 'QF 100.5', brand: 'Bosch' })
  const hyphened = await shop.addProduct({ name: 'Filter', sku: 'QF-100.5', brand: 'Mann Filter' })
  const plain = await shop.addProduct({ name: 'Filter', sku: 'QF100.5', withoutBrand: true })
  const other = await shop.addProduct({ name: 'Filter of another number', sku: 'QF1005' })
  for (const { sku = '' } of [plain, other, hyphened, spaced]) {
    const { body } = await shop.call<Tool[]>('GET', `/tools?q=${encodeURIComponent(sku)}`)
    assert.deepEqual(body.map((product) => product.sku)[0], sku)
    assert.equal(body.length, 4)
  }
})

test('a number is that of one product of a brand, and no brand is one, too', async () => {
  const { bosch, mann, none } = await addThree('TB-100')
  const add = (brand: string | undefined, sku = 'tb 100') =>
    admin('POST', '/tools', productBody({ name: `Other ${brand}`, sku, ...(brand && { brand }) }))
  for (const brand of ['Bosch', 'mann filter', undefined]) assert.equal((await add(brand)).code, 'part-number-taken')
  assert.equal((await change(mann, { brand: 'Bosch' })).code, 'part-number-taken')
  assert.equal((await change(mann, { brand: '' })).code, 'part-number-taken')
  assert.match((await change(mann, { brand: 'Bosch' })).message ?? '', /TB 100.*Filter TB-100/)
  const febi = await shop.addProduct({ name: 'Filter TB-100', sku: 'TB-101', brand: 'Febi' })
  assert.equal((await change(febi, { sku: 'TB-100', brand: 'Bosch' })).code, 'part-number-taken')
  assert.equal((await change(febi, { sku: 'TB-100' })).code, undefined)
  await admin('DELETE', `/tools/${bosch._id}`)
  assert.equal((await change(none, { brand: 'Bosch' })).code, undefined)
  assert.equal((await admin('POST', `/tools/${bosch._id}/restore`)).code, 'part-number-taken')
  const preview = { ids: [bosch._id], action: 'restore', preview: true }
  assert.match(JSON.stringify(await admin('POST', '/all-tools/change', preview)), /part-number-taken|Filter TB-100/)
  const raced = await Promise.all(Array.from({ length: 6 }, () => add('Febi', 'RACE-9')))
  assert.equal(raced.filter(({ code }) => code === 'part-number-taken').length, 5)
})

test('a product without a brand whose number brands have is asked about, wherever it gets the number or loses the brand', async () => {
  const bosch = await shop.addProduct({ name: 'Bulb', sku: 'NB-1', brand: 'Bosch' })
  const add = (body: object) => admin('POST', '/tools', productBody({ name: 'Bulb', sku: 'nb 1', ...body }))
  const refused = await add({})
  assert.deepEqual([refused.code, refused.facts], ['brand-needed', { number: 'nb 1', brands: 'Bosch' }])
  assert.match(refused.message ?? '', /nb 1: Bosch\. .*without a brand/)
  assert.equal((await add({ brand: ' ', draft: true })).code, 'brand-needed')
  const mann = (
    await admin<{ tool: Tool }>('POST', '/tools', productBody({ name: 'Bulb', sku: 'NB1', brand: 'Mann Filter' }))
  ).tool
  assert.equal((await change(mann, { brand: '' })).facts?.['brands'], 'Bosch')
  const other = await shop.addProduct({ name: 'Bulb', sku: 'NB-2' })
  assert.equal((await change(other, { sku: 'NB-1' })).facts?.['brands'], 'Bosch, Mann Filter')
  // An unchanged number is no question: a client may send the whole product back.
  assert.equal((await add({ withoutBrand: true })).code, undefined)
  assert.equal((await add({ withoutBrand: true })).code, 'part-number-taken')
  assert.equal((await change(other, { sku: 'nb-2', brand: '' })).code, undefined)
  assert.equal((await add({ sku: undefined })).code, undefined)
  for (const { _id } of [bosch, mann]) await admin('DELETE', `/tools/${_id}`)
  assert.equal((await add({ name: 'Lamp', sku: 'NB-1' })).code, 'part-number-taken')
})

test('a brand that is confirmed to be none is taken off', async () => {
  await shop.addProduct({ sku: 'NB-7', brand: 'Bosch' })
  const mann = await shop.addProduct({ sku: 'NB-7', brand: 'Mann Filter' })
  const { tool } = await admin<{ tool?: Tool }>('PUT', `/tools/${mann._id}`, { brand: '', withoutBrand: true })
  assert.deepEqual([tool?.sku, tool?.brand], ['NB-7', undefined])
  // A confirmation is no field of the product: alone, it changes nothing.
  const buyer = await shop.signUp('confirms')
  const { status } = await shop.call('PUT', `/tools/${mann._id}`, { token: buyer.token, body: { withoutBrand: true } })
  assert.equal(status, 200)
})

test('brands whose products have one number are not merged until one of these is gone', async () => {
  await admin('POST', '/brands', { name: 'BOSCH GmbH' })
  const [one, other] = [
    await shop.addProduct({ sku: 'MB-1', brand: 'Bosch' }),
    await shop.addProduct({ sku: 'mb 1', brand: 'BOSCH GmbH' }),
  ]
  const merge = () => admin('POST', '/brands/bosch-gmbh/merge', { into: 'bosch' })
  const refused = await merge()
  assert.deepEqual([refused.code, refused.facts], ['merge-shares-numbers', { numbers: 'mb 1' }])
  await admin('DELETE', `/tools/${other._id}`)
  assert.equal((await merge()).code, undefined)
  assert.equal((await price([{ partNumber: 'MB-1', brand: 'bosch gmbh' }]))[0]?.product?._id, one._id)
})

test('a line whose number several brands have is asked about, and the brand decides', async () => {
  const { bosch, mann, none } = await addThree('QO-300')
  const lines = await price([
    { partNumber: 'qo300' },
    { partNumber: 'QO 300' },
    { partNumber: 'QO-300', brand: 'bosch' },
    { partNumber: 'ＱＯ－３００', brand: 'bosch' },
    { partNumber: 'qo300', brand: 'mann-filter' },
    { partNumber: 'BOSCH qo-300' },
    { partNumber: 'qo 300  Mann Filter' },
    { partNumber: 'mann filter QO300' },
    { partNumber: 'Febi QO-300' },
    { partNumber: 'QO-300', brand: 'Febi' },
    { partNumber: 'QO-300', brand: 'Unheard of' },
    { productId: none._id },
  ])
  assert.deepEqual(
    lines.map(({ product, code }) => product?._id ?? code),
    [
      'product-ambiguous',
      mann._id,
      bosch._id,
      bosch._id,
      mann._id,
      bosch._id,
      mann._id,
      mann._id,
      'product-not-found',
      'product-not-found',
      'product-not-found',
      none._id,
    ],
  )
  const offered = [
    ['Bosch', bosch._id],
    ['Mann Filter', mann._id],
    [undefined, none._id],
  ]
  for (const index of [0, 8, 9, 10]) {
    assert.deepEqual(
      lines[index]?.suggestions?.map(({ brand, _id }) => [brand, _id]),
      offered,
      String(index),
    )
  }
  assert.deepEqual([lines[2]?.product?.brand, lines[11]?.product?.brand], ['Bosch', undefined])
  // A number beside the own one is of its maker, or of the brand of the product.
  await change(none, { partNumbers: [{ kind: 'competitor', maker: 'Knecht', number: 'KX-7' }] })
  await change(mann, { partNumbers: [{ kind: 'competitor', maker: 'Mahle', number: 'KX-7' }] })
  assert.deepEqual(
    (
      await price([{ partNumber: 'KX 7' }, { partNumber: 'KX 7', brand: 'knecht' }, { partNumber: 'Mann Filter KX7' }])
    ).map(({ product, code }) => product?._id ?? code),
    ['product-ambiguous', none._id, mann._id],
  )
})

test('prices and rules of a number that several brands have are refused with the brands, and the brand decides', async () => {
  const { bosch, mann } = await addThree('PG-1')
  const { priceList: list } = await admin<{ priceList: PriceList }>('POST', '/price-lists', { name: 'Brands' })
  const set = (rows: object[]) => admin<{ changed?: number }>('PUT', `/price-lists/${list._id}/prices`, { rows })
  const { rows } = await set([
    { partNumber: 'pg1', from: 1, price: 4 },
    { partNumber: 'PG 1', brand: 'Febi', from: 1, price: 4 },
  ])
  assert.deepEqual(rows, [
    { row: 0, code: 'product-ambiguous', brands: ['Bosch', 'Mann Filter', ''] },
    { row: 1, code: 'product-unknown' },
  ])
  const { changed } = await set([
    { partNumber: 'pg1', brand: 'Bosch', from: 1, price: 4 },
    { partNumber: 'MANN FILTER PG-1', from: 1, price: 3 },
  ])
  assert.equal(changed, 2)
  const { rows: kept } = await shop.db.execute<{ id: string; cents: number }>(sql`
    SELECT product_id AS id, cents FROM prices WHERE price_list_id = ${list._id} ORDER BY cents DESC`)
  assert.deepEqual(kept, [
    { id: bosch._id, cents: 400 },
    { id: mann._id, cents: 300 },
  ])
  const preview = (line: object) =>
    admin<{ lines: { productId: string }[] }>('POST', '/order-preview', { lines: [line] })
  assert.match((await preview({ partNumber: 'pg1' })).message ?? '', /“pg1”: Bosch PG-1, Mann Filter PG 1, PG-1\./)
  assert.equal((await preview({ partNumber: 'pg1', brand: 'Bosch' })).lines[0]?.productId, bosch._id)
})

test('an order by name and number says the brand where brands share both', async () => {
  const { mann, none } = await addThree('ON-5', 'Cabin filter')
  const customer = await createCustomer(shop, 'by-brand')
  const order = async (body: object) =>
    (
      await shop.call<{ order?: Order } & Answer>('POST', '/orders', {
        token: customer.token,
        body: {
          address: '1 Harbour Road, Hull',
          phoneNumber: '01482123456',
          quantity: 1,
          name: 'Cabin filter',
          ...body,
        },
      })
    ).body
  const refused = await order({ sku: 'on5' })
  assert.deepEqual(
    [refused.code, refused.facts?.['numbers']],
    ['product-ambiguous', 'Bosch ON-5 ($9.90), Mann Filter ON 5 ($19.90), ON-5 ($5.00)'],
  )
  assert.equal((await order({ sku: 'on5', brand: 'Mann Filter' })).order?.productId, mann._id)
  assert.equal((await order({ sku: 'on5', productId: none._id })).order?.productId, none._id)
})

test('a search for a number finds it of all brands, and with a brand that one first', async () => {
  const { bosch, mann, none } = await addThree('SE-77')
  const find = async (q: string) =>
    (await shop.call<Tool[]>('GET', `/tools?q=${encodeURIComponent(q)}`)).body.map(({ _id }) => _id)
  assert.deepEqual((await find('se77')).toSorted(), [bosch, mann, none].map(({ _id }) => _id).toSorted())
  assert.equal((await find('Bosch SE-77'))[0], bosch._id)
  assert.equal((await find('se 77 mann filter'))[0], mann._id)
  const suggested = await shop.call<Suggestions>('GET', '/search/suggestions?q=se77')
  const { body: managed } = await shop.call<ManagedTool[]>('GET', '/all-tools?q=se77', { token: shop.admin.token })
  for (const products of [suggested.body.numbers, managed]) {
    assert.deepEqual(products.map(({ brand }) => brand ?? '').toSorted(), ['', 'Bosch', 'Mann Filter'])
  }
})

test('a typed number is split into words once, however many places a brand may end at', async () => {
  const { rows } = await shop.db.execute<{ 'QUERY PLAN': string }>(
    sql`EXPLAIN (VERBOSE) SELECT * FROM unnest(ARRAY['Bosch 1 2 3']) AS typed, number_readings(typed, NULL)`,
  )
  const outputs = rows.filter((row) =>
    /^ *Output: \(?regexp_split_to_array\(TRIM\(BOTH FROM typed.typed\), '\\s\+'::text\)\)?$/.test(row['QUERY PLAN']),
  )
  assert.equal(outputs.length, 1, rows.map((row) => row['QUERY PLAN']).join('\n'))
})
