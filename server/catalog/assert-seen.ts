import type { AttributeInput } from '#contract/attributes.ts'
import type { ProductDocument, updateTool } from '#contract/catalog.ts'
import { toAmount, toCents } from '#contract/currency.ts'
import type { Body } from '#contract/endpoint.ts'
import { measureNames, readProductMeasure } from '#contract/product-measures.ts'
import { isSameProductValue, productValue } from '#contract/product-values.ts'
import { findBrandIds } from '#server/catalog/attributes/edit-brands.ts'
import { readAttributeMeanings } from '#server/catalog/attributes/write-product-values.ts'
import { findCategoryIds } from '#server/catalog/categories/find-category.ts'
import { getManagedProduct } from '#server/catalog/find-products.ts'
import { presentEditedProduct } from '#server/catalog/present-product.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

/** Holds the figures of a product that a caller saw before changing them. */
export type SeenFigures = Partial<Record<'priceCents' | 'minimumQuantity' | 'availableQuantity', number>>

/** Throws `cell-changed` if a locked product has other figures than the caller saw; `current` is a price or a number of units. */
export function assertSeen(current: Required<SeenFigures>, seen: SeenFigures): void {
  for (const field of ['priceCents', 'minimumQuantity', 'availableQuantity'] as const) {
    const [is, was] = [current[field], seen[field]]
    if (was === undefined || is === was) continue
    throw problem('cell-changed', { current: field === 'priceCents' ? toAmount(is) : is })
  }
}

/** Throws `product-changed` if one of the fields of a locked product does not mean what the caller read, with their names. */
export async function assertUnchanged(
  tx: Transaction,
  id: string,
  was: NonNullable<Body<typeof updateTool>['was']>,
): Promise<void> {
  const product = presentEditedProduct(await getManagedProduct(tx, id))
  const changed: string[] = []
  for (const [field, value] of Object.entries(was)) {
    const current = productValue(product, field)
    if (isSameProductValue(field, value, current)) continue
    if (!isSameProductValue(field, await meaningOf(tx, field, value), await meaningOf(tx, field, current)))
      changed.push(field)
  }
  if (changed.length > 0) throw problem('product-changed', { fields: changed.join(', ') })
}

/**
 * Returns what a write makes of a value: `9500 g` and `9.5 kg` are the same, and so are two addresses of a category. What no write would
 * take stays as it is.
 */
async function meaningOf(tx: Transaction, field: string, value: unknown): Promise<unknown> {
  if (field === 'price' && typeof value === 'number') return toCents(value)
  if (field === 'documents' && Array.isArray(value))
    return value.map((document: Partial<ProductDocument> | null) => ({ ...document, bytes: undefined }))
  if (field === 'attributes') return areValues(value) ? readAttributeMeanings(tx, value) : value
  if (!isStorable(value) || value.trim() === '') return value
  const measure = measureNames.find((name) => name === field)
  if (measure) return readProductMeasure(measure, value)?.base ?? value
  if (field === 'category') return orAsTyped(value, findCategoryIds(tx, [value.trim()]))
  if (field === 'brand') return orAsTyped(value, findBrandIds(tx, [value.trim()]))
  return value
}

/** PostgreSQL stores no NUL and no half of a character. */
const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

function areValues(value: unknown): value is AttributeInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([code, each]) => isStorable(code) && [each].flat().every((one) => typeof one === 'boolean' || isStorable(one)),
  )
}

/** Returns what a text names, the text itself where it names nothing (any more). */
const orAsTyped = (text: string, found: Promise<ReadonlyMap<string, number>>) =>
  found.then(
    (ids) => [...ids.values()][0],
    (error: unknown) => {
      if (error instanceof Problem) return text
      throw error
    },
  )
