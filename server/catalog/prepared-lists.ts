import { and, asc, desc, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { listTools } from '#contract/catalog.ts'
import type { Query } from '#contract/endpoint.ts'
import type { ListSort } from '#contract/facets.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { findSubtree, subtreeOf } from '#server/catalog/categories/find-category.ts'
import type { ProductRow } from '#server/catalog/present-product.ts'
import { type ListTexts, selectRows } from '#server/catalog/product-columns.ts'
import { namedWords } from '#server/catalog/search/add-named.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { type PreparedStatement, prepareShapes, prepareStatement } from '#server/platform/database/prepare-statement.ts'
import { nearRows, readWords, type SearchedList } from '#server/platform/database/search.ts'

const listKeys = {
  price: products.priceCents,
  '-price': products.priceCents,
  name: products.name,
  newest: products.position,
} satisfies Record<ListSort, PgColumn>

/** Returns the order of a list for buyers. */
export const orderOf = (sort: ListSort | undefined): Pick<SearchedList, 'keys' | 'direction'> => ({
  keys: [listKeys[sort ?? 'newest'], products.id],
  direction: sort === 'newest' || sort === '-price' ? 'descending' : 'ascending',
})

/** Limits the page sizes that statements are prepared for: each connection keeps all that it has prepared. */
const maxLimits = 16
const limits = new Set<number>()
const statements = new Map<string, PreparedStatement<ProductRow>>()

/**
 * Reads what is asked for most with one prepared statement, and one row beyond the page: the whole shop, a category, or what a search for
 * words finds among the first products. Returns undefined if it takes more than that.
 */
export async function readPreparedList(
  db: Database,
  { limit, after }: Page,
  { q, category, f, sort, offset }: Query<typeof listTools>,
  texts: ListTexts,
): Promise<ProductRow[] | undefined> {
  if ((f ?? offset) !== undefined) return undefined
  if (!limits.has(limit) && limits.size >= maxLimits) return undefined
  const words = q?.trim() ? readWords(q).map(({ part }) => part) : undefined
  const what = words ? 'search' : category === undefined ? 'shop' : 'category'
  // Only the shop's order has an index for each category.
  if (what === 'category' && sort !== undefined && sort !== 'newest') return undefined
  // A word with a digit may be a part number, and a sorted list has no ranks.
  if (words && (words.length === 0 || /\d/.test(q ?? '') || (category ?? sort ?? after) !== undefined)) return undefined
  limits.add(limit)
  const name = ['products', what, sort, after === undefined ? 'first' : 'next', limit, texts].join(' ')
  let statement = statements.get(name)
  if (!statement) {
    statement = prepareStatement<ProductRow>(name, build[what](texts, limit + 1, sort, after !== undefined))
    statements.set(name, statement)
  }
  const rows = await statement(db, { category, after, q, words })
  if (rows.length > 0 || what === 'shop') return rows
  // Nothing is found: the words may be a number, and the category unknown.
  if (what === 'search') return undefined
  await findSubtree(db, category ?? '')
  return rows
}

const numberedStatement = prepareShapes<ProductRow>('numbered-list')

/** Reads the first products on sale that a part number has found, in the order of their ids, and behind them those that match a `tsquery`. */
export function readNumberedList(
  db: Database,
  { ids, words, limit }: { ids: readonly string[]; words: string; limit: number },
  texts: ListTexts,
): Promise<ProductRow[]> {
  const asked = sql`${sql.placeholder('ids')}::uuid[]`
  const statement = numberedStatement(`${texts} ${limit}`, () =>
    selectRows(texts, sql`${products}`, {
      where: sql`archived_at IS NULL AND (${products.id} = ANY (${asked}) OR words @@ ${sql.placeholder('words')}::tsquery)`,
      order: [sql`array_position(${asked}, ${products.id})`, sql`${products.position}`, sql`${products.id}`],
      limit,
    }),
  )
  return statement(db, { ids, words })
}

type Build = (texts: ListTexts, limit: number, sort: ListSort | undefined, isNext: boolean) => SQL

const pageOf = (limit: number, sort: ListSort | undefined, isNext: boolean) => {
  const { keys, direction } = orderOf(sort)
  const behind = rowsAfter({ after: isNext ? sql.placeholder('after') : undefined }, direction, keys)
  const inOrder = direction === 'ascending' ? asc : desc
  return { where: and(isNull(products.archivedAt), behind), order: keys.map((key) => inOrder(key)), limit }
}

const firstOf = (columns: SQL, { where, order, limit }: ReturnType<typeof pageOf>) => sql`(
  SELECT ${columns} FROM ${products} WHERE ${where} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${sql.raw(String(limit))})`

const build = {
  shop: (texts, limit, sort, isNext) => selectRows(texts, sql`${products}`, pageOf(limit, sort, isNext)),
  // The first ones of each category, by its index: the planner does not know how many categories there are.
  category: (texts, limit, sort, isNext) => {
    const page = pageOf(limit, sort, isNext)
    const ofEach = { ...page, where: and(sql`${products.categoryId} = subtree.id`, page.where) }
    return sql`
      WITH RECURSIVE ${subtreeOf(sql.placeholder('category'))},
      page AS MATERIALIZED (
        SELECT products.id FROM subtree CROSS JOIN LATERAL ${firstOf(sql`id, position`, ofEach)} products
        ORDER BY ${sql.join(page.order, sql`, `)} LIMIT ${sql.raw(String(limit))})
      ${selectRows(texts, sql`page JOIN ${products} USING (id)`, { order: page.order, limit })}`
  },
  // Products with all words among the first ones, unless the words are a part number.
  search: (texts, limit) => {
    const page = pageOf(nearRows, undefined, false)
    return sql`
      WITH typed AS MATERIALIZED (
        SELECT string_agg('(' || word || ')', ' & ')::tsquery AS query FROM ${namedWords(sql.placeholder('words'))} named)
      ${selectRows(texts, sql`${firstOf(sql`*`, page)} products`, {
        where: sql`words @@ (SELECT query FROM typed)
          AND NOT EXISTS (SELECT FROM part_number_keys WHERE key = part_number_key(${sql.placeholder('q')}))`,
        order: page.order,
        limit,
      })}`
  },
} satisfies Record<string, Build>
