import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { amountText } from '#contract/amount-text.ts'
import { toAmount } from '#contract/currency.ts'
import { type listTools, type ProductSort, type ProductState, productStates } from '#contract/catalog.ts'
import { maxSelectedProducts, type ProductFilter } from '#contract/product-selection.ts'
import { type Language, defaultLanguage } from '#contract/language.ts'
import type { Query } from '#contract/endpoint.ts'
import type { Facet, Facets, getFacets, NamedFilter } from '#contract/facets.ts'
import { isKept, products, productTexts } from '#server/catalog/catalog.tables.ts'
import { findSubtree } from '#server/catalog/categories/find-category.ts'
import { orderOf, readNumberedList, readPreparedList } from '#server/catalog/prepared-lists.ts'
import { columnsIn, listedColumns, selectRows, textsIn } from '#server/catalog/product-columns.ts'
import { linkColumns } from '#server/catalog/product-links.ts'
import { detailColumnsIn, editedDetailColumns } from '#server/catalog/product-details.ts'
import { countFacets } from '#server/catalog/facets/count-facets.ts'
import { nameFilters } from '#server/catalog/facets/name-filters.ts'
import { findFitting, type Fitting } from '#server/catalog/facets/fitting-of.ts'
import { filteredIds, readFilters, resolveFilters } from '#server/catalog/facets/read-filters.ts'
import type { DetailedProductRow, ProductRow } from '#server/catalog/present-product.ts'
import { withReserved } from '#server/catalog/reserved-stock.ts'
import { readVehicleList } from '#server/catalog/read-vehicle-list.ts'
import { readFilteredList } from '#server/catalog/read-filtered-list.ts'
import { dropUnknownWords, type FamilyOfSearch, readFamily, readVehicle } from '#server/catalog/search/read-vehicle.ts'
import { findSearched, type FoundProducts, searchProducts } from '#server/catalog/search/search-products.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { countFilters } from '#server/platform/database/count-filters.ts'
import { parseId } from '#server/platform/ids.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { shownFor } from '#server/vehicles/fit-condition.ts'
import type { TypedVehicle } from '#server/vehicles/read-typed-vehicle.ts'

/**
 * Prepares the query for a product on sale with its current stock and details, also for an archived one that leads to a successor on
 * sale, if wanted; it throws `product-not-found`.
 */
export function prepareGetProduct(
  db: Database,
  language: Language = defaultLanguage,
  { withReplaced = false } = {},
): (id: string) => Promise<DetailedProductRow> {
  const query = db
    .select({
      ...columnsIn(language),
      ...detailColumnsIn(language),
      ...linkColumns(language),
      archivedAt: products.archivedAt,
    })
    .from(products)
    .where(
      and(
        eq(products.id, sql.placeholder('id')),
        withReplaced
          ? sql`(${products.archivedAt} IS NULL OR ${products.replacedBy} IS NOT NULL AND NOT ${products.isDraft})`
          : isNull(products.archivedAt),
      ),
    )
    .prepare(`get_product_${language}_${withReplaced}`)
  return async (id) => {
    const [row] = await query.execute({ id: parseId(id, 'product-not-found') })
    if (!row || (row.archivedAt && !row.replacedBy)) throw problem('product-not-found')
    return row
  }
}

/**
 * Returns the product with this name, in any language and case-insensitively, and with this part number and brand, if given. Throws
 * `product-not-found`, or `product-ambiguous` if several products have the name.
 */
