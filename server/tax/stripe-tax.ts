import Stripe from 'stripe'
import { ownValue } from '#contract/own-value.ts'
import { storeDay } from '#contract/time-zone.ts'
import { allocate } from '#contract/allocate.ts'
import { currentCurrency } from '#contract/currency.ts'
import type { TaxReason } from '#contract/tax.ts'
import { notes, type TaxAmounts, type TaxGroup, type TaxRequest } from '#server/tax/compute-tax.ts'
import type { TaxProvider } from '#server/tax/calculate-tax.ts'
import type { StoredRules } from '#server/tax/read-tax-rules.ts'
import { fromMillionths, leavesForMemberState, toMillionths } from '#server/tax/tax-rules.ts'
import { problem } from '#server/platform/http/problem.ts'
import { fromStripeAmount, toStripeAmount } from '#server/platform/stripe-amounts.ts'

/** Stripe takes no more lines in one calculation. */
const maxLines = 100
const timeoutMs = 2000
/** The codes of tangible goods and of shipping, where the shop gives no other. */
const goodsCode = 'txcd_99999999'
const exemptCode = 'txcd_00000000'
const shippingCode = 'txcd_92010001'

interface MergedLine {
  taxCode: string
  /** The lines of the request, by their index. */
  indexes: number[]
  amountCents: number
}

/**
 * Calculates with Stripe Tax: lines are merged by tax code, and their tax is allocated back. Throws `tax-unavailable` if Stripe refuses
 * or does not answer within two seconds; tax is never guessed.
 */
export const stripeTax =
  (stripe: Stripe): TaxProvider =>
  async (stored, request) => {
    const merged = mergeByTaxCode(stored, request)
    const deadline = Date.now() + timeoutMs
    const batches = Array.from({ length: Math.max(1, Math.ceil(merged.length / maxLines)) }, (_, index) =>
      merged.slice(index * maxLines, (index + 1) * maxLines),
    )
    try {
      const answers = await Promise.all(
        batches.map((lines, index) =>
          calculate(stripe, deadline, parametersOf(stored, request, lines, index === 0 ? request.shippingCents : 0)),
        ),
      )
      return readAnswers(stored.rules, request, merged, answers)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) throw problem('tax-unavailable')
      throw error
    }
  }

function mergeByTaxCode({ rules, taxCodes }: StoredRules, { lines }: TaxRequest): MergedLine[] {
  const merged = new Map<string, MergedLine>()
  for (const [index, { taxClass, taxCode, amountCents }] of lines.entries()) {
    const usual = rules.exemptClasses.includes(taxClass) ? exemptCode : goodsCode
    const code = taxCode ?? ownValue(taxCodes, taxClass) ?? usual
    const line = merged.get(code) ?? { taxCode: code, indexes: [], amountCents: 0 }
    line.indexes.push(index)
    line.amountCents += amountCents
    merged.set(code, line)
  }
  return [...merged.values()]
}

function parametersOf(
  { rules, taxIds }: StoredRules,
  { place, at }: TaxRequest,
  lines: readonly MergedLine[],
  shippingCents: number,
): Stripe.Tax.CalculationCreateParams {
  const tax_behavior = rules.pricesIncludeTax ? 'inclusive' : 'exclusive'
  const day = storeDay(at)
  const isExempt = rules.certificates.some(
    ({ country, region, startsOn, endsOn }) =>
      country === place.country &&
      (region === '' || region.toUpperCase() === place.region?.toUpperCase()) &&
      startsOn <= day &&
      (endsOn === null || day <= endsOn),
  )
  const currency = currentCurrency().code.toLowerCase()
  return {
    currency,
    line_items: lines.map(({ taxCode, amountCents }) => ({
      amount: toStripeAmount(amountCents, currency),
      reference: taxCode,
      tax_code: taxCode,
      tax_behavior,
    })),
    ...(shippingCents > 0 && {
      shipping_cost: { amount: toStripeAmount(shippingCents, currency), tax_behavior, tax_code: shippingCode },
    }),
    customer_details: {
      address: {
        country: place.country,
        ...(place.region && { state: place.region }),
        ...(place.postalCode && { postal_code: place.postalCode }),
      },
      address_source: 'shipping',
      ...(taxIds.length > 0 && { tax_ids: taxIds.map(({ kind, value }) => ({ type: kind, value })) }),
      ...(isExempt && { taxability_override: 'customer_exempt' }),
    },
    tax_date: Math.floor(at.getTime() / 1000),
    expand: ['line_items.data.tax_breakdown'],
  }
}

interface Answer {
  calculation: Stripe.Tax.Calculation
  lines: Stripe.Tax.CalculationLineItem[]
}

