import { lineTotalCents } from '#contract/assess-line.ts'
import type { Language } from '#contract/language.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'
import type { ShippingLine } from '#server/shipping/shipping-rules.ts'

/** Returns the lines of products on sale with weight, class and value at public prices, for `shipping`, which does not know the catalog. */
export async function findShippingLines(
  db: Database,
  lines: readonly { productId: string; quantity: number }[],
  language: Language,
): Promise<ShippingLine[]> {
  const named = lines.map(({ productId, quantity }) => (isId(productId) ? { productId, quantity } : {}))
  const found = await findLineProducts(db, named, { buyerId: undefined, language })
  return found.flatMap(({ product }, index) => {
    const { quantity = 0 } = lines[index] ?? {}
    if (!product?.active) return []
    const { weightGrams, shipClass } = product
    return [{ quantity, weightGrams, shipClass, amountCents: lineTotalCents(product, quantity) }]
  })
}
