import { allocate } from '#contract/allocate.ts'
import type { TaxNote, TaxReason } from '#contract/tax.ts'
import type { Place } from '#contract/place.ts'
import { fromMillionths, readTreatments, type TaxRules, totalRate, type Treatment } from '#server/tax/tax-rules.ts'

export interface TaxRequest {
  /** After discounts, in cents; with tax in it if the shop's prices include tax. */
  lines: readonly { taxClass: string; taxCode: string | null; amountCents: number }[]
  shippingCents: number
  place: Place
  /** For tax numbers and exemptions; undefined for a visitor. */
  buyerId: string | undefined
  at: Date
}

/** Describes what is due by one tax, or that nothing is due and why. */
export interface TaxGroup {
  country: string
  region: string
  name: string
  /** A fraction, such as `0.0825`. */
  rate: string
  reason: TaxReason
  taxableCents: number
  taxCents: number
}

interface Amount {
  netCents: number
  taxCents: number
}

export interface TaxAmounts {
  /** Whether the shop's prices include tax. */
  includesTax: boolean
  /** In the order of the request; the buyer pays net and tax of each. */
  lines: readonly Amount[]
  shipping: Amount
  groups: readonly TaxGroup[]
  taxCents: number
  provider: string
  reference?: string
  note?: TaxNote
  /** The countries of which one verified tax number of the buyer takes the tax away; absent where such numbers do not matter. */
  taxIdCountries?: readonly string[]
  /** Whether the tax depends on a region that the place does not name. */
  needsRegion?: true
}

/** An amount with its treatment: a line, or the share of shipping that follows a class of goods. */
interface Entry extends Amount {
  amountCents: number
  treatment: Treatment
}

const million = 1_000_000n

/**
 * Calculates the tax of an order from the shop's own tables. Each group is rounded once, half up; lines and shipping get shares of what is
 * due by the taxes that they have in common, by largest remainder.
 */
export function computeTax(rules: TaxRules, request: TaxRequest): TaxAmounts {
  const treat = rememberTreatments(readTreatments(rules, request.place, request.at))
  const goods = request.lines.map(({ taxClass, amountCents }) => newEntry(amountCents, treat(taxClass)))
  const shipping = shippingEntries(rules.shippingTax, request.shippingCents, goods, treat)
  const entries = [...goods, ...shipping]

  const taxed = entries.filter(({ treatment }) => treatment.none === undefined)
  const unit = rules.pricesIncludeTax ? commonDenominator(taxed) : 1n
  /** Returns the taxable amount of an entry, before rounding, in shares of a cent of which a cent has `unit`. */
  const taxable = ({ amountCents, treatment }: Entry) =>
    rules.pricesIncludeTax
      ? (BigInt(amountCents) * million * unit) / (million + totalRate(treatment.taxes))
      : BigInt(amountCents)
  const groups = new Map<string, TaxGroup>()
  for (const cluster of clusterByTax(taxed)) {
    const due = taxesOf(cluster, taxable, unit)
    for (const [key, group] of due) groups.set(key, group)
    shareTax(cluster, taxable, sumOf([...due.values()], 'taxCents'))
  }
  if (rules.pricesIncludeTax) {
    for (const entry of taxed) entry.netCents -= entry.taxCents
    removeOwnTax(entries.filter(({ treatment }) => treatment.removedRate > 0n))
  }
  addTaxable(groups, entries)

  const shippingSum = { netCents: sumOf(shipping, 'netCents'), taxCents: sumOf(shipping, 'taxCents') }
  const note = [...groups.values()].map(({ reason }) => notes[reason]).find((each) => each !== undefined)
  return {
    includesTax: rules.pricesIncludeTax,
    lines: goods.map(({ netCents, taxCents }) => ({ netCents, taxCents })),
    shipping: shippingSum,
    groups: [...groups.values()],
    taxCents: sumOf(goods, 'taxCents') + shippingSum.taxCents,
    provider: 'tables',
    ...(note && { note }),
  }
}

const newEntry = (amountCents: number, treatment: Treatment): Entry => ({
  amountCents,
  treatment,
  netCents: amountCents,
  taxCents: 0,
})

const sumOf = <Part extends string>(amounts: readonly Record<Part, number>[], part: Part) =>
  amounts.reduce((sum, each) => sum + each[part], 0)

/** Lists what a buyer is told about a zero, by its reason. */
export const notes: Readonly<Partial<Record<TaxReason, TaxNote>>> = {
  intra_community: 'intra-community',
  reverse_charge: 'reverse-charge',
  export: 'export',
  customer_exempt: 'exempt',
}

/** Makes a class have one treatment, by whose identity entries are compared. */
function rememberTreatments(find: (taxClass: string) => Treatment): (taxClass: string) => Treatment {
  const known = new Map<string, Treatment>()
  return (taxClass) => {
    const treatment = known.get(taxClass) ?? find(taxClass)
    known.set(taxClass, treatment)
    return treatment
  }
}

