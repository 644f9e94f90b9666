import { type SQL, sql } from 'drizzle-orm'
import type { ProductImage } from '#contract/catalog.ts'
import { splitTexts } from '#contract/main-language.ts'
import { findBrandIds } from '#server/catalog/attributes/edit-brands.ts'
import {
  isKept,
  pickContent,
  products,
  type ProductText,
  productTextNames,
  productTexts,
} from '#server/catalog/catalog.tables.ts'
import { writeFacetsOnce } from '#server/catalog/attributes/write-facets.ts'
import { writeValuesOfProducts } from '#server/catalog/attributes/write-product-values.ts'
import { findCategoryIds } from '#server/catalog/categories/find-category.ts'
import { writeDocuments } from '#server/catalog/product-details.ts'
import type { WrittenParts } from '#server/catalog/product-fields.ts'
import { writePairs, writeSuccessor } from '#server/catalog/product-links.ts'
import { writePartNumbers } from '#server/catalog/search/write-part-numbers.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { deleteProductMovements } from '#server/stock/delete-movements.ts'
import { type Movement, moveStock } from '#server/stock/move-stock.ts'

/** Describes a product to add or what to change of one. A new one needs all columns without a default. */
export interface ProductWrite extends WrittenParts {
  id: string
  isNew: boolean
  /** Units that come in, or go out: a movement of its own, so that no order is forgotten. */
  stockChange?: number | undefined
}

/** The columns that a write may set: stock is moved, not set. */
const { availableQuantity: _, ...columns } = pickContent(products)
const columnNames = Object.keys(columns) as (keyof typeof columns)[]

/**
 * Adds and changes products in a fixed number of statements, but for files, numbers and links, which have their own. The caller has locked
 * those that exist, in the order of their ids, and keeps the audit log; new ones get their places in the given order. `note` is that of
 * corrections of stock.
 */
export async function writeProducts(
  tx: Transaction,
  writes: readonly ProductWrite[],
  by: { id: string } | undefined,
  note?: string,
): Promise<void> {
  if (writes.length === 0) return
  const categoryIds = await findCategoryIds(
    tx,
    writes.flatMap(({ category }) => category ?? []),
    { lock: true },
  )
  const brandIds = await findBrandIds(
    tx,
    writes.flatMap(({ brand }) => brand ?? []),
  )
  const toRow = ({ id, category, brand, state, ...write }: ProductWrite): Row => ({
    id,
    ...Object.fromEntries(columnNames.flatMap((name) => (write[name] === undefined ? [] : [[name, write[name]]]))),
    ...(category !== undefined && { categoryId: category === null ? null : categoryIds.get(category) }),
    ...(brand !== undefined && { brandId: brand === null ? null : brandIds.get(brand) }),
    ...(state !== undefined && { state }),
  })
  const actor = by?.id ?? null
  const ids = writes.map(({ id }) => id)
  await writeFacetsOnce(tx, ids, async () => {
    await insertRows(tx, writes.filter(({ isNew }) => isNew).map(toRow), actor)
    // First: it fits into the page of a product and leaves the indexes alone, but not behind another change.
    await moveStock(tx, writes.flatMap(movementOf(note)), by)
    await writeTexts(tx, writes)
    await updateRows(tx, writes.filter(({ isNew }) => !isNew).map(toRow), actor)
  })
  if (writes.some(({ name, texts }) => name !== undefined || texts)) await addWords(tx, ids)
  await writeImages(tx, writes)
  await writeValues(tx, writes)
  for (const { id, documents, partNumbers, replacedById, fitsTogetherIds } of writes) {
    if (partNumbers) await writePartNumbers(tx, id, partNumbers)
    if (replacedById !== undefined) await writeSuccessor(tx, id, replacedById)
    if (fitsTogetherIds) await writePairs(tx, id, fitsTogetherIds)
    if (documents) await writeDocuments(tx, id, documents)
  }
}

/** Adds the words of names to the dictionary, of all at once: a trigger does it for what is not written with `writeFacetsOnce`. */
const addWords = (tx: Transaction, ids: readonly string[]) =>
  tx.execute(sql`SELECT add_to_dictionary(ARRAY(SELECT name FROM products WHERE id = ANY (${sql.param(ids)}::uuid[])))`)

/** Tells webhooks of changes that the audit log does not name one by one. */
export const tellProductsChanged = (tx: Transaction, ids: readonly string[]) =>
  tx.execute(sql`SELECT tell_products_changed(${sql.param(ids)}::uuid[])`)

