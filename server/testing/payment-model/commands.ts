import fc from 'fast-check'

/** Describes a command of a buyer, an admin, the card provider or the machine. Orders are named by index. */
export type Command = { order: number } & (
  | { do: 'place'; units: number; lines: number }
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
  | { do: 'ship-part'; line: number; units: number }
  | { do: 'undo' }
  | { do: 'allocate' }
  | { do: 'change-amount' }
  | { do: 'decide-dispute'; outcome: 'lost' | 'won' }
  | { do: 'time-passes-at-provider' }
  | { do: 'cut'; afterMs: number }
  | { do: 'at-once'; commands: readonly Command[] }
)

export const testCards = {
  visa: '4242424242424242',
  declined: '4000000000000002',
  authentication: '4000002760003184',
  dispute: '4000000000000259',
  'refund-pending': '4000000000007726',
  'refund-fails': '4000000000005126',
}
type TestCard = keyof typeof testCards

const order = fc.constantFrom(0, 0, 0, 1)
const command = <Name extends Command['do'], Fields extends object = object>(
  name: Name,
  fields?: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => fc.record({ order, do: fc.constant(name), ...fields }) as fc.Arbitrary<{ order: number; do: Name } & Fields>

const payWith = (...cards: TestCard[]) => command('pay', { card: fc.constantFrom(...cards) })
const claimOf = (...whose: Extract<Command, { do: 'claim' }>['transaction'][]) =>
  command('claim', { transaction: fc.constantFrom(...whose) })
const quarters = fc.integer({ min: 1, max: 4 })

const place = command('place', { units: fc.integer({ min: 1, max: 3 }), lines: fc.integer({ min: 1, max: 3 }) })
const payAtOnce = payWith('visa')
const payWithTrouble = payWith('declined', 'authentication', 'dispute', 'refund-pending', 'refund-fails')
const answerBank = command('answer-bank', { outcome: fc.constantFrom('complete', 'complete', 'fail') })
const deliver = command('deliver', {
  events: fc.constantFrom('all', 'all', 'first', 'last'),
  backwards: fc.boolean(),
  times: fc.constantFrom(1, 1, 1, 1, 5),
})
const refund = command('refund', { quarters, restock: fc.constantFrom(0, 0, 1, 2) })
const timePasses = command('time-passes-at-provider')
/** Ends the order while its payment is being opened, so that nothing fetches its state. */
const closeUnasked = command('close-unasked', { as: fc.constantFrom('expired', 'expired', 'cancelled') })
/** Kills the process during its work. */
const cut = command('cut', { afterMs: fc.nat({ max: 15 }) })

const single: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: place },
  { weight: 3, arbitrary: payAtOnce },
  { weight: 2, arbitrary: payWithTrouble },
  { weight: 2, arbitrary: answerBank },
  { weight: 3, arbitrary: claimOf('own') },
  { weight: 2, arbitrary: claimOf('another-orders', 'strangers', 'made-up') },
  { weight: 5, arbitrary: deliver },
  { weight: 2, arbitrary: command('cancel') },
  { weight: 2, arbitrary: command('expire') },
  { weight: 1, arbitrary: command('reconcile') },
  { weight: 6, arbitrary: refund },
  { weight: 1, arbitrary: command('refund-at-provider', { quarters }) },
  { weight: 1, arbitrary: command('refund-held') },
  { weight: 2, arbitrary: command('ship') },
  {
    weight: 2,
    arbitrary: command('ship-part', { line: fc.integer({ min: 1, max: 2 }), units: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 1, arbitrary: command('undo') },
  { weight: 1, arbitrary: command('allocate') },
  { weight: 1, arbitrary: command('change-amount') },
  { weight: 1, arbitrary: command('decide-dispute', { outcome: fc.constantFrom('won', 'lost') }) },
  { weight: 1, arbitrary: timePasses },
)

const atOnce = (...parts: fc.Arbitrary<Command>[]): fc.Arbitrary<Command> =>
  command('at-once', { commands: fc.tuple(...parts) })

/** Pays while the order ends. */
const race = atOnce(
  fc.oneof(payAtOnce, payAtOnce, payWithTrouble, answerBank),
  fc.oneof(command('cancel'), command('expire')),
  fc.oneof(claimOf('own'), deliver, payAtOnce, command('reconcile'), command('cancel'), command('expire')),
)

const anything: fc.Arbitrary<Command> = fc.oneof(
  { weight: 120, arbitrary: single },
  { weight: 30, arbitrary: atOnce(single, single) },
  { weight: 15, arbitrary: atOnce(single, single, single, single) },
  { weight: 15, arbitrary: race },
  // Rare, since it affects all scenarios.
  { weight: 1, arbitrary: atOnce(single, single, cut) },
)

const some = (weight: number, ...steps: fc.Arbitrary<Command>[]) => ({ weight, arbitrary: fc.tuple(...steps) })

/** Generates ways to pay an order. */
const opening: fc.Arbitrary<Command[]> = fc.oneof(
  some(6, payAtOnce),
  some(1, payWith('refund-fails')),
  some(3, payWithTrouble),
  some(1, payWith('authentication'), answerBank),
  some(3, race),
  some(1, command('change-amount'), payAtOnce),
  // Money comes late: with units left, or without, or for nothing at all.
  some(1, command('open'), closeUnasked, payAtOnce),
  some(1, command('open'), closeUnasked, place, payAtOnce),
  some(1, command('open'), closeUnasked, place, payAtOnce, deliver, command('cancel'), command('allocate')),
  some(2, anything),
)
/** Generates ways in which the shop is notified. */
const news: fc.Arbitrary<Command[]> = fc.oneof(
  some(3, claimOf('own')),
  some(3, deliver),
  some(2, atOnce(claimOf('own'), deliver, deliver)),
  some(1, command('reconcile')),
  // A refund with restocking that fails later.
  some(1, payWith('refund-fails'), claimOf('own'), refund, timePasses, deliver),
  some(2, anything),
)

/** Mostly few commands: many short scenarios find more than a few long ones. */
const rest = fc.oneof(
  { weight: 4, arbitrary: fc.array(anything, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(anything, { maxLength: 8 }) },
)

/** Generates a scenario of 3 to 12 commands for the orders of one buyer and product. */
export const scenario: fc.Arbitrary<readonly Command[]> = fc
  .tuple(place, opening, news, rest)
  .map(([first, paid, reported, others]) => [first, ...paid, ...reported, ...others])
