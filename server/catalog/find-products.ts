import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ProductSort, ProductState } from '#contract/catalog.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import type { ProductRow } from '#server/catalog/present-product.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import type { Page } from '#server/platform/paging.ts'
import { problem } from '#server/platform/problem.ts'
import { readList } from '#server/platform/search.ts'

const columns = {
  id: products.id,
  name: products.name,
  imageUrl: products.imageUrl,
  description: products.description,
  minimumQuantity: products.minimumQuantity,
  availableQuantity: products.availableQuantity,
  priceCents: products.priceCents,
  sku: products.sku,
  category: products.category,
  placeholder: sql<string | null>`(SELECT placeholder FROM images WHERE url = ${products.imageUrl} LIMIT 1)`,
}

const prepareGetProduct = (db: Database) =>
  db
    .select(columns)
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isNull(products.archivedAt)))
    .prepare('get_product')

const prepared = new WeakMap<Database, ReturnType<typeof prepareGetProduct>>()

/** One product that is sold, with the stock of this moment; throws `product-not-found`. */
export async function getProduct(db: Database, id: string): Promise<ProductRow> {
  let query = prepared.get(db)
  if (!query) prepared.set(db, (query = prepareGetProduct(db)))
  const [row] = await query.execute({ id: parseId(id, 'product-not-found') })
  if (!row) throw problem('product-not-found')
  return row
}

/** The product of exactly this name, regardless of case; throws `product-not-found`. */
export async function getProductByName(db: Database | Transaction, name: string): Promise<ProductRow> {
  const [row] = await db
    .select(columns)
    .from(products)
    .where(and(eq(sql`lower(${products.name})`, sql`lower(${name.trim()})`), isNull(products.archivedAt)))
  if (!row) throw problem('product-not-found')
  return row
}

/** The products that are sold, in the shop's order, all or those of one shelf; one more than the page holds. */
export function listProducts(
  db: Database,
  page: Page,
  { q, category }: { q?: string | undefined; category?: string | undefined } = {},
): Promise<ProductRow[]> {
  return readList(
    {
      keys: [products.position, products.id],
      direction: 'ascending',
      where: and(isNull(products.archivedAt), category === undefined ? undefined : eq(products.category, category)),
      q,
      page,
    },
    (where, order, limit) =>
      db
        .select(columns)
        .from(products)
        .where(where)
        .orderBy(...order)
        .limit(limit),
  )
}

export type ManagedProductRow = ProductRow & { archivedAt: Date | null }

export interface ProductSearch {
  q?: string | undefined
  show?: ProductState | undefined
  sort?: ProductSort | undefined
}

/**
 * As `listProducts`, for those who manage them: also only what is short, or what was archived, the latest first; or in one of the
 * orders of a table's heads.
 */
export function listManagedProducts(db: Database, page: Page, { q, show = 'on-sale', sort }: ProductSearch) {
  const isArchive = show === 'archived'
  return readList<ManagedProductRow>(
    {
      keys: [sort ? sortKeys[sort] : isArchive ? products.archivedAt : products.position, products.id],
      direction: sort?.startsWith('-') || (isArchive && !sort) ? 'descending' : 'ascending',
      where: isArchive
        ? isNotNull(products.archivedAt)
        : and(isNull(products.archivedAt), show === 'on-sale' ? undefined : sql`${products}.stock_state = ${show}`),
      q,
      page,
    },
    (where, order, limit) =>
      db
        .select({ ...columns, archivedAt: products.archivedAt })
        .from(products)
        .where(where)
        .orderBy(...order)
        .limit(limit),
  )
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
