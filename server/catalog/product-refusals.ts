import type { ProductChange } from '#server/catalog/product-fields.ts'
import { assertOwnNumberFree, ownNumberIndex } from '#server/catalog/search/write-part-numbers.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes what throws the refusal of a product that a constraint of the database means, else the error. */
export const orRefusal =
  (
    db: Database | Transaction,
    asked: Parameters<typeof assertOwnNumberFree>[1],
    { name, taxClass, shipClass }: ProductChange,
  ) =>
  async (error: unknown): Promise<never> => {
    const constraint = violatedConstraint(error)
    // Of a name and a number that are both taken, the database tells the one whose index it made first.
    if (constraint === ownNumberIndex || constraint === 'products_name_live') await assertOwnNumberFree(db, asked)
    switch (constraint) {
      case 'products_name_live':
        throw problem('product-name-taken', { name: name ?? '' })
      case 'products_quantities':
        throw problem('quantities-do-not-fit')
      case 'products_tax_class_fkey':
        throw problem('tax-class-not-found', { code: taxClass ?? '' })
      case 'products_ship_class':
        throw problem('ship-class-not-found', { class: shipClass ?? '' })
      default:
        throw error
    }
  }