export async function getProductByName(
  db: Database | Transaction,
  { name, sku, brand }: { name: string; sku?: string | undefined; brand?: string | undefined },
): Promise<ProductRow> {
  const found = await db
    .select({ ...listedColumns, isMain: sql<boolean>`lower(${products.name}) = lower(${name.trim()})` })
    .from(products)
    .where(
      and(
        isNamed(name.trim()),
        isNull(products.archivedAt),
        sku === undefined ? undefined : sql`part_number_identity(${products.sku}) = part_number_identity(${sku})`,
        brand?.trim() ? sql`${products.brandId} = brand_named(${brand.trim()})` : undefined,
      ),
    )
    .orderBy(products.position)
    .limit(20)
  // The own name of one comes before the translated name of another.
  const named = found.some(({ isMain }) => isMain) ? found.filter(({ isMain }) => isMain) : found
  const [row, ...others] = named
  if (!row) throw problem('product-not-found')
  if (others.length > 0) {
    const numbers = named
      .map(({ brand, sku, priceCents }) => `${brand ?? ''} ${sku ?? '–'} (${amountText(toAmount(priceCents))})`.trim())
      .join(', ')
    throw problem('product-ambiguous', { name: name.trim(), numbers })
  }
  return row
}

const isNamed = (name: string) => sql`(
  lower(${products.name}) = lower(${name}) OR ${products.id} IN (
    SELECT ${productTexts.productId} FROM ${productTexts} WHERE lower(${productTexts.name}) = lower(${name})))`

/** Returns the products on sale, all or of one category, found by `q`, for the vehicle that it names, and one row beyond the page. */
export async function findProducts(
  db: Database,
  page: Page,
  query: Query<typeof listTools> = {},
  language: Language = defaultLanguage,
): Promise<FoundProducts<ProductRow> & { family?: FamilyOfSearch }> {
  const read = await readVehicle(db, query)
  if (!read) {
    const found = await findListed(db, page, query, language, (await findFitting(db, query)).fitting)
    return { ...found, ...(await readFamily(db, query, found)) }
  }
  const fitting = shownFor({ vehicles: read.vehicles, withUniversal: query.universal === 'yes' })
  const list = (q: string) => findListed(db, page, { ...query, q }, language, fitting)
  const found = await list(read.words)
  const known = found.rows.length === 0 ? await dropUnknownWords(db, read) : undefined
  const { typed: word, name, notUnderstood } = known ?? read
  const { readings, ...rest } = known ? await list(known.words) : found
  const left = notUnderstood.map((one) => ({ kind: 'not-understood' as const, word: one, means: [] }))
  return { ...rest, readings: [{ kind: 'vehicle', word, means: [name] }, ...left, ...readings] }
}

async function findListed(
  db: Database,
  page: Page,
  query: Query<typeof listTools>,
  language: Language,
  fitting: SQL | undefined,
): Promise<FoundProducts<ProductRow>> {
  const { q, category, f, sort, offset } = query
  const texts = textsIn(language)
  const rows = fitting ? undefined : await readPreparedList(db, page, query, texts)
  if (rows && (!q?.trim() || rows.length > page.limit)) return { rows, matches: new Map(), readings: [] }
  const subtree = category === undefined ? undefined : await findSubtree(db, category)
  const groups = await resolveFilters(db, readFilters(f))
  const scope = { categories: subtree, fitting }
  const narrowed = fitting
    ? await readVehicleList(db, page, query, { scope, groups }, texts)
    : await readFilteredList(db, page, query, { categories: subtree, groups }, texts)
  if (narrowed) return { rows: narrowed, matches: new Map(), readings: [] }
  return searchProducts(
    db,
    {
      ...orderOf(sort),
      where: onSale(subtree),
      filter: fitting
        ? isAmong(filteredIds(scope, groups))
        : groups.length > 0
          ? sql`${products.id} IN ${filteredIds(scope, groups)}`
          : undefined,
      q,
      page,
      offset: page.after === undefined ? Number(offset ?? 0) : 0,
      isSorted: sort !== undefined,
    },
    async (where, order, limit) =>
      (await db.execute<ProductRow>(selectRows(texts, sql`${products}`, { where, order, limit }))).rows,
    {
      near: rows,
      selectNumbered:
        subtree || fitting || groups.length > 0
          ? undefined
          : (ids, words, limit) => readNumberedList(db, { ids, words, limit }, texts),
    },
  )
}

