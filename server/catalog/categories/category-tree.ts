import { type SQL, sql } from 'drizzle-orm'
import type { Category, CategoryCount, CategoryCounts, ManagedCategory } from '#contract/categories.ts'
import type { VehiclePage } from '#contract/vehicle-pages.ts'
import { type Language, languages } from '#contract/language.ts'
import { inTreeOrder } from '#server/catalog/categories/in-tree-order.ts'
import { findSubtree } from '#server/catalog/categories/find-category.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { listedFor } from '#server/vehicles/fit-condition.ts'
import { findModelByAddress } from '#server/vehicles/list-vehicles.ts'

type Texts = Partial<Record<Language, string>>

// A type, because rows of raw queries must have an index signature.
type TreeRow = {
  id: number
  parentId: number | null
  slug: string
  imageUrl: string | null
  names: Texts
  descriptions: Texts
  pageTitles: Texts
  pageDescriptions: Texts
  /** The products on sale of the category itself. */
  products: number
  archived: number
  /** The picture of the first product on sale, with its place in the shop's order. */
  firstPosition: number | null
  firstPicture: string | null
}

/** Describes a category with what is below it. */
interface Branch extends TreeRow {
  /** The products on sale, with those below. */
  total: number
  picture: { position: number; url: string } | undefined
}

/**
 * Returns the number of products on sale and the tree, depth first; `subtree` counts the products of some categories only, `fitting` those of a subquery. One
 * statement: it walks an index that has nothing but the products on sale, about 20 ms for 100,000 of them in 400 categories.
 */
async function readTree(
  db: Database,
  { subtree, fitting, withArchived = false }: { subtree?: number[]; fitting?: SQL; withArchived?: boolean } = {},
): Promise<{ total: number; branches: Branch[] }> {
  const { rows } = await db.execute<{ total: number } & (TreeRow | { [Column in keyof TreeRow]: null })>(sql`
    WITH counts AS MATERIALIZED (
      SELECT category_id, count(*) AS products FROM products
      WHERE archived_at IS NULL ${subtree ? sql`AND category_id = ANY(${sql.param(subtree)}::int[])` : sql``}
        ${fitting ? sql`AND id = ANY (ARRAY${fitting})` : sql``}
      GROUP BY category_id)
    SELECT whole.total::int, categories.id, parent_id AS "parentId", slug, categories.image_url AS "imageUrl",
      texts.names, texts.descriptions, texts."pageTitles", texts."pageDescriptions", coalesce(counts.products, 0)::int AS products,
      first.position::float8 AS "firstPosition", first.image_url AS "firstPicture",
      ${withArchived ? sql`(SELECT count(*)::int FROM products WHERE category_id = categories.id AND archived_at IS NOT NULL)` : sql`0`} AS archived
    FROM (SELECT coalesce(sum(products), 0) AS total FROM counts) whole
    LEFT JOIN categories ON true
    LEFT JOIN LATERAL (
      SELECT coalesce(jsonb_object_agg(language, name), '{}') AS names, coalesce(jsonb_object_agg(language, description), '{}') AS descriptions,
        coalesce(jsonb_object_agg(language, page_title), '{}') AS "pageTitles",
        coalesce(jsonb_object_agg(language, page_description), '{}') AS "pageDescriptions"
      FROM category_texts WHERE category_id = categories.id) texts ON true
    LEFT JOIN counts ON counts.category_id = categories.id
    LEFT JOIN LATERAL (
      SELECT products.position, image_url FROM products
      WHERE counts.products > 0 AND category_id = categories.id AND archived_at IS NULL
      ORDER BY products.position, products.id LIMIT 1) first ON true
    ORDER BY categories.position, categories.id`)
  const branches = inTreeOrder(rows.filter((row) => row.id !== null)).map((row): Branch => {
    const picture =
      row.firstPosition === null ? undefined : { position: row.firstPosition, url: row.firstPicture ?? '' }
    return { ...row, total: row.products, picture }
  })
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  // Subcategories come after their parent.
  for (const { parentId, total, picture } of branches.toReversed()) {
    const above = byId.get(parentId ?? 0)
    if (!above) continue
    above.total += total
    if (picture && picture.position < (above.picture?.position ?? Infinity)) above.picture = picture
  }
  return { total: rows[0]?.total ?? 0, branches }
}

/** Returns the text in this language, else in the shop's first one, else in any. */
const textIn = (texts: Texts, language: Language): string =>
  [language, ...languages].map((one) => texts[one]).find(Boolean) ?? ''

/** Counts the products on sale of the shop, or those of a subquery, and of each category that has some, with those of the categories below. */
export async function countCategories(db: Database, language: Language, fitting?: SQL): Promise<CategoryCounts> {
  const { total, branches } = await readTree(db, fitting && { fitting })
  return { products: total, categories: presentCounts(branches, language) }
}

/** Returns the page of the vehicle with this address or former address; throws `vehicle-not-found`. */
export async function getVehiclePage(db: Database, slug: string, language: Language): Promise<VehiclePage> {
  const model = await findModelByAddress(db, slug)
  const { total, branches } = await readTree(db, { fitting: listedFor({ modelId: model.id }) })
  return { ...model, products: total, categories: presentCounts(branches, language) }
}

function presentCounts(branches: readonly Branch[], language: Language): CategoryCount[] {
  const slugs = new Map(branches.map(({ id, slug }) => [id, slug]))
  return branches.flatMap(({ total, slug, parentId, names, imageUrl, picture }) => {
    if (total === 0) return []
    const parent = parentId === null ? undefined : slugs.get(parentId)
    const img = imageUrl ?? picture?.url ?? ''
    return [{ category: slug, name: textIn(names, language), ...(parent && { parent }), products: total, img }]
  })
}

/** Returns the page of the category with this slug or former slug. Throws `category-not-found`. */
export async function getCategory(db: Database, slug: string, language: Language): Promise<Category> {
  const subtree = await findSubtree(db, slug)
  const { branches } = await readTree(db, { subtree })
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  // The first of a subtree is its root.
  const branch = byId.get(subtree[0] ?? 0)
  if (!branch) throw problem('category-not-found', { category: slug })
  const [pageTitle, pageDescription] = [branch.pageTitles, branch.pageDescriptions].map((texts) =>
    textIn(texts, language),
  )
  const path: Category['path'] = []
  for (let above = byId.get(branch.parentId ?? 0); above; above = byId.get(above.parentId ?? 0)) {
    path.unshift({ category: above.slug, name: textIn(above.names, language) })
  }
  return {
    category: branch.slug,
    name: textIn(branch.names, language),
    description: textIn(branch.descriptions, language),
    ...(pageTitle && { pageTitle }),
    ...(pageDescription && { pageDescription }),
    products: branch.total,
    path,
    children: presentCounts(branches, language).filter(({ parent }) => parent === branch.slug),
  }
}

/** Returns the whole tree for admins, also what has no products. */
export async function listAllCategories(db: Database): Promise<ManagedCategory[]> {
  const { branches } = await readTree(db, { withArchived: true })
  return branches.map(({ id, slug, parentId, imageUrl, total, products, archived, ...texts }) => ({
    _id: String(id),
    category: slug,
    names: texts.names,
    descriptions: texts.descriptions,
    pageTitles: texts.pageTitles,
    pageDescriptions: texts.pageDescriptions,
    ...(parentId === null ? {} : { parent: String(parentId) }),
    ...(imageUrl === null ? {} : { img: imageUrl }),
    products: total,
    ownProducts: products + archived,
  }))
}
