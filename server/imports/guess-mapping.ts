import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ImportKindName } from '#contract/imports.ts'
import type { Field } from '#server/imports/kinds/field.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Compares headers without case, blanks and signs. */
const normalize = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s._#*/()-]+/gu, ' ')
    .trim()

/** Identifies files with the same headers, in any order. */
const headersHash = (headers: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(headers.map(normalize).toSorted()))
    .digest('hex')

/** Describes what is chosen for a file: the code of the field of each column, null for none, and what is added when it is missing. */
interface ChosenMapping {
  columns: readonly (string | null)[]
  addsBrands: boolean
  addsCategories: boolean
}

/** Returns what was chosen for the same headers before, else the field of each column by its header. */
export async function guessMapping(
  tx: Transaction,
  kind: ImportKindName,
  headers: readonly string[],
  fields: readonly Field[],
): Promise<ChosenMapping & { columns: (string | null)[] }> {
  const { rows } = await tx.execute<{
    mapping: Record<string, string>
    addsBrands: boolean
    addsCategories: boolean
  }>(sql`
    SELECT mapping, adds_brands AS "addsBrands", adds_categories AS "addsCategories" FROM import_mappings WHERE kind = ${kind} AND headers = ${headersHash(headers)}`)
  const { mapping: known, addsBrands = false, addsCategories = false } = rows[0] ?? {}
  const used = new Set<string>()
  const columns = headers.map((header) => {
    const chosen = known?.[normalize(header)]
    // A field of another language is gone when that becomes the main one.
    const isGone = chosen !== undefined && !fields.some((field) => field.code === chosen)
    const code = known && !isGone ? chosen : guessField(header, fields)?.code
    if (code === undefined || used.has(code)) return null
    used.add(code)
    return code
  })
  return { columns, addsBrands, addsCategories }
}

/** Finds the field of a header: by its code or label before its further names. */
function guessField(header: string, fields: readonly Field[]): Field | undefined {
  const asked = normalize(header)
  if (asked === '') return undefined
  return (
    fields.find(({ code, labels }) => [code, ...Object.values(labels)].some((name) => normalize(name) === asked)) ??
    fields.find(({ names }) => names.some((name) => normalize(name) === asked))
  )
}

/** Keeps what was chosen for the next file with the same headers. */
export async function keepMapping(
  tx: Transaction,
  { kind, headers }: { kind: ImportKindName; headers: readonly string[] },
  { columns, addsBrands, addsCategories }: ChosenMapping,
): Promise<void> {
  const mapping = Object.fromEntries(
    headers.flatMap((header, index) => {
      const code = columns[index]
      return code ? [[normalize(header), code]] : []
    }),
  )
  await tx.execute(sql`
    INSERT INTO import_mappings (kind, headers, mapping, adds_brands, adds_categories)
    VALUES (${kind}, ${headersHash(headers)}, ${JSON.stringify(mapping)}::jsonb, ${addsBrands}, ${addsCategories})
    ON CONFLICT (kind, headers) DO UPDATE SET mapping = excluded.mapping, adds_brands = excluded.adds_brands,
      adds_categories = excluded.adds_categories, used_at = now()`)
}
