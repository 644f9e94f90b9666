import type { AddressInput } from '#contract/addresses.ts'
import type { Place } from '#contract/place.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { type ChargedAmounts, orderAmounts } from '#server/orders/order-amounts.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { placeOfSupply } from '#server/orders/place-of-supply.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { readChargeSettings } from '#server/orders/read-charge-settings.ts'
import { readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import { withRegion } from '#server/platform/country-data.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { withoutTax } from '#server/tax/calculate-tax.ts'
import { findBuyerTaxNumber } from '#server/tax/find-buyer-tax-number.ts'

export type PriceAtPlace = Omit<ChargedAmounts, 'chargesVersion'>

/** Returns the place of an address. */
export const placeOf = ({ country, region = '', postalCode = '' }: AddressInput): Required<Place> => ({
  country,
  region,
  postalCode,
})

/**
 * Returns what a placed order would cost now at another place, with its own lines, prices, discount and shipping method. Undefined where
 * nobody can say: the method does not go there or is quoted, a product is off sale, or no carrier or tax service answers.
 */
export async function priceAtPlace(
  db: Database,
  { tax, shipping }: Pick<Charging, 'tax' | 'shipping'>,
  { id, order }: OrderRow,
  to: Place,
): Promise<PriceAtPlace | undefined> {
  const { shipping: method, language, buyerId } = order
  const place = withRegion(to)
  const [lines, { discount }, settings] = await Promise.all([
    listOrderLines(db, id),
    readOrderAmounts(db, order),
    readChargeSettings(db, buyerId),
  ])
  const named = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const products = await findLineProducts(db, named, { buyerId: undefined, language })
  const known = lines.flatMap((line, index) => {
    const product = products[index]?.product
    return product?.active ? [{ ...line, product, amountCents: line.totalCents - line.discountCents }] : []
  })
  if (known.length < lines.length) return undefined
  let shippingCents = 0
  if (method) {
    const goods = known.map(({ product: { weightGrams, shipClass }, quantity, amountCents }) => ({
      quantity,
      weightGrams,
      shipClass,
      amountCents,
    }))
    const { offers } = await shipping.explain(db, { lines: goods, place, language }, settings.shipping)
    const price = offers.find((offer) => offer.id === method.id)?.priceCents
    if (price === undefined || price === null || method.isUnpriced) return undefined
    const isFree = discount !== null && discount.shippingCents > 0 && order.shippingCents === 0
    shippingCents = isFree ? 0 : Math.max(0, price - (discount?.shippingCents ?? 0))
  }
  const taxed = {
    lines: known.map(({ product: { taxClass, taxCode }, amountCents, ...line }) => ({
      taxClass: line.taxClass ?? taxClass,
      taxCode,
      amountCents,
    })),
    shippingCents,
  }
  const supply = await placeOfSupply(db, shipping, { kind: method?.kind, place, edition: settings.shipping })
  try {
    const taxes = settings.tax.enabled
      ? await tax.calculate(db, { ...taxed, place: supply, buyerId, at: new Date() }, settings.tax)
      : withoutTax(taxed)
    // The shop writes its prices otherwise since.
    if (order.taxCents > 0 && taxes.taxCents > 0 && taxes.includesTax !== order.pricesIncludeTax) return undefined
    const amounts = orderAmounts({
      lines: lines.map(({ totalCents }, index) => ({ totalCents, taxClass: taxed.lines[index]?.taxClass ?? null })),
      discount: null,
      shipping: method,
      shippingCents,
      taxes,
    })
    return {
      ...amounts,
      buyerTaxNumber: await findBuyerTaxNumber(db, { buyerId, groups: amounts.taxes, at: new Date() }),
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'tax-unavailable') return undefined
    throw error
  }
}
