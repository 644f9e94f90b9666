import { type Placeholder, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns the id of the category with this slug or former slug, null without one. Throws `category-not-found`. */
export async function findCategoryId(
  db: Database | Transaction,
  slug: string | null | undefined,
): Promise<number | null> {
  if (slug === null || slug === undefined) return null
  const { rows } = await db.execute<{ id: number | null }>(sql`
    SELECT coalesce(
      (SELECT id FROM categories WHERE slug = ${slug}),
      (SELECT target_id FROM old_slugs WHERE kind = 'category' AND slug = ${slug})) AS id`)
  const id = rows[0]?.id ?? null
  if (id === null) throw problem('category-not-found', { category: slug })
  return id
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
