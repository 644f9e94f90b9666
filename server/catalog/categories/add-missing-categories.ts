import { sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import { addCategory } from '#server/catalog/categories/add-category.ts'
import { lockCategories } from '#server/catalog/categories/change-categories.ts'
import { nameCategories, wayStep } from '#server/catalog/name-references.ts'
import { removeCategories } from '#server/catalog/categories/write-categories.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns the names on the way to a category, `Brakes > Pads`, from the top; files may have empty columns of a way at its end. */
export const namesOnWay = (text: string): string[] =>
  text
    .replace(/(?<![\s>])[\s>]+$/, '')
    .split('>')
    .map((name) => name.trim())

interface Known {
  id: number
  slug: string
}

/** Follows the ways to categories from the top, and calls `add` for each that is missing, those above before those below. */
async function followWays(
  db: Database | Transaction,
  texts: readonly string[],
  add: (name: string, above: { parentId: number | null; way: string }) => Known | Promise<Known>,
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>()
  const { rows } = await db.execute<{ id: number; parentId: number | null; slug: string; names: string[] }>(sql`
    SELECT id, parent_id AS "parentId", slug,
      array(SELECT lower(name) FROM category_texts WHERE category_id = categories.id) AS names
    FROM categories ORDER BY position DESC, id DESC`)
  const keyOf = (parentId: number | null, name: string) => `${parentId ?? ''} ${name}`
  const known = new Map(
    rows.flatMap(({ id, parentId, slug, names }) =>
      names.map((name) => [keyOf(parentId, name), { id, slug }] as [string, Known]),
    ),
  )
  for (const text of texts) {
    let parentId: number | null = null
    const way: string[] = []
    for (const name of namesOnWay(text)) {
      way.push(name)
      const key = keyOf(parentId, name.toLowerCase())
      const category: Known = known.get(key) ?? (await add(name, { parentId, way: way.join(wayStep) }))
      known.set(key, category)
      parentId = category.id
      slugs.set(text, category.slug)
    }
  }
  return slugs
}

/**
 * Adds what is missing on the ways to categories, with names in the main language of the store. Returns the slug for each text, and the
 * ids of what was added, those above before those below.
 */
export async function addMissingCategories(
  tx: Transaction,
  texts: readonly string[],
): Promise<{ slugs: Map<string, string>; added: number[] }> {
  const added: number[] = []
  if (texts.length === 0) return { slugs: new Map(), added }
  // Two imports that add the same category wait for each other.
  await lockCategories(tx)
  const slugs = await followWays(tx, texts, async (name, { parentId }) => {
    const parent = parentId === null ? '' : String(parentId)
    const category = await addCategory(tx, { names: { [mainLanguage()]: name }, parent }, undefined)
    added.push(category.id)
    return category
  })
  return { slugs, added }
}

/** Returns the ways to the categories that these texts would add, those above before those below. */
export async function findMissingCategories(db: Database | Transaction, texts: readonly string[]): Promise<string[]> {
  const known = await nameCategories(db, texts)
  const ways: string[] = []
  await followWays(
    db,
    texts.filter((text) => !known.has(text)),
    (_, { way }) => ({ id: -ways.push(way), slug: '' }),
  )
  return ways
}

/** Deletes those of the categories that nothing is in. */
export async function removeUnusedCategories(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.execute<{ slug: string }>(sql`
    SELECT slug FROM unnest(${sql.param(ids)}::integer[]) WITH ORDINALITY AS given (id, place) JOIN categories USING (id)
    ORDER BY place DESC`)
  await removeCategories(
    tx,
    rows.map(({ slug }) => slug),
  )
}
