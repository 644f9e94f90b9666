import type { AppliedDiscount, Discount } from '#contract/apply-discount.ts'
import { lineTotalCents, type RefusedLine } from '#contract/assess-line.ts'
import type { Language } from '#contract/language.ts'
import type { Place } from '#contract/place.ts'
import { assessOrderLines, type OrderLineFacts } from '#server/orders/assess-order-lines.ts'
import type { NewLine } from '#server/orders/insert-order.ts'
import { type OrderAmounts, orderAmounts, type OrderDiscount } from '#server/orders/order-amounts.ts'
import { placeOfSupply } from '#server/orders/place-of-supply.ts'
import { readChargeSettings } from '#server/orders/read-charge-settings.ts'
import type { OrderShipping } from '#server/orders/orders.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withRegion } from '#server/platform/country-data.ts'
import { problem } from '#server/platform/http/problem.ts'
import { chooseDiscount } from '#server/pricing/discounts/choose-discount.ts'
import { findDiscounts } from '#server/pricing/discounts/find-discounts.ts'
import { type CodeLimits, limitWrongCodes } from '#server/pricing/discounts/limit-wrong-codes.ts'
import type { Shipping, ShippingAnswer, ShippingOffer } from '#server/shipping/quote-shipping.ts'
import { type Tax, withoutTax } from '#server/tax/calculate-tax.ts'

/** Holds what calculates shipping and tax, and limits wrong discount codes. */
export interface Charging {
  tax: Tax
  shipping: Shipping
  /** Absent where there are no limits. */
  limits?: CodeLimits | undefined
}

export interface QuoteInput {
  lines: readonly NewLine[]
  /** Undefined for a visitor. */
  buyerId: string | undefined
  /** Where the goods go; without it, neither shipping nor tax is calculated. */
  place: Place | undefined
  code: string | undefined
  /** The IP address of the caller, for whom wrong codes count; undefined for staff. */
  ip: string | undefined
  /** The id of an offer; undefined chooses the cheapest delivery that has a price. */
  shippingMethod: string | undefined
  language: Language
  /** Calculates as if tax and shipping were charged, with lines that cannot be ordered and places that nothing goes to. */
  preview?: { discount: Discount | undefined; at: Date }
}

/** Holds a line with what its discount depends on. */
export type QuotedLine = OrderLineFacts & {
  productId: string
  categoryIds: readonly string[]
  quantity: number
  totalCents: number
}

export interface Quote {
  amounts: OrderAmounts
  /** Each with the price that the amounts were calculated with. */
  lines: readonly QuotedLine[]
  /** Only a preview has refused lines. */
  refused: readonly RefusedLine[]
  charges: { tax: boolean; shipping: boolean }
  /** The version of what tax and shipping were calculated from; null while an order costs no more than its products. */
  chargesVersion: string | null
  needs: ('place' | 'shippingMethod')[]
  /** Undefined if shipping is not charged or the place is not known. */
  delivery: ShippingAnswer | undefined
  note?: string | undefined
  taxIdCountries?: readonly string[] | undefined
}

/**
 * Calculates what an order costs: lines, then the discount, shipping and tax. Throws the refusal of its lines as `refuse` makes it,
 * `no-shipping-to-place`, `shipping-unavailable` if no carrier answers, and what discounts and tax throw.
 */
