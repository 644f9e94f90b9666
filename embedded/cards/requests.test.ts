import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type CardSandbox, startSandbox } from './testing/start-sandbox.ts'
import { errorOf } from './testing/error-of.ts'

let cards: CardSandbox
before(async () => {
  cards = await startSandbox()
})
after(() => cards[Symbol.asyncDispose]())

const amount = { amount: 5000, currency: 'usd' }

test('the same idempotency key and body return the same response, another body is rejected', async () => {
  const options = { idempotencyKey: 'order-1' }
  const first = await cards.stripe.paymentIntents.create(amount, options)
  const second = await cards.stripe.paymentIntents.create(amount, options)
  assert.equal(second.id, first.id)
  assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true')
  const error = await errorOf(cards.stripe.paymentIntents.create({ ...amount, amount: 5001 }, options))
  assert.equal(error.statusCode, 400)
  assert.equal(error.rawType, 'idempotency_error')
})

test('concurrent requests with one idempotency key create one intent: the others replay it or get 409', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => cards.stripe.paymentIntents.create(amount, { idempotencyKey: 'at-once' })),
  )
  const created = new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : [])))
  assert.equal(created.size, 1)
  for (const result of results)
    if (result.status === 'rejected') {
      assert.equal(result.reason.statusCode, 409)
      assert.equal(result.reason.code, 'idempotency_key_in_use')
    }
})