type Row = Record<string, unknown> & { id: string }

/** Lists the columns that one of the rows has: what no row names is left to the database, and planned by nobody. */
const namesIn = (rows: readonly Row[]) => columnNames.filter((name) => rows.some((row) => name in row))

/** Builds the rows as a table `given`, with the columns that one of them has, in their order. */
const given = (rows: readonly Row[]) => sql`
  ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (
    id uuid, ${sql.raw(
      namesIn(rows)
        .map((name) => `"${name}" ${columns[name].getSQLType()}, `)
        .join(''),
    )}"categoryId" integer, "brandId" integer, state text, sent text[]))
  WITH ORDINALITY AS given`

/** Returns what a new product gets: what is given, else the default of its column. */
function valueOfNew(name: keyof typeof columns): SQL {
  const value = sql`, given.${sql.identifier(name)}`
  const { default: otherwise } = columns[name]
  return otherwise === undefined ? value : sql`, coalesce(given.${sql.identifier(name)}, ${otherwise})`
}

async function insertRows(tx: Transaction, rows: readonly Row[], by: string | null): Promise<void> {
  if (rows.length === 0) return
  const names = namesIn(rows)
  await tx.execute(sql`
    INSERT INTO products (id, available_quantity${sql.raw(names.map((name) => `, ${columns[name].name}`).join(''))},
      category_id, brand_id, created_by, is_draft, archived_at, archived_by)
    SELECT id, 0${sql.join(names.map(valueOfNew))},
      "categoryId", "brandId", ${by}, coalesce(state, 'active') = 'draft',
      CASE WHEN state IN ('draft', 'archived') THEN now() END, CASE WHEN state IN ('draft', 'archived') THEN ${by}::uuid END
    FROM ${given(rows)} ORDER BY ordinality`)
}

async function updateRows(tx: Transaction, rows: readonly Row[], by: string | null): Promise<void> {
  if (rows.length === 0) return
  const has = (name: string) => rows.some((row) => name in row)
  const whenSent = (name: string, value: SQL, otherwise: SQL) =>
    rows.every((row) => name in row) ? value : sql`CASE WHEN ${name} = ANY (sent) THEN ${value} ELSE ${otherwise} END`
  // Only what one of them sets: words, numbers and indexes of other columns stay untouched.
  const sets: SQL[] = namesIn(rows).map((name) => {
    const column = sql.identifier(columns[name].name)
    return sql`${column} = ${whenSent(name, sql`given.${sql.identifier(name)}`, sql`products.${column}`)}`
  })
  if (has('categoryId')) sets.push(sql`category_id = ${whenSent('categoryId', sql`"categoryId"`, sql`category_id`)}`)
  if (has('brandId')) sets.push(sql`brand_id = ${whenSent('brandId', sql`"brandId"`, sql`brand_id`)}`)
  if (has('state')) {
    const unlessActive = (value: SQL) => sql`CASE WHEN state <> 'active' THEN ${value} END`
    sets.push(
      sql`archived_at = ${whenSent('state', unlessActive(sql`coalesce(archived_at, now())`), sql`archived_at`)}`,
      sql`archived_by = ${whenSent('state', unlessActive(sql`coalesce(archived_by, ${by}::uuid)`), sql`archived_by`)}`,
      sql`is_draft = ${whenSent('state', sql`state = 'draft'`, sql`is_draft`)}`,
    )
  }
  sets.push(sql`updated_at = clock_timestamp()`)
  const sent = rows.map((row) => ({ ...row, sent: Object.keys(row) }))
  await tx.execute(sql`
    UPDATE products SET ${sql.join(sets, sql`, `)} FROM ${given(sent)} WHERE products.id = given.id`)
}

/** Writes something for each text of a product, of its name and its column. */
const listTexts = (write: (text: ProductText, column: string) => string, between = ', ') =>
  sql.raw(productTextNames.map((text) => write(text, productTexts[text].name)).join(between))

