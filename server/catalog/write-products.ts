import { type SQL, sql } from 'drizzle-orm'
import type { AttributeInput } from '#contract/attributes.ts'
import {
  pickContent,
  type ProductContent,
  products,
  type ProductText,
  productTextNames,
  productTexts,
} from '#server/catalog/catalog.tables.ts'
import { writeFacetsOnce } from '#server/catalog/attributes/write-facets.ts'
import { writeValuesOfProducts } from '#server/catalog/attributes/write-product-values.ts'
import type { RecordState, RecordTexts } from '#server/catalog/product-records.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { deleteProductMovements } from '#server/stock/delete-movements.ts'
import { type Movement, moveStock } from '#server/stock/move-stock.ts'

type Written = Omit<ProductContent, 'availableQuantity'>

/** Describes a product to add or what to change of one. Undefined parts stay; a new one needs all columns without a default. */
export interface ProductWrite {
  id: string
  isNew: boolean
  content: Partial<Written>
  /** The slug of a category, or null. */
  category?: string | null | undefined
  /** The name of a brand, or null. */
  brand?: string | null | undefined
  state?: RecordState | undefined
  /** All texts of the languages that are named. */
  texts?: Record<string, RecordTexts> | undefined
  attributes?: AttributeInput | undefined
  /** The addresses of the pictures behind the main one; those that stay keep their texts. */
  images?: string[] | undefined
  /** Units that come in, or go out: a movement of its own, so that no order is forgotten. */
  stockChange?: number | undefined
}

interface WriteOptions {
  by: { id: string }
  /** The reason of stock movements. */
  note: string
}

/** The columns that a write may set: stock is moved, not set. */
const { availableQuantity: _, ...columns } = pickContent(products)
const columnNames = Object.keys(columns) as (keyof Written)[]

/**
 * Adds and changes many products in a fixed number of statements. The caller has locked those that exist, in the order of their ids; new
 * ones get their places in the given order. Webhooks are told; the audit log is the caller's. Throws what single products are refused by.
 */
export async function writeProducts(
  tx: Transaction,
  writes: readonly ProductWrite[],
  { by, note }: WriteOptions,
): Promise<void> {
  if (writes.length === 0) return
  const categoryIds = await findCategoryIds(tx, writes)
  const brandIds = await findBrandIds(tx, writes)
  const rows = writes.map(({ id, content, category, brand, state }) => ({
    id,
    ...content,
    ...(category !== undefined && { categoryId: category === null ? null : categoryIds.get(category) }),
    ...(brand !== undefined && { brandId: brand === null ? null : brandIds.get(brand.toLowerCase()) }),
    ...(state !== undefined && { state }),
  }))
  const isNew = new Set(writes.flatMap((write) => (write.isNew ? [write.id] : [])))
  await writeFacetsOnce(
    tx,
    writes.map(({ id }) => id),
    async () => {
      await insertRows(
        tx,
        rows.filter(({ id }) => isNew.has(id)),
        by,
      )
      await updateRows(
        tx,
        rows.filter(({ id }) => !isNew.has(id)),
        by,
      )
      await moveStock(tx, writes.flatMap(movementOf(note)), by)
    },
  )
  await writeTexts(tx, writes)
  await writeImages(tx, writes)
  const valued = writes.flatMap(({ id, attributes }) => (attributes ? [{ id, sent: attributes }] : []))
  if (valued.length > 0) {
    const { rows: placed } = await tx.execute<{ id: string; categoryId: number | null }>(sql`
      SELECT id, category_id AS "categoryId" FROM products WHERE id = ANY (${sql.param(valued.map(({ id }) => id))}::uuid[])`)
    const categoryOf = new Map(placed.map(({ id, categoryId }) => [id, categoryId]))
    await writeValuesOfProducts(
      tx,
      valued.map((one) => ({ ...one, categoryId: categoryOf.get(one.id) ?? null })),
    )
  }
  await tx.execute(sql`SELECT tell_products_changed(${sql.param(writes.map(({ id }) => id))}::uuid[])`)
}

type Row = Record<string, unknown> & { id: string }

const whenSent = (name: string, value: SQL, otherwise: SQL) =>
  sql`CASE WHEN ${name} = ANY (sent) THEN ${value} ELSE ${otherwise} END`

/** Builds the rows as a table `given`, with the columns of each in their order. */
const given = (rows: readonly Row[]) => sql`
  ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (
    id uuid, ${sql.join(
      columnNames.map((name) => sql.raw(`"${name}" ${columns[name].getSQLType()}`)),
      sql`, `,
    )}, "categoryId" integer, "brandId" integer, state text, sent text[]))
  WITH ORDINALITY AS given`

