import { sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { findUnseen } from '#contract/unseen-characters.ts'
import { addCategory } from '#server/catalog/categories/add-category.ts'
import { lockCategories } from '#server/catalog/categories/change-categories.ts'
import { removeCategories } from '#server/catalog/categories/write-categories.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns the names on the way to a category, `Brakes > Pads`, from the top; undefined if one cannot be the name of a category. */
export function readCategoryPath(text: string): string[] | undefined {
  const names = text.split('>').map((name) => name.trim())
  const isName = (name: string) =>
    name !== '' && name.length <= maxLengths.categoryName && findUnseen(name) === undefined
  return names.every(isName) ? names : undefined
}

/**
 * Adds what is missing on the ways to categories, with names in the main language of the store. Returns the slug for each text, and the
 * ids of what was added, those above before those below.
 */
export async function addMissingCategories(
  tx: Transaction,
  texts: readonly string[],
): Promise<{ slugs: Map<string, string>; added: number[] }> {
  const slugs = new Map<string, string>()
  const added: number[] = []
  if (texts.length === 0) return { slugs, added }
  // Two imports that add the same category wait for each other.
  await lockCategories(tx)
  const { rows } = await tx.execute<{ id: number; parentId: number | null; slug: string; names: string[] }>(sql`
    SELECT id, parent_id AS "parentId", slug,
      array(SELECT lower(name) FROM category_texts WHERE category_id = categories.id) AS names
    FROM categories ORDER BY position DESC, id DESC`)
  const keyOf = (parentId: number | null, name: string) => `${parentId ?? ''} ${name}`
  const known = new Map(
    rows.flatMap(({ id, parentId, slug, names }) =>
      names.map((name) => [keyOf(parentId, name), { id, slug }] as const),
    ),
  )
  for (const text of texts) {
    let parentId: number | null = null
    for (const name of readCategoryPath(text) ?? []) {
      const key = keyOf(parentId, name.toLowerCase())
      let category = known.get(key)
      if (!category) {
        const parent = parentId === null ? '' : String(parentId)
        category = await addCategory(tx, { names: { [mainLanguage()]: name }, parent }, undefined)
        known.set(key, category)
        added.push(category.id)
      }
      parentId = category.id
      slugs.set(text, category.slug)
    }
  }
  return { slugs, added }
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