/** Builds the condition that a product is one of few: they are looked up by their ids, before the list is walked. */
const isAmong = (ids: SQL) => sql`${products.id} = ANY (ARRAY${ids})`

const onSale = (categories: readonly number[] | undefined) => and(isNull(products.archivedAt), inCategories(categories))

/** Counts the products that `findProducts` lists, and the values that they can be filtered by. */
export async function countProducts(db: Database, query: Query<typeof getFacets>): Promise<Facets> {
  const read = await readVehicle(db, query)
  const first = await countListed(db, query, read)
  const known = read && first.total === 0 ? await dropUnknownWords(db, read) : undefined
  const counted = known ? await countListed(db, query, known) : first
  if (counted.total > 0 || (!read && query.vehicle === undefined)) return counted
  const { vehicle: _, q: asked, ...others } = query
  const q = read ? (known ?? read).words : asked
  const { total: withoutVehicle } = await countListed(db, { ...others, ...(q && { q }), words: 'only' }, undefined)
  return { ...counted, withoutVehicle }
}

async function countListed(
  db: Database,
  query: Query<typeof getFacets>,
  read: TypedVehicle | undefined,
): Promise<Facets> {
  const { category, f } = query
  const categories = category === undefined ? undefined : await findSubtree(db, category)
  const q = read ? read.words : query.q
  const { fitting, ...named }: Fitting = read
    ? { fitting: shownFor({ vehicles: read.vehicles, withUniversal: query.universal === 'yes' }) }
    : await findFitting(db, query)
  const [groups, found] = await Promise.all([
    resolveFilters(db, readFilters(f)),
    q?.trim() ? findSearched(db, q, { where: onSale(categories), filter: fitting && isAmong(fitting) }) : undefined,
  ])
  const scope = { categories, ...(found ? { found } : { fitting }) }
  const [counted, chosen] = await Promise.all([
    countFacets(db, { scope, groups, categoryId: categories?.[0] ?? null }),
    nameFilters(
      db,
      groups.map(({ filter }) => filter),
    ),
  ])
  return {
    ...counted,
    chosen,
    groups: counted.groups.map((group) => withNames(group, chosen)),
    ...named,
    ...(named.unknown && { unknown: [...(counted.unknown ?? []), ...named.unknown] }),
    ...(read && {
      read: {
        name: read.name,
        words: read.words,
        vehicles: read.vehicles.flatMap(({ year, ...one }) => (year === undefined ? [] : { ...one, year })),
      },
    }),
  }
}

/** Adds the names of chosen values that no product has any more. */
function withNames(facet: Facet, chosen: readonly NamedFilter[]): Facet {
  const named = chosen.find(({ code }) => code === facet.code)?.values ?? []
  const values = facet.values.map((value) => ({ ...named.find(({ code }) => code === value.code), ...value }))
  return { ...facet, values }
}

const managedColumns = {
  ...listedColumns,
  archivedAt: products.archivedAt,
  isDraft: products.isDraft,
  waiting: sql<number>`(SELECT count(*)::integer FROM stock_notices WHERE product_id = products.id AND confirmed_at IS NOT NULL AND sent_at IS NULL)`,
}

/** Returns a product with its details, also an archived one; throws `product-not-found`. */
export async function getManagedProduct(db: Database | Transaction, id: string) {
  const productId = parseId(id, 'product-not-found')
  const [row] = await db
    .select({ ...managedColumns, ...editedDetailColumns })
    .from(products)
    .where(eq(products.id, productId))
  if (!row) throw problem('product-not-found')
  return row
}

export type EditedProductRow = Awaited<ReturnType<typeof getManagedProduct>>
export type ManagedProductRow = ProductRow & {
  archivedAt: Date | null
  isDraft: boolean
  waiting: number
  reserved: number
}

export interface ProductSearch extends ProductFilter {
  sort?: ProductSort | undefined
}

/**
 * Returns products for admins, filtered by state (archived ones latest first) and category, and sorted. A search of the products on
 * sale finds drafts, too.
 */
