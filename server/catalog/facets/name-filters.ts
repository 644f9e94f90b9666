import { sql } from 'drizzle-orm'
import type { NamedFilter } from '#contract/facets.ts'
import { describeAttributes } from '#server/catalog/attributes/read-attributes.ts'
import type { Filter } from '#server/catalog/facets/read-filters.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns filters with the names of their values, whether or not a product has them; those of unknown groups are left out. */
export async function nameFilters(db: Database, filters: readonly Filter[]): Promise<NamedFilter[]> {
  if (filters.length === 0) return []
  const asked = filters.flatMap(({ code, values }) => values.map((value) => ({ code, value })))
  const attributes = await describeAttributes(
    db,
    filters.map(({ code }) => code),
  )
  const { rows } = await db.execute<{ code: string; value: string; names: Record<string, string> }>(sql`
    SELECT asked.code, value, CASE
      WHEN asked.code = 'brand' THEN (SELECT json_build_object('en', name) FROM brands WHERE slug = value)
      ELSE (SELECT json_object_agg(language, name) FROM attributes JOIN attribute_options options ON attribute_id = attributes.id
        JOIN attribute_option_texts ON option_id = options.id WHERE attributes.code = asked.code AND options.code = value) END AS names
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked (code text, value text)`)
  return filters.flatMap(({ code, values, range }) => {
    const group = describeGroup(code) ?? attributes.find((attribute) => attribute.code === code)
    if (!group) return []
    const named = values.map((value) => {
      const names = rows.find((row) => row.code === code && row.value === value)?.names
      return { code: value, ...(names && { names }) }
    })
    const { from, to } = range ?? {}
    return [
      {
        ...group,
        values: named,
        ...(range && { range: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } }),
      },
    ]
  })
}

const describeGroup = (code: string): Omit<NamedFilter, 'values'> | undefined =>
  code === 'brand' || code === 'stock' || code === 'price' ? { code, kind: code } : undefined
