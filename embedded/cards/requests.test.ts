import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningCards, runningCards } from './testing/running-cards.ts'
import { refusalOf } from './testing/refusal-of.ts'

let cards: RunningCards
before(async () => {
  cards = await runningCards()
})
after(() => cards[Symbol.asyncDispose]())

const amount = { amount: 5000, currency: 'usd' }

test('the same idempotency key and body give the same answer, another body is refused', async () => {
  const options = { idempotencyKey: 'order-1' }
  const first = await cards.stripe.paymentIntents.create(amount, options)
  const second = await cards.stripe.paymentIntents.create(amount, options)
  assert.equal(second.id, first.id)
  assert.equal(second.lastResponse.headers['idempotent-replayed'], 'true')
  const error = await refusalOf(cards.stripe.paymentIntents.create({ ...amount, amount: 5001 }, options))
  assert.equal(error.statusCode, 400)
  assert.equal(error.rawType, 'idempotency_error')
})

test('with one idempotency key, many requests at once make one intent: the others repeat it or are told to wait', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => cards.stripe.paymentIntents.create(amount, { idempotencyKey: 'at-once' })),
  )
  const made = new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : [])))
  assert.equal(made.size, 1)
  for (const result of results)
    if (result.status === 'rejected') {
      assert.equal(result.reason.statusCode, 409)
      assert.equal(result.reason.code, 'idempotency_key_in_use')
    }
})

test('while the first request runs, another with its key is told to wait, and a key has 255 characters at most', async () => {
  const options = { idempotencyKey: 'still-running' }
  // Creating waits for this lock, so that the first request is under way for as long as we like.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const locked = cards.db.transaction(async (tx) => {
    await tx.execute('LOCK TABLE cards.payment_intents IN SHARE MODE')
    await held
  })
  const first = cards.stripe.paymentIntents.create(amount, options)
  const waiting = async () => {
    const { rows } = await cards.db.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'RowExclusiveLock'")
    return rows.length > 0
  }
  while (!(await waiting())) await pause(10)
  const refused = await refusalOf(cards.stripe.paymentIntents.create(amount, options))
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.code, 'idempotency_key_in_use')
  release()
  await locked
  const { id } = await first
  assert.equal((await cards.stripe.paymentIntents.create(amount, options)).id, id)

  const long = cards.stripe.paymentIntents.create(amount, { idempotencyKey: 'k'.repeat(256) })
  assert.equal((await refusalOf(long)).statusCode, 400)
})

test('a decline is remembered for its idempotency key; a refused request is not', async () => {
  const intent = await cards.stripe.paymentIntents.create(amount)
  const confirm = () =>
    cards.stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'declined' },
    )
  const first = await refusalOf(confirm())
  const second = await refusalOf(confirm())
  assert.equal(second.charge, first.charge)
  assert.equal((await cards.stripe.charges.list({ payment_intent: intent.id })).data.length, 1)
  const options = { idempotencyKey: 'corrected' }
  await refusalOf(cards.stripe.paymentIntents.create({ ...amount, amount: 1 }, options))
  assert.ok((await cards.stripe.paymentIntents.create(amount, options)).id)
})

