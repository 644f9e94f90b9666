import { type Static, Type } from 'typebox'
import { toAmount, toCents } from '#contract/currency.ts'
import { unitPriceAt, type UnitPrices } from '#contract/unit-price.ts'

/** Holds what decides how many units of a product one order may have; `minimum` and `maximum` are multiples of `multiple`. */
export interface QuantityRule {
  minimum: number
  multiple: number
  /** Undefined if only the stock limits an order. */
  maximum?: number | undefined
  available: number
}

/** Holds what decides whether a line can be ordered. */
export interface LineFacts extends QuantityRule {
  /** Whether the product is on sale. */
  active: boolean
  priceCents: number
  /** The number of units that the price is for. */
  pricePer: number
  /** The product on sale that replaced it. */
  successorId?: string | undefined
}

/** Lists why a line can be refused, in the order in which it is checked; each is a problem code, too. */
export const lineRefusals = [
  'product-not-found',
  'out-of-stock',
  'below-minimum',
  'above-maximum',
  'not-a-multiple',
  'price-changed',
] as const
export type LineRefusal = (typeof lineRefusals)[number]

/**
 * Describes what makes a refused line possible: the nearest quantity, of two the larger one; the price of now; or that it is
 * removed, since no quantity is possible, with the successor, if there is one.
 */
export const LineOffer = Type.Object({
  quantity: Type.Optional(Type.Integer()),
  unitPrice: Type.Optional(Type.Number()),
  /** The number of units that the price is for, 100 or 1,000; absent for 1. */
  pricePer: Type.Optional(Type.Integer()),
  remove: Type.Optional(Type.Literal(true)),
  successorId: Type.Optional(Type.String()),
})
export type LineOffer = Static<typeof LineOffer>

/** Describes a line of an order that was refused; `line` counts from 0. */
export const RefusedLine = Type.Object({
  line: Type.Integer(),
  productId: Type.String(),
  name: Type.Optional(Type.String()),
  code: Type.Enum(lineRefusals),
  /** Holds the units that earlier lines of the order leave of the product. */
  available: Type.Optional(Type.Integer()),
  minimum: Type.Optional(Type.Integer()),
  multiple: Type.Optional(Type.Integer()),
  maximum: Type.Optional(Type.Integer()),
  unitPrice: Type.Optional(Type.Number()),
  /** The number of units that the price is for, 100 or 1,000; absent for 1. */
  pricePer: Type.Optional(Type.Integer()),
  offer: LineOffer,
})
export type RefusedLine = Static<typeof RefusedLine>

export type LineVerdict = { code: null; offer?: undefined } | { code: LineRefusal; offer: LineOffer }

/** Describes the line of a buyer: what is wanted, and the price in cents that was shown with it. */
export interface WantedLine {
  quantity: number
  seenPriceCents?: number | undefined
  /** The number of units that it was for; 1 if absent. */
  seenPricePer?: number | undefined
}

/**
 * Decides whether a line can be ordered, and what is offered instead. Product page, cart, quick order, API and order statement decide
 * alike.
 */
export function assessLine(
  facts: LineFacts | null,
  { quantity, seenPriceCents, seenPricePer = 1 }: WantedLine,
): LineVerdict {
  const removal = { remove: true as const, ...(facts?.successorId && { successorId: facts.successorId }) }
  if (!facts?.active) return { code: 'product-not-found', offer: removal }
  const code = refusalOf(facts, quantity)
  if (code) {
    const nearest = nearestQuantity(facts, quantity)
    return { code, offer: nearest === undefined ? removal : { quantity: nearest } }
  }
  const { priceCents, pricePer } = facts
  if (seenPriceCents !== undefined && (seenPriceCents !== priceCents || seenPricePer !== pricePer)) {
    return { code: 'price-changed', offer: { unitPrice: toAmount(priceCents), ...(pricePer > 1 && { pricePer }) } }
  }
  return { code: null }
}

