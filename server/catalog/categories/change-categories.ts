import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type addCategory, maxCategoryLevels, type updateCategory } from '#contract/categories.ts'
import type { Body } from '#contract/endpoint.ts'
import { type Language, languages } from '#contract/language.ts'
import { mainName, readNames } from '#server/catalog/attributes/unique-code.ts'
import { categories, categoryTexts, oldSlugs } from '#server/catalog/categories/categories.tables.ts'
import { htmlToText } from '#server/catalog/html-to-text.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

export type CategoryInput = Body<typeof addCategory>
export type CategoryChange = Body<typeof updateCategory>
export type CategoryRow = typeof categories.$inferSelect

/**
 * Makes other changes of the tree wait until the end of the transaction: two moves could make a circle or too many levels together, and
 * two renames could share a slug. Reading and the products of a category do not wait.
 */
export const lockCategories = (tx: Transaction) => tx.execute(sql`LOCK TABLE ${categories} IN SHARE ROW EXCLUSIVE MODE`)

/** Returns the category with this id. Throws `category-not-found`. */
export async function getCategoryRow(tx: Transaction, id: number): Promise<CategoryRow> {
  const [row] = await tx.select().from(categories).where(eq(categories.id, id))
  if (!row) throw problem('category-not-found', { category: String(id) })
  return row
}

/** Returns the id of the parent that a body names; null for the top. Throws `category-not-found`. */
export const readParent = async (tx: Transaction, parent: string | undefined): Promise<number | null> =>
  parent ? (await getCategoryRow(tx, Number(parent))).id : null

/**
 * Checks where a category is put with all that is below it; a new one has no id. Throws `category-cycle` for a place in itself, and
 * `category-too-deep`.
 */
export async function assertPlace(tx: Transaction, parentId: number | null, id?: number): Promise<void> {
  if (parentId === null && id === undefined) return
  const { rows } = await tx.execute<{ isInside: boolean; level: number }>(sql`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, 1 AS level FROM categories WHERE id = ${parentId}::integer
      UNION ALL SELECT next.id, next.parent_id, level + 1 FROM above JOIN categories next ON next.id = above.parent_id),
    below AS (
      SELECT ${id ?? null}::integer AS id, 1 AS level
      UNION ALL SELECT next.id, level + 1 FROM below JOIN categories next ON next.parent_id = below.id)
    SELECT EXISTS (SELECT FROM above WHERE id = ${id ?? null}::integer) AS "isInside",
      coalesce((SELECT max(level) FROM above), 0) + (SELECT max(level) FROM below) AS level`)
  const { isInside = false, level = 1 } = rows[0] ?? {}
  if (isInside) throw problem('category-cycle')
  if (level > maxCategoryLevels) throw problem('category-too-deep', { level, most: maxCategoryLevels })
}

/** Returns the ids of the children of a category, or of the top, in their order. */
export async function listChildren(tx: Transaction, parentId: number | null): Promise<number[]> {
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(parentId === null ? isNull(categories.parentId) : eq(categories.parentId, parentId))
    .orderBy(asc(categories.position), asc(categories.id))
  return rows.map(({ id }) => id)
}

/** Throws `category-slug-taken` if the slug is, or was, that of another category. */
export async function assertSlugFree(tx: Transaction, slug: string, own: number | undefined): Promise<void> {
  const holder = await findHolder(tx, slug)
  if (holder === undefined || holder === own) return
  const { names } = await readTexts(tx, holder)
  throw problem('category-slug-taken', { category: slug, name: mainName(names) })
}

/** Returns the slug with a number behind it that makes it free. */
export async function findFreeSlug(tx: Transaction, slug: string): Promise<string> {
  for (let number = 1; ; number++) {
    const free = number === 1 ? slug : `${slug}-${number}`
    if ((await findHolder(tx, free)) === undefined) return free
  }
}

/** Returns the id of the category that has or had the slug. */
async function findHolder(tx: Transaction, slug: string): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT id FROM ${categories} WHERE slug = ${slug}
    UNION ALL SELECT target_id FROM ${oldSlugs} WHERE kind = 'category' AND slug = ${slug} LIMIT 1`)
  return rows[0]?.id
}

type Texts = Partial<Record<Language, string>>

/** Lists the texts of a category by the names of their columns; a body has them by language. */
const textColumns = {
  name: 'names',
  description: 'descriptions',
  pageTitle: 'pageTitles',
  pageDescription: 'pageDescriptions',
} as const
type TextColumn = keyof typeof textColumns
type CategoryTexts = Record<(typeof textColumns)[TextColumn], Texts>

/** Returns the texts of a category by language, empty ones left out. */
export async function readTexts(tx: Transaction, id: number): Promise<CategoryTexts> {
  const rows = await tx.select().from(categoryTexts).where(eq(categoryTexts.categoryId, id))
  const textsOf = (column: TextColumn): Texts =>
    Object.fromEntries(rows.flatMap((row) => (row[column] ? [[row.language, row[column]]] : [])))
  return {
    names: textsOf('name'),
    descriptions: textsOf('description'),
    pageTitles: textsOf('pageTitle'),
    pageDescriptions: textsOf('pageDescription'),
  }
}

/** Writes the sent texts; a language without a name has none. Throws `name-missing`. */
export async function writeTexts(
  tx: Transaction,
  id: number,
  sent: Pick<CategoryChange, keyof CategoryTexts>,
): Promise<void> {
  const before = await readTexts(tx, id)
  const merged = readNames({ ...before.names, ...sent.names })
  for (const language of languages) {
    const name = merged[language] ?? ''
    const textOf = (column: TextColumn) =>
      (sent[textColumns[column]]?.[language] ?? before[textColumns[column]][language] ?? '').trim()
    const texts = {
      name,
      description: htmlToText(textOf('description')),
      pageTitle: textOf('pageTitle'),
      pageDescription: textOf('pageDescription'),
    }
    const key = and(eq(categoryTexts.categoryId, id), eq(categoryTexts.language, language))
    if (!name) await tx.delete(categoryTexts).where(key)
    else {
      await tx
        .insert(categoryTexts)
        .values({ categoryId: id, language, ...texts })
        .onConflictDoUpdate({ target: [categoryTexts.categoryId, categoryTexts.language], set: texts })
    }
  }
}

/** Throws `category-name-taken` if another category in the same place has one of the names; the caller has locked the tree. */
export async function assertNamesFree(
  tx: Transaction,
  { id, parentId }: Pick<CategoryRow, 'id' | 'parentId'>,
): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT own.name FROM ${categoryTexts} own JOIN ${categoryTexts} other ON other.language = own.language
        AND lower(other.name) = lower(own.name) AND other.category_id <> own.category_id
      JOIN ${categories} ON categories.id = other.category_id AND parent_id IS NOT DISTINCT FROM ${parentId}::integer
    WHERE own.category_id = ${id} LIMIT 1`)
  if (rows[0]) throw problem('category-name-taken', { name: rows[0].name })
}

/** Returns what the audit log says of a category. */
export async function describeCategory(tx: Transaction, { id, slug, parentId, imageUrl }: CategoryRow) {
  const { names, descriptions, ...texts } = await readTexts(tx, id)
  const parent = parentId === null ? null : mainName((await readTexts(tx, parentId)).names)
  const place = (await listChildren(tx, parentId)).indexOf(id) + 1
  // Most categories have none of these.
  const pageTexts = Object.fromEntries(
    Object.entries(texts).filter(([, byLanguage]) => Object.keys(byLanguage).length > 0),
  )
  return { names, descriptions, ...pageTexts, slug, parent, position: place, imageUrl }
}
