import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { ignoresUnknownFields, neverIgnoredFields } from '#contract/specification-calls.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'buyer')
})

interface Part extends TSchema {
  properties?: Record<string, Part>
  patternProperties?: Record<string, Part>
  additionalProperties?: boolean
  items?: Part
  anyOf?: Part[]
  format?: string
  pattern?: string
  enum?: string[]
}

/** Describes an object in a body: `wrap` puts it where it belongs, `at` is how errors name its place. */
interface Place {
  schema: Part
  at: string[]
  wrap: (value: object) => object
}

/** Lists every object in a body, the body first. */
function listObjects(schema: Part, at: string[] = [], wrap: Place['wrap'] = (value) => value): Place[] {
  const { properties = {}, patternProperties, items, anyOf = [] } = schema
  const isDescribed = schema.properties !== undefined
  return [
    ...(isDescribed ? [{ schema, at, wrap }] : []),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      listObjects(inner, [...at, name], (value) => wrap({ [name]: value })),
    ),
    ...Object.values(patternProperties ?? {}).flatMap((inner) =>
      listObjects(inner, [...at, 'x'], (value) => wrap({ x: value })),
    ),
    ...(items ? listObjects(items, [...at, '0'], (value) => wrap([value])) : []),
    ...anyOf.flatMap((inner) => listObjects(inner, at, wrap)),
  ]
}

const samples = new Map([
  ['email-address', 'a@b.test'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['row-number', '1'],
])
const sampleOf = ({ enum: choices, format = '', pattern = '' }: Part = {}): string =>
  choices?.[0] ?? samples.get(format) ?? (new RegExp(pattern).test('x') ? 'x' : '1')

function pathOf({ path, params }: Endpoint): string {
  const { properties = {} } = (params ?? {}) as Part
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(sampleOf(properties[name])))
}

async function send(endpoint: Endpoint, body: object): Promise<ProblemBody> {
  const result = await shop.call(endpoint.method, pathOf(endpoint), { token: shop.admin.token, body })
  assert.ok(result.status < 500, `${endpoint.name}: ${result.status}`)
  return result.body
}

/** Returns the names of the fields at a place that a refusal calls unknown. */
const unknownIn = ({ errors = [] }: ProblemBody, at: readonly string[]) =>
  errors
    .filter(
      ({ field, code = '' }) => field === (at.join('.') || 'body') && ['unknown-field', 'language'].includes(code),
    )
    .map(({ facts }) => facts?.['name'])

const writes = endpoints.filter(({ method, multipart, signedBody }) => method !== 'GET' && !multipart && !signedBody)

// security 19, 22
test('each call outside the specification refuses what it does not know, in every object of its body', async () => {
  for (const endpoint of writes.filter((each) => !ignoresUnknownFields(each))) {
    for (const { at, wrap } of listObjects(endpoint.body ?? { properties: {} })) {
      const refusal = await send(endpoint, wrap({ zzzzzz: 1 }))
      assert.equal(refusal.code, 'invalid-request', `${endpoint.name} ${at.join('.')}`)
      assert.ok(unknownIn(refusal, at).includes('zzzzzz'), `${endpoint.name} ${at.join('.')}: ${refusal.message}`)
    }
  }
})

test('the calls of the specification ignore other fields, but none that asks for something else', async () => {
  for (const endpoint of writes.filter(ignoresUnknownFields)) {
    for (const { schema, at, wrap } of listObjects(endpoint.body ?? { properties: {} })) {
      const refused = neverIgnoredFields.filter((name) => !Object.hasOwn(schema.properties ?? {}, name))
      const sent = Object.fromEntries(['zzzzzz', ...refused].map((name) => [name, 1]))
      const unknown = unknownIn(await send(endpoint, wrap(sent)), at).filter(
        // Lists are none of the specification's: what is in them is closed.
        (name) => !((schema.additionalProperties === false || at.includes('0')) && name === 'zzzzzz'),
      )
      assert.deepEqual(unknown, refused, `${endpoint.name} ${at.join('.')}`)
    }
  }
})

test('an order is not shipped by a call for some of its lines', async () => {
  const product = await shop.addProduct()
  const order = await placeOrder(shop, buyer, product, 2)
  const token = shop.admin.token
  await payFor(shop, buyer, order)
  for (const [path, misspelt] of [
    [`/ship-order/${order._id}`, { Lines: [1] }],
    [`/ship-order/${order._id}`, { ship_ped: 1 }],
  ] as const)
    assert.equal((await shop.call('PATCH', path, { token, body: misspelt })).status, 400, JSON.stringify(misspelt))
  const line = { productId: product._id, quantity: 2 }
  const address = { address: '1 Test Street', phoneNumber: '5550100' }
  for (const more of [
    { payby: 'invoice', lines: [line] },
    { discountCode: 'SAVE', lines: [line] },
    { lines: [{ ...line, price: 1 }] },
  ])
    assert.equal(
      (await shop.call('POST', '/orders', { token: buyer.token, body: { ...address, ...more } })).status,
      400,
    )
  const body = { lines: [{ productId: product._id, quantity: 1 }] }
  const { status, body: refusal } = await shop.call('PATCH', `/ship-order/${order._id}`, { token, body })
  assert.equal(status, 400)
  assert.equal(refusal.message, 'Please check what was sent: body has no field “lines”.')
  assert.deepEqual(refusal.errors, [
    { field: 'body', message: 'has no field “lines”', code: 'unknown-field', facts: { name: 'lines' } },
  ])
  const ignored = await shop.call<{ success: boolean }>('PATCH', `/ship-order/${order._id}`, {
    token,
    body: { why: 1 },
  })
  assert.equal(ignored.body.success, true, JSON.stringify(ignored.body))
})

test('a refusal names the field that was meant', async () => {
  const { body } = await shop.call('POST', '/order-quote', {
    token: buyer.token,
    body: { lines: [{ productid: 'x', quantty: 1 }], country: 'US' },
  })
  const near = body.errors?.filter(({ code }) => code === 'misspelled-field').map(({ field, facts }) => [field, facts])
  assert.deepEqual(near, [
    ['lines.0', { name: 'productid', nearest: 'productId' }],
    ['lines.0', { name: 'quantty', nearest: 'quantity' }],
  ])
})
