import type { Place } from '#contract/place.ts'
import type { TaxReason } from '#contract/tax.ts'
import { computeTax, type TaxGroup } from '#server/tax/compute-tax.ts'
import { readTaxRules } from '#server/tax/read-tax-rules.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Describes a call of Stripe Tax without its wire. */
interface TaxQuestion {
  place: Place
  lines: readonly { amountCents: number; taxCode: string }[]
  shippingCents: number
  pricesIncludeTax: boolean
  taxIds: readonly { kind: string; value: string }[]
  isExempt: boolean
  at: Date
}

/** Describes one tax of a line, with the reason as Stripe names it. */
type TaxPart = Omit<TaxGroup, 'reason'> & { reason: string }

/** Answers a calculation of the stand-in for Stripe Tax from the shop's own tables; like Stripe, it rounds each line. */
export async function answerStripeStandIn(
  db: Database,
  question: TaxQuestion,
): Promise<{ lines: TaxPart[][]; shipping: TaxPart[] }> {
  const { place, lines, shippingCents, pricesIncludeTax, at } = question
  const stored = await readTaxRules(db, { place, buyerId: undefined })
  const rules = {
    ...stored.rules,
    pricesIncludeTax,
    verifiedCountries: question.taxIds.map(({ value }) => numberCountry(value)),
    certificates: question.isExempt ? [{ ...place, region: '', startsOn: '', endsOn: null }] : [],
  }
  const classes = new Map(Object.entries(stored.taxCodes).map(([taxClass, code]) => [code, taxClass]))
  const [exempt = 'standard'] = rules.exemptClasses
  const goods = lines.map(({ amountCents, taxCode }) => ({
    taxClass: classes.get(taxCode) ?? (taxCode === 'txcd_00000000' ? exempt : 'standard'),
    taxCode,
    amountCents,
  }))
  const groupsOf = (some: typeof goods, shipping: number) =>
    computeTax(rules, { lines: some, shippingCents: shipping, place, buyerId: undefined, at }).groups
  return {
    lines: goods.map((line) => groupsOf([line], 0).map(toPart)),
    shipping: shippingCents > 0 ? difference(groupsOf(goods, shippingCents), groupsOf(goods, 0)).map(toPart) : [],
  }
}

/** Returns the country of a number such as `DE136695976`; Greek ones begin with EL. */
const numberCountry = (value: string) => (value.startsWith('EL') ? 'GR' : value.slice(0, 2))

/** Returns what groups have more than others. */
function difference(groups: readonly TaxGroup[], without: readonly TaxGroup[]): TaxGroup[] {
  const keyOf = ({ taxableCents: _, taxCents: __, ...facts }: TaxGroup) => JSON.stringify(facts)
  const known = new Map(without.map((group) => [keyOf(group), group]))
  return groups.flatMap((group) => {
    const { taxableCents = 0, taxCents = 0 } = known.get(keyOf(group)) ?? {}
    const rest = { ...group, taxableCents: group.taxableCents - taxableCents, taxCents: group.taxCents - taxCents }
    return rest.taxableCents > 0 ? [rest] : []
  })
}

const toPart = ({ reason, ...group }: TaxGroup): TaxPart => ({ ...group, reason: stripeReasons[reason] })

const stripeReasons: Readonly<Record<TaxReason, string>> = {
  standard: 'standard_rated',
  reduced: 'reduced_rated',
  zero_rated: 'zero_rated',
  reverse_charge: 'reverse_charge',
  intra_community: 'reverse_charge',
  export: 'not_subject_to_tax',
  customer_exempt: 'customer_exempt',
  product_exempt: 'product_exempt',
  not_collecting: 'not_collecting',
  out_of_scope: 'not_subject_to_tax',
}
