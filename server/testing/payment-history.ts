import fc from 'fast-check'

/** What one of the people around an order, the card provider, or the machine does next. Orders are named by number. */
export type Step = { order: number } & (
  | { do: 'place'; units: number }
  | { do: 'open' }
  | { do: 'pay'; card: TestCard }
  | { do: 'answer-bank'; outcome: 'complete' | 'fail' }
  | { do: 'claim'; transaction: 'another-orders' | 'made-up' | 'own' | 'strangers' }
  | { do: 'deliver'; events: 'all' | 'first' | 'last'; backwards: boolean; times: number }
  | { do: 'cancel' }
  | { do: 'expire' }
  | { do: 'close-unasked'; as: 'cancelled' | 'expired' }
  | { do: 'reconcile' }
  | { do: 'refund'; quarters: number; restock: number }
  | { do: 'refund-at-provider'; quarters: number }
  | { do: 'refund-held' }
  | { do: 'ship' }
  | { do: 'allocate' }
  | { do: 'change-amount' }
  | { do: 'answer-dispute'; outcome: 'losing_evidence' | 'winning_evidence' }
  | { do: 'time-passes-at-provider' }
  | { do: 'cut' }
  | { do: 'at-once'; steps: readonly Step[] }
)

export type TestCard =
  | 'pm_card_authenticationRequired'
  | 'pm_card_createDispute'
  | 'pm_card_pendingRefund'
  | 'pm_card_refundFail'
  | 'pm_card_visa'
  | 'pm_card_visa_chargeDeclined'

const order = fc.constantFrom(0, 0, 0, 1)
const simple = <
  Name extends 'allocate' | 'cancel' | 'change-amount' | 'expire' | 'open' | 'reconcile' | 'refund-held' | 'ship',
>(
  name: Name,
) => fc.record({ order, do: fc.constant(name) })
const payWith = (...cards: TestCard[]) =>
  fc.record({ order, do: fc.constant('pay' as const), card: fc.constantFrom(...cards) })

const place = fc.record({ order, do: fc.constant('place' as const), units: fc.integer({ min: 1, max: 3 }) })
const payAtOnce = payWith('pm_card_visa')
const payWithTrouble = payWith(
  'pm_card_visa_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_createDispute',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
)
const answerBank = fc.record({
  order,
  do: fc.constant('answer-bank' as const),
  outcome: fc.constantFrom('complete' as const, 'complete' as const, 'fail' as const),
})
const deliver = fc.record({
  order,
  do: fc.constant('deliver' as const),
  events: fc.constantFrom('all' as const, 'all' as const, 'first' as const, 'last' as const),
  backwards: fc.boolean(),
  times: fc.constantFrom(1, 1, 1, 1, 5),
})
const claimOf = (...whose: Extract<Step, { do: 'claim' }>['transaction'][]) =>
  fc.record({ order, do: fc.constant('claim' as const), transaction: fc.constantFrom(...whose) })
const refund = fc.record({
  order,
  do: fc.constant('refund' as const),
  quarters: fc.integer({ min: 1, max: 4 }),
  restock: fc.constantFrom(0, 0, 1, 2),
})
const refundAtProvider = fc.record({
  order,
  do: fc.constant('refund-at-provider' as const),
  quarters: fc.integer({ min: 1, max: 4 }),
})
const answerDispute = fc.record({
  order,
  do: fc.constant('answer-dispute' as const),
  outcome: fc.constantFrom('winning_evidence' as const, 'losing_evidence' as const),
})
/** The order ends in the moment in which its payment is opened, so that nobody asks the provider about it. */
const closeUnasked = fc.record({
  order,
  do: fc.constant('close-unasked' as const),
  as: fc.constantFrom('expired' as const, 'expired' as const, 'cancelled' as const),
})
const timePasses = fc.record({ order, do: fc.constant('time-passes-at-provider' as const) })
/** The process dies in the middle of what it is doing. */
const cut = fc.record({ order, do: fc.constant('cut' as const) })

const single: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: place },
  { weight: 3, arbitrary: payAtOnce },
  { weight: 2, arbitrary: payWithTrouble },
  { weight: 2, arbitrary: answerBank },
  { weight: 3, arbitrary: claimOf('own') },
  { weight: 2, arbitrary: claimOf('another-orders', 'strangers', 'made-up') },
  { weight: 5, arbitrary: deliver },
  { weight: 2, arbitrary: simple('cancel') },
  { weight: 2, arbitrary: simple('expire') },
  { weight: 1, arbitrary: simple('reconcile') },
  { weight: 6, arbitrary: refund },
  { weight: 1, arbitrary: refundAtProvider },
  { weight: 1, arbitrary: simple('refund-held') },
  { weight: 3, arbitrary: simple('ship') },
  { weight: 1, arbitrary: simple('allocate') },
  { weight: 1, arbitrary: simple('change-amount') },
  { weight: 1, arbitrary: answerDispute },
  { weight: 1, arbitrary: timePasses },
)

const atOnce = (...parts: fc.Arbitrary<Step>[]): fc.Arbitrary<Step> =>
  fc.record({ order, do: fc.constant('at-once' as const), steps: fc.tuple(...parts) })

/** Paying meets the end of the order. */
const race = atOnce(
  fc.oneof(payAtOnce, payAtOnce, payWithTrouble, answerBank),
  fc.oneof(simple('cancel'), simple('expire')),
  fc.oneof(claimOf('own'), deliver, payAtOnce, simple('reconcile'), simple('cancel'), simple('expire')),
)

const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 120, arbitrary: single },
  { weight: 30, arbitrary: atOnce(single, single) },
  { weight: 15, arbitrary: atOnce(single, single, single, single) },
  { weight: 15, arbitrary: race },
  // Rare, since it concerns everybody.
  { weight: 1, arbitrary: atOnce(single, single, cut) },
)

const some = (weight: number, ...steps: fc.Arbitrary<Step>[]) => ({ weight, arbitrary: fc.tuple(...steps) })

/** How an order may meet its money. */
const opening: fc.Arbitrary<Step[]> = fc.oneof(
  some(6, payAtOnce),
  some(1, payWith('pm_card_refundFail')),
  some(3, payWithTrouble),
  some(1, payWith('pm_card_authenticationRequired'), answerBank),
  some(3, race),
  some(1, simple('change-amount'), payAtOnce),
  // Money comes late: with units left, or without, or for nothing at all.
  some(1, simple('open'), closeUnasked, payAtOnce),
  some(1, simple('open'), closeUnasked, place, payAtOnce),
  some(1, simple('open'), closeUnasked, place, payAtOnce, deliver, simple('cancel'), simple('allocate')),
  some(2, anything),
)
/** How the shop may hear of it. */
const news: fc.Arbitrary<Step[]> = fc.oneof(
  some(3, claimOf('own')),
  some(3, deliver),
  some(2, atOnce(claimOf('own'), deliver, deliver)),
  some(1, simple('reconcile')),
  // A refund that puts units back on the shelf and then fails.
  some(1, payWith('pm_card_refundFail'), claimOf('own'), refund, timePasses, deliver),
  some(2, anything),
)

/** Mostly a few steps: many short histories find more than a few long ones. */
const rest = fc.oneof(
  { weight: 4, arbitrary: fc.array(anything, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(anything, { maxLength: 8 }) },
)

/** What happens around the orders of one buyer for one product, from the first of them on: 3 to 12 steps. */
export const history: fc.Arbitrary<readonly Step[]> = fc
  .tuple(place, opening, news, rest)
  .map(([first, paid, told, others]) => [first, ...paid, ...told, ...others])
