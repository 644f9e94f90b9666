import { roundPayable } from '#contract/currency.ts'

/** Describes what a refund can take back of a line of an order. */
export interface RefundableLine {
  quantity: number
  /** The units that earlier refunds took back. */
  returnedUnits: number
  /** What the buyer paid for the line: after discounts, with tax. */
  grossCents: number
  /** What of it was not paid back yet. */
  leftCents: number
}

/** Describes what a refund can take back of an order. */
export interface RefundableOrder {
  /** By their positions. */
  lines: ReadonlyMap<number, RefundableLine>
  shippingLeftCents: number
  /** What was rounded so that the total can be paid. */
  roundingCents: number
  /** The money that was not paid back yet. */
  leftCents: number
  currency: string
}

/**
 * Returns what units of a line cost. It is the difference of two shares of the line, so that all units have exactly its total, in however
 * many steps they come back; it is never more than is left.
 */
export function amountOfUnits(
  { quantity, returnedUnits, grossCents, leftCents }: RefundableLine,
  units: number,
): number {
  const shareOf = (count: number) =>
    Number((2n * BigInt(grossCents) * BigInt(count) + BigInt(quantity)) / (2n * BigInt(quantity)))
  return Math.min(shareOf(returnedUnits + units) - shareOf(returnedUnits), leftCents)
}

/** Returns what to refund for units by the positions of their lines, and for the shipping: no more than is left, and a sum that can be paid. */
export function refundAmount(
  { lines, shippingLeftCents, roundingCents, leftCents, currency }: RefundableOrder,
  units: ReadonlyMap<number, number>,
  withShipping: boolean,
): number {
  let sum = withShipping ? shippingLeftCents : 0
  let isRest = withShipping || shippingLeftCents === 0
  for (const [position, line] of lines) {
    const count = units.get(position) ?? 0
    sum += amountOfUnits(line, count)
    isRest &&= line.returnedUnits + count === line.quantity
  }
  // Only who gets everything back also gets what was rounded.
  return Math.max(0, Math.min(roundPayable(sum + (isRest && sum > 0 ? roundingCents : 0), currency), leftCents))
}
