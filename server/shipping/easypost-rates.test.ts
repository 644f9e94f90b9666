import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { createEasyPostRates } from '#server/shipping/easypost-rates.ts'
import { stopTime } from '#server/testing/stop-time.ts'

const request: Parameters<ReturnType<typeof createEasyPostRates>>[0] = {
  origin: { country: 'US', postalCode: '78701', region: 'TX', city: 'Austin', street: '12 Main St' },
  place: { country: 'CA', postalCode: 'M5V 2T6' },
  goods: { weightMg: 453_592, valueCents: 1000, units: new Map() },
}

/** Answers each call with the next of these responses, and keeps what was asked and logged. */
async function openCarriers(t: TestContext, responses: { status: number; body: unknown }[]) {
  const calls: { request: IncomingMessage; body: unknown }[] = []
  const reasons: unknown[] = []
  const server = createServer(async (incoming, response) => {
    calls.push({ request: incoming, body: await json(incoming) })
    const { status, body } = responses[calls.length - 1] ?? { status: 500, body: {} }
    response.writeHead(status, { connection: 'close' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/`
  const log = { warn: (facts: { reason: unknown }) => void reasons.push(facts.reason) } as never
  return { calls, reasons, server, findRates: createEasyPostRates({ key: 'EZTK1', baseUrl: () => address, log }) }
}

test('a parcel is one call with the key as user name, and its rates in the currency of the store are answered', async (t) => {
  const rate = { carrier: 'USPS', service: 'Priority', rate: '11.85', currency: 'USD', delivery_days: 2 }
  const rates = [rate, { ...rate, currency: 'CAD' }, { ...rate, carrier: 'UPS', rate: '0.50', delivery_days: null }]
  const { calls, findRates } = await openCarriers(t, [{ status: 201, body: { id: 'shp_1', rates } }])
  assert.deepEqual(await findRates(request), [
    { carrier: 'USPS', service: 'Priority', priceCents: 1185, days: 2 },
    { carrier: 'UPS', service: 'Priority', priceCents: 50, days: null },
  ])
  const [call] = calls
  assert.deepEqual([call?.request.method, call?.request.url], ['POST', '/v2/shipments'])
  assert.equal(call?.request.headers.authorization, `Basic ${Buffer.from('EZTK1:').toString('base64')}`)
  assert.equal(call?.request.headers['content-type'], 'application/json')
  assert.deepEqual(call?.body, {
    shipment: {
      from_address: { street1: '12 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
      to_address: { zip: 'M5V 2T6', country: 'CA' },
      parcel: { weight: 16 },
    },
  })
})

test('refusals are logged with their sentence, and after three in a row the service is left alone for a while', async (t) => {
  const time = stopTime(t)
  const error = { code: 'APIKEY.INACTIVE', message: 'This API key is no longer active.', errors: [] }
  const { calls, reasons, server, findRates } = await openCarriers(t, [
    { status: 401, body: { error } },
    { status: 502, body: '<h1>Bad gateway</h1>' },
    { status: 500, body: {} },
    { status: 200, body: { rates: [] } },
  ])
  for (let attempt = 0; attempt < 5; attempt++) assert.equal(await findRates(request), null)
  assert.deepEqual(reasons.slice(0, 2), ['401 This API key is no longer active.', '502 Bad Gateway'])
  assert.equal(calls.length, 3)
  time.pass(5001)
  assert.deepEqual(await findRates(request), [])
  server.close()
  assert.equal(await findRates(request), null)
  assert.match(String(reasons.at(-1)), /ECONNREFUSED/)
})