test('while the first request runs, another with its key gets 409; a key has 255 characters at most', async () => {
  const options = { idempotencyKey: 'still-running' }
  // Creating an intent waits for this lock, so the first request runs until the lock is released.
  const acquired = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const lock = cards.db.transaction(async (tx) => {
    await tx.execute('LOCK TABLE cards.payment_intents IN SHARE MODE')
    acquired.resolve()
    await released.promise
  })
  await acquired.promise
  const first = cards.stripe.paymentIntents.create(amount, options)
  const waiting = async () => {
    const { rows } = await cards.db
      .execute(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE datname = current_database() AND NOT granted AND mode = 'RowExclusiveLock'`)
    return rows.length > 0
  }
  while (!(await waiting())) await delay(10)
  const refused = await errorOf(cards.stripe.paymentIntents.create(amount, options))
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.code, 'idempotency_key_in_use')
  released.resolve()
  await lock
  const { id } = await first
  assert.equal((await cards.stripe.paymentIntents.create(amount, options)).id, id)

  const long = cards.stripe.paymentIntents.create(amount, { idempotencyKey: 'k'.repeat(256) })
  assert.equal((await errorOf(long)).statusCode, 400)
})

test('a rejected request does not use up its idempotency key', async () => {
  const options = { idempotencyKey: 'corrected' }
  await errorOf(cards.stripe.paymentIntents.create({ ...amount, amount: 1 }, options))
  assert.ok((await cards.stripe.paymentIntents.create(amount, options)).id)
})

test('a wrong, missing or publishable key has no access', async () => {
  for (const key of ['sk_test_wrong', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'nonsense']) {
    const error = await errorOf(cards.sdk(key).paymentIntents.create(amount))
    assert.equal(error.statusCode, 401)
    assert.ok(!error.message.includes('4eC39'))
  }
  const secretOnly = await errorOf(cards.sdk('pk_test_any').paymentIntents.create(amount))
  assert.equal(secretOnly.code, 'secret_key_required')
  const none = await fetch(`${cards.origin}/v1/payment_intents/pi_unknown`)
  assert.equal(none.status, 401)
})

test('a client secret opens its own intent and shows no metadata', async () => {
  const buyer = cards.sdk('pk_test_browser')
  const mine = await cards.stripe.paymentIntents.create({ ...amount, metadata: { order: '7' } })
  const other = await cards.stripe.paymentIntents.create(amount)
  const client_secret = mine.client_secret ?? ''
  const shown = await buyer.paymentIntents.retrieve(mine.id, { client_secret })
  assert.equal(shown.amount, 5000)
  assert.equal(shown.metadata, undefined)
  assert.equal(shown.customer, undefined)
  const wrong = await errorOf(buyer.paymentIntents.retrieve(other.id, { client_secret }))
  assert.equal(wrong.code, 'payment_intent_invalid_parameter')
  assert.equal((await errorOf(buyer.paymentIntents.retrieve(mine.id))).code, 'parameter_missing')
  assert.equal((await errorOf(buyer.paymentIntents.cancel(mine.id))).code, 'secret_key_required')
  // The card's frame has an origin of its own, from which it reads the result.
  assert.equal(shown.lastResponse.headers['access-control-allow-origin'], '*')

  assert.equal((await cards.confirm(mine, '4242 4242 4242 4242', { exp_year: '40' })).status, 200)
  assert.equal((await cards.stripe.paymentIntents.retrieve(mine.id)).status, 'succeeded')
  assert.equal((await cards.stripe.paymentIntents.retrieve(other.id)).status, 'requires_payment_method')
})

test('invalid input gets a message and never a 500', async () => {
  const { id } = await cards.stripe.paymentIntents.create(amount)
  const authorization = 'Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc'
  const form = 'application/x-www-form-urlencoded'
  const card = 'payment_method_data[card]'
  const type = 'payment_method_data[type]=card'
  const bodies: [string, string, string][] = [
    ['/v1/payment_intents', form, ''],
    ['/v1/payment_intents', form, 'amount=abc&currency=usd'],
    ['/v1/payment_intents', form, 'amount=-5&currency=usd'],
    ['/v1/payment_intents', form, 'amount=0&currency=usd'],
    ['/v1/payment_intents', form, 'amount=99999999999999999999&currency=usd'],
    ['/v1/payment_intents', form, 'amount=12.5&currency=usd'],
    ['/v1/payment_intents', form, 'amount=500&currency=xyz'],
    ['/v1/payment_intents', form, 'amount[a]=500&currency=usd'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&metadata=x'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd%00'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&foo=1'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&__proto__[a]=1'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&metadata[__proto__][a]=1'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&a[b]=1&a=2'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&description=x'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&allowed_payment_method_types[]=paypal'],
    ['/v1/payment_intents', form, `amount=500&currency=usd&metadata[a]=${'x'.repeat(2000)}`],
    ['/v1/payment_intents', form, 'x'.repeat(400_000)],
    ['/v1/payment_intents', form, Array.from({ length: 600 }, (_, index) => `metadata[${index}]=1`).join('&')],
    ['/v1/payment_intents', 'application/json', '{"amount":500}'],
    ['/v1/payment_intents', 'text/plain', 'amount=500'],
    [`/v1/payment_intents/${id}/confirm`, form, ''],
    [`/v1/payment_intents/${id}/confirm`, form, 'payment_method_data[type]=sepa_debit'],
    [`/v1/payment_intents/${id}/confirm`, form, 'payment_method_data[type]=card'],
    [`/v1/payment_intents/${id}/challenge`, form, 'source=x&outcome=complete'],
    ['/v1/payment_intents/pi_unknown/confirm', form, ''],
    ['/v1/payment_intents/%00/confirm', form, ''],
    [`/v1/payment_intents/${id}/confirm`, form, `${type}&${card}=4242`],
    [
      `/v1/payment_intents/${id}/confirm`,
      form,
      `${type}&${card}[number]=4242424242424242&${card}[exp_month]=0&${card}[exp_year]=9999999999&${card}[cvc]=123`,
    ],
    ['/v1/refunds', form, ''],
    ['/v1/refunds', form, `payment_intent=${id}`],
    ['/v1/refunds', form, `payment_intent=${id}&amount=500`],
    ['/v1/refunds', form, 'payment_intent=pi_unknown&amount=500'],
  ]
  for (const [path, contentType, body] of bodies) {
    const response = await fetch(cards.origin + path, {
      method: 'POST',
      body,
      headers: { authorization, 'content-type': contentType },
    })
    const { error } = JSON.parse(await response.text())
    assert.ok(response.status >= 400 && response.status < 500, `${path} ${body.slice(0, 80)}: ${response.status}`)
    assert.ok(error.message && error.type, body)
  }
  for (const path of [
    '/v1/payment_intents/pi_unknown',
    `/v1/payment_intents/${id}?expand[]=customer`,
    `/v1/payment_intents/${id}?foo=1`,
    '/v1/refunds',
    '/v1/refunds?payment_intent=pi_unknown',
    `/v1/refunds?payment_intent=${id}&limit=0`,
    `/v1/refunds?payment_intent=${id}&limit=x`,
    '/v1/charges?payment_intent=pi_unknown',
    '/v1/disputes/dp_unknown',
  ]) {
    const response = await fetch(cards.origin + path, { headers: { authorization } })
    assert.ok(response.status === 400 || response.status === 404, `${path}: ${response.status}`)
    assert.ok(JSON.parse(await response.text()).error.message)
  }
})

test('the card form is served with a strict policy and revalidated by its ETag', async () => {
  for (const [path, type] of [
    ['/cards/stripe.js', 'text/javascript; charset=utf-8'],
    ['/cards/frame', 'text/html; charset=utf-8'],
    ['/cards/frame.js', 'text/javascript; charset=utf-8'],
    ['/cards/card-number.js', 'text/javascript; charset=utf-8'],
    ['/cards/frame.css', 'text/css; charset=utf-8'],
    ['/cards/challenge', 'text/html; charset=utf-8'],
    ['/cards/challenge.js', 'text/javascript; charset=utf-8'],
    ['/cards/challenge.css', 'text/css; charset=utf-8'],
  ] as const) {
    const response = await fetch(cards.origin + path)
    assert.equal(response.headers.get('content-type'), type)
    const text = await response.text()
    if (type.startsWith('text/html')) {
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'.*sandbox allow-scripts/)
      assert.ok(policy.includes(`script-src 'self' ${cards.origin};`), 'WebKit needs the origin')
      assert.ok(!/<script(?![^>]* src=)|style=|<style|\son\w+=/.test(text))
    }
    const again = await fetch(cards.origin + path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
  }
})
