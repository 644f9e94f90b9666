import { isDeepStrictEqual } from 'node:util'
import type { updateTool } from '#contract/catalog.ts'
import { toAmount } from '#contract/currency.ts'
import type { Body } from '#contract/endpoint.ts'
import { getManagedProduct } from '#server/catalog/find-products.ts'
import { presentEditedProduct } from '#server/catalog/present-product.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

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

/** Throws `product-changed` if one of the fields of a locked product is not as the caller read it, with their names. */
export async function assertUnchanged(
  tx: Transaction,
  id: string,
  was: NonNullable<Body<typeof updateTool>['was']>,
): Promise<void> {
  const product = presentEditedProduct(await getManagedProduct(tx, id))
  const current = new Map<string, unknown>(
    Object.entries({
      orderMultiple: 1,
      maxOrder: 0,
      pricePer: 1,
      taxClass: 'standard',
      ...product,
      minQuantity: product.minOrder,
      replacedById: product.replacedBy?._id,
      fitsTogetherIds: product.fitsTogether.map(({ _id }) => _id),
    }),
  )
  const changed = Object.entries(was).filter(
    ([field, value]) => !isDeepStrictEqual(withoutEmpty(value), withoutEmpty(current.get(field))),
  )
  if (changed.length > 0) throw problem('product-changed', { fields: changed.map(([field]) => field).join(', ') })
}

/** Leaves out what stands for nothing: empty texts, lists and objects. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? undefined : value
  const entries = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const kept = withoutEmpty(inner)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
