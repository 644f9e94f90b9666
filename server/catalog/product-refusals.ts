import type { ProductChange } from '#server/catalog/product-fields.ts'
import { violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns the refusal of a product that a constraint of the database means, else the error. */
export function productRefusal(error: unknown, { name, category, taxClass, shipClass }: ProductChange): unknown {
  switch (violatedConstraint(error)) {
    case 'products_name_live':
      return problem('product-name-taken', { name: name ?? '' })
    case 'products_quantities':
      return problem('quantities-do-not-fit')
    // It was deleted at the same moment.
    case 'products_category':
      return problem('category-not-found', { category: category ?? '' })
    case 'products_tax_class_fkey':
      return problem('tax-class-not-found', { code: taxClass ?? '' })
    case 'products_ship_class':
      return problem('ship-class-not-found', { class: shipClass ?? '' })
    default:
      return error
  }
}
