import type { ImportKindName } from '#contract/imports.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { attributesKind } from '#server/imports/kinds/attributes.ts'
import { categoriesKind } from '#server/imports/kinds/categories.ts'
import { customersKind } from '#server/imports/kinds/customers.ts'
import { fitmentsKind } from '#server/imports/kinds/fitments.ts'
import { fitsPhrasesKind } from '#server/imports/kinds/fits-phrases.ts'
import { pastOrdersKind } from '#server/imports/kinds/past-orders.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import { stockKind } from '#server/imports/kinds/stock.ts'
import { vehicleCodesKind } from '#server/imports/kinds/vehicle-codes.ts'
import { vehiclesKind } from '#server/imports/kinds/vehicles.ts'
import type { AskedFields } from '#server/catalog/fields/price-fields.ts'
import type { Field } from '#server/catalog/fields/field.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Holds every kind of import; exports are written by the same ones. */
const kinds: Record<ImportKindName, ImportKind> = {
  products: productsKind,
  stock: stockKind,
  vehicles: vehiclesKind,
  fitments: fitmentsKind,
  'fits-phrases': fitsPhrasesKind,
  'vehicle-codes': vehicleCodesKind,
  categories: categoriesKind,
  attributes: attributesKind,
  customers: customersKind,
  'past-orders': pastOrdersKind,
}

export const kindOf = (name: ImportKindName): ImportKind => kinds[name]

/** Returns the fields of a kind as people read them. */
export const readShownFields = (
  db: Database | Transaction,
  { shownFields, fields }: Pick<ImportKind, 'fields' | 'shownFields'>,
  asked?: AskedFields,
): Promise<Field[]> => (shownFields ?? fields)(db, asked)
