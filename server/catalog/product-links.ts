import { eq, sql } from 'drizzle-orm'
import type { LinkedTool } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import { nameIn } from '#server/catalog/name-in.ts'
import { productPairs, products } from '#server/catalog/catalog.tables.ts'
import { violatedConstraint, type Transaction } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Builds what a page says of another product, `other`, as JSON. */
export const linkedProduct = (language: Language | 'main') => {
  const name = sql`other.name`
  const shown = language === 'main' ? name : nameIn(sql`${language}`, sql`other.id`, name)
  return sql`json_strip_nulls(json_build_object('_id', other.id, 'name', ${shown}, 'img', other.image_url, 'sku', other.sku,
    'brand', (SELECT brands.name FROM brands WHERE brands.id = other.brand_id)))`
}

/** Lists what the page of a product links to: the last successor on sale, and what fits together with it. */
export const linkColumns = (language: Language) => ({
  replacedBy: sql<LinkedTool | null>`(
    WITH RECURSIVE chain AS (
      SELECT products.replaced_by AS id, 1 AS step
      UNION ALL
      SELECT following.replaced_by, step + 1 FROM chain JOIN products following ON following.id = chain.id
    ) CYCLE id SET is_closed USING path
    SELECT ${linkedProduct(language)} FROM chain JOIN products other ON other.id = chain.id AND other.archived_at IS NULL
    ORDER BY step DESC LIMIT 1)`,
  fitsTogether: selectPairs(language, sql`AND other.archived_at IS NULL`),
})

/** Lists what admins edit of it: the next successor, whether on sale or not, and all that fits together. */
export const editedLinkColumns = {
  replacedBy: sql<LinkedTool | null>`(
    SELECT ${linkedProduct('main')} FROM products other WHERE other.id = products.replaced_by)`,
  fitsTogether: selectPairs('main', sql``),
}

function selectPairs(language: Language | 'main', condition: ReturnType<typeof sql>) {
  return sql<LinkedTool[]>`(
    SELECT coalesce(json_agg(${linkedProduct(language)} ORDER BY other.position), '[]')
    FROM product_pairs JOIN products other
      ON other.id = CASE WHEN first_id = products.id THEN second_id ELSE first_id END
    WHERE (first_id = products.id OR second_id = products.id) ${condition})`
}

const readId = (id: string) => parseId(id, 'linked-product-not-found')

/**
 * Makes other changes of links between products wait until the end of the transaction: two successions at once could close a circle that
 * neither of them sees. Before the products are locked, since each change also locks the products that it links to.
 */
export const lockLinks = (tx: Transaction) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boltyard.successors'))`)

/** Sets the successor of a product, none for an empty text. Throws `linked-product-not-found` or `succession-cycle`. */
export async function writeSuccessor(tx: Transaction, productId: string, successor: string): Promise<void> {
  const replacedBy = successor === '' ? null : readId(successor)
  if (replacedBy !== null) {
    const { rows } = await tx.execute<{ found: boolean; closes: boolean }>(sql`
      WITH RECURSIVE chain AS (
        SELECT id, replaced_by FROM products WHERE id = ${replacedBy}
        UNION
        SELECT products.id, products.replaced_by FROM chain JOIN products ON products.id = chain.replaced_by)
      SELECT count(*) > 0 AS found, coalesce(bool_or(id = ${productId}), false) AS closes FROM chain`)
    if (!rows[0]?.found) throw problem('linked-product-not-found')
    if (rows[0].closes) throw problem('succession-cycle')
  }
  await tx.update(products).set({ replacedBy }).where(eq(products.id, productId))
}

/** Replaces the products that fit together with one. Throws `linked-product-not-found`. */
export async function writePairs(tx: Transaction, productId: string, ids: readonly string[]): Promise<void> {
  await tx.delete(productPairs).where(sql`${productId} IN (${productPairs.firstId}, ${productPairs.secondId})`)
  const others = [...new Set(ids.map(readId))].filter((id) => id !== productId)
  const rows = others.map((id) => ({
    firstId: id < productId ? id : productId,
    secondId: id < productId ? productId : id,
  }))
  if (rows.length === 0) return
  await tx
    .insert(productPairs)
    .values(rows)
    .catch((error: unknown) => {
      throw violatedConstraint(error)?.startsWith('product_pairs') ? problem('linked-product-not-found') : error
    })
}
