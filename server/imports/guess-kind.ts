import { type ImportKindName, importKinds } from '#contract/imports.ts'
import { countNamedHeaders } from '#server/imports/guess-mapping.ts'
import type { Field } from '#server/catalog/fields/field.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Returns what a file is: the kind that reads most of its columns, one of which says what a row is about; of several it is products, if
 * they are one of them. Throws `import-kind-unclear`.
 */
export function guessKind(
  headers: readonly string[],
  fieldsOf: ReadonlyMap<ImportKindName, readonly Field[]>,
): ImportKindName {
  const found = importKinds.flatMap((kind) => {
    const fields = fieldsOf.get(kind)?.filter(({ isReadOnly }) => !isReadOnly) ?? []
    const keys = fields.filter(({ code }) => kindOf(kind).keys.includes(code))
    return countNamedHeaders(headers, keys) > 0 ? [{ kind, count: countNamedHeaders(headers, fields) }] : []
  })
  const most = Math.max(...found.map(({ count }) => count))
  const best = found.flatMap(({ kind, count }) => (count === most && count > 1 ? [kind] : []))
  const kind = best.includes('products') ? 'products' : best.length === 1 ? best[0] : undefined
  if (kind === undefined)
    throw problem('import-kind-unclear', { kinds: (best.length > 1 ? best : importKinds).join(', ') })
  return kind
}
