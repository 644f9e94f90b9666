import { assessLine, lineTotalCents } from '#contract/assess-line.ts'
import type { LineProduct, LineTotals, PricedLine, priceLines } from '#contract/carts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import { findLineProducts, type FoundLineProduct, type LineProductRow } from '#server/catalog/find-line-products.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'
import { toCents, toDollars } from '#server/platform/money.ts'

type WantedLine = Body<typeof priceLines>['lines'][number]

/** Prices lines and assesses them, with one statement. What is no id, is no product either. */
export async function pricesOf(
  db: Database,
  lines: readonly WantedLine[],
  language: Language,
): Promise<{ lines: PricedLine[]; totals: LineTotals }> {
  const named = lines.map(({ productId, partNumber }) =>
    productId === undefined ? { partNumber } : isId(productId) ? { productId } : {},
  )
  const found = await findLineProducts(db, named, language)
  const taken = new Map<string, number>()
  const priced = found.map((one, index) => {
    const id = one.product?._id ?? ''
    const line = priceLine(lines[index] ?? {}, one, taken.get(id) ?? 0)
    if (isOrderable(line)) taken.set(id, (taken.get(id) ?? 0) + line.quantity)
    return line
  })
  return { lines: priced, totals: totalsOf(priced) }
}

/** Prices one line; earlier lines of its product have `taken` some of the stock. */
function priceLine(
  line: WantedLine,
  { product, match, ambiguous, suggestions }: FoundLineProduct,
  taken: number,
): PricedLine {
  const facts = product && {
    ...product,
    maximum: product.maximum ?? undefined,
    available: product.available - taken,
  }
  const quantity = line.quantity ?? product?.minimum ?? 1
  const seenPriceCents = line.seenPrice === undefined ? undefined : toCents(line.seenPrice)
  const { code, offer } = assessLine(facts && { ...facts, successorId: product?.replacedBy?._id }, {
    quantity,
    seenPriceCents,
  })
  return {
    quantity,
    ...(product && { product: presentLineProduct(product) }),
    ...(facts?.active && { total: toDollars(lineTotalCents(facts, quantity)) }),
    ...(code && { code: ambiguous && !product ? ('product-ambiguous' as const) : code, offer }),
    ...(match && match.kind !== 'own' && { match: presentMatch(match) }),
    ...(suggestions.length > 0 && { suggestions }),
  }
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
  minOrder: row.minimum,
  ...(row.multiple > 1 && { orderMultiple: row.multiple }),
  ...(row.maximum !== null && { maxOrder: row.maximum }),
  available: row.active ? row.available : 0,
  price: toDollars(row.priceCents),
  ...(!row.active && { discontinued: true as const }),
  ...(row.replacedBy && { replacedBy: row.replacedBy }),
})

const isOrderable = ({ code }: PricedLine) => code === undefined || code === 'price-changed'

/** Sums up priced lines; what can be ordered only at another price counts with the price of now. */
function totalsOf(lines: readonly PricedLine[]): LineTotals {
  const orderable = lines.filter(isOrderable)
  return {
    lines: lines.length,
    refused: lines.filter(({ code }) => code !== undefined).length,
    units: orderable.reduce((sum, { quantity }) => sum + quantity, 0),
    total: toDollars(orderable.reduce((sum, { total = 0 }) => sum + toCents(total), 0)),
  }
}
