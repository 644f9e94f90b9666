import type { ImportKindName } from '#contract/imports.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { productsKind } from '#server/imports/kinds/products.ts'

/** Holds every kind of import; `files` are written by the same ones. */
const kinds: Partial<Record<ImportKindName, ImportKind>> = { products: productsKind }

export function kindOf(name: ImportKindName): ImportKind {
  const kind = kinds[name]
  if (!kind) throw new Error(`There is no kind ${name}.`)
  return kind
}
