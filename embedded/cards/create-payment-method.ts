import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { cardBrand, cvcLength, isCardNumber } from './card-number.ts'
import { type PaymentMethodRow, paymentMethods, type Tx } from './cards.tables.ts'
import { newId } from './new-id.ts'
import { noParams, type ParamReader } from './param-reader.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { readAddress } from './read-shipping.ts'
import { findAliasedCard, findTestCard } from './test-cards.ts'
import { badParam, cardError } from './wire-error.ts'
import { type Answer, type Call, ok } from './wire-call.ts'

/** POST /v1/payment_methods: keeps brand, last four digits and expiry; number and security code are forgotten here. */
export async function createPaymentMethod(tx: Tx, call: Call): Promise<Answer> {
  const row = await addPaymentMethod(tx, call, call.params)
  call.params.done()
  return ok(presentPaymentMethod(row))
}

/** Stores the card described by `params`, which may stand alone or inside a confirmation. */
export async function addPaymentMethod(tx: Tx, call: Call, params: ParamReader): Promise<PaymentMethodRow> {
  const type = params.requiredText('type')
  if (type !== 'card') throw badParam('type', 'Invalid type: only card is available.')
  const card = readCard(params, call.at)
  const billing = params.object('billing_details')
  const row = {
    ...card.kept,
    id: newId('pm'),
    createdAt: call.at,
    fingerprint: fingerprint(call.secretKey, card.number),
    billingDetails: readBillingDetails(billing ?? noParams()),
    metadata: params.metadata({}),
    usedAt: null,
  }
  params.ignore('allow_redisplay', 'payment_user_agent', 'referrer', 'radar_options')
  await tx.insert(paymentMethods).values(row)
  return row
}

/** The test methods that server code may name instead of a number, as `pm_card_visa`: each use makes a new one. */
export async function addAliasedPaymentMethod(
  tx: Tx,
  call: Call,
  alias: string,
): Promise<PaymentMethodRow | undefined> {
  const card = findAliasedCard(alias)
  if (card === undefined) return undefined
  const row = {
    id: newId('pm'),
    createdAt: call.at,
    behaviour: card.behaviour,
    country: card.country ?? 'US',
    coBrand: card.coBrand ?? null,
    brand: cardBrand(card.number),
    funding: card.funding ?? 'credit',
    last4: card.number.slice(-4),
    expMonth: 12,
    expYear: call.at.getUTCFullYear() + 1,
    fingerprint: fingerprint(call.secretKey, card.number),
    hasCvc: true,
    billingDetails: readBillingDetails(noParams()),
    metadata: {},
    usedAt: null,
  }
  await tx.insert(paymentMethods).values(row)
  return row
}

function readCard(params: ParamReader, at: Date) {
  const card = params.object('card')
  if (card === undefined) throw badParam('card', 'Missing required param: card.', 'parameter_missing')
  const number = card.requiredText('number', 40).replaceAll(/[ -]/g, '')
  const month = card.requiredInteger('exp_month')
  const shortYear = card.requiredInteger('exp_year')
  const cvc = card.text('cvc', 10) ?? ''
  card.ignore('networks')

  const brand = cardBrand(number)
  if (!isCardNumber(number)) throw cardError('Your card number is incorrect.', 'incorrect_number', 'number')
  if (month < 1 || month > 12)
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month')
  const year = shortYear < 100 ? 2000 + shortYear : shortYear
  const thisYear = at.getUTCFullYear()
  if (year < thisYear || year > thisYear + 50)
    throw cardError("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year')
  if (year === thisYear && month < at.getUTCMonth() + 1)
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month')
  // Stripe takes three digits for any brand, four only where the card has them.
  if (cvc !== '' && !(/^\d{3,4}$/.test(cvc) && cvc.length <= Math.max(3, cvcLength(brand))))
    throw cardError("Your card's security code is invalid.", 'invalid_cvc', 'cvc')

  const known = findTestCard(number)
  if (known === undefined)
    throw cardError(
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'card_declined',
      'number',
      'test_mode_live_card',
    )
  // The issuer can only find a security code wrong that was given.
  const behaviour = known.behaviour === 'incorrect_cvc' && cvc === '' ? 'succeeds' : known.behaviour
  const kept = {
    behaviour,
    country: known.country ?? 'US',
    coBrand: known.coBrand ?? null,
    brand,
    funding: known.funding ?? 'credit',
    last4: number.slice(-4),
    expMonth: month,
    expYear: year,
    hasCvc: cvc !== '',
  }
  return { number, kept }
}

/** The same for the same card, and useless for finding the number without the secret key. */
const fingerprint = (secretKey: string, number: string): string =>
  createHmac('sha256', secretKey).update(`card:${number}`).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16)

export function readBillingDetails(params: ParamReader): Stripe.PaymentMethod.BillingDetails {
  return {
    address: readAddress(params.object('address') ?? noParams()),
    email: params.text('email', 512) || null,
    name: params.text('name', 5000) || null,
    phone: params.text('phone', 200) || null,
    tax_id: params.text('tax_id', 200) || null,
  }
}
