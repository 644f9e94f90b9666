import { allocate } from '#contract/allocate.ts'
import { payableStep } from '#contract/currency.ts'
import {
  type Amount,
  grossOf,
  leftOfTaxes,
  minus,
  type RefundableOrder,
  refundCosts,
  splitGross,
  sumAmounts,
} from '#contract/refund-amount.ts'

export interface CreditInput {
  amountCents: number
  /** By the positions of lines. */
  units: ReadonlyMap<number, number>
  withShipping: boolean
  /** Undefined without a restocking fee. */
  fee?: RestockingFee | undefined
}

/** Holds the fee that is off a refund already, with its tax, and the positions of the lines that it is for. */
export interface RestockingFee {
  cents: number
  lines: ReadonlySet<number>
}

export interface Credit {
  /** By their positions; without units and net, a line holds a cent of tax that other lines of its rate have no room for. */
  lines: ReadonlyMap<number, CreditedLine>
  shipping: Amount
  roundingCents: number
  /** Holds the part that the next refund can take back. */
  rest: RefundableOrder
}

interface CreditedLine extends Amount {
  units: number
  /** The restocking fee, which is off the amount. */
  fee: Amount
}

const nothing: Amount = { netCents: 0, taxCents: 0 }

/**
 * Splits a refund among the parts of its order. The units that came back and the delivery get what they cost, or shares of less; what is
 * above reduces the price of all parts, by what is left of them. A restocking fee is off its lines only, and left of them for a later refund.
 * No part gets more than is left, and the last refund takes all that is left.
 */
export function creditRefund(order: RefundableOrder, { fee, ...input }: CreditInput): Credit {
  // An earlier credit note may have given back what the fee kept.
  const cents = Math.min(fee?.cents ?? 0, order.leftCents - input.amountCents)
  if (!fee || cents <= 0) return creditParts(order, input)
  const whole = creditParts(order, { ...input, amountCents: input.amountCents + cents })
  return takeFee(order, whole, { ...fee, cents })
}

function creditParts(order: RefundableOrder, { amountCents, units, withShipping }: Omit<CreditInput, 'fee'>): Credit {
  const costs = refundCosts(order, units, withShipping)
  const lefts = leftOfTaxes(order)
  const leftSum = grossOf(sumAmounts(lefts))
  const shares = shareOut(
    goodsOf(order, amountCents, leftSum, costs.taxes),
    costs.taxes.map(grossOf),
    lefts.map(grossOf),
  )
  const lines = new Map<number, CreditedLine>()
  const shippings = order.taxes.map((tax, index) => {
    const { shippingCents, ...cost } = costs.taxes[index] ?? { ...nothing, shippingCents: 0 }
    const left = lefts[index] ?? nothing
    const share = shares[index] ?? 0
    const ofTax = [...order.lines].filter(([, line]) => line.tax === index)
    const prices = [...ofTax.map(([position]) => costs.lines.get(position) ?? 0), shippingCents]
    const partsLeft = [...ofTax.map(([, line]) => line.left), tax.shippingLeft]
    // The cost of units is right to the cent already, and the rest is all there is.
    const sum = share === grossOf(left) ? left : share === grossOf(cost) ? cost : splitGross(tax, left, share)
    const parts = order.includesTax ? shareGross(sum, prices, partsLeft) : shareNetAndTax(sum, prices, partsLeft)
    for (const [place, [position, line]] of ofTax.entries()) {
      const count = Math.min(units.get(position) ?? 0, line.quantity - line.returnedUnits)
      const credit = { units: count, fee: nothing, ...(parts[place] ?? nothing) }
      if (count > 0 || grossOf(credit) > 0) lines.set(position, credit)
    }
    return parts.at(-1) ?? nothing
  })
  const shipping = sumAmounts(shippings)
  const rest: RefundableOrder = {
    ...order,
    lines: new Map(
      [...order.lines].map(([position, line]) => [
        position,
        {
          ...line,
          returnedUnits: line.returnedUnits + (lines.get(position)?.units ?? 0),
          left: minus(line.left, lines.get(position)),
        },
      ]),
    ),
    taxes: order.taxes.map((tax, index) => ({ ...tax, shippingLeft: minus(tax.shippingLeft, shippings[index]) })),
    leftCents: order.leftCents - amountCents,
  }
  const goodsCents = shares.reduce((sum, cents) => sum + cents, 0)
  return { lines, shipping, roundingCents: amountCents - goodsCents, rest }
}

