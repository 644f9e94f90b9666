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

/** Returns the code of the field of each column, as it was chosen for the same headers before, else by its header; null for none. */
export async function guessMapping(
  tx: Transaction,
  kind: ImportKindName,
  headers: readonly string[],
  fields: readonly Field[],
): Promise<(string | null)[]> {
  const { rows } = await tx.execute<{ mapping: Record<string, string> }>(sql`
    SELECT mapping FROM import_mappings WHERE kind = ${kind} AND headers = ${headersHash(headers)}`)
  const known = rows[0]?.mapping
  const used = new Set<string>()
  return headers.map((header) => {
    const code = known ? known[normalize(header)] : guessField(header, fields)?.code
    const exists = code !== undefined && fields.some((field) => field.code === code)
    if (!exists || used.has(code)) return null
    used.add(code)
    return code
  })
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

/** Keeps the chosen fields for the next file with the same headers. */
export async function keepMapping(
  tx: Transaction,
  kind: ImportKindName,
  headers: readonly string[],
  columns: readonly (string | null)[],
): Promise<void> {
  const mapping = Object.fromEntries(
    headers.flatMap((header, index) => {
      const code = columns[index]
      return code ? [[normalize(header), code]] : []
    }),
  )
  await tx.execute(sql`
    INSERT INTO import_mappings (kind, headers, mapping) VALUES (${kind}, ${headersHash(headers)}, ${JSON.stringify(mapping)}::jsonb)
    ON CONFLICT (kind, headers) DO UPDATE SET mapping = excluded.mapping, used_at = now()`)
}
