import fc from 'fast-check'
import type { Command, Model } from './model.ts'

export const people = ['Ada', 'Bob', 'Cem'] as const

/** Describes a command with indexes in place of names, which are resolved when it runs. */
export type Plan = { who: string } & Record<string, unknown> & { do: Command['do'] }
/** Describes one command, or two concurrent ones. */
export type Step = readonly [Plan] | readonly [Plan, Plan]

const who = fc.constantFrom(...people)
const pick = fc.nat({ max: 5 })
const doing = <Fields extends Record<string, unknown>>(
  names: readonly Command['do'][],
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
): fc.Arbitrary<Plan> => fc.record({ who, do: fc.constantFrom(...names), ...fields }) as fc.Arbitrary<Plan>

const units = fc.integer({ min: 1, max: 6 })
const whom = who
/** Half of the orders have two lines, at times of one product. */
const place = doing(['place'], {
  product: pick,
  units,
  other: pick,
  otherUnits: fc.option(units, { freq: 2 }),
  twice: fc.boolean(),
})
const moves = fc.oneof(
  { weight: 3, arbitrary: doing(['cancel', 'ship', 'look-at-order'], { order: pick }) },
  { weight: 2, arbitrary: doing(['ship-part'], { order: pick, line: fc.nat({ max: 1 }), units }) },
  { weight: 1, arbitrary: doing(['undo'], { parcel: pick }) },
)
/** These take several calls, so they run alone. An order placed while its buyer is erased expires. */
const alone = fc.oneof(
  { weight: 4, arbitrary: doing(['pay'], { order: pick }) },
  { weight: 3, arbitrary: doing(['refund'], { order: pick, restock: fc.boolean() }) },
  { weight: 1, arbitrary: doing(['forget-me'], {}) },
)
const stock = fc.oneof(
  doing(['change-product'], { product: pick, available: fc.nat({ max: 8 }), cents: fc.constantFrom(30, 500, 700) }),
  doing(['archive', 'restore'], { product: pick }),
  doing(['count'], { product: pick, counted: fc.nat({ max: 12 }) }),
  doing(['adjust'], { product: pick, change: fc.constantFrom(-9, -3, -1, 2, 5) }),
  doing(['add-product'], {
    available: fc.nat({ max: 8 }),
    minimum: fc.integer({ min: 1, max: 3 }),
    cents: fc.constantFrom(30, 500),
  }),
)
const persons = fc.oneof(
  { weight: 3, arbitrary: doing(['list-orders', 'save-profile'], { whom }) },
  { weight: 2, arbitrary: doing(['make-admin', 'demote'], { whom }) },
  { weight: 1, arbitrary: doing(['remove'], { whom }) },
  { weight: 3, arbitrary: doing(['sign-in'], {}) },
  { weight: 2, arbitrary: doing(['sign-out'], {}) },
)
const reviews = fc.oneof(
  doing(['review'], {}),
  doing(['change-review', 'withdraw'], { review: pick }),
  doing(['hide'], { review: pick, hidden: fc.boolean() }),
)

const short = fc.oneof(
  { weight: 5, arbitrary: place },
  { weight: 5, arbitrary: moves },
  { weight: 3, arbitrary: stock },
  { weight: 3, arbitrary: persons },
  { weight: 2, arbitrary: reviews },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(short) },
  { weight: 2, arbitrary: fc.tuple(alone) },
  { weight: 3, arbitrary: fc.tuple(short, short) },
)

/** Generates a scenario of 5 to 25 steps by two customers and an admin. */
export const scenario: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 5, maxLength: 25 })

/** Resolves the indexes of a command to names; undefined if there is no such object yet. */
export function settle(plan: Plan, model: Model, name: string): Command | undefined {
  const command: Record<string, unknown> = { ...plan, name }
  for (const [field, things] of [
    ['product', model.products],
    ['other', model.products],
    ['order', model.orders],
    ['parcel', model.parcels],
    ['review', model.reviews],
  ] as const) {
    if (typeof plan[field] !== 'number') continue
    const names = Object.keys(things)
    if (names.length === 0) return undefined
    command[field] = names[plan[field] % names.length]
  }
  return command as Command
}
