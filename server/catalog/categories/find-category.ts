import { type Placeholder, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns the ids of categories by their slugs or former slugs; `lock` keeps them until the end. Throws `category-not-found`. */
export async function findCategoryIds(
  db: Database | Transaction,
  slugs: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Map<string, number>> {
  const asked = [...new Set(slugs)]
  if (asked.length === 0) return new Map()
  const { rows } = await db.execute<{ slug: string; id: number }>(sql`
    SELECT asked AS slug, categories.id FROM unnest(${sql.param(asked)}::text[]) asked JOIN categories ON categories.id = coalesce(
      (SELECT id FROM categories WHERE slug = asked),
      (SELECT target_id FROM old_slugs WHERE kind = 'category' AND slug = asked)) ${lock ? sql`FOR KEY SHARE OF categories` : sql``}`)
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
  for (const slug of asked) if (!ids.has(slug)) throw problem('category-not-found', { category: slug })
  return ids
}

/** Returns the id of the category with this slug or former slug, null without one. Throws `category-not-found`. */
export async function findCategoryId(
  db: Database | Transaction,
  slug: string | null | undefined,
): Promise<number | null> {
  if (slug === null || slug === undefined) return null
  return (await findCategoryIds(db, [slug])).get(slug) ?? null
}

/** Builds the table `subtree` of a recursive statement: the ids of a category and of all categories below. */
export const subtreeOf = (slug: string | Placeholder) => sql`
  subtree AS (
    SELECT id, 0 AS depth FROM categories WHERE id = coalesce(
      (SELECT id FROM categories WHERE slug = ${slug}),
      (SELECT target_id FROM old_slugs WHERE kind = 'category' AND slug = ${slug}))
    UNION
    SELECT child.id, depth + 1 FROM categories child JOIN subtree ON child.parent_id = subtree.id)`

const readSubtree = prepareStatement<{ id: number }>(
  'subtree',
  sql`WITH RECURSIVE ${subtreeOf(sql.placeholder('slug'))} SELECT id FROM subtree ORDER BY depth`,
)

/** Returns the ids of a category and, behind it, of all categories below. Throws `category-not-found`. */
export async function findSubtree(db: Database, slug: string): Promise<number[]> {
  // Before the list is read and not within it: the planner knows how many products a list of ids has.
  const rows = await readSubtree(db, { slug })
  if (rows.length === 0) throw problem('category-not-found', { category: slug })
  return rows.map(({ id }) => id)
}