export async function listManagedProducts(
  db: Database,
  page: Page,
  search: ProductSearch,
): Promise<ManagedProductRow[]> {
  const rows = await readManaged(db, page, search, (where, order, limit) =>
    db
      .select(managedColumns)
      .from(products)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  )
  return withReserved(db, rows)
}

/** Returns a product as lists of admins have it; throws `product-not-found`. */
export async function getListedProduct(db: Database, id: string): Promise<ManagedProductRow> {
  const rows = await db
    .select(managedColumns)
    .from(products)
    .where(eq(products.id, parseId(id, 'product-not-found')))
  const [row] = await withReserved(db, rows)
  if (!row) throw problem('product-not-found')
  return row
}

/** Returns the ids of the products that a filter of admins finds, at most `maxSelectedProducts` and one more. */
export async function findSelectedProducts(db: Database, filter: ProductFilter): Promise<string[]> {
  const rows = await readManaged(db, { limit: maxSelectedProducts, after: undefined }, filter, (where, order, limit) =>
    db
      .select({ id: products.id })
      .from(products)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  )
  return rows.map(({ id }) => id)
}

/** Counts the products of each filter of admins. */
export async function countManagedProducts(db: Database, category?: string) {
  const categories = category === undefined ? undefined : await findSubtree(db, category)
  return countFilters(
    db,
    productStates,
    (show) => sql`${products} WHERE ${and(inManagedState(show), inCategories(categories))}`,
  )
}

async function readManaged<Row extends { id: string }>(
  db: Database,
  page: Page,
  { q, show = 'on-sale', sort, category }: ProductSearch,
  select: (where: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const isArchive = show === 'archived' || show === 'draft'
  const withDrafts = show === 'on-sale' && Boolean(q?.trim())
  const categories = category === undefined ? undefined : await findSubtree(db, category)
  const { rows } = await searchProducts(
    db,
    {
      keys: [sort ? sortKeys[sort] : isArchive ? products.archivedAt : products.position, products.id],
      direction: sort?.startsWith('-') || (isArchive && !sort) ? 'descending' : 'ascending',
      where: and(withDrafts ? isKept : inManagedState(show), inCategories(categories)),
      q,
      page,
      isSorted: sort !== undefined,
      withArchived: isArchive || withDrafts,
    },
    select,
  )
  return rows
}

const inCategories = (ids: readonly number[] | undefined) =>
  ids && sql`${products.categoryId} = ANY(${sql.param(ids)}::int[])`

/** Returns the condition of the products that a filter of admins shows. */
const inManagedState = (show: ProductState): SQL | undefined =>
  show === 'archived' || show === 'draft'
    ? and(isNotNull(products.archivedAt), eq(products.isDraft, show === 'draft'))
    : and(isNull(products.archivedAt), inProductState(show))

/** Returns the condition of the products that a filter shows, besides being on sale. */
export function inProductState(show: ProductState): SQL | undefined {
  // A product below its minimum has stock, but none that can be ordered. The first condition is that of the index.
  if (show === 'stranded') return sql`${products}.stock_state = 'out' AND ${products.availableQuantity} > 0`
  if (show === 'out') return sql`${products}.stock_state = 'out' AND ${products.availableQuantity} = 0`
  if (show === 'awaited')
    return sql`EXISTS (SELECT FROM stock_notices WHERE product_id = ${products.id} AND confirmed_at IS NOT NULL AND sent_at IS NULL)`
  if (show === 'unfitted') return sql`${products}.fit_kind = 'vehicles' AND NOT ${products}.has_fitments`
  return show === 'on-sale' ? undefined : sql`${products}.stock_state = ${show}`
}

const sortKeys = {
  name: products.name,
  '-name': products.name,
  available: products.availableQuantity,
  '-available': products.availableQuantity,
  minimum: products.minimumQuantity,
  '-minimum': products.minimumQuantity,
  price: products.priceCents,
  '-price': products.priceCents,
} satisfies Record<ProductSort, PgColumn>
