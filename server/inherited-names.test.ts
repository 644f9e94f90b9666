import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TSchema } from 'typebox'
import type { BulkResult } from '#contract/bulk.ts'
import type { Tool } from '#contract/catalog.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { unitCodes, unitIn } from '#contract/units.ts'
import { productPath } from '#contract/product-path.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop({ withPages: true })))
after(() => shop[Symbol.asyncDispose]())

/** Every object has something under these names, whatever was put into it. */
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

interface Part extends TSchema {
  type?: string
  properties?: Record<string, Part>
  patternProperties?: Record<string, Part>
  required?: string[]
  items?: Part
  anyOf?: Part[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
}

const formats = new Map<string, string>([
  ['email-address', 'a@b.test'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['row-number', '1'],
  ['day', '2026-01-31'],
  ['moment', '2026-01-31T12:00:00Z'],
  ['phone-number', '+12025550123'],
  ['delivery-address', '1 Main St, Springfield'],
  ['page-limit', '5'],
])

/** Returns a value of a schema whose free texts and free keys are `text`; of a request's parts, all are sent. */
function fill(schema: Part, text: string): unknown {
  const { anyOf, enum: choices, format = 'text', pattern, properties = {}, patternProperties, items } = schema
  if ('const' in schema) return schema.const
  if (choices) return choices[0]
  if (anyOf?.[0]) return fill(anyOf[0], text)
  switch (schema.type) {
    case 'string':
      if (pattern && !new RegExp(pattern).test(text))
        return new RegExp(pattern).test('constructor') ? 'constructor' : '1'
      return formats.get(format) ?? text
    case 'array':
      return items ? [fill(items, text)] : []
    case 'object':
      return Object.fromEntries([
        ...Object.entries(properties).map(([name, inner]) => [name, fill(inner, text)]),
        // No parser of JSON here makes an own field of it.
        ...Object.values(patternProperties ?? {}).map((inner) => [
          text === '__proto__' ? 'valueOf' : text,
          fill(inner, text),
        ]),
      ])
    case 'boolean':
      return true
    default:
      return schema.minimum ?? 1
  }
}

/** Writes a text into every place of a call that takes one. */
function requestOf({ path, params, query, body }: Endpoint, text: string) {
  const inPath = (params ? fill(params, text) : {}) as Record<string, string>
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(inPath[name])))
  const search = new URLSearchParams((query ? fill(query, text) : {}) as Record<string, string>)
  return { path: query ? `${address}?${search.toString()}` : address, ...(body && { body: fill(body, text) }) }
}

// security 24
test('no call fails because an id, a code or a name is called like what every object has', async () => {
  const calls = endpoints.filter(({ params, query, body }) => params ?? query ?? body)
  for (const [index, endpoint] of calls.entries()) {
    const name = names[index % names.length] ?? ''
    const { path, ...request } = requestOf(endpoint, name)
    const { status, body } = await shop.call(endpoint.method, path, { token: shop.admin.token, ...request })
    assert.ok(status < 500, `${endpoint.name} ${name}: ${JSON.stringify(body)} of ${JSON.stringify(request)}`)
  }
})

test('an id that is no order leaves the others of a call to ship several', async () => {
  const product = await shop.addProduct()
  const buyer = await createCustomer(shop, 'buyer')
  const order = await placeOrder(shop, buyer, product, 1)
  await payFor(shop, buyer, order)
  const body = { ids: [order._id, ...names], carrier: 'UPS', trackingNumbers: { [order._id]: 'T-1' } }
  const { status, body: result } = await shop.call<BulkResult>('POST', '/ship-orders', {
    token: shop.admin.token,
    body,
  })
  assert.equal(status, 200)
  assert.deepEqual(result.done, [order._id])
  assert.deepEqual(
    result.refused.map(({ _id, code }) => [_id, code]),
    names.map((name) => [name, 'order-not-found']),
  )
})

test('an attribute with the code “constructor” is one like all others: in pages, changes and exports', async () => {
  const token = shop.admin.token
  const admin = <Answer>(method: string, path: string, body?: object) =>
    shop.call<Answer>(method, path, { token, ...(body && { body }) })
  const { code } = (
    await admin<{ code: string }>('POST', '/attributes', { names: { en: 'Constructor' }, kind: 'text' })
  ).body
  assert.equal(code, 'constructor')
  await admin('POST', '/categories', { names: { en: 'Axles' } })
  const attributes = [{ code, isFacet: false, isColumn: true, isRequired: false }]
  const set = await admin('PUT', '/categories/axles/attributes', { attributes })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const without = await shop.addProduct({ name: 'Axle without', category: 'axles' })
  const product = await shop.addProduct({ name: 'Axle with', category: 'axles', attributes: { [code]: 'Bolt & Sons' } })
  const { body: shown } = await shop.call<Tool>('GET', `/tools/${product._id}`)
  assert.equal(shown.attributes?.[code], 'Bolt & Sons')
  for (const path of ['/products?category=axles', `/compare?p=${without._id}&p=${product._id}`, productPath(without)]) {
    const page = await shop.call<string>('GET', path, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200, path)
    assert.doesNotMatch(page.body, /native code/, path)
  }
})

test('makes and families that are called like what every object has are read as all others', async () => {
  const call = <Answer>(method: string, path: string, body?: object) =>
    shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
  // The first test may have added one of them.
  for (const name of names) await call('POST', '/vehicle-makes', { name })
  const { body: makes } = await call<{ _id: string; name: string }[]>('GET', '/all-vehicle-makes')
  for (const { _id, name } of makes.filter((make) => names.includes(make.name))) {
    const added = await call('POST', `/vehicle-makes/${_id}/models`, { family: name, from: 2001, to: 2005 })
    assert.equal(added.status, 200, JSON.stringify(added.body))
  }
  for (const text of ['Brake hose', ...names.map((name) => `Brake hose for ${name} ${name} 2003`)]) {
    const { status, body } = await call<{ fitments: { make: string; family: string }[] }>('POST', '/fits-readings', {
      text,
    })
    assert.equal(status, 200, JSON.stringify(body))
    if (text.includes('constructor'))
      assert.deepEqual(
        body.fitments.map(({ make, family }) => [make, family]),
        [['constructor', 'constructor']],
      )
  }
  const { status } = await call('POST', '/vehicle-readings', { text: 'brake-hose constructor 2003' })
  assert.equal(status, 200)
})

test('no unit has a name that every object has', () => {
  for (const name of names) assert.equal(unitIn('length', name, 'imperial'), name)
  assert.equal(unitIn('length', 'mm', 'imperial'), 'in')
  assert.ok(unitCodes('length').includes('mm'))
})
