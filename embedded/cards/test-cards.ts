/** How the issuer of a test card behaves. Stored by name, so that its number need not be. */
export interface Behaviour {
  /** The refusal, where there is one; with `authentication` it comes after the challenge. */
  decline?: Decline
  /** A challenge stands before the payment; `on-session`: only where the buyer is there. */
  authentication?: 'on-session' | 'required'
  /** The refund is accepted and afterwards changes its mind, or takes its time. */
  refund?: 'fails-later' | 'succeeds-later'
  /** What the cardholder complains of after the payment, once for each entry. */
  disputes?: readonly Complaint[]
  /** The issuer reports suspected fraud, without a dispute. */
  warning?: 'unauthorized_use_of_card'
  /** What the issuer finds when it compares; only what was given is compared. */
  checks?: Partial<Record<'cvc' | 'line1' | 'postalCode', 'fail' | 'unavailable'>>
  risk?: 'elevated' | 'highest'
}

export interface Complaint {
  reason: 'fraudulent' | 'product_not_received'
  /** The bank only asks; no money moves. */
  isInquiry?: true
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
const wrongCvc: Decline = {
  code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
  param: 'cvc',
}
const blocked: Decline = { ...generic, declineCode: 'fraudulent' }

const behaviours = {
  succeeds: {},
  generic_decline: { decline: generic },
  insufficient_funds: { decline: insufficientFunds },
  lost_card: { decline: { ...generic, declineCode: 'lost_card' } },
  stolen_card: { decline: { ...generic, declineCode: 'stolen_card' } },
  fraudulent: { decline: blocked, risk: 'highest' },
  elevated_risk: { risk: 'elevated' },
  expired_card: { decline: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' } },
  incorrect_cvc: { decline: wrongCvc, checks: { cvc: 'fail' } },
  postal_code_check_fails: { checks: { postalCode: 'fail' } },
  line1_check_fails: { checks: { line1: 'fail' } },
  address_checks_fail: { checks: { line1: 'fail', postalCode: 'fail' } },
  address_unavailable: { checks: { line1: 'unavailable', postalCode: 'unavailable' } },
  processing_error: { decline: processingError },
  velocity_exceeded: {
    decline: {
      code: 'card_declined',
      declineCode: 'card_velocity_exceeded',
      message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    },
  },
  authentication: { authentication: 'required' },
  authentication_on_session: { authentication: 'on-session' },
  // Nobody can be asked, so there is no challenge and no payment.
  authentication_unavailable: { decline: generic },
  authentication_then_decline: { authentication: 'required', decline: generic },
  authentication_then_insufficient_funds: { authentication: 'required', decline: insufficientFunds },
  dispute_fraudulent: { disputes: [{ reason: 'fraudulent' }] },
  dispute_not_received: { disputes: [{ reason: 'product_not_received' }] },
  dispute_inquiry: { disputes: [{ reason: 'fraudulent', isInquiry: true }] },
  dispute_twice: { disputes: [{ reason: 'fraudulent' }, { reason: 'product_not_received' }] },
  fraud_warning: { warning: 'unauthorized_use_of_card' },
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
  funding?: 'debit' | 'prepaid'
  /** Where it was issued, unless in the United States. */
  country?: string
  coBrand?: 'cartes_bancaires' | 'eftpos_au'
  /** What the server side calls it instead of the number, as in Stripe's documentation. */
  alias?: string
}

/** By brand: all of them pay. */
const payingCards: readonly Omit<TestCard, 'behaviour'>[] = [
  { number: '4242424242424242', alias: 'pm_card_visa' },
  { number: '4000056655665556', funding: 'debit', alias: 'pm_card_visa_debit' },
  { number: '5555555555554444', alias: 'pm_card_mastercard' },
  { number: '2223003122003222' },
  { number: '5200828282828210', funding: 'debit', alias: 'pm_card_mastercard_debit' },
  { number: '5105105105105100', funding: 'prepaid', alias: 'pm_card_mastercard_prepaid' },
  { number: '378282246310005', alias: 'pm_card_amex' },
  { number: '371449635398431' },
  { number: '6011111111111117', alias: 'pm_card_discover' },
  { number: '6011000990139424' },
  { number: '6011981111111113', funding: 'debit' },
  { number: '3056930009020004', alias: 'pm_card_diners' },
  { number: '36227206271667' },
  { number: '6555900000604105' },
  { number: '3566002020360505', alias: 'pm_card_jcb' },
  { number: '6200000000000005', alias: 'pm_card_unionpay' },
  { number: '6200000000000047', funding: 'debit' },
  { number: '6205500000000000004' },
  { number: '4000002500001001', country: 'FR', coBrand: 'cartes_bancaires' },
  { number: '5555552500001001', country: 'FR', coBrand: 'cartes_bancaires' },
  { number: '4000050360000001', country: 'AU', funding: 'debit', coBrand: 'eftpos_au' },
  { number: '5555050360000080', country: 'AU', funding: 'debit', coBrand: 'eftpos_au' },
  { number: '5200007840000022', country: 'AE', funding: 'debit' },
  { number: '4000058260000005', country: 'GB', funding: 'debit', alias: 'pm_card_gb_debit' },
  { number: '5555558265554449', country: 'GB', alias: 'pm_card_gb_mastercard' },
  { number: '3530111333300000', country: 'JP', alias: 'pm_card_jp_jcb' },
  { number: '4000057640000008', country: 'TH', funding: 'debit', alias: 'pm_card_th_debit' },
  { number: '4000000000000077', alias: 'pm_card_bypassPending' },
  { number: '4000003720000278', country: 'IE', alias: 'pm_card_bypassPendingInternational' },
  { number: '4000000000003055', alias: 'pm_card_threeDSecureOptional' },
  { number: '4000000000003097', alias: 'pm_card_threeDSecureOptionalProcessingError' },
]

/** By country: a Visa card of each, which pays and is called `pm_card_` and the country. */
const visaOf = {
  AE: '4000007840000001',
  AR: '4000000320000021',
  AT: '4000000400000008',
  AU: '4000000360000006',
  BE: '4000000560000004',
  BG: '4000001000000000',
  BR: '4000000760000002',
  BY: '4000001120000005',
  CA: '4000001240000000',
  CH: '4000007560000009',
  CL: '4000001520000001',
  CN: '4000001560000002',
  CO: '4000001700000003',
  CR: '4000001880000005',
  CY: '4000001960000008',
  CZ: '4000002030000002',
  DE: '4000002760000016',
  DK: '4000002080000001',
  EC: '4000002180000000',
  EE: '4000002330000009',
  ES: '4000007240000007',
  FI: '4000002460000001',
  FR: '4000002500000003',
  GB: '4000008260000000',
  GI: '4000002920000005',
  GR: '4000003000000030',
  HK: '4000003440000004',
  HR: '4000001910000009',
  HU: '4000003480000005',
  IE: '4000003720000005',
  IN: '4000003560000008',
  IT: '4000003800000008',
  JP: '4000003920000003',
  LI: '4000004380000004',
  LT: '4000004400000000',
  LU: '4000004420000006',
  LV: '4000004280000005',
  MT: '4000004700000007',
  MX: '4000004840008001',
  MY: '4000004580000002',
  NL: '4000005280000002',
  NO: '4000005780000007',
  NZ: '4000005540000008',
  PA: '4000005910000000',
  PE: '4000006040000068',
  PL: '4000006160000005',
  PT: '4000006200000007',
  PY: '4000006000000066',
  RO: '4000006420000001',
  SA: '4000006820000007',
  SE: '4000007520000008',
  SG: '4000007020000003',
  SI: '4000007050000006',
  SK: '4000007030000001',
  TH: '4000007640000003',
  TW: '4000001580000008',
  UY: '4000008580000003',
}

/** By what goes wrong. */
const difficultCards: readonly [number: string, behaviour: BehaviourName, alias?: string][] = [
  ['4000000000000002', 'generic_decline', 'pm_card_visa_chargeDeclined'],
  ['4000000000009995', 'insufficient_funds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
  ['4000000000009987', 'lost_card', 'pm_card_visa_chargeDeclinedLostCard'],
  ['4000000000009979', 'stolen_card', 'pm_card_visa_chargeDeclinedStolenCard'],
  ['4000000000000069', 'expired_card', 'pm_card_chargeDeclinedExpiredCard'],
  ['4000000000000127', 'incorrect_cvc', 'pm_card_chargeDeclinedIncorrectCvc'],
  ['4000000000000119', 'processing_error', 'pm_card_chargeDeclinedProcessingError'],
  ['4000000000006975', 'velocity_exceeded', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded'],
  ['4000000000000341', 'generic_decline', 'pm_card_chargeCustomerFail'],
  ['4100000000000019', 'fraudulent', 'pm_card_radarBlock'],
  ['4000000000004954', 'fraudulent', 'pm_card_riskLevelHighest'],
  ['4000000000009235', 'elevated_risk', 'pm_card_riskLevelElevated'],
  ['4000000000000101', 'incorrect_cvc', 'pm_card_cvcCheckFail'],
  ['4000000000000036', 'postal_code_check_fails', 'pm_card_avsZipFail'],
  ['4000000000000028', 'line1_check_fails', 'pm_card_avsLine1Fail'],
  ['4000000000000010', 'address_checks_fail', 'pm_card_avsFail'],
  ['4000000000000044', 'address_unavailable', 'pm_card_avsUnchecked'],
  ['4000002500003155', 'authentication', 'pm_card_authenticationRequiredOnSetup'],
  ['4000002760003184', 'authentication', 'pm_card_authenticationRequired'],
  ['4000003800000446', 'authentication_on_session', 'pm_card_authenticationRequiredSetupForOffSession'],
  ['4000000000003220', 'authentication', 'pm_card_threeDSecure2Required'],
  ['4000000000003238', 'authentication'],
  ['4000000000003246', 'authentication'],
  ['4000000000003253', 'authentication'],
  ['4000000000003063', 'authentication', 'pm_card_threeDSecureRequired'],
  ['4000008400001629', 'authentication_then_decline', 'pm_card_threeDSecureRequiredChargeDeclined'],
  [
    '4000008260003178',
    'authentication_then_insufficient_funds',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ],
  ['4000008400001280', 'authentication_unavailable', 'pm_card_threeDSecureRequiredProcessingError'],
  ['4000000000000259', 'dispute_fraudulent', 'pm_card_createDispute'],
  ['4000000000002685', 'dispute_not_received', 'pm_card_createDisputeProductNotReceived'],
  ['4000000000001976', 'dispute_inquiry', 'pm_card_createDisputeInquiry'],
  ['4000000000005423', 'fraud_warning', 'pm_card_createIssuerFraudRecord'],
  ['4000000404000079', 'dispute_twice', 'pm_card_createMultipleDisputes'],
  ['4000000000007726', 'refund_succeeds_later', 'pm_card_pendingRefund'],
  ['4000000000005126', 'refund_fails_later', 'pm_card_refundFail'],
]

/** Every documented test card; numbers outside of this list are taken for somebody's real card. */
export const testCards: readonly TestCard[] = [
  ...payingCards.map((card) => ({ ...card, behaviour: 'succeeds' as const })),
  ...Object.entries(visaOf).map(([country, number]) => ({
    number,
    behaviour: 'succeeds' as const,
    country,
    alias: `pm_card_${country.toLowerCase()}`,
  })),
  ...difficultCards.map(([number, behaviour, alias]) => ({
    number,
    behaviour,
    ...(alias === undefined ? {} : { alias }),
  })),
]

export const findTestCard = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

export const findAliasedCard = (alias: string): TestCard | undefined => testCards.find((card) => card.alias === alias)
