import { toAmount } from '#contract/currency.ts'
import { assessLines, type LineFacts, type RefusedLine } from '#contract/assess-line.ts'
import type { Language } from '#contract/language.ts'
import { findLineProducts, type LineProductRow } from '#server/catalog/find-line-products.ts'
import type { NewLine } from '#server/orders/insert-order.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Holds what decides about the line of an order, and what it costs. */
export type OrderLineFacts = LineFacts &
  Pick<LineProductRow, 'name' | 'categoryId' | 'taxClass' | 'taxCode' | 'weightGrams' | 'shipClass'>

interface OrderLines {
  /** Undefined for a visitor. */
  buyerId: string | undefined
  lines: readonly NewLine[]
  language: Language
}

/**
 * Reads the facts of the lines of an order for its buyer with one statement; null for a product that does not exist. Returns them with the lines that are
 * refused; the facts of each are what earlier lines leave of its product.
 */
export async function assessOrderLines(
  db: Database,
  { buyerId, lines, language }: OrderLines,
): Promise<{ facts: (OrderLineFacts | null)[]; refused: RefusedLine[] }> {
  const products = await findLineProducts(db, lines, { buyerId, language })
  const facts = products.map(
    ({ product }): OrderLineFacts | null =>
      product && { ...product, maximum: product.maximum ?? undefined, successorId: product.replacedBy?._id },
  )
  const assessed = assessLines(
    lines.map(({ productId, quantity, unitPriceCents, pricePer }, index) => ({
      productId,
      facts: facts[index] ?? null,
      wanted: { quantity, seenPriceCents: unitPriceCents, seenPricePer: pricePer },
    })),
  )
  const refused = assessed.flatMap(({ left, verdict: { code, offer } }, index): RefusedLine[] =>
    code === null
      ? []
      : [{ line: index, productId: lines[index]?.productId ?? '', code, ...presentFacts(left), offer }],
  )
  return { facts, refused }
}

function presentFacts(left: OrderLineFacts | null): Partial<RefusedLine> {
  if (!left) return {}
  const { name, active, available, minimum, multiple, maximum, priceCents, pricePer } = left
  if (!active) return { name }
  return {
    name,
    available,
    minimum,
    multiple,
    ...(maximum !== undefined && { maximum }),
    unitPrice: toAmount(priceCents),
    ...(pricePer > 1 && { pricePer }),
  }
}
