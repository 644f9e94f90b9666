import type { ImportKindName } from '#contract/imports.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { productsKind } from '#server/imports/kinds/products.ts'

/** Holds every kind of import; exports are written by the same ones. */
const kinds: Record<ImportKindName, ImportKind> = { products: productsKind }

export const kindOf = (name: ImportKindName): ImportKind => kinds[name]
