import type { PaymentIntentRow } from './cards.tables.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { CardsRefusal, withCode } from './wire-error.ts'

/** The intent is not in a state in which this can be done: 400, with the intent as it is. */
export const unexpectedState = (row: PaymentIntentRow, message: string): CardsRefusal =>
  new CardsRefusal(400, {
    type: 'invalid_request_error',
    message,
    payment_intent: presentPaymentIntent(row),
    ...withCode('payment_intent_unexpected_state'),
  })
