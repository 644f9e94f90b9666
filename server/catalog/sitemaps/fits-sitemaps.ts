import { sql } from 'drizzle-orm'
import { minPartsOfPage } from '#contract/vehicle-pages.ts'
import {
  createSitemaps,
  type SitemapDeps,
  type SitemapEntry,
  type Sitemaps,
} from '#server/catalog/sitemaps/sitemaps.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Describes the models of one sitemap, by their ids, both included. */
interface ModelSpan {
  first: number
  last: number
}

/** Creates the sitemaps of vehicles: the page of each with parts, and its pages of categories. A model is whole in one of them. */
export const createFitsSitemaps = ({ db, ...deps }: SitemapDeps): Sitemaps =>
  createSitemaps(deps, {
    name: 'fits',
    listStarts: (maxPerFile) => listSpans(db, maxPerFile),
    read: (span) => readAddresses(db, span),
  })

/** Builds the table `listed`: the offered models between two ids with the parts on sale that list them. */
const listed = ({ first, last }: ModelSpan) => sql`
  listed AS MATERIALIZED (
    SELECT DISTINCT model_id, product_id, category_id FROM fitments JOIN product_facets USING (product_id)
      JOIN vehicle_models ON vehicle_models.id = model_id JOIN vehicle_makes ON vehicle_makes.id = make_id
    WHERE model_id BETWEEN ${first} AND ${last} AND vehicle_models.is_offered AND vehicle_makes.is_offered),
  above AS (
    SELECT id AS category_id, id FROM categories
    UNION SELECT above.category_id, parent_id FROM above JOIN categories USING (id) WHERE parent_id IS NOT NULL),
  pages AS (
    SELECT model_id, above.id AS category_id FROM listed JOIN above USING (category_id)
    GROUP BY 1, 2 HAVING count(*) >= ${minPartsOfPage})`

const everyModel = { first: 0, last: 2_147_483_647 }

async function listSpans(db: Database, maxPerFile: number): Promise<ModelSpan[]> {
  const { rows } = await db.execute<{ id: number; pages: number }>(sql`
    WITH RECURSIVE ${listed(everyModel)}
    SELECT model_id AS id, 1 + (SELECT count(*) FROM pages WHERE pages.model_id = models.model_id)::integer AS pages
    FROM (SELECT DISTINCT model_id FROM listed) models ORDER BY model_id`)
  const spans: ModelSpan[] = []
  let left = 0
  for (const { id, pages } of rows) {
    const span = spans.at(-1)
    if (span && pages <= left) span.last = id
    else {
      spans.push({ first: id, last: id })
      left = maxPerFile
    }
    left -= pages
  }
  return spans
}

async function* readAddresses(db: Database, span: ModelSpan): AsyncGenerator<SitemapEntry[]> {
  const { rows } = await db.execute<{ path: string }>(sql`
    WITH RECURSIVE ${listed(span)}
    SELECT '/fits/' || slug AS path FROM vehicle_models WHERE id IN (SELECT model_id FROM listed)
    UNION ALL
    SELECT '/fits/' || vehicle_models.slug || '/' || categories.slug
    FROM pages JOIN vehicle_models ON vehicle_models.id = model_id JOIN categories ON categories.id = category_id
    ORDER BY path`)
  yield rows
}
