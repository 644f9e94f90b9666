import type Stripe from 'stripe'
import { presentPaymentMethod } from './present.ts'
import type { PaymentMethodRow } from './cards.tables.ts'
import type { Decline } from './test-cards.ts'

type IntentError = Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError

/** Builds the error of a card that its issuer declines. */
export const declineError = (
  { code, message, declineCode, param }: Decline,
  method: PaymentMethodRow,
): IntentError => ({
  type: 'card_error',
  message,
  code,
  ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  ...(param === undefined ? {} : { param }),
  payment_method: presentPaymentMethod(method),
})

/** Builds the error of a 3-D Secure challenge that failed. */
export const authenticationError = (
  intent: 'payment_intent' | 'setup_intent',
  method: PaymentMethodRow,
): IntentError => ({
  type: 'invalid_request_error',
  code: `${intent}_authentication_failure`,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  payment_method: presentPaymentMethod(method),
})
