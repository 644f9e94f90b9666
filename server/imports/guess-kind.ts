import { type ImportKindName, importKinds } from '#contract/imports.ts'
import { countNamedHeaders } from '#server/imports/guess-mapping.ts'
import type { Field } from '#server/catalog/fields/field.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Returns what a file is: the kind that no other file has the columns of, else the one that reads most of them, one of which says what a row
 * is about; of several it is products, if they are one of them. Throws `import-kind-unclear`.
 */
export function guessKind(
  headers: readonly string[],
  fieldsOf: ReadonlyMap<ImportKindName, readonly Field[]>,
): ImportKindName {
  const found = importKinds.flatMap((kind) => {
    const fields = fieldsOf.get(kind)?.filter(({ isReadOnly, isOfOtherKind }) => !isReadOnly && !isOfOtherKind) ?? []
    const { keys: keyCodes, guessedBy } = kindOf(kind)
    const isNamed = (code: string) =>
      countNamedHeaders(
        headers,
        fields.filter((field) => field.code === code),
      ) > 0
    if (guessedBy) return guessedBy.every(isNamed) ? [{ kind, count: headers.length + 1 }] : []
    const keys = fields.filter(({ code }) => keyCodes.includes(code))
    return countNamedHeaders(headers, keys) > 0 ? [{ kind, count: countNamedHeaders(headers, fields) }] : []
  })
  const most = Math.max(...found.map(({ count }) => count))
  const best = found.flatMap(({ kind, count }) => (count === most && count > 1 ? [kind] : []))
  const kind = best.includes('products') ? 'products' : best.length === 1 ? best[0] : undefined
  if (kind === undefined)
    throw problem('import-kind-unclear', { kinds: (best.length > 1 ? best : importKinds).join(', ') })
  return kind
}
