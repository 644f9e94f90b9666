import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { products } from '#server/catalog/catalog.tables.ts'
import type { ProductRow } from '#server/catalog/present-product.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

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

/** Every product that is sold, in the shop's order. */
export function listProducts(db: Database): Promise<ProductRow[]> {
  return db.select(columns).from(products).where(isNull(products.archivedAt)).orderBy(asc(products.position))
}
