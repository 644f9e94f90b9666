/** Describes how the issuer of a test card behaves. Stored by name, so that the card number is not stored. */
export interface Behavior {
  /** Declines the payment; with `authentication`, after the challenge. */
  decline?: Decline
  /** Requires a 3-D Secure challenge before the payment. */
  authentication?: true
  /** Lets refunds fail seconds after they succeeded, or stay pending for seconds. */
  refund?: 'fails-later' | 'succeeds-later'
  /** Disputes the payment right after it. */
  dispute?: 'fraudulent'
}

export interface Decline {
  code: string
  message: string
  declineCode?: string
  param?: string
}

const generic: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

const behaviors: Record<string, Behavior> = {
  succeeds: {},
  generic_decline: { decline: generic },
  insufficient_funds: { decline: insufficientFunds },
  expired_card: { decline: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' } },
  incorrect_cvc: {
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  },
  processing_error: {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  velocity_exceeded: {
    decline: {
      code: 'card_declined',
      declineCode: 'card_velocity_exceeded',
      message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    },
  },
  authentication: { authentication: true },
  authentication_then_insufficient_funds: { authentication: true, decline: insufficientFunds },
  dispute_fraudulent: { dispute: 'fraudulent' },
  refund_succeeds_later: { refund: 'succeeds-later' },
  refund_fails_later: { refund: 'fails-later' },
}

/** Returns the behavior of a stored card. */
export const getBehavior = (name: string): Behavior => behaviors[name] ?? {}

/** Maps the numbers of Stripe's documented test cards to behaviors. */
export const testCards: ReadonlyMap<string, string> = new Map([
  ['4242424242424242', 'succeeds'],
  ['5555555555554444', 'succeeds'],
  ['2223003122003222', 'succeeds'],
  ['378282246310005', 'succeeds'],
  ['6011111111111117', 'succeeds'],
  ['3056930009020004', 'succeeds'],
  ['36227206271667', 'succeeds'],
  ['3566002020360505', 'succeeds'],
  ['6200000000000005', 'succeeds'],
  ['4000000000000002', 'generic_decline'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
  ['4000000000006975', 'velocity_exceeded'],
  ['4000002760003184', 'authentication'],
  ['4000008260003178', 'authentication_then_insufficient_funds'],
  ['4000000000000259', 'dispute_fraudulent'],
  ['4000000000007726', 'refund_succeeds_later'],
  ['4000000000005126', 'refund_fails_later'],
])

/** Returns the name of a card's behavior; a number that is not listed may be a real card. */
export const findTestCard = (number: string): string | undefined => testCards.get(number)