/** Whether the offer raises the quantity to the minimum or a multiple: what stock or maximum would cut off is the buyer's decision. */
export const isRaised = ({ quantity, offer }: { quantity: number; offer?: LineOffer | undefined }): boolean =>
  offer?.quantity !== undefined && offer.quantity > quantity

/** Whether a line with this verdict can be ordered at the price of now. */
export const isOrderable = ({ code }: { code?: string | null | undefined }): boolean =>
  !code || code === 'price-changed'

/**
 * Assesses lines in their order: what a line that can be ordered takes of a product is left for no later one, neither of its stock nor of
 * its maximum. Returns with each verdict what was left for it.
 */
export function assessLines<Facts extends LineFacts>(
  lines: readonly { productId: string; facts: Facts | null; wanted: WantedLine }[],
): { left: Facts | null; verdict: LineVerdict }[] {
  const taken = new Map<string, number>()
  return lines.map(({ productId, facts, wanted }) => {
    const before = taken.get(productId) ?? 0
    const left = facts && {
      ...facts,
      available: Math.max(0, facts.available - before),
      maximum: facts.maximum === undefined ? undefined : Math.max(0, facts.maximum - before),
    }
    const verdict = assessLine(left, wanted)
    if (isOrderable(verdict)) taken.set(productId, before + wanted.quantity)
    return { left, verdict }
  })
}

function refusalOf({ minimum, multiple, maximum = Infinity, available }: QuantityRule, quantity: number) {
  if (quantity > available) return 'out-of-stock'
  if (quantity < minimum) return 'below-minimum'
  if (quantity > maximum) return 'above-maximum'
  return quantity % multiple === 0 ? undefined : 'not-a-multiple'
}

/** Returns the largest quantity that can be ordered, undefined if none can. */
export function largestQuantity({
  minimum,
  multiple,
  maximum = Infinity,
  available,
}: QuantityRule): number | undefined {
  const largest = Math.min(maximum, available)
  const rounded = largest - (largest % multiple)
  return rounded < minimum ? undefined : rounded
}

/** Returns the quantity to order so that a shelf has `par` units again: 0 if it has, otherwise rounded up to what can be ordered. */
export function fillUpQuantity(
  par: number,
  onShelf: number,
  { minimum, multiple }: Pick<QuantityRule, 'minimum' | 'multiple'>,
): number {
  const missing = par - onShelf
  return missing <= 0 ? 0 : Math.max(minimum, Math.ceil(missing / multiple) * multiple)
}

function nearestQuantity(rule: QuantityRule, quantity: number): number | undefined {
  const largest = largestQuantity(rule)
  if (largest === undefined) return undefined
  const rounded = Math.round(quantity / rule.multiple) * rule.multiple
  return Math.min(Math.max(rounded, rule.minimum), largest)
}

/** Returns the price of a line in minor units, half of one rounded up. */
export const lineTotalCents = (
  { priceCents, pricePer }: Pick<LineFacts, 'priceCents' | 'pricePer'>,
  quantity: number,
) =>
  // In whole numbers: a quotient like 0.615 has no exact binary fraction. At most 10^9 × 10^6, below 2^53.
  Math.floor((2 * priceCents * quantity + pricePer) / (2 * pricePer))

/** Returns the facts of a product of the API at a quantity, by default its smallest one: the price depends on it. */
export const lineFactsOf = (
  tool: UnitPrices & {
    minOrder: number
    orderMultiple?: number
    maxOrder?: number
    available: number
    pricePer?: number
    discontinued?: true
    replacedBy?: { _id: string }
  },
  quantity = tool.minOrder,
): LineFacts => ({
  active: tool.discontinued !== true,
  priceCents: toCents(unitPriceAt(tool, quantity)),
  pricePer: tool.pricePer ?? 1,
  minimum: tool.minOrder,
  multiple: tool.orderMultiple ?? 1,
  maximum: tool.maxOrder,
  available: tool.available,
  successorId: tool.replacedBy?._id,
})
