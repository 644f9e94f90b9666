import { toAmount } from '#contract/currency.ts'
import { seenPriceOf } from '#contract/cart-lines.ts'
import type { LineProduct, LineTotals, PricedLine, priceLines } from '#contract/carts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import { priceLines as priceAll, totalsOf } from '#contract/price-lines.ts'
import { findLineProducts, type FoundLineProduct, type LineProductRow } from '#server/catalog/find-line-products.ts'
import { presentBreaks } from '#server/catalog/present-breaks.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'

/** Prices lines for a buyer or a visitor and assesses them, with one statement. What is no id, is no product either. */
export async function pricesOf(
  db: Database,
  lines: Body<typeof priceLines>['lines'],
  { buyerId, language }: { buyerId: string | undefined; language: Language },
): Promise<{ lines: PricedLine[]; totals: LineTotals }> {
  const named = lines.map(({ productId, partNumber, brand, quantity }) =>
    productId === undefined ? { partNumber, brand, quantity } : isId(productId) ? { productId, quantity } : {},
  )
  const found = await findLineProducts(db, named, { buyerId, language, withSteps: true })
  const assessed = priceAll(
    found.map(({ product }, index) => {
      const { quantity = product?.minimum ?? 1, ...seen } = lines[index] ?? {}
      return { product: product ? presentLineProduct(product) : undefined, quantity, ...seenPriceOf(seen) }
    }),
  )
  const priced = found.map(({ product, match, ambiguous, suggestions }, index): PricedLine => ({
    quantity: 0,
    ...assessed[index],
    ...(ambiguous && !product && { code: 'product-ambiguous' as const }),
    ...(match && match.kind !== 'own' && { match: presentMatch(match) }),
    ...(suggestions.length > 0 && { suggestions }),
  }))
  return { lines: priced, totals: totalsOf(priced) }
}

const presentMatch = ({ kind, maker, number }: NonNullable<FoundLineProduct['match']>) => ({
  kind,
  ...(maker && { maker }),
  number,
})

const presentLineProduct = (row: LineProductRow): LineProduct => ({
  _id: row._id,
  name: row.name,
  img: row.img,
  ...(row.sku !== null && { sku: row.sku }),
  ...(row.brand !== null && { brand: row.brand }),
  minOrder: row.minimum,
  ...(row.multiple > 1 && { orderMultiple: row.multiple }),
  ...(row.maximum !== null && { maxOrder: row.maximum }),
  available: row.active ? row.available : 0,
  price: toAmount(row.priceCents),
  ...(row.pricePer > 1 && { pricePer: row.pricePer }),
  ...presentBreaks(row),
  ...(!row.active && { discontinued: true as const }),
  ...(row.replacedBy && { replacedBy: row.replacedBy }),
})