/** Splits shipping by the amounts of the goods, or gives it to the goods with the highest rate; without goods, it is taxed as standard. */
function shippingEntries(
  rule: TaxRules['shippingTax'],
  shippingCents: number,
  goods: readonly Entry[],
  treat: (taxClass: string) => Treatment,
): Entry[] {
  if (shippingCents === 0) return []
  const amounts = new Map<Treatment, number>()
  for (const { treatment, amountCents } of goods) amounts.set(treatment, (amounts.get(treatment) ?? 0) + amountCents)
  if (amounts.size === 0) amounts.set(treat('standard'), 0)
  const followed = [...amounts].map(([treatment, amountCents]) => ({ treatment: onShipping(treatment), amountCents }))
  if (rule === 'proportional') {
    const shares = allocate(
      shippingCents,
      followed.map(({ amountCents }) => amountCents),
    )
    return followed.map(({ treatment }, index) => newEntry(shares[index] ?? 0, treatment))
  }
  const [first, ...others] = followed.map(({ treatment }) => treatment)
  if (!first) return []
  const highest = others.reduce((best, each) => (totalRate(each.taxes) > totalRate(best.taxes) ? each : best), first)
  return [newEntry(shippingCents, highest)]
}

/** Leaves out the taxes that are not due on shipping. */
function onShipping(treatment: Treatment): Treatment {
  const taxes = treatment.taxes.filter(({ onShipping: isDue }) => isDue)
  const [first] = treatment.taxes
  if (!first || taxes.length === treatment.taxes.length) return treatment
  if (taxes.length > 0) return { ...treatment, taxes }
  const { country, region } = first
  return { taxes, none: { country, region, name: '', reason: 'out_of_scope' }, removedRate: 0n }
}

/** Returns the product of all denominators of nets in prices with tax. */
function commonDenominator(entries: readonly Entry[]): bigint {
  const rates = new Set(entries.map(({ treatment }) => totalRate(treatment.taxes)))
  return [...rates].reduce((product, rate) => product * (million + rate), 1n)
}

type Tax = Treatment['taxes'][number]
const keyOf = ({ country, region, name, rate, reason }: Omit<Tax, 'onShipping'>) =>
  JSON.stringify([country, region, name, String(rate), reason])

/** Puts entries together that have a tax in common, directly or by way of others. */
function clusterByTax(entries: readonly Entry[]): Entry[][] {
  let clusters: { keys: Set<string>; entries: Entry[] }[] = []
  const byTreatment = Map.groupBy(entries, ({ treatment }) => treatment)
  for (const [{ taxes }, those] of byTreatment) {
    const keys = taxes.map(keyOf)
    const joined = clusters.filter((cluster) => keys.some((key) => cluster.keys.has(key)))
    const cluster = {
      keys: new Set([...joined.flatMap((each) => [...each.keys]), ...keys]),
      entries: [...joined.flatMap((each) => each.entries), ...those],
    }
    clusters = [...clusters.filter((each) => !joined.includes(each)), cluster]
  }
  return clusters.map((cluster) => cluster.entries)
}

/** Returns the groups of the taxes of entries, each rounded once; what was taxable is added later. */
function taxesOf(entries: readonly Entry[], taxable: (entry: Entry) => bigint, unit: bigint): Map<string, TaxGroup> {
  const sums = new Map<string, { tax: Tax; sum: bigint }>()
  for (const entry of entries) {
    const part = taxable(entry)
    for (const tax of entry.treatment.taxes) {
      const key = keyOf(tax)
      const sum = sums.get(key)?.sum ?? 0n
      sums.set(key, { tax, sum: sum + part })
    }
  }
  return new Map(
    [...sums].map(([key, { tax, sum }]) => {
      const taxCents = roundHalfUp(sum * tax.rate, unit * million)
      const { country, region, name, reason } = tax
      return [key, { country, region, name, rate: fromMillionths(tax.rate), reason, taxableCents: 0, taxCents }]
    }),
  )
}

/** Gives each entry its share of what is due: first each treatment, then the entries of each by their amounts. */
function shareTax(entries: readonly Entry[], taxable: (entry: Entry) => bigint, totalCents: number): void {
  const parts = [...Map.groupBy(entries, ({ treatment }) => treatment).values()]
  const totals = allocate(
    totalCents,
    parts.map((part) => part.reduce((sum, entry) => sum + taxable(entry) * totalRate(entry.treatment.taxes), 0n)),
  )
  for (const [place, part] of parts.entries()) {
    const shares = allocate(
      totals[place] ?? 0,
      part.map(({ amountCents }) => amountCents),
    )
    for (const [index, entry] of part.entries()) entry.taxCents = shares[index] ?? 0
  }
}

const roundHalfUp = (over: bigint, under: bigint) => Number((over * 2n + under) / (under * 2n))

/** Takes the tax of the seller's own country out of prices that include it, for buyers who owe none; rounds once for each rate. */
function removeOwnTax(entries: readonly Entry[]): void {
  for (const [rate, those] of Map.groupBy(entries, ({ treatment }) => treatment.removedRate)) {
    const amounts = those.map(({ amountCents }) => amountCents)
    const sum = amounts.reduce((total, cents) => total + BigInt(cents), 0n)
    const shares = allocate(roundHalfUp(sum * rate, million + rate), amounts)
    for (const [index, entry] of those.entries()) entry.netCents -= shares[index] ?? 0
  }
}

/** Adds to each group what was taxable; a zero gets its group, too. */
function addTaxable(groups: Map<string, TaxGroup>, entries: readonly Entry[]): void {
  for (const { treatment, netCents } of entries) {
    const { none } = treatment
    for (const tax of none ? [{ ...none, rate: 0n }] : treatment.taxes) {
      const key = keyOf(tax)
      const group = groups.get(key) ?? { ...tax, rate: '0', taxableCents: 0, taxCents: 0 }
      group.taxableCents += netCents
      groups.set(key, group)
    }
  }
}
