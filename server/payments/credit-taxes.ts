import { allocate } from '#contract/allocate.ts'
import { type Amount, type RefundableTax, sumAmounts } from '#contract/refund-amount.ts'
import type { PlacedAmounts } from '#server/orders/read-order-amounts.ts'

type TaxGroup = PlacedAmounts['taxes'][number]

/** Holds a part of an order, the whole of it and what is credited. */
export interface CreditedPart {
  taxClass: string | null
  whole: Amount
  credited: Amount
}

/** Sets up to how many taxes of an order are tried together. */
const maxTaxesTogether = 10

/**
 * Splits what is credited by the taxes of the order, which lines do not name: those of a class have the taxes whose rates explain what they
 * were charged, and shipping has what the lines leave of each. The sums of tax agree to the cent; taxes without a part are left out.
 */
export function creditTaxes(
  taxes: readonly TaxGroup[],
  lines: readonly CreditedPart[],
  shipping: Omit<CreditedPart, 'taxClass'>,
): TaxGroup[] {
  const rest = taxes.map(({ taxableCents, taxCents }) => ({ netCents: taxableCents, taxCents }))
  const sums = taxes.map(() => ({ netCents: 0, taxCents: 0 }))
  for (const part of Map.groupBy(lines, ({ taxClass }) => taxClass).values()) {
    const whole = sumAmounts(part.map((line) => line.whole))
    const chosen = explainTax(taxes, whole)
    addShares(rest, chosen, whole, -1)
    addShares(sums, chosen, sumAmounts(part.map((line) => line.credited)), 1)
  }
  const { whole, credited } = shipping
  const nets = rest.map(({ netCents }) => Math.max(0, netCents))
  const isSplit = nets.reduce((sum, cents) => sum + cents, 0) === whole.netCents
  // Of taxes that come on top of each other, each is of the whole net.
  const bases = isSplit && nets.length > 0 && credited.netCents > 0 ? allocate(credited.netCents, nets) : undefined
  const due = rest.map(({ taxCents }) => Math.max(0, taxCents))
  const shares = due.length > 0 ? allocate(credited.taxCents, due) : []
  return taxes.flatMap((tax, index) => {
    const { netCents = 0, taxCents = 0 } = sums[index] ?? {}
    const scaled = whole.netCents === 0 ? 0 : Math.round(((nets[index] ?? 0) / whole.netCents) * credited.netCents)
    const sum = {
      taxableCents: netCents + (bases?.[index] ?? Math.min(scaled, credited.netCents)),
      taxCents: taxCents + (shares[index] ?? 0),
    }
    return sum.taxableCents > 0 || sum.taxCents > 0 ? [{ ...tax, ...sum }] : []
  })
}

/**
 * Groups the parts of an order by the taxes that explain what they were charged, and returns the place of the group of each line. Taxes that
 * come on top of each other count as one; a delivery of which they leave no clear shares is a group of its own.
 */
export function groupByTax(
  taxes: readonly TaxGroup[],
  lines: readonly Omit<CreditedPart, 'credited'>[],
  shipping: Amount,
): { ofLines: number[]; groups: RefundableTax[] } {
  const rest = taxes.map(({ taxableCents, taxCents }) => ({ netCents: taxableCents, taxCents }))
  const groups = new Map<string, { rates: number[]; goods: Amount[]; shippingLeft: Amount }>()
  const groupOf = (chosen: readonly ChosenTax[]) => {
    const key = chosen.map(({ index }) => index).join()
    const group = groups.get(key) ?? { rates: chosen.map(({ rate }) => rate), goods: [], shippingLeft: nothing }
    groups.set(key, group)
    return group
  }
  const ofClasses = new Map(
    [...Map.groupBy(lines, ({ taxClass }) => taxClass)].map(([taxClass, those]) => {
      const whole = sumAmounts(those.map((line) => line.whole))
      const chosen = explainTax(taxes, whole)
      addShares(rest, chosen, whole, -1)
      const group = groupOf(chosen)
      group.goods.push(whole)
      return [taxClass, group]
    }),
  )
  const sum = sumAmounts(rest)
  const isSplit =
    sum.netCents === shipping.netCents &&
    sum.taxCents === shipping.taxCents &&
    rest.every(({ netCents, taxCents }) => netCents >= 0 && taxCents >= 0)
  if (!isSplit) groups.set('delivery', { rates: [], goods: [], shippingLeft: shipping })
  else
    for (const [index, share] of rest.entries())
      if (share.netCents + share.taxCents > 0)
        groupOf([{ index, rate: millionthsOf(taxes[index]?.rate ?? '0') }]).shippingLeft = share
  const list = [...groups.values()]
  return {
    ofLines: lines.map(({ taxClass }) => list.findIndex((group) => group === ofClasses.get(taxClass))),
    groups: list.map(({ rates, goods, shippingLeft }) => {
      const whole = sumAmounts([...goods, shippingLeft])
      const rate = rates.reduce((total, each) => total + each, 0)
      // Each tax was rounded once; what is further off was charged by other rates.
      const isExplained = Math.abs((whole.netCents * rate) / 1e6 - whole.taxCents) <= rates.length
      return { rate: isExplained ? rate : null, whole, shippingLeft }
    }),
  }
}

const nothing: Amount = { netCents: 0, taxCents: 0 }
const millionthsOf = (rate: string) => Math.round(Number(rate) * 1e6)

interface ChosenTax {
  index: number
  /** In millionths. */
  rate: number
}

/** Returns the taxes whose rates come closest to what was charged, of equally close ones the fewest. */
function explainTax(taxes: readonly TaxGroup[], { netCents, taxCents }: Amount): ChosenTax[] {
  const all = taxes.map(({ rate }, index) => ({ index, rate: millionthsOf(rate) }))
  const sets =
    all.length > maxTaxesTogether
      ? all.map((tax) => [tax])
      : Array.from({ length: 2 ** all.length - 1 }, (_, bits) => all.filter((_tax, index) => (bits + 1) & (1 << index)))
  const isFree = (set: readonly ChosenTax[]) => set.every(({ rate }) => rate === 0)
  const distanceOf = (set: readonly ChosenTax[]) =>
    Math.abs((netCents * set.reduce((sum, { rate }) => sum + rate, 0)) / 1e6 - taxCents)
  const [best] = sets
    .filter((set) => isFree(set) === (taxCents === 0))
    .map((set) => ({ set, distance: distanceOf(set) }))
    .toSorted((one, other) => one.distance - other.distance || one.set.length - other.set.length)
  // A few cents may be too little for a tax: then it is of any of them.
  return best?.set ?? all.slice(0, 1)
}

/** Adds an amount to the sums of its taxes: its tax is shared by their rates, its net is the base of each. */
function addShares(sums: Amount[], chosen: readonly ChosenTax[], { netCents, taxCents }: Amount, sign: 1 | -1): void {
  if (chosen.length === 0) return
  const shares = allocate(
    taxCents,
    chosen.map(({ rate }) => rate),
  )
  for (const [place, { index }] of chosen.entries()) {
    const sum = sums[index]
    if (!sum) continue
    sum.netCents += sign * netCents
    sum.taxCents += sign * (shares[place] ?? 0)
  }
}
