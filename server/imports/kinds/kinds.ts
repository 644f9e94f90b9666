import type { ImportKindName } from '#contract/imports.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { partNumbersKind } from '#server/imports/kinds/part-numbers.ts'
import { pricesKind } from '#server/imports/kinds/prices.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import { stockKind } from '#server/imports/kinds/stock.ts'

/** Holds every kind of import; exports are written by the same ones. */
const kinds: Record<ImportKindName, ImportKind> = {
  products: productsKind,
  stock: stockKind,
  prices: pricesKind,
  'part-numbers': partNumbersKind,
}

export const kindOf = (name: ImportKindName): ImportKind => kinds[name]
