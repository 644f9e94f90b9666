import { sql } from 'drizzle-orm'
import type { listTools } from '#contract/catalog.ts'
import type { Query } from '#contract/endpoint.ts'
import { bitmapsFrom, hasBitmaps, pageTables } from '#server/catalog/facets/bitmaps.ts'
import { type FilteredGroup, listValues, shapeOf } from '#server/catalog/facets/read-filters.ts'
import type { ProductRow } from '#server/catalog/present-product.ts'
import { type ListTexts, selectRows } from '#server/catalog/product-columns.ts'
import { orderOf } from '#server/catalog/prepared-lists.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { prepareShapes } from '#server/platform/database/prepare-statement.ts'

/** Sets the number of products up to which a page is found by how many come before it. */
const maxOffset = 1000

/**
 * Reads a page of a large category with filters, and one row beyond the page, from bitmaps: a rare combination is not looked for in all
 * products of the category. Returns undefined for what is not in the shop's order, and for lists that have no bitmaps.
 */
export async function readFilteredList(
  db: Database,
  { limit, after }: Page,
  { q, sort, offset }: Query<typeof listTools>,
  { categories, groups }: { categories: readonly number[] | undefined; groups: readonly FilteredGroup[] },
  texts: ListTexts,
  useBitmapsFrom = bitmapsFrom,
): Promise<ProductRow[] | undefined> {
  const skipped = after === undefined ? Number(offset ?? 0) : 0
  if (groups.length === 0 || !categories || q?.trim() || (sort !== undefined && sort !== 'newest')) return undefined
  const scope = { categories }
  const values = listValues(scope, groups)
  if (skipped > maxOffset || !(await hasBitmaps(db, scope, values, useBitmapsFrom))) return undefined
  const { direction } = orderOf(sort)
  const order = sql.raw(direction === 'ascending' ? 'ASC' : 'DESC')
  const count = skipped + limit + 1
  const shape = [texts, limit, skipped, direction, after === undefined ? 'first' : 'next', shapeOf(scope, groups)]
  const statement = statementOf(
    shape.join(' '),
    () => sql`
    WITH ${pageTables(scope, groups, { direction, isNext: after !== undefined, count })},
    rest AS MATERIALIZED (SELECT id FROM page ORDER BY position ${order}, id ${order} OFFSET ${sql.raw(String(skipped))})
    ${selectRows(texts, sql`rest JOIN products USING (id)`, { order: [sql`products.position ${order}`, sql`products.id ${order}`], limit: limit + 1 })}`,
  )
  return statement(db, { ...values, after })
}

const statementOf = prepareShapes<ProductRow>('filtered-list')
