import { sql } from 'drizzle-orm'
import type { LackingTexts } from '#contract/opening.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Lists what has a text in the main language of the store, or in another, but none in one of its further languages. */
export async function findLackingTexts(db: Database): Promise<LackingTexts[]> {
  const { rows } = await db.execute<LackingTexts & Record<string, unknown>>(sql`
    WITH further AS (
      SELECT unnest(languages[2:]) AS language, languages[1] AS main FROM store),
    site AS (SELECT content, translations FROM site_contents ORDER BY id DESC LIMIT 1)
    SELECT language, kind, count::integer FROM further CROSS JOIN LATERAL (
      SELECT 'footer' AS kind, 1 AS position, count(*) FROM site
      -- A footer as delivered is there in each language.
      WHERE content #> '{footer,columns}' IS NOT NULL AND (translations #> ARRAY[language, 'footer', 'columns']) IS NULL
      UNION ALL
      SELECT 'legal', 2, count(DISTINCT kind) FROM legal_versions published
      WHERE published.language = main AND NOT EXISTS (
        SELECT FROM legal_versions other WHERE other.kind = published.kind AND other.language = further.language)
      UNION ALL
      SELECT 'categories', 3, count(*) FROM categories c WHERE NOT EXISTS (
        SELECT FROM category_texts texts WHERE texts.category_id = c.id AND texts.language = further.language)
      UNION ALL
      SELECT 'attributes', 4, count(*) FROM attributes a WHERE NOT EXISTS (
        SELECT FROM attribute_texts texts WHERE texts.attribute_id = a.id AND texts.language = further.language)
      UNION ALL
      -- A product may be called the same in each language.
      SELECT 'products', 5, count(*) FROM products p WHERE archived_at IS NULL AND NOT EXISTS (
        SELECT FROM product_texts texts WHERE texts.product_id = p.id AND texts.language = further.language
          AND (texts.name IS NOT NULL OR texts.description IS NOT NULL))
    ) lacking WHERE count > 0 ORDER BY language, position`)
  return rows
}
