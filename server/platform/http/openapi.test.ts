import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problem.ts'
import { allowOnlyEndpoints } from '#server/platform/http/register-endpoint.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<string, { operationId: string; parameters: { name: string }[]; responses: object; security?: object }>
  >
}

// security 60
test('the OpenAPI document lists exactly the calls of the contract, and each of them answers', async () => {
  await using shop = await openTestShop()
  const { status, body } = await shop.call<Document>('GET', '/openapi.json')
  assert.equal(status, 200)
  assert.equal(body.openapi, '3.1.0')
  const listed = Object.entries(body.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.deepEqual(listed.toSorted(), known.toSorted())

  for (const endpoint of endpoints) {
    const { name, method, path, access, problems: codes } = endpoint
    const call = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    assert.equal(call?.operationId, name)
    assert.equal(call.security !== undefined, access !== 'anyone' || 'optionalSignIn' in endpoint)
    for (const code of codes) assert.ok(String(problems[code].status) in call.responses, `${name} ${code}`)
    const response = await shop.call(method, path.replaceAll(/:\w+/g, 'x'))
    assert.notEqual(response.body.code, 'route-not-found', `${method} ${path}`)
  }
})

/** Lists the calls that honour a key; each has a test that sends it twice. */
const callsWithKey = [
  'adjustStock',
  'cancelUnits',
  'createShipment',
  'placeOrder',
  'recordOfflinePayment',
  'recordOfflinePayments',
  'refundOrder',
  'requestReturn',
  'sendOrderMessage',
  'withdrawOrder',
]

test('each POST call honours an Idempotency-Key, which the OpenAPI document says, or refuses it', async () => {
  await using shop = await openTestShop()
  const { body: document } = await shop.call<Document>('GET', '/openapi.json')
  const honouring: string[] = []
  for (const { name, method, path } of endpoints) {
    const call = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const isNamed = call?.parameters.some((parameter) => parameter.name === 'Idempotency-Key')
    if (isNamed) honouring.push(name)
    if (method !== 'POST') continue
    const headers = { 'idempotency-key': 'once' }
    const { body } = await shop.call(method, path.replaceAll(/:\w+/g, 'x'), { token: shop.admin.token, headers })
    assert.equal(body.code !== 'idempotency-key-not-accepted', isNamed, name)
  }
  assert.deepEqual(honouring.toSorted(), callsWithKey)
})

test('every endpoint has a name and an address of its own', () => {
  assert.equal(new Set(endpoints.map(({ name }) => name)).size, endpoints.length)
  assert.equal(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size, endpoints.length)
})

// security 17
test('a route that is not in the contract cannot be registered', async () => {
  const app = Fastify()
  allowOnlyEndpoints(app)
  assert.throws(() => app.get('/secret-door', () => 'open'), /GET.* \/secret-door is not in the contract/)
  await app.close()
})