/** Returns what a new product gets: what is given, else the default of its column. */
function valueOfNew(name: keyof Written): SQL {
  const value = sql`given.${sql.identifier(name)}`
  const { default: otherwise } = columns[name]
  return otherwise === undefined ? value : sql`coalesce(${value}, ${otherwise})`
}

async function insertRows(tx: Transaction, rows: readonly Row[], by: { id: string }): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    INSERT INTO products (id, ${sql.raw(columnNames.map((name) => columns[name].name).join(', '))},
      available_quantity, category_id, brand_id, created_by, is_draft, archived_at, archived_by)
    SELECT id, ${sql.join(columnNames.map(valueOfNew), sql`, `)},
      0, "categoryId", "brandId", ${by.id}, coalesce(state, 'active') = 'draft',
      CASE WHEN state IN ('draft', 'archived') THEN now() END, CASE WHEN state IN ('draft', 'archived') THEN ${by.id}::uuid END
    FROM ${given(rows)} ORDER BY ordinality`)
}

async function updateRows(tx: Transaction, rows: readonly Row[], by: { id: string }): Promise<void> {
  if (rows.length === 0) return
  const has = (name: string) => rows.some((row) => name in row)
  // Only what one of them sets: words, numbers and indexes of other columns stay untouched.
  const sets: SQL[] = columnNames.filter(has).map((name) => {
    const column = sql.identifier(columns[name].name)
    return sql`${column} = ${whenSent(name, sql`given.${sql.identifier(name)}`, sql`products.${column}`)}`
  })
  if (has('sku') || has('brandId')) {
    sets.push(sql`shares_part_number = shares_part_number
      AND (NOT 'sku' = ANY (sent) OR part_number_identity(given.sku) IS NOT DISTINCT FROM part_number_identity(products.sku))
      AND (NOT 'brandId' = ANY (sent) OR "brandId" IS NOT DISTINCT FROM products.brand_id)`)
  }
  if (has('categoryId')) sets.push(sql`category_id = ${whenSent('categoryId', sql`"categoryId"`, sql`category_id`)}`)
  if (has('brandId')) sets.push(sql`brand_id = ${whenSent('brandId', sql`"brandId"`, sql`brand_id`)}`)
  if (has('state')) {
    const unlessActive = (value: SQL) => sql`CASE WHEN state <> 'active' THEN ${value} END`
    sets.push(
      sql`archived_at = ${whenSent('state', unlessActive(sql`coalesce(archived_at, now())`), sql`archived_at`)}`,
      sql`archived_by = ${whenSent('state', unlessActive(sql`coalesce(archived_by, ${by.id}::uuid)`), sql`archived_by`)}`,
      sql`is_draft = ${whenSent('state', sql`state = 'draft'`, sql`is_draft`)}`,
    )
  }
  sets.push(sql`updated_at = clock_timestamp()`)
  const sent = rows.map((row) => ({ ...row, sent: Object.keys(row) }))
  await tx.execute(sql`
    UPDATE products SET ${sql.join(sets, sql`, `)} FROM ${given(sent)} WHERE products.id = given.id`)
}

/** Returns the ids of the categories by their slugs. Throws `category-not-found`. */
async function findCategoryIds(tx: Transaction, writes: readonly ProductWrite[]): Promise<Map<string, number>> {
  const slugs = [...new Set(writes.flatMap(({ category }) => category ?? []))]
  if (slugs.length === 0) return new Map()
  const { rows } = await tx.execute<{ slug: string; id: number }>(
    sql`SELECT slug, id FROM categories WHERE slug = ANY (${sql.param(slugs)}::text[]) FOR KEY SHARE`,
  )
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
  for (const slug of slugs) if (!ids.has(slug)) throw problem('category-not-found', { category: slug })
  return ids
}

/** Returns the ids of the brands by their names in lower case. Throws `brand-not-found`. */
async function findBrandIds(tx: Transaction, writes: readonly ProductWrite[]): Promise<Map<string, number>> {
  const names = [...new Set(writes.flatMap(({ brand }) => brand?.toLowerCase() ?? []))]
  if (names.length === 0) return new Map()
  const { rows } = await tx.execute<{ name: string; id: number }>(sql`
    SELECT asked AS name, coalesce(merged_into, id) AS id FROM unnest(${sql.param(names)}::text[]) asked
    JOIN brands ON lower(brands.name) = lower(asked) FOR SHARE OF brands`)
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  for (const name of names) if (!ids.has(name)) throw problem('brand-not-found', { brand: name })
  return ids
}

/** Writes something for each text of a product, of its name and its column. */
const listTexts = (write: (text: ProductText, column: string) => string, between = ', ') =>
  sql.raw(productTextNames.map((text) => write(text, productTexts[text].name)).join(between))

async function writeTexts(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const rows = writes.flatMap(({ id, texts = {} }) =>
    Object.entries(texts).map(([language, text]) => ({ id, language, ...text })),
  )
  if (rows.length === 0) return
  const texts = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (
    id uuid, language text, ${listTexts((text) => `"${text}" text`)})`
  const isEmpty = sql`(${listTexts((text) => `given."${text}" = ''`, ' AND ')})`
  await tx.execute(sql`
    DELETE FROM product_texts USING ${texts} WHERE product_id = given.id AND product_texts.language = given.language
      AND ${isEmpty}`)
  await tx.execute(sql`
    INSERT INTO product_texts (product_id, language, ${listTexts((_, column) => column)})
    SELECT id, language, ${listTexts((text) => `nullif("${text}", '')`)}
    FROM ${texts} WHERE NOT ${isEmpty}
    ON CONFLICT (product_id, language) DO UPDATE
      SET ${listTexts((_, column) => `${column} = excluded.${column}`)}`)
}

