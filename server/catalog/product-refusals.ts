import type { ProductChange } from '#server/catalog/product-fields.ts'
import { violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns the refusal of a product that a constraint of the database means, else the error. */
export function productRefusal(error: unknown, { name, category }: ProductChange): unknown {
  switch (violatedConstraint(error)) {
    case 'products_name_live':
      return problem('product-name-taken', { name: name ?? '' })
    case 'products_quantities':
      return problem('quantities-do-not-fit')
    // It was deleted at the same moment.
    case 'products_category':
      return problem('category-not-found', { category: category ?? '' })
    default:
      return error
  }
}
