import { sql } from 'drizzle-orm'
import { productPath } from '#contract/product-path.ts'
import { makeSlug } from '#server/catalog/product-slug.ts'
import {
  createSitemaps,
  type SitemapDeps,
  type SitemapEntry,
  type Sitemaps,
} from '#server/catalog/sitemaps/sitemaps.ts'
import type { Database } from '#server/platform/database/database.ts'

const rowsPerRead = 500
const none = '00000000-0000-0000-0000-000000000000'

/** Creates the sitemaps of the products on sale. */
export const createProductSitemaps = ({ db, ...deps }: SitemapDeps): Sitemaps =>
  createSitemaps(deps, {
    name: 'products',
    listStarts: (maxPerFile) => listStarts(db, maxPerFile),
    read: (after, limit) => readAddresses(db, after, limit),
  })

/** Returns the id before the first product of each sitemap. */
async function listStarts(db: Database, maxPerFile: number): Promise<string[]> {
  const starts: string[] = []
  for (let after: string | undefined = none; after !== undefined;) {
    const { rows }: { rows: { first: boolean; last: string | null }[] } = await db.execute(sql`
      SELECT EXISTS (SELECT FROM products WHERE archived_at IS NULL AND id > ${after}::uuid) AS first,
        (SELECT id FROM products WHERE archived_at IS NULL AND id > ${after}::uuid ORDER BY id
          OFFSET ${maxPerFile - 1} LIMIT 1) AS last`)
    if (rows[0]?.first) starts.push(after)
    after = rows[0]?.last ?? undefined
  }
  return starts
}

async function* readAddresses(db: Database, after: string, limit: number): AsyncGenerator<SitemapEntry[]> {
  for (let left = limit, last = after; left > 0;) {
    const { rows } = await db.execute<{ id: string; name: string; day: string }>(sql`
      SELECT id, name, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM products
      WHERE archived_at IS NULL AND id > ${last}::uuid ORDER BY id LIMIT ${Math.min(rowsPerRead, left)}`)
    yield rows.map(({ id, name, day }) => ({ path: productPath({ _id: id, slug: makeSlug(name) }), day }))
    left -= rows.length
    last = rows.at(-1)?.id ?? last
    if (rows.length === 0) break
  }
}