test('a wrong, missing or publishable key opens nothing', async () => {
  for (const key of ['sk_test_wrong', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'nonsense']) {
    const error = await refusalOf(cards.sdk(key).paymentIntents.create(amount))
    assert.equal(error.statusCode, 401)
    assert.ok(!error.message.includes('4eC39'))
  }
  const secretOnly = await refusalOf(cards.sdk('pk_test_any').paymentIntents.create(amount))
  assert.equal(secretOnly.code, 'secret_key_required')
  const none = await fetch(`${cards.origin}/v1/payment_intents`)
  assert.equal(none.status, 401)
  const basic = await fetch(`${cards.origin}/v1/payment_intents`, {
    headers: { authorization: `Basic ${Buffer.from('sk_test_4eC39HqLyjWDarjtT1zdp7dc:').toString('base64')}` },
  })
  assert.equal(basic.status, 200)
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
  const wrong = await refusalOf(buyer.paymentIntents.retrieve(other.id, { client_secret }))
  assert.equal(wrong.code, 'payment_intent_invalid_parameter')
  assert.equal((await refusalOf(buyer.paymentIntents.retrieve(mine.id))).code, 'parameter_missing')
  assert.equal((await refusalOf(buyer.paymentIntents.cancel(mine.id))).code, 'secret_key_required')

  const paid = await fetch(`${cards.origin}/v1/payment_intents/${mine.id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_browser',
      client_secret,
      use_stripe_sdk: 'true',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242 4242 4242 4242',
      'payment_method_data[card][exp_month]': '1',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'Jo',
    }),
  })
  assert.equal(paid.status, 200)
  assert.equal(paid.headers.get('access-control-allow-origin'), '*')
  assert.equal((await cards.stripe.paymentIntents.retrieve(mine.id)).status, 'succeeded')
  assert.equal((await cards.stripe.paymentIntents.retrieve(other.id)).status, 'requires_payment_method')
})

test('bad input gets a sentence and never a 500', async () => {
  const { id } = await cards.stripe.paymentIntents.create(amount)
  const authorization = 'Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc'
  const form = 'application/x-www-form-urlencoded'
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
    ['/v1/payment_intents', form, 'amount=500&currency=usd&description=%00'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&foo=1'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&__proto__[a]=1'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&metadata[__proto__][a]=1'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&a[b]=1&a=2'],
    ['/v1/payment_intents', form, 'amount=500&currency=usd&expand[]=nothing'],
    ['/v1/payment_intents', form, `amount=500&currency=usd&description=${'x'.repeat(2000)}`],
    ['/v1/payment_intents', form, 'x'.repeat(400_000)],
    ['/v1/payment_intents', form, Array.from({ length: 600 }, (_, index) => `metadata[${index}]=1`).join('&')],
    ['/v1/payment_intents', 'application/json', '{"amount":500}'],
    ['/v1/payment_intents', 'text/plain', 'amount=500'],
    [`/v1/payment_intents/${id}/confirm`, form, 'payment_method=pm_unknown'],
    [`/v1/payment_intents/${id}/confirm`, form, ''],
    [`/v1/payment_intents/${id}/confirm`, form, 'payment_method_data[type]=sepa_debit'],
    [`/v1/payment_intents/${id}/confirm`, form, 'payment_method_data[type]=card'],
    [`/v1/payment_intents/${id}/challenge`, form, 'source=x&outcome=complete'],
    [`/v1/payment_intents/${id}/nothing`, form, ''],
    ['/v1/payment_intents/pi_unknown/confirm', form, ''],
    ['/v1/payment_intents/%00/confirm', form, ''],
    ['/v1/payment_methods', form, 'type=card&card=4242'],
    [
      '/v1/payment_methods',
      form,
      'type=card&card[number]=4242424242424242&card[exp_month]=0&card[exp_year]=9999999999',
    ],
    ['/v1/refunds', form, ''],
    ['/v1/refunds', form, `payment_intent=${id}`],
    ['/v1/refunds', form, 'charge=ch_unknown'],
  ]
  for (const [path, type, body] of bodies) {
    const answer = await fetch(cards.origin + path, {
      method: 'POST',
      body,
      headers: { authorization, 'content-type': type },
    })
    const { error } = JSON.parse(await answer.text())
    assert.ok(answer.status >= 400 && answer.status < 500, `${path} ${body.slice(0, 80)}: ${answer.status}`)
    assert.ok(error.message && error.type, body)
  }
  for (const path of [
    '/v1/payment_intents?limit=0',
    '/v1/payment_intents?limit=x',
    '/v1/payment_intents?starting_after=pi_unknown',
    '/v1/payment_intents?created[gt]=x',
    '/v1/payment_intents/pi_unknown',
    '/v1/refunds/pi_unknown',
    '/v1/events/evt_unknown',
    '/v1/payment_methods/pm_unknown?foo=1',
  ]) {
    const answer = await fetch(cards.origin + path, { headers: { authorization } })
    assert.ok(answer.status === 400 || answer.status === 404, `${path}: ${answer.status}`)
    assert.ok(JSON.parse(await answer.text()).error.message)
  }
})

test('the card form is served with a policy that lets nothing else in, and asked anew by its tag', async () => {
  for (const [path, type] of [
    ['/cards/stripe.js', 'text/javascript; charset=utf-8'],
    ['/cards/frame', 'text/html; charset=utf-8'],
    ['/cards/frame.js', 'text/javascript; charset=utf-8'],
    ['/cards/frame.css', 'text/css; charset=utf-8'],
    ['/cards/challenge', 'text/html; charset=utf-8'],
    ['/cards/challenge.js', 'text/javascript; charset=utf-8'],
    ['/cards/challenge.css', 'text/css; charset=utf-8'],
  ] as const) {
    const answer = await fetch(cards.origin + path)
    assert.equal(answer.headers.get('content-type'), type)
    const text = await answer.text()
    if (type.startsWith('text/html')) {
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox allow-scripts/)
      assert.ok(!/<script(?![^>]* src=)|style=|<style|\son\w+=/.test(text))
    }
    const again = await fetch(cards.origin + path, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
  }
})
