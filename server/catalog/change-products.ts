import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { productActions } from '#contract/product-selection.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { archiveProduct } from '#server/catalog/archive-product.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { findCategoryId } from '#server/catalog/categories/find-category.ts'
import { restoreProduct } from '#server/catalog/restore-product.ts'
import { assertOwnNumberFree } from '#server/catalog/search/write-part-numbers.ts'
import { updateProduct } from '#server/catalog/update-product.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import { isId, parseId } from '#server/platform/ids.ts'

type Outcome = 'done' | 'unchanged'

interface Change {
  action: (typeof productActions)[number]
  /** The slug of the category; null for none. */
  category: string | null
  /** Set if nothing is to be changed. */
  preview: boolean
}

/**
 * Archives or restores a product or puts it into a category, and returns whether that changed it. Throws `product-not-found`,
 * `product-name-taken`, `part-number-taken` or `category-not-found`.
 */
export async function changeProduct(
  db: Database,
  id: string,
  { action, category, preview }: Change,
  by: AuditActor,
): Promise<Outcome> {
  const productId = parseId(id, 'product-not-found')
  const [row] = await db
    .select({
      name: products.name,
      sku: products.sku,
      brandId: products.brandId,
      categoryId: products.categoryId,
      isOnSale: sql<boolean>`${products.archivedAt} IS NULL`,
      isDraft: products.isDraft,
    })
    .from(products)
    .where(eq(products.id, productId))
  if (!row) throw problem('product-not-found')
  const isKept = row.isOnSale || row.isDraft
  switch (action) {
    case 'archive':
      if (!isKept) return 'unchanged'
      return preview ? 'done' : unlessIsSo(archiveProduct(db, productId, by), 'product-not-found')
    case 'restore':
      if (row.isOnSale) return 'unchanged'
      if (!preview) return unlessIsSo(restoreProduct(db, productId, by), 'product-not-archived')
      await assertRestorable(db, productId, row)
      return 'done'
    case 'category':
      if (!isKept) throw problem('product-not-found')
      if (row.categoryId === (await findCategoryId(db, category))) return 'unchanged'
      if (!preview) await updateProduct(db, productId, { category }, by)
      return 'done'
  }
}

/** Waits for a change; the refusal with this code means that somebody else has made it meanwhile. */
async function unlessIsSo(change: Promise<unknown>, code: Problem['code']): Promise<Outcome> {
  try {
    await change
    return 'done'
  } catch (error) {
    if (error instanceof Problem && error.code === code) return 'unchanged'
    throw error
  }
}

/** Throws what would refuse to put a product on sale. */
async function assertRestorable(
  db: Database,
  id: string,
  { name, sku, brandId }: { name: string; sku: string | null; brandId: number | null },
) {
  await assertOwnNumberFree(db, { productId: id })
  const [other] = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        sql`lower(${products.name}) = lower(${name})`,
        sql`lower(coalesce(${products.sku}, '')) = lower(${sku ?? ''})`,
        sku ? sql`${products.brandId} IS NOT DISTINCT FROM ${brandId}` : undefined,
        isNull(products.archivedAt),
        ne(products.id, id),
      ),
    )
    .limit(1)
  if (other) throw problem('product-name-taken', { name })
}

/** Returns the names of products by their ids; those that do not exist are missing. */
export async function findProductNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(sql`${products.id} = ANY (${sql.param(ids.filter(isId))}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
