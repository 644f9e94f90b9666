import { roundPayable } from '#contract/currency.ts'

/** Holds an amount without tax, and its tax. */
export interface Amount {
  netCents: number
  taxCents: number
}

/** Describes what a refund can take back of a line of an order. */
export interface RefundableLine {
  quantity: number
  /** The units that earlier refunds took back. */
  returnedUnits: number
  /** Holds the amount that the buyer paid for the line after discounts. */
  whole: Amount
  /** Holds the part of the line that was not paid back yet. */
  left: Amount
  /** The place of its tax among those of the order. */
  tax: number
}

/** Describes the lines and the share of the delivery of an order that are taxed alike. */
export interface RefundableTax {
  /** In millionths; null where no stored rate explains the tax: then it is in proportion to the net. */
  rate: number | null
  /** Holds the amount that the buyer paid. */
  whole: Amount
  /** Holds the part of the delivery that was not paid back yet. */
  shippingLeft: Amount
}

/** Describes what a refund can take back of an order. */
export interface RefundableOrder {
  /** By their positions. */
  lines: ReadonlyMap<number, RefundableLine>
  taxes: readonly RefundableTax[]
  /** Whether the buyer saw prices with tax: then these go back to the cent. */
  includesTax: boolean
  /** The money that was not paid back yet, with what was rounded. */
  leftCents: number
  currency: string
}

/** Holds what units and the delivery cost; prices are as the buyer saw them, with or without tax. */
export interface RefundCosts {
  /** The prices by the positions of lines. */
  lines: ReadonlyMap<number, number>
  /** For each tax: its lines and its share of the delivery together, and the price of that share. */
  taxes: readonly (Amount & { shippingCents: number })[]
}

export const grossOf = ({ netCents, taxCents }: Amount): number => netCents + taxCents

/** Adds amounts up. */
export const sumAmounts = (amounts: readonly Amount[]): Amount => ({
  netCents: amounts.reduce((sum, { netCents }) => sum + netCents, 0),
  taxCents: amounts.reduce((sum, { taxCents }) => sum + taxCents, 0),
})

/** Returns the part of an amount that is not in another one. */
export const minus = (amount: Amount, taken: Amount | undefined): Amount => ({
  netCents: amount.netCents - (taken?.netCents ?? 0),
  taxCents: amount.taxCents - (taken?.taxCents ?? 0),
})

/** Returns what is left of each tax: of its lines and of its share of the delivery. */
export const leftOfTaxes = ({ lines, taxes }: RefundableOrder): Amount[] =>
  taxes.map(({ shippingLeft }, index) =>
    sumAmounts([shippingLeft, ...[...lines.values()].filter(({ tax }) => tax === index).map(({ left }) => left)]),
  )

/**
 * Returns what units by the positions of their lines and the delivery cost. Prices are differences of shares of a line. Where they are without
 * tax, the tax of each rate is the difference of the tax of all that is credited, so that it is rounded once, in however many steps the order
 * comes back; where they include it, it is taken out of them.
 */
export function refundCosts(
  order: RefundableOrder,
  units: ReadonlyMap<number, number>,
  withShipping: boolean,
): RefundCosts {
  const priceOf = order.includesTax ? grossOf : ({ netCents }: Amount) => netCents
  const counts = new Map(
    [...order.lines].map(([position, line]) => [
      position,
      Math.min(units.get(position) ?? 0, line.quantity - line.returnedUnits),
    ]),
  )
  const lines = new Map(
    [...order.lines].map(([position, line]) => [position, priceOfUnits(line, counts.get(position) ?? 0, priceOf)]),
  )
  const lefts = leftOfTaxes(order)
  const isShippingShared = order.taxes.filter(({ shippingLeft }) => grossOf(shippingLeft) > 0).length > 1
  const taxes = order.taxes.map((tax, index) => {
    const left = lefts[index] ?? { netCents: 0, taxCents: 0 }
    const shipping = withShipping ? tax.shippingLeft : { netCents: 0, taxCents: 0 }
    const shippingCents = priceOf(shipping)
    const ofTax = [...order.lines].filter(([, line]) => line.tax === index)
    const cents = ofTax.reduce((sum, [position]) => sum + (lines.get(position) ?? 0), shippingCents)
    if (!withShipping && ofTax.every(([position]) => counts.get(position) === 0))
      return { netCents: 0, taxCents: 0, shippingCents: 0 }
    if (order.includesTax) return { ...splitGross(tax, left, cents), shippingCents }
    const credited = minus(tax.whole, left)
    const due = taxOf(tax, credited.netCents + cents) - credited.taxCents
    // A credit note stores one tax for the delivery: what several rates share goes back as it was charged.
    const least = isShippingShared ? shipping.taxCents : 0
    return { netCents: cents, taxCents: Math.min(Math.max(due, least), left.taxCents), shippingCents }
  })
  return { lines, taxes }
}