export async function quoteOrder(
  db: Database,
  { tax, shipping, limits }: Charging,
  { place: known, ...wanted }: QuoteInput,
  refuse: (refused: RefusedLine[]) => Error,
): Promise<Quote> {
  const input = { ...wanted, place: known && withRegion(known) }
  const [{ facts, refused }, settings] = await Promise.all([
    assessOrderLines(db, input),
    readChargeSettings(db, input.buyerId),
  ])
  const { preview } = input
  if (refused.length > 0 && !preview) throw refuse(refused)
  const lines = facts.flatMap((line, index) => {
    const { productId, quantity } = input.lines[index] ?? {}
    return line && productId !== undefined && quantity !== undefined
      ? [
          {
            ...line,
            productId,
            quantity,
            categoryIds: [String(line.categoryId)],
            totalCents: lineTotalCents(line, quantity),
          },
        ]
      : []
  })
  const found =
    settings.hasDiscounts || input.code?.trim()
      ? await limitWrongCodes(db, limits, input, () => findDiscounts(db, input))
      : []
  const isTaxed = settings.tax.enabled || preview !== undefined
  const isShipped = settings.shipping.enabled || preview !== undefined
  const written = preview?.discount
  const discounts = written ? [written, ...found.filter(({ id }) => id !== written.id)] : found
  const explainFor = async (discount: OrderDiscount | null): Promise<ShippingAnswer | undefined> => {
    if (!input.place || !isShipped) return undefined
    const valued = lines.map((line, index) => ({
      ...line,
      amountCents: line.totalCents - (discount?.lineCents[index] ?? 0),
    }))
    return shipping.explain(db, { lines: valued, place: input.place, language: input.language }, settings.shipping)
  }
  const before = await explainFor(null)
  const discount = describeDiscount(
    chooseDiscount(discounts, lines, chooseOffer(before?.offers, input)?.priceCents ?? 0),
  )
  // A discount may take the order below the amount from which shipping is free.
  const delivery = discount?.lineCents.some((cents) => cents > 0) ? await explainFor(discount) : before
  const isPlaceKnown = input.place !== undefined && delivery?.needs === undefined
  if (isPlaceKnown && delivery?.offers.length === 0 && !preview) {
    const isSilent = delivery.omitted.some(({ reason }) => reason === 'carrier-unavailable')
    throw problem(isSilent ? 'shipping-unavailable' : 'no-shipping-to-place')
  }
  const chosen = chooseOffer(delivery?.offers, input)
  const shippingCents = chosen?.priceCents ?? 0
  const taxed = {
    lines: lines.map(({ taxClass, taxCode, totalCents }, index) => ({
      taxClass,
      taxCode,
      amountCents: totalCents - (discount?.lineCents[index] ?? 0),
    })),
    shippingCents: shippingCents - (discount?.shippingCents ?? 0),
  }
  const buyerId = settings.hasTaxNumbers ? input.buyerId : undefined
  const supply = { kind: chosen?.kind, edition: settings.shipping }
  // While there is no tax, or the place is not known, what is paid is net.
  const calculated =
    isTaxed && input.place
      ? await tax.calculate(
          db,
          {
            ...taxed,
            place: await placeOfSupply(db, shipping, { ...supply, place: input.place }),
            buyerId,
            at: preview?.at ?? new Date(),
          },
          settings.tax,
        )
      : withoutTax(taxed)
  // "No tax there" would be untrue of the region that is not named yet.
  const isTaxOpen = calculated.needsRegion === true && calculated.taxCents === 0
  const taxes = isTaxOpen ? withoutTax(taxed) : calculated
  const shippingOffer = chosen ? describeShipping(chosen) : null
  return {
    amounts: orderAmounts({ lines, discount, shipping: shippingOffer, shippingCents, taxes }),
    lines,
    refused,
    charges: { tax: settings.tax.enabled, shipping: settings.shipping.enabled },
    chargesVersion: settings.version,
    needs: [
      ...((isTaxed && !input.place) || isTaxOpen || (isShipped && !isPlaceKnown) ? ['place' as const] : []),
      ...(isShipped && isPlaceKnown && !chosen ? ['shippingMethod' as const] : []),
    ],
    delivery,
    note: taxes.note,
    taxIdCountries: taxes.taxIdCountries,
  }
}

const chooseOffer = (
  offers: readonly ShippingOffer[] = [],
  { shippingMethod }: QuoteInput,
): ShippingOffer | undefined =>
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
