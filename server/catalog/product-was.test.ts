import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, Tool } from '#contract/catalog.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const admin = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
const read = async ({ _id }: Tool) => (await admin<EditedTool>('GET', `/all-tools/${_id}`)).body

/** Returns the fields that a product is said to have changed in, none after a success. */
async function changed({ _id }: Tool, was: object): Promise<unknown> {
  const { status, body } = await admin<ProblemBody>('PUT', `/tools/${_id}`, { pageTitle: 'Title', was })
  assert.ok(status === 200 || body.code === 'product-changed', `${status} ${JSON.stringify(body)}`)
  return status === 200 ? '' : body.facts?.['fields']
}

test('what was read is compared by what it means, and not by how it is written', async () => {
  const [one, other] = [await shop.addProduct({}), await shop.addProduct({})]
  await admin('POST', '/attributes', { names: { en: 'Bore' }, kind: 'number', dimension: 'length', isMultiple: true })
  await admin('POST', '/brands', { name: 'Ate' })
  const product = await shop.addProduct({
    weight: '9.5 kg',
    height: '25.4 mm',
    brand: 'Ate',
    category: 'brakes',
    taxClass: 'standard',
    fitsTogetherIds: [one._id, other._id],
    attributes: { bore: ['10 mm', '2 cm'] },
    partNumbers: [{ kind: 'oem', number: 'A 1' }],
  })
  const same = [
    { weight: '9500 g', height: ' 1 in', width: '' },
    { fitsTogetherIds: [other._id, one._id] },
    { fitsTogetherIds: [one._id, other._id, one._id] },
    { attributes: { bore: ['1 cm', '20 mm'] } },
    { brand: 'ate', category: 'brakes' },
    {
      taxClass: '',
      maxOrder: 0,
      orderMultiple: 1,
      pricePer: 1,
      minQuantity: product.minOrder,
      content: `${product.content} `,
    },
    {
      partNumbers: [{ kind: 'oem', maker: '', number: 'A 1' }],
      texts: { de: { name: '', content: '' } },
      replacedById: '',
    },
  ]
  for (const was of same) assert.equal(await changed(product, was), '', JSON.stringify(was))
  const others = [
    [{ weight: '9.5 lb' }, 'weight'],
    [{ fitsTogetherIds: [one._id] }, 'fitsTogetherIds'],
    [{ attributes: { bore: ['1 cm'] } }, 'attributes'],
    [{ attributes: { bore: ['2 cm', '1 cm'], none: 'x' } }, 'attributes'],
    [{ brand: 'None', category: 'none', maxOrder: 5 }, 'brand, category, maxOrder'],
    [{ brand: '', price: product.price + 1 }, 'brand, price'],
  ] as const
  for (const [was, fields] of others) assert.equal(await changed(product, was), fields, JSON.stringify(was))
})

test('whatever the shop answers of a product is taken as what was read, also what is longer than is allowed now', async () => {
  const product = await shop.addProduct({ weight: '2 kg', partNumbers: [{ kind: 'oem', number: 'OLD' }] })
  await shop.db.execute(sql`
    UPDATE products SET name = repeat('n', 300), description = repeat('d', 9000), page_title = repeat('t', 400), sku = repeat('s', 200),
      image_alt = E'\u200Bseen', price_cents = price_cents WHERE id = ${product._id}`)
  assert.equal(await changed(product, await read(product)), '')
  const odd = [
    [{ brand: 'a\0', category: 'b\uD800', weight: '1\0 kg' }, 'brand, category, weight'],
    [{ attributes: { 'a\0': 'b' } }, 'attributes'],
    [{ attributes: 'x', documents: [null], images: 5, fitsTogetherIds: {} }, 'attributes, documents, images'],
    [{ attributes: { a: { b: 1 } } }, 'attributes'],
    [{ price: 1e308, constructor: 1, none: null }, 'price, constructor'],
  ] as const
  for (const [was, fields] of odd) assert.equal(await changed(product, was), fields, fields)

  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const fields = ['texts', 'fitsTogetherIds', 'documents', 'attributes', 'brand']
  const answer = await fetch(`${shop.url}/tools/${product._id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.admin.token}` },
    body: `{"price":1,"was":{${fields.map((field) => `"${field}":${nested}`).join()}}}`,
  })
  const { code, facts } = (await answer.json()) as ProblemBody
  assert.deepEqual([answer.status, code, facts?.['fields']], [409, 'product-changed', fields.join(', ')])
})

test('a customer who sends back a product as it is changes nothing, with or without its defaults', async () => {
  const product = await shop.addProduct({})
  const { token } = await shop.signUp('was-customer')
  const send = (body: object) => shop.call('PUT', `/tools/${product._id}`, { token, body })
  const { body: shown } = await shop.call<Tool>('GET', `/tools/${product._id}`)
  assert.equal((await send(shown)).status, 200)
  const defaults = {
    maxOrder: 0,
    orderMultiple: 1,
    pricePer: 1,
    taxClass: 'standard',
    attributes: {},
    replacedById: '',
  }
  assert.equal((await send(defaults)).status, 200)
  assert.equal((await send({ ...defaults, maxOrder: 7 })).status, 403)
})
