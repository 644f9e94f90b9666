import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { isCardNumber } from './card-number.ts'
import { getBehaviour, testCards } from './test-cards.ts'
import { refusalOf } from './testing/refusal-of.ts'
import { type RunningCards, runningCards } from './testing/running-cards.ts'

let cards: RunningCards
before(async () => {
  cards = await runningCards()
})
after(() => cards[Symbol.asyncDispose]())

const pay = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  cards.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method,
    expand: ['latest_charge'],
    ...more,
  })

test('every documented number is a card number, stands once, and behaves as its name says', async () => {
  assert.equal(new Set(testCards.map(({ number }) => number)).size, testCards.length)
  const named = testCards.flatMap(({ alias }) => alias ?? [])
  assert.equal(new Set(named).size, named.length)
  const judge = async ({ number, behaviour, country, coBrand, funding }: (typeof testCards)[number]) => {
    assert.ok(isCardNumber(number), number)
    const method = await cards.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 1, cvc: '123' },
    })
    assert.equal(method.card?.country, country ?? 'US', number)
    assert.equal(method.card?.funding, funding ?? 'credit', number)
    if (coBrand !== undefined) assert.deepEqual(method.card?.networks?.available, [coBrand, method.card?.brand])
    const { decline, authentication } = getBehaviour(behaviour)
    if (authentication !== undefined) assert.equal((await pay(method.id)).status, 'requires_action', number)
    else if (decline === undefined) assert.equal((await pay(method.id)).status, 'succeeded', number)
    else assert.equal((await refusalOf(pay(method.id))).code, decline.code, number)
  }
  await Promise.all(testCards.map(judge))
})

test('the issuer compares what was given: postal code, street, security code', async () => {
  const billing_details = { address: { line1: '1 Main St', postal_code: '94107' } }
  for (const [number, line1, postalCode] of [
    ['4242424242424242', 'pass', 'pass'],
    ['4000000000000036', 'pass', 'fail'],
    ['4000000000000028', 'fail', 'pass'],
    ['4000000000000010', 'fail', 'fail'],
    ['4000000000000044', 'unavailable', 'unavailable'],
  ] as const) {
    const method = await cards.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
      billing_details,
    })
    const { latest_charge: charge } = await pay(method.id)
    assert.ok(typeof charge === 'object')
    assert.deepEqual(charge?.payment_method_details?.card?.checks, {
      address_line1_check: line1,
      address_postal_code_check: postalCode,
      cvc_check: 'pass',
    })
  }
})

test('risk: blocked as too high, let through as elevated', async () => {
  for (const alias of ['pm_card_radarBlock', 'pm_card_riskLevelHighest']) {
    const error = await refusalOf(pay(alias))
    assert.equal(error.decline_code, 'fraudulent')
    const charge = await cards.stripe.charges.retrieve(error.charge ?? '')
    assert.equal(charge.outcome?.type, 'blocked')
    assert.equal(charge.outcome?.risk_level, 'highest')
  }
  const { latest_charge: charge } = await pay('pm_card_riskLevelElevated')
  assert.ok(typeof charge === 'object' && charge?.outcome?.risk_level === 'elevated')
})

test('3-D Secure where nobody is there: only a card that was set up for it pays', async () => {
  const alone = { off_session: true }
  const refused = await refusalOf(pay('pm_card_authenticationRequiredOnSetup', alone))
  assert.equal(refused.code, 'authentication_required')
  const ready = 'pm_card_authenticationRequiredSetupForOffSession'
  assert.equal((await pay(ready, alone)).status, 'succeeded')
  assert.equal((await pay(ready)).status, 'requires_action')
  const unwilling = await refusalOf(pay(ready, { error_on_requires_action: true }))
  assert.equal(unwilling.code, 'authentication_required')
  assert.equal((await refusalOf(pay('pm_card_threeDSecureRequiredProcessingError'))).code, 'card_declined')
})