/** Writes the texts of products by language; a translation of empty ones is removed, and one in the main language is the own one. */
async function writeTexts(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const rows = writes.flatMap(({ id, texts = {} }) =>
    Object.entries(texts).map(([language, text]) => ({ id, language, ...text })),
  )
  if (rows.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, language text, ${listTexts((text) => `"${text}" text`)})`
  // What this process knows of the store may be older than the lock on the product.
  await tx.execute(sql`
    UPDATE products SET ${listTexts((text, column) => `${column} = coalesce(nullif(given."${text}", ''), products.${column})`)}
    FROM ${given} WHERE products.id = given.id AND language = main_language()`)
  const count = sql`num_nonnulls(${listTexts((text) => `texts."${text}"`)})`
  await tx.execute(sql`
    MERGE INTO product_texts USING (
      SELECT given.id, given.language, ${listTexts(
        (text, column) =>
          `CASE WHEN given."${text}" IS NULL THEN old.${column} ELSE nullif(given."${text}", '') END AS "${text}"`,
      )}
      FROM ${given} LEFT JOIN product_texts old ON old.product_id = given.id AND old.language = given.language
      WHERE given.language <> main_language()) texts
    ON product_id = texts.id AND product_texts.language = texts.language
    WHEN MATCHED AND ${count} = 0 THEN DELETE
    WHEN MATCHED THEN UPDATE SET ${listTexts((text, column) => `${column} = texts."${text}"`)}
    WHEN NOT MATCHED AND ${count} > 0 THEN INSERT (product_id, language, ${listTexts((_, column) => column)})
      VALUES (texts.id, texts.language, ${listTexts((text) => `texts."${text}"`)})`)
}

interface StoredImage {
  id: string
  url: string
  position: number
  alt: string | null
  alts: NonNullable<ProductImage['alts']>
}

async function writeImages(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const changed = writes.flatMap(({ id, images }) => (images ? [{ id, images }] : []))
  if (changed.length === 0) return
  const { rows: stored } = await tx.execute<StoredImage & Record<string, unknown>>(sql`
    DELETE FROM product_images WHERE product_id = ANY (${sql.param(changed.map(({ id }) => id))}::uuid[])
    RETURNING product_id AS id, url, position, alt, alts`)
  const storedOf = Map.groupBy(stored, ({ id }) => id)
  const rows = changed.flatMap(({ id, images }) =>
    images.map(({ url, alt, alts }, position) => {
      const same = storedOf.get(id)?.filter((one) => one.url === url)
      // A picture may be there twice.
      const old = same?.find((one) => one.position === position) ?? same?.[0]
      const { own, others } = splitTexts(alt ?? old?.alt ?? '', alts ?? old?.alts ?? {})
      return { id, url, position, alt: own || null, alts: others }
    }),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    INSERT INTO product_images (product_id, position, url, alt, alts) SELECT id, position, url, alt, alts
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, position smallint, url text, alt text, alts jsonb)`)
}

/** Writes the values of attributes, which the category that a product has by now may require. */
async function writeValues(tx: Transaction, writes: readonly ProductWrite[]): Promise<void> {
  const valued = writes.flatMap(({ id, attributes }) => (attributes ? [{ id, sent: attributes }] : []))
  if (valued.length === 0) return
  const { rows } = await tx.execute<{ id: string; categoryId: number | null }>(sql`
    SELECT id, category_id AS "categoryId" FROM products WHERE id = ANY (${sql.param(valued.map(({ id }) => id))}::uuid[])`)
  const categoryOf = new Map(rows.map(({ id, categoryId }) => [id, categoryId]))
  await writeValuesOfProducts(
    tx,
    valued.map((one) => ({ ...one, categoryId: categoryOf.get(one.id) ?? null })),
  )
}

/** Makes the movement of a product whose stock is written: the note is that of a correction. */
const movementOf =
  (note: string | undefined) =>
  ({ id, isNew, stockChange: units = 0 }: ProductWrite): Movement[] =>
    units === 0
      ? []
      : [isNew ? { kind: 'opening', productId: id, units } : { kind: 'correction', productId: id, units, note }]

/** Takes products out of the shop, and drafts; returns those that were there. */
export async function archiveProducts(tx: Transaction, ids: readonly string[], by: { id: string }): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE products SET archived_at = now(), archived_by = ${by.id}, is_draft = false, updated_at = clock_timestamp()
    WHERE id = ANY (${sql.param(ids)}::uuid[]) AND ${isKept} RETURNING id`)
  return rows.map(({ id }) => id)
}

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
  await archiveProducts(tx, archived, by)
  await tellProductsChanged(tx, archived)
  const gone = ids.filter((id) => !used.has(id))
  const deleted = sql.param(gone)
  await tx.execute(sql`DELETE FROM part_numbers WHERE product_id = ANY (${deleted}::uuid[])`)
  await deleteProductMovements(tx, gone)
  await tx.execute(sql`DELETE FROM products WHERE id = ANY (${deleted}::uuid[])`)
  return archived
}