/** Takes a restocking fee off the lines that it is for, in proportion to what they cost; its tax keeps all that is credited at its rate. */
function takeFee(order: RefundableOrder, credit: Credit, { cents, lines: charged }: RestockingFee): Credit {
  const bearers = [...credit.lines].filter(([position]) => charged.has(position))
  const costs = bearers.map(([, line]) => grossOf(line))
  const takenCents = Math.min(
    cents,
    costs.reduce((sum, each) => sum + each, 0),
  )
  const shares = new Map(allocate(takenCents, costs).map((share, index) => [bearers[index]?.[0], share]))
  const before = leftOfTaxes(order)
  const after = leftOfTaxes(credit.rest)
  const lines = new Map(credit.lines)
  const lefts = new Map(credit.rest.lines)
  for (const [index, tax] of order.taxes.entries()) {
    const ofTax = bearers.filter(([position]) => order.lines.get(position)?.tax === index)
    const prices = ofTax.map(([position]) => shares.get(position) ?? 0)
    const feeCents = prices.reduce((sum, each) => sum + each, 0)
    const left = before[index] ?? nothing
    const whole = minus(left, after[index])
    const kept = splitGross(tax, left, grossOf(whole) - feeCents)
    const netCents = Math.max(0, Math.min(whole.netCents - kept.netCents, feeCents))
    const fees = shareGross(
      { netCents, taxCents: feeCents - netCents },
      prices,
      ofTax.map(([, line]) => line),
    )
    for (const [place, [position, line]] of ofTax.entries()) {
      const fee = fees[place] ?? nothing
      const rest = lefts.get(position)
      lines.set(position, { ...line, ...minus(line, fee), fee })
      if (rest) lefts.set(position, { ...rest, left: sumAmounts([rest.left, fee]) })
    }
  }
  return {
    ...credit,
    lines,
    roundingCents: credit.roundingCents - (cents - takenCents),
    rest: { ...credit.rest, lines: lefts, leftCents: credit.rest.leftCents + cents },
  }
}

/** Returns what of a refund is for goods and delivery: what is left is rounding, by which less than can be paid is off, too. */
function goodsOf(
  { leftCents, currency }: RefundableOrder,
  amountCents: number,
  leftSum: number,
  costs: readonly Amount[],
): number {
  if (amountCents >= leftCents) return leftSum
  const cost = grossOf(sumAmounts(costs))
  const isRounded = cost > 0 && Math.abs(amountCents - cost) < payableStep(currency)
  return isRounded ? cost : Math.min(amountCents, leftSum)
}

/** Shares a sum by what is wanted; what is above, by what is left then. */
function shareOut(cents: number, wanted: readonly number[], left: readonly number[]): number[] {
  const excess = cents - wanted.reduce((sum, each) => sum + each, 0)
  if (excess <= 0) return allocate(cents, wanted)
  const reductions = allocate(
    excess,
    left.map((each, index) => each - (wanted[index] ?? 0)),
  )
  return wanted.map((each, index) => each + (reductions[index] ?? 0))
}

/** Shares a sum among the parts of a tax, the last of which is the delivery: its net by their prices without tax, and then its tax. */
function shareNetAndTax(sum: Amount, prices: readonly number[], lefts: readonly Amount[]): Amount[] {
  const nets = shareOut(
    sum.netCents,
    prices,
    lefts.map(({ netCents }) => netCents),
  )
  const taxes = shareTax(sum.taxCents, nets, lefts)
  return nets.map((netCents, index) => ({ netCents, taxCents: taxes[index] ?? 0 }))
}

/**
 * Shares a sum among the parts of a tax by their prices with tax, and takes the tax out of each in proportion to what is left of it. Parts that
 * come back whole have the tax that they were charged, also where the sum of it is some cents off its rate.
 */
function shareGross(sum: Amount, prices: readonly number[], lefts: readonly Amount[]): Amount[] {
  const grosses = shareOut(grossOf(sum), prices, lefts.map(grossOf))
  const parts = lefts.map((left, index) => {
    const gross = grosses[index] ?? 0
    const share = Number((BigInt(left.taxCents) * BigInt(gross)) / BigInt(Math.max(grossOf(left), 1)))
    return { gross, share, least: Math.max(0, gross - left.netCents), most: Math.min(gross, left.taxCents) }
  })
  const missing = sum.taxCents - parts.reduce((total, { share }) => total + share, 0)
  const rooms = parts.map(({ share, least, most }) => (missing < 0 ? share - least : most - share))
  const room = rooms.reduce((total, each) => total + each, 0)
  const corrections = allocate(Math.max(-room, Math.min(missing, room)), rooms)
  return parts.map(({ gross, share }, index) => {
    const taxCents = share + (corrections[index] ?? 0)
    return { netCents: gross - taxCents, taxCents }
  })
}

/** Shares a tax by the nets of its parts, the last of which is the delivery: whole, it takes its tax first, which other rates may share. */
function shareTax(taxCents: number, nets: readonly number[], lefts: readonly Amount[]): number[] {
  const wanted = nets.map((netCents, index) => {
    const left = lefts[index] ?? nothing
    const over = BigInt(left.taxCents) * BigInt(netCents)
    return left.netCents === 0 ? 0 : Number((over + BigInt(left.netCents) - 1n) / BigInt(left.netCents))
  })
  const lines = lefts.slice(0, -1).map((left) => left.taxCents)
  const shippingCents = Math.min(wanted.at(-1) ?? 0, taxCents)
  const ofLines = Math.min(
    taxCents - shippingCents,
    lines.reduce((sum, cents) => sum + cents, 0),
  )
  return [...(lines.length > 0 ? shareOut(ofLines, wanted.slice(0, -1), lines) : []), taxCents - ofLines]
}
