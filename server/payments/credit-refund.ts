import { allocate } from '#contract/allocate.ts'
import { amountOfUnits } from '#contract/refund-amount.ts'

/** Holds an amount without tax, and its tax. */
export interface Amount {
  netCents: number
  taxCents: number
}

/** Holds a line of an order with what earlier credit notes left of it. */
export interface CreditableLine {
  lineId: number
  quantity: number
  /** In earlier credit notes. */
  returnedUnits: number
  grossCents: number
  left: Amount
}

/** Holds an order with what earlier credit notes left of it. */
export interface CreditableOrder {
  lines: readonly CreditableLine[]
  shippingLeft: Amount
  /** The money, with what was rounded. */
  leftCents: number
}

export interface CreditInput {
  amountCents: number
  /** By the ids of lines. */
  units: ReadonlyMap<number, number>
  withShipping: boolean
}

export interface Credit {
  lines: readonly (Amount & { lineId: number; units: number })[]
  shipping: Amount
  roundingCents: number
}

/**
 * Splits a refund among the parts of its order. The units that came back and the shipping get what they cost, or shares of less; what is
 * above reduces the price of all parts, by what is left of them. No part gets more than is left, and the last refund takes all that is left.
 */
export function creditRefund(order: CreditableOrder, { amountCents, units, withShipping }: CreditInput): Credit {
  const shippingCents = grossOf(order.shippingLeft)
  const left = [...order.lines.map((line) => grossOf(line.left)), shippingCents]
  const wanted = [
    ...order.lines.map((line, index) => {
      const count = Math.min(units.get(line.lineId) ?? 0, line.quantity - line.returnedUnits)
      return amountOfUnits({ ...line, leftCents: left[index] ?? 0 }, count)
    }),
    withShipping ? shippingCents : 0,
  ]
  const leftSum = sumOf(left)
  const goodsCents = amountCents >= order.leftCents ? leftSum : Math.min(amountCents, leftSum)
  const shares = shareOut(goodsCents, wanted, left)
  return {
    lines: order.lines.flatMap((line, index) => {
      const count = Math.min(units.get(line.lineId) ?? 0, line.quantity - line.returnedUnits)
      const share = shares[index] ?? 0
      return count > 0 || share > 0 ? [{ lineId: line.lineId, units: count, ...withTax(share, line.left) }] : []
    }),
    shipping: withTax(shares.at(-1) ?? 0, order.shippingLeft),
    roundingCents: amountCents - goodsCents,
  }
}

export const grossOf = ({ netCents, taxCents }: Amount): number => netCents + taxCents

const sumOf = (list: readonly number[]) => list.reduce((sum, cents) => sum + cents, 0)

function shareOut(cents: number, wanted: readonly number[], left: readonly number[]): number[] {
  const excess = cents - sumOf(wanted)
  if (excess <= 0) return allocate(cents, wanted)
  const reductions = allocate(
    excess,
    left.map((each, index) => each - (wanted[index] ?? 0)),
  )
  return wanted.map((each, index) => each + (reductions[index] ?? 0))
}

/** Takes the tax out of a share in the proportion of what is left, half up, so that the last share has the rest of the tax. */
function withTax(shareCents: number, left: Amount): Amount {
  const gross = BigInt(grossOf(left))
  if (gross === 0n) return { netCents: shareCents, taxCents: 0 }
  const taxCents = Number((2n * BigInt(shareCents) * BigInt(left.taxCents) + gross) / (2n * gross))
  return { netCents: shareCents - taxCents, taxCents }
}
