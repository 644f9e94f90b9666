import type { AppliedDiscount } from '#contract/apply-discount.ts'
import { lineTotalCents, type RefusedLine } from '#contract/assess-line.ts'
import type { Language } from '#contract/language.ts'
import type { Place } from '#contract/place.ts'
import { assessOrderLines, type OrderLineFacts } from '#server/orders/assess-order-lines.ts'
import type { NewLine } from '#server/orders/insert-order.ts'
import { type OrderAmounts, orderAmounts, type OrderDiscount } from '#server/orders/order-amounts.ts'
import type { OrderShipping } from '#server/orders/orders.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withRegion } from '#server/platform/country-data.ts'
import { problem } from '#server/platform/http/problem.ts'
import { chooseDiscount } from '#server/pricing/discounts/choose-discount.ts'
import { findDiscounts } from '#server/pricing/discounts/find-discounts.ts'
import type { Shipping, ShippingAnswer, ShippingOffer } from '#server/shipping/quote-shipping.ts'
import type { Tax } from '#server/tax/calculate-tax.ts'

/** Holds what calculates shipping and tax. */
export interface Charging {
  tax: Tax
  shipping: Shipping
}

export interface QuoteInput {
  lines: readonly NewLine[]
  /** Undefined for a visitor. */
  buyerId: string | undefined
  /** Where the goods go; without it, neither shipping nor tax is calculated. */
  place: Place | undefined
  code: string | undefined
  /** The id of an offer; undefined chooses the cheapest delivery that has a price. */
  shippingMethod: string | undefined
  language: Language
}

export interface Quote {
  amounts: OrderAmounts
  /** The facts of each line, with the price that the amounts were calculated with. */
  facts: readonly OrderLineFacts[]
  charges: { tax: boolean; shipping: boolean }
  needs: ('place' | 'shippingMethod')[]
  offers: readonly ShippingOffer[]
  note?: string | undefined
}

/**
 * Calculates what an order costs: lines, then the discount, shipping and tax. Throws the refusal of its lines as `refuse` makes it,
 * `no-shipping-to-place`, `shipping-unavailable` if no carrier answers, and what discounts and tax throw.
 */
export async function quoteOrder(
  db: Database,
  { tax, shipping }: Charging,
  { place: known, ...wanted }: QuoteInput,
  refuse: (refused: RefusedLine[]) => Error,
): Promise<Quote> {
  const input = { ...wanted, place: known && withRegion(known) }
  const { facts, refused } = await assessOrderLines(db, input)
  if (refused.length > 0) throw refuse(refused)
  const lines = facts.flatMap((line, index) => {
    const { productId, quantity } = input.lines[index] ?? {}
    return line && productId !== undefined && quantity !== undefined
      ? [{ ...line, productId, quantity, totalCents: lineTotalCents(line, quantity) }]
      : []
  })
  const [isTaxed, isShipped, discounts] = await Promise.all([
    tax.isEnabled(db),
    shipping.isEnabled(db),
    findDiscounts(db, input),
  ])
  const offerFor = async (
    discount: OrderDiscount | null,
  ): Promise<Pick<ShippingAnswer, 'offers' | 'needs' | 'omitted'>> => {
    if (!input.place || !isShipped) return { offers: [], omitted: [] }
    const valued = lines.map((line, index) => ({
      ...line,
      amountCents: line.totalCents - (discount?.lineCents[index] ?? 0),
    }))
    return shipping.explain(db, { lines: valued, place: input.place, language: input.language })
  }
  const answerBefore = await offerFor(null)
  const discount = describeDiscount(
    chooseDiscount(
      discounts,
      lines.map((line) => ({ ...line, categoryIds: [String(line.categoryId)] })),
      chooseOffer(answerBefore.offers, input)?.priceCents ?? 0,
    ),
  )
  // A discount may take the order below the amount from which shipping is free.
  const answer = discount?.lineCents.some((cents) => cents > 0) ? await offerFor(discount) : answerBefore
  const { offers, omitted } = answer
  const isPlaceKnown = input.place !== undefined && answer.needs === undefined
  if (isShipped && isPlaceKnown && offers.length === 0) {
    const isSilent = omitted.some(({ reason }) => reason === 'carrier-unavailable')
    throw problem(isSilent ? 'shipping-unavailable' : 'no-shipping-to-place')
  }
  const chosen = chooseOffer(offers, input)
  const shippingCents = chosen?.priceCents ?? 0
  const taxes = await calculateTax(db, isTaxed ? tax : undefined, {
    lines: lines.map(({ taxClass, taxCode, totalCents }, index) => ({
      taxClass,
      taxCode,
      amountCents: totalCents - (discount?.lineCents[index] ?? 0),
    })),
    shippingCents: shippingCents - (discount?.shippingCents ?? 0),
    input,
  })
  const shippingOffer = chosen ? describeShipping(chosen) : null
  return {
    amounts: orderAmounts({ lines, discount, shipping: shippingOffer, shippingCents, taxes }),
    facts: lines,
    charges: { tax: isTaxed, shipping: isShipped },
    needs: [
      ...((isTaxed && !input.place) || (isShipped && !isPlaceKnown) ? ['place' as const] : []),
      ...(isShipped && isPlaceKnown && !chosen ? ['shippingMethod' as const] : []),
    ],
    offers,
    note: taxes.note,
  }
}

const chooseOffer = (offers: readonly ShippingOffer[], { shippingMethod }: QuoteInput): ShippingOffer | undefined =>
  shippingMethod === undefined
    ? offers.find(({ priceCents, kind }) => priceCents !== null && kind !== 'pickup')
    : offers.find(({ id }) => id === shippingMethod)

const describeDiscount = (applied: AppliedDiscount | null): OrderDiscount | null =>
  applied && {
    id: applied.discount.id,
    version: applied.discount.version,
    code: applied.discount.code,
    name: applied.discount.name,
    kind: applied.discount.kind,
    lineCents: applied.lineCents,
    shippingCents: applied.shippingCents,
  }

const describeShipping = ({ priceCents, missingForFreeCents: _, ...offer }: ShippingOffer): OrderShipping => ({
  ...offer,
  ...(priceCents === null && { isUnpriced: true as const }),
})

interface TaxedParts {
  lines: readonly { taxClass: string; taxCode: string | null; amountCents: number }[]
  shippingCents: number
  input: QuoteInput
}

/** Calculates the tax; while there is none, or the place is not known, what is paid is net. */
async function calculateTax(db: Database, tax: Tax | undefined, { lines, shippingCents, input }: TaxedParts) {
  const { place, buyerId } = input
  if (tax && place) return tax.calculate(db, { lines, shippingCents, place, buyerId, at: new Date() })
  return {
    includesTax: false,
    lines: lines.map(({ amountCents }) => ({ netCents: amountCents, taxCents: 0 })),
    shipping: { netCents: shippingCents, taxCents: 0 },
    groups: [],
    taxCents: 0,
    provider: 'tables',
    note: undefined,
  }
}
