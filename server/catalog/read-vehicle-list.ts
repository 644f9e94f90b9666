import { type SQL, sql } from 'drizzle-orm'
import type { listTools } from '#contract/catalog.ts'
import type { Query } from '#contract/endpoint.ts'
import {
  asValues,
  type FilteredGroup,
  listCondition,
  type ListScope,
  listValues,
} from '#server/catalog/facets/read-filters.ts'
import type { ProductRow } from '#server/catalog/present-product.ts'
import { type ListTexts, selectRows } from '#server/catalog/product-columns.ts'
import { orderOf } from '#server/catalog/prepared-lists.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'

/**
 * Reads a page of a list for a vehicle, and one row beyond the page, from the narrow rows that lists are counted on: of all products of
 * the shop few fit, so that a walk through them in their order would take seconds. Returns undefined for searches and orders by name.
 */
export async function readVehicleList(
  db: Database,
  { limit, after }: Page,
  { q, sort, offset }: Query<typeof listTools>,
  { scope, groups }: { scope: ListScope; groups: readonly FilteredGroup[] },
  texts: ListTexts,
): Promise<ProductRow[] | undefined> {
  if (!scope.fitting || q?.trim() || sort === 'name') return undefined
  const isForward = orderOf(sort).direction === 'ascending'
  const key = sort === 'price' || sort === '-price' ? sql.raw('price_cents') : sql.raw('position')
  const direction = sql.raw(isForward ? 'ASC' : 'DESC')
  const behind =
    after === undefined
      ? sql``
      : sql`AND (facets.${key}, facets.product_id) ${sql.raw(isForward ? '>' : '<')} (SELECT ${key}, id FROM products WHERE id = ${after})`
  const orderBy = (table: SQL, id: SQL): SQL[] => [sql`${table}.${key} ${direction}`, sql`${table}.${id} ${direction}`]
  const { rows } = await db.execute<ProductRow>(sql`
    WITH page AS MATERIALIZED (
      SELECT facets.product_id AS id FROM product_facets facets
      WHERE ${listCondition(scope, groups, asValues(listValues(scope, groups)))} ${behind}
      ORDER BY ${sql.join(orderBy(sql`facets`, sql`product_id`), sql`, `)}
      LIMIT ${limit + 1} OFFSET ${after === undefined ? Number(offset ?? 0) : 0})
    ${selectRows(texts, sql`page JOIN products USING (id)`, { order: orderBy(sql`products`, sql`id`), limit: limit + 1 })}`)
  return rows
}
