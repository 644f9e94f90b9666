/** How the issuer of a test card behaves. Stored by name, so that its number need not be. */
export interface Behaviour {
  /** The refusal, where there is one; with `authentication` it comes after the challenge. */
  decline?: Decline
  /** A challenge stands before the payment. */
  authentication?: 'required'
  /** The refund is accepted and afterwards changes its mind, or takes its time. */
  refund?: 'fails-later' | 'succeeds-later'
  dispute?: 'fraudulent'
}

export interface Decline {
  code: string
  message: string
  declineCode?: string
  param?: string
}

export const brands = ['amex', 'diners', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa', 'unknown'] as const
export type Brand = (typeof brands)[number]

const declined = 'Your card was declined.'
const generic: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: declined }
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const processingError: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}

const behaviours = {
  succeeds: {},
  generic_decline: { decline: generic },
  insufficient_funds: { decline: insufficientFunds },
  lost_card: { decline: { ...generic, declineCode: 'lost_card' } },
  stolen_card: { decline: { ...generic, declineCode: 'stolen_card' } },
  fraudulent: { decline: { ...generic, declineCode: 'fraudulent' } },
  expired_card: { decline: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' } },
  incorrect_cvc: {
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' },
  },
  processing_error: { decline: processingError },
  velocity_exceeded: {
    decline: {
      code: 'card_declined',
      declineCode: 'card_velocity_exceeded',
      message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    },
  },
  authentication: { authentication: 'required' },
  authentication_then_decline: { authentication: 'required', decline: generic },
  authentication_then_insufficient_funds: { authentication: 'required', decline: insufficientFunds },
  authentication_then_processing_error: { authentication: 'required', decline: processingError },
  dispute_fraudulent: { dispute: 'fraudulent' },
  refund_succeeds_later: { refund: 'succeeds-later' },
  refund_fails_later: { refund: 'fails-later' },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

/** The behaviour of a stored payment method. */
export function getBehaviour(name: string): Behaviour {
  const found = Object.entries(behaviours).find(([each]) => each === name)
  if (found === undefined) throw new Error(`Unknown behaviour of a test card: ${name}`)
  return found[1]
}

interface TestCard {
  number: string
  behaviour: BehaviourName
  funding?: 'debit'
  /** What the server side calls it instead of the number, as in Stripe's documentation. */
  alias?: string
}

const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'succeeds', alias: 'pm_card_visa' },
  { number: '4000056655665556', behaviour: 'succeeds', funding: 'debit', alias: 'pm_card_visa_debit' },
  { number: '5555555555554444', behaviour: 'succeeds', alias: 'pm_card_mastercard' },
  { number: '2223003122003222', behaviour: 'succeeds' },
  { number: '5200828282828210', behaviour: 'succeeds', funding: 'debit', alias: 'pm_card_mastercard_debit' },
  { number: '378282246310005', behaviour: 'succeeds', alias: 'pm_card_amex' },
  { number: '371449635398431', behaviour: 'succeeds' },
  { number: '6011111111111117', behaviour: 'succeeds', alias: 'pm_card_discover' },
  { number: '6011000990139424', behaviour: 'succeeds' },
  { number: '3056930009020004', behaviour: 'succeeds', alias: 'pm_card_diners' },
  { number: '36227206271667', behaviour: 'succeeds' },
  { number: '3566002020360505', behaviour: 'succeeds', alias: 'pm_card_jcb' },
  { number: '6200000000000005', behaviour: 'succeeds', alias: 'pm_card_unionpay' },
  { number: '4000000000000002', behaviour: 'generic_decline', alias: 'pm_card_visa_chargeDeclined' },
  {
    number: '4000000000009995',
    behaviour: 'insufficient_funds',
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  { number: '4000000000009987', behaviour: 'lost_card', alias: 'pm_card_visa_chargeDeclinedLostCard' },
  { number: '4000000000009979', behaviour: 'stolen_card', alias: 'pm_card_visa_chargeDeclinedStolenCard' },
  { number: '4000000000000069', behaviour: 'expired_card', alias: 'pm_card_chargeDeclinedExpiredCard' },
  { number: '4000000000000127', behaviour: 'incorrect_cvc', alias: 'pm_card_chargeDeclinedIncorrectCvc' },
  { number: '4000000000000119', behaviour: 'processing_error', alias: 'pm_card_chargeDeclinedProcessingError' },
  {
    number: '4000000000006975',
    behaviour: 'velocity_exceeded',
    alias: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  },
  { number: '4100000000000019', behaviour: 'fraudulent', alias: 'pm_card_radarBlock' },
  { number: '4000002500003155', behaviour: 'authentication', alias: 'pm_card_authenticationRequiredOnSetup' },
  { number: '4000002760003184', behaviour: 'authentication', alias: 'pm_card_authenticationRequired' },
  {
    number: '4000003800000446',
    behaviour: 'authentication',
    alias: 'pm_card_authenticationRequiredSetupForOffSession',
  },
  { number: '4000000000003220', behaviour: 'authentication', alias: 'pm_card_threeDSecure2Required' },
  { number: '4000000000003063', behaviour: 'authentication', alias: 'pm_card_threeDSecureRequired' },
  { number: '4000000000003055', behaviour: 'succeeds', alias: 'pm_card_threeDSecureOptional' },
  {
    number: '4000008400001629',
    behaviour: 'authentication_then_decline',
    alias: 'pm_card_threeDSecureRequiredChargeDeclined',
  },
  {
    number: '4000008260003178',
    behaviour: 'authentication_then_insufficient_funds',
    alias: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  },
  {
    number: '4000008400001280',
    behaviour: 'authentication_then_processing_error',
    alias: 'pm_card_threeDSecureRequiredProcessingError',
  },
  { number: '4000000000000259', behaviour: 'dispute_fraudulent', alias: 'pm_card_createDispute' },
  { number: '4000000000007726', behaviour: 'refund_succeeds_later', alias: 'pm_card_pendingRefund' },
  { number: '4000000000005126', behaviour: 'refund_fails_later', alias: 'pm_card_refundFail' },
]

export const findTestCard = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

export const findAliasedCard = (alias: string): TestCard | undefined => testCards.find((card) => card.alias === alias)
