import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import pino from 'pino'
import type { OpeningStep } from '#contract/opening.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

/** Starts a card provider that answers every request alike, as `answer` says. */
async function startProvider(answer: () => { status: number; body: object }) {
  const server = createServer((_, response) => {
    const { status, body } = answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const key = 'sk_test_wrong0123'
const refused = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${key}` } },
}
const taken = { status: 200, body: { id: 'cus_1', object: 'customer' } }

test('a key that the card provider refuses is told to the seller until a call succeeds, and buyers are not asked to repeat', async () => {
  let answer: { status: number; body: object } = refused
  const lines: string[] = []
  await using provider = await startProvider(() => answer)
  await using shop = await openTestShop({
    env: {
      STRIPE_SECRET_KEY: key,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_BASE: provider.origin,
    },
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  })
  const buyer = await shop.signUp('buyer')
  const order = await placeOrder(shop, buyer, await shop.addProduct({ available: 10 }), 1)
  const pay = async () => {
    const body = { orderId: order._id }
    const answered = await shop.call('POST', '/create-payment-intent', { token: buyer.token, body })
    return `${answered.status} ${answered.body.code}`
  }
  const seenBySeller = async () => {
    const { token } = shop.admin
    const { body: tasks } = await shop.call<{ kind: string; count: number }[]>('GET', '/tasks', { token })
    const { body: steps } = await shop.call<{ step: OpeningStep; done: boolean }[]>('GET', '/opening-steps', { token })
    return {
      tasks: tasks.find(({ kind }) => kind === 'cardsRefused')?.count,
      isDone: steps.find(({ step }) => step === 'payment')?.done,
    }
  }
  const said = () => lines.filter((line) => line.includes('Invalid API Key'))

  assert.deepEqual(await seenBySeller(), { tasks: 0, isDone: true })
  assert.deepEqual([await pay(), await pay()], ['502 cards-not-chargeable', '502 cards-not-chargeable'])
  assert.deepEqual(await seenBySeller(), { tasks: 1, isDone: false })
  assert.equal(said().length, 1)
  assert.ok(!lines.join('').includes(key))

  answer = { status: 500, body: { error: { type: 'api_error' } } }
  await pay()
  assert.deepEqual(await seenBySeller(), { tasks: 1, isDone: false }, 'an outage says nothing about the key')
  answer = taken
  await pay()
  assert.deepEqual(await seenBySeller(), { tasks: 0, isDone: true })

  // A start asks by itself, whatever an earlier one has found.
  answer = refused
  await shop.checkCardKey()
  await shop.checkCardKey()
  assert.deepEqual(await seenBySeller(), { tasks: 1, isDone: false })
  assert.equal(said().length, 3)
  answer = taken
  await shop.checkCardKey()
  assert.deepEqual(await seenBySeller(), { tasks: 0, isDone: true })
})