/** Returns what to refund for units by the positions of their lines, and for the delivery: no more than is left, and a sum that can be paid. */
export function refundAmount(
  order: RefundableOrder,
  units: ReadonlyMap<number, number>,
  withShipping: boolean,
): number {
  const { leftCents, currency } = order
  const cost = grossOf(sumAmounts(refundCosts(order, units, withShipping).taxes))
  // Only who gets everything back also gets what was rounded.
  const isRest = cost > 0 && cost === grossOf(sumAmounts(leftOfTaxes(order)))
  return isRest ? leftCents : Math.max(0, Math.min(roundPayable(cost, currency), leftCents))
}

/**
 * Returns what goes back for units by the positions of their lines that are cancelled: also the delivery, once all units of the order are and
 * nothing has shipped.
 */
export function cancellationCost(
  order: RefundableOrder,
  lines: readonly { position: number; quantity: number; cancelled: number }[],
  units: ReadonlyMap<number, number>,
): { amountCents: number; withShipping: boolean } {
  const withShipping = lines.every(
    ({ position, quantity, cancelled }) => cancelled + (units.get(position) ?? 0) === quantity,
  )
  return { amountCents: refundAmount(order, units, withShipping), withShipping }
}

/** Returns the price of units of a line: of all of them exactly that of the line, and never more than is left. */
function priceOfUnits(
  { quantity, returnedUnits, whole, left }: RefundableLine,
  units: number,
  priceOf: (amount: Amount) => number,
): number {
  const shareOf = (count: number) => divideHalfUp(BigInt(priceOf(whole)) * BigInt(count), BigInt(quantity))
  return Math.min(shareOf(returnedUnits + units) - shareOf(returnedUnits), priceOf(left))
}

/** Returns the tax of a part of the net of a tax: its rate once, half up, as when the order was placed; of all of it what was charged. */
function taxOf(tax: RefundableTax, netCents: number): number {
  const { whole } = tax
  if (netCents >= whole.netCents) return whole.taxCents
  const [over, under] = fractionOf(tax)
  return Math.min(divideHalfUp(over * BigInt(netCents), under), whole.taxCents)
}

/** Takes the tax out of a sum with it, so that the tax of all that is credited stays as close to its rate as whole cents allow. */
export function splitGross(tax: RefundableTax, left: Amount, grossCents: number): Amount {
  const credited = minus(tax.whole, left)
  const [over, under] = fractionOf(tax)
  const exact = under * BigInt(grossCents + credited.taxCents) - over * BigInt(credited.netCents)
  const netCents = Math.min(
    Math.max(divideHalfUp(exact, under + over), 0, grossCents - left.taxCents),
    left.netCents,
    grossCents,
  )
  return { netCents, taxCents: grossCents - netCents }
}

const fractionOf = ({ rate, whole }: RefundableTax): [over: bigint, under: bigint] =>
  rate === null ? [BigInt(whole.taxCents), BigInt(Math.max(whole.netCents, 1))] : [BigInt(rate), 1_000_000n]

const divideHalfUp = (over: bigint, under: bigint) => Number((2n * over + under) / (2n * under))
