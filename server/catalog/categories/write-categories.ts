import { sql } from 'drizzle-orm'
import { assertPlace, lockCategories } from '#server/catalog/categories/change-categories.ts'
import { inTreeOrder } from '#server/catalog/categories/in-tree-order.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes a category as files hold it; `parent` is a slug. */
export interface CategoryRecord {
  slug: string
  parent: string | null
  imageUrl: string | null
  names: Record<string, string>
  descriptions: Record<string, string>
  pageTitles: Record<string, string>
  pageDescriptions: Record<string, string>
}

/** Returns the categories with these slugs or former slugs by the asked one, or all of them in the order of the tree; `lock` keeps others from changing the tree. */
export async function readCategoryRecords(
  db: Database | Transaction,
  slugs?: readonly string[],
): Promise<Map<string, CategoryRecord>> {
  type Row = CategoryRecord & { id: number; parentId: number | null; former: string[] }
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    SELECT id, parent_id AS "parentId", slug, (SELECT slug FROM categories above WHERE above.id = categories.parent_id) AS parent,
      image_url AS "imageUrl", texts.*,
      array(SELECT old.slug FROM old_slugs old WHERE kind = 'category' AND target_id = categories.id) AS former
    FROM categories, LATERAL (
      SELECT coalesce(json_object_agg(language, name), '{}') AS names,
        coalesce(json_object_agg(language, description), '{}') AS descriptions,
        coalesce(json_object_agg(language, page_title), '{}') AS "pageTitles",
        coalesce(json_object_agg(language, page_description), '{}') AS "pageDescriptions"
      FROM category_texts WHERE category_id = categories.id) texts
    ORDER BY position, id`)
  if (!slugs) return new Map(inTreeOrder<Row>(rows).map((row) => [row.slug, row]))
  const all = new Map(rows.flatMap((row) => [row.slug, ...row.former].map((slug) => [slug, row] as const)))
  return new Map(
    slugs.flatMap((slug) => {
      const record = all.get(slug)
      return record ? [[slug, record] as const] : []
    }),
  )
}

export type CategoryWrite = Pick<CategoryRecord, 'slug'> & { isNew: boolean } & Partial<Omit<CategoryRecord, 'slug'>>

/** Adds categories behind their siblings, and changes others, one after the other: parents stand before what is below them. Throws `category-not-found`, `category-cycle` and `category-too-deep`. */
export async function writeCategories(tx: Transaction, writes: readonly CategoryWrite[]): Promise<void> {
  await lockCategories(tx)
  for (const { slug, isNew, parent, imageUrl, names, ...texts } of writes) {
    const parentId = parent ? await getId(tx, parent) : null
    if (isNew) {
      await assertPlace(tx, parentId)
      await tx.execute(sql`
        INSERT INTO categories (parent_id, slug, position, image_url)
        SELECT ${parentId}::integer, ${slug}, count(*) + 1, ${imageUrl ?? null} FROM categories
        WHERE parent_id IS NOT DISTINCT FROM ${parentId}::integer`)
    } else {
      if (parent !== undefined) await assertPlace(tx, parentId, await getId(tx, slug))
      await tx.execute(sql`
        UPDATE categories SET updated_at = clock_timestamp()
          ${imageUrl === undefined ? sql`` : sql`, image_url = ${imageUrl}`}
          ${
            parent === undefined
              ? sql``
              : sql`, parent_id = ${parentId}::integer, position = 1 + (
            SELECT count(*) FROM categories sibling WHERE sibling.parent_id IS NOT DISTINCT FROM ${parentId}::integer)`
          }
        WHERE slug = ${slug}`)
    }
    const id = await getId(tx, slug)
    for (const [language, name] of Object.entries(names ?? {})) await writeName(tx, id, language, name)
    for (const [column, texted] of Object.entries({
      description: texts.descriptions,
      page_title: texts.pageTitles,
      page_description: texts.pageDescriptions,
    })) {
      for (const [language, text] of Object.entries(texted ?? {})) {
        await tx.execute(sql`
          UPDATE category_texts SET ${sql.identifier(column)} = ${text} WHERE category_id = ${id} AND language = ${language}`)
      }
    }
  }
}

const writeName = (tx: Transaction, id: number, language: string, name: string) =>
  tx.execute(
    name === ''
      ? sql`DELETE FROM category_texts WHERE category_id = ${id} AND language = ${language}`
      : sql`INSERT INTO category_texts (category_id, language, name) VALUES (${id}, ${language}, ${name})
          ON CONFLICT (category_id, language) DO UPDATE SET name = excluded.name`,
  )

async function getId(tx: Transaction, slug: string): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`SELECT id FROM categories WHERE slug = ${slug}`)
  if (!rows[0]) throw problem('category-not-found', { category: slug })
  return rows[0].id
}

/** Deletes categories that nothing is in; returns the slugs of the others. */
export async function removeCategories(tx: Transaction, slugs: readonly string[]): Promise<string[]> {
  await lockCategories(tx)
  const left: string[] = []
  for (const slug of slugs) {
    const { rows } = await tx.execute(sql`
      DELETE FROM categories WHERE slug = ${slug} AND NOT EXISTS (SELECT FROM categories below WHERE below.parent_id = categories.id)
        AND NOT EXISTS (SELECT FROM products WHERE category_id = categories.id)
        AND NOT EXISTS (SELECT FROM discount_categories WHERE category_id = categories.id)
      RETURNING id`)
    if (rows.length === 0) left.push(slug)
  }
  return left
}