async function writeImages(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const changed = writes.flatMap(({ id, images }) => (images ? [{ id, images }] : []))
  if (changed.length === 0) return
  const { rows: old } = await tx.execute<{ id: string; url: string; alt: string | null; alts: object }>(sql`
    DELETE FROM product_images WHERE product_id = ANY (${sql.param(changed.map(({ id }) => id))}::uuid[])
    RETURNING product_id AS id, url, alt, alts`)
  const texts = new Map(old.map(({ id, url, alt, alts }) => [`${id} ${url}`, { alt, alts }]))
  const rows = changed.flatMap(({ id, images }) =>
    images.map((url, position) => ({ id, url, position, alt: null, alts: {}, ...texts.get(`${id} ${url}`) })),
  )
  await tx.execute(sql`
    INSERT INTO product_images (product_id, position, url, alt, alts) SELECT id, position, url, alt, alts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, position smallint, url text, alt text, alts jsonb)`)
}

/** Makes the movement of a product whose stock is written: the note is that of a correction. */
const movementOf =
  (note: string) =>
  ({ id, isNew, stockChange: units = 0 }: ProductWrite): Movement[] =>
    units === 0
      ? []
      : [isNew ? { kind: 'opening', productId: id, units } : { kind: 'correction', productId: id, units, note }]

/**
 * Takes out products that were added by mistake: those that nothing refers to are deleted, others are archived and returned. `uses` select
 * the ids that domains above refer to. The caller has locked the products.
 */
export async function removeProducts(
  tx: Transaction,
  ids: readonly string[],
  by: { id: string },
  uses: readonly SQL[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const theirs = sql`product_id = ANY (${sql.param(ids)}::uuid[])`
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM (${sql.join([...uses], sql` UNION ALL `)}) used WHERE id = ANY (${sql.param(ids)}::uuid[])
    UNION SELECT product_id FROM prices WHERE ${theirs}
    UNION SELECT product_id FROM quantity_rules WHERE ${theirs}
    UNION SELECT product_id FROM discount_products WHERE ${theirs}
    UNION SELECT replaced_by FROM products WHERE replaced_by = ANY (${sql.param(ids)}::uuid[])`)
  const used = new Set(rows.map(({ id }) => id))
  const archived = ids.filter((id) => used.has(id))
  await tx.execute(sql`
    UPDATE products SET archived_at = now(), archived_by = ${by.id}, is_draft = false, updated_at = clock_timestamp()
    WHERE id = ANY (${sql.param(archived)}::uuid[])`)
  await tx.execute(sql`SELECT tell_products_changed(${sql.param(archived)}::uuid[])`)
  const gone = ids.filter((id) => !used.has(id))
  const deleted = sql.param(gone)
  await tx.execute(sql`DELETE FROM part_numbers WHERE product_id = ANY (${deleted}::uuid[])`)
  await deleteProductMovements(tx, gone)
  await tx.execute(sql`DELETE FROM products WHERE id = ANY (${deleted}::uuid[])`)
  return archived
}
