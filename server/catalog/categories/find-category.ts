import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
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

/** Returns the ids of a category and, behind it, of all categories below. Throws `category-not-found`. */
export async function findSubtree(db: Database, slug: string): Promise<number[]> {
  // Before the list is read and not within it: the planner knows how many products a list of ids has.
  const { rows } = await db.execute<{ id: number }>(sql`
    WITH RECURSIVE subtree AS (
      SELECT id, 0 AS depth FROM categories WHERE id = coalesce(
        (SELECT id FROM categories WHERE slug = ${slug}),
        (SELECT target_id FROM old_slugs WHERE kind = 'category' AND slug = ${slug}))
      UNION
      SELECT child.id, depth + 1 FROM categories child JOIN subtree ON child.parent_id = subtree.id)
    SELECT id FROM subtree ORDER BY depth`)
  if (rows.length === 0) throw problem('category-not-found', { category: slug })
  return rows.map(({ id }) => id)
}

/** Adds to each word of a search, a part of a `tsquery`, the categories whose names have it, and those below them. */
export async function addCategories(db: Database, words: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ number: number; ids: number[] }>(sql`
    WITH RECURSIVE named AS (
      SELECT number, category_id AS id FROM unnest(${sql.param(words)}::text[]::tsquery[]) WITH ORDINALITY AS asked (word, number)
      JOIN category_texts ON words_of(name) @@ word
      UNION
      SELECT number, child.id FROM named JOIN categories child ON parent_id = named.id)
    SELECT number::int, array_agg(id) AS ids FROM named GROUP BY number`)
  return words.map((word, index) => {
    const ids = rows.find(({ number }) => number === index + 1)?.ids ?? []
    return [word, ...ids.map((id) => `'#${id}'`)].join(' | ')
  })
}