async function calculate(
  stripe: Stripe,
  deadline: number,
  parameters: Stripe.Tax.CalculationCreateParams,
): Promise<Answer> {
  const within = () => ({ timeout: Math.max(1, deadline - Date.now()), maxNetworkRetries: 0 })
  const calculation = await stripe.tax.calculations.create(parameters, within())
  const { line_items, id } = calculation
  if (!line_items?.has_more || id === null) return { calculation, lines: line_items?.data ?? [] }
  const all = { limit: maxLines, expand: ['data.tax_breakdown'] }
  return { calculation, lines: (await stripe.tax.calculations.listLineItems(id, all, within())).data }
}

const toCents = (amount: number) => fromStripeAmount(amount, currentCurrency().code)

type Breakdown = NonNullable<Stripe.Tax.CalculationLineItem['tax_breakdown']>[number]

function readAnswers(
  rules: StoredRules['rules'],
  { lines, shippingCents, place, at }: TaxRequest,
  merged: readonly MergedLine[],
  answers: readonly Answer[],
): TaxAmounts {
  const includesTax = rules.pricesIncludeTax
  const net = (amountCents: number, taxCents: number) => ({
    netCents: includesTax ? amountCents - taxCents : amountCents,
    taxCents,
  })
  const answered = new Map(answers.flatMap((each) => each.lines.map((line) => [line.reference, line])))
  const taxes = lines.map(() => 0)
  const breakdowns: Breakdown[] = []
  for (const { taxCode, indexes } of merged) {
    const line = answered.get(taxCode)
    // A line without an answer must not pass as untaxed.
    if (!line) throw problem('tax-unavailable')
    const amounts = indexes.map((index) => lines[index]?.amountCents ?? 0)
    for (const [position, share] of allocate(toCents(line.amount_tax), amounts).entries())
      taxes[indexes[position] ?? 0] = share
    breakdowns.push(...(line.tax_breakdown ?? []))
  }
  const costs = answers.flatMap(({ calculation }) => calculation.shipping_cost ?? [])
  breakdowns.push(...costs.flatMap(({ tax_breakdown }) => tax_breakdown ?? []))
  const shipping = net(
    shippingCents,
    costs.reduce((sum, { amount_tax }) => sum + toCents(amount_tax), 0),
  )
  const taxCents = taxes.reduce((sum, each) => sum + each, 0) + shipping.taxCents
  // Stripe has one name for both: goods to another member state are a supply of their own, and stand on the sales list.
  const reverseCharge = leavesForMemberState(rules, place, at) ? 'intra_community' : 'reverse_charge'
  const groups = groupsOf(breakdowns, taxCents, { ...reasons, reverse_charge: reverseCharge })
  const note = groups.map(({ reason }) => notes[reason]).find((each) => each !== undefined)
  const reference = answers.flatMap(({ calculation }) => calculation.id ?? []).join(' ')
  return {
    includesTax,
    lines: lines.map(({ amountCents }, index) => net(amountCents, taxes[index] ?? 0)),
    shipping,
    groups,
    taxCents,
    provider: 'stripe',
    ...(reference && { reference }),
    ...(note && { note }),
  }
}

/** Adds up the breakdowns by tax; their amounts are made to add up to what was charged, should Stripe have rounded them differently. */
function groupsOf(
  breakdowns: readonly Breakdown[],
  taxCents: number,
  reasonOf: Readonly<Record<string, TaxReason>>,
): TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const { amount, taxable_amount, jurisdiction, tax_rate_details: details, taxability_reason } of breakdowns) {
    const names = [jurisdiction.level === 'country' ? '' : jurisdiction.display_name, details?.display_name ?? '']
    const facts = {
      country: jurisdiction.country,
      region: jurisdiction.state ?? '',
      name: names.filter(Boolean).join(' '),
      rate: fromMillionths(toMillionths(details?.percentage_decimal ?? '0') / 100n),
      reason: reasonOf[taxability_reason] ?? (amount > 0 ? 'standard' : 'out_of_scope'),
    }
    const key = JSON.stringify(facts)
    const group = groups.get(key) ?? { ...facts, taxableCents: 0, taxCents: 0 }
    group.taxableCents += toCents(taxable_amount)
    group.taxCents += toCents(amount)
    groups.set(key, group)
  }
  const list = [...groups.values()]
  if (list.length === 0) return []
  const shares = allocate(
    taxCents,
    list.map((group) => group.taxCents),
  )
  return list.map((group, index) => ({ ...group, taxCents: shares[index] ?? 0 }))
}

/** Translates the reasons of Stripe, but for `reverse_charge`. */
const reasons: Readonly<Record<string, TaxReason>> = {
  customer_exempt: 'customer_exempt',
  not_collecting: 'not_collecting',
  not_subject_to_tax: 'out_of_scope',
  not_supported: 'out_of_scope',
  portion_product_exempt: 'product_exempt',
  portion_reduced_rated: 'reduced',
  portion_standard_rated: 'standard',
  product_exempt: 'product_exempt',
  product_exempt_holiday: 'product_exempt',
  proportionally_rated: 'reduced',
  reduced_rated: 'reduced',
  standard_rated: 'standard',
  taxable_basis_reduced: 'reduced',
  zero_rated: 'zero_rated',
}
