import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { cardError } from './api.ts'
import { cardBrand, cvcLength, isCardNumber } from './browser/card-number.js'
import { type PaymentMethodRow, paymentMethods, type Tx } from './cards.tables.ts'
import { newId } from './new-id.ts'
import { findTestCard } from './test-cards.ts'

const digits = Type.String({ pattern: String.raw`^\d{1,4}$` })

/** Describes a card, as Stripe.js sends it. */
export const paymentMethodData = Type.Object(
  {
    type: Type.Literal('card'),
    card: Type.Object(
      { number: Type.String({ maxLength: 40 }), exp_month: digits, exp_year: digits, cvc: Type.String() },
      { additionalProperties: false },
    ),
    billing_details: Type.Optional(
      Type.Object(
        { email: Type.Optional(Type.String({ maxLength: 512 })), name: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
type PaymentMethodData = Static<typeof paymentMethodData>

/** Stores brand, last four digits, expiry date and fingerprint of a card; number and security code are never stored. */
export async function addPaymentMethod(
  tx: Tx,
  { card, billing_details: { email, name } = {} }: PaymentMethodData,
  at: Date,
): Promise<PaymentMethodRow> {
  const billingDetails = { address: null, email: email || null, name: name || null, phone: null, tax_id: null }
  const [row] = await tx
    .insert(paymentMethods)
    .values({ ...readCard(card, at), id: newId('pm'), createdAt: at, billingDetails })
    .returning()
  if (row === undefined) throw new Error('The payment method was not stored')
  return row
}

function readCard(card: PaymentMethodData['card'], at: Date) {
  const number = card.number.replaceAll(/[ -]/g, '')
  const brand = cardBrand(number)
  if (!isCardNumber(number)) throw cardError('Your card number is incorrect.', 'incorrect_number', 'number')
  const expMonth = Number(card.exp_month)
  const expYear = card.exp_year.length <= 2 ? 2000 + Number(card.exp_year) : Number(card.exp_year)
  const year = at.getUTCFullYear()
  if (expYear < year || expYear > year + 50)
    throw cardError("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year')
  if (expMonth < 1 || expMonth > 12 || (expYear === year && expMonth < at.getUTCMonth() + 1))
    throw cardError("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month')
  // As at Stripe: three digits for any brand, four for American Express only.
  if (!/^\d{3,4}$/.test(card.cvc) || card.cvc.length > cvcLength(brand))
    throw cardError("Your card's security code is invalid.", 'invalid_cvc', 'cvc')
  const behavior = findTestCard(number)
  if (behavior === undefined)
    throw cardError(
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'card_declined',
      'number',
      'test_mode_live_card',
    )
  // Only the published test cards come this far, so this reveals no number that is secret.
  const fingerprint = createHash('sha256')
    .update(`card ${number}`)
    .digest('base64url')
    .replaceAll(/\W|_/g, '')
    .slice(0, 16)
  return { behavior, brand, last4: number.slice(-4), expMonth, expYear, fingerprint }
}
