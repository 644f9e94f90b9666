import { type SQL, sql } from 'drizzle-orm'
import type { AttributeInput } from '#contract/attributes.ts'
import type { ProductDocument } from '#contract/catalog.ts'
import type { OtherPartNumberKind } from '#contract/part-numbers.ts'
import type { FitKind } from '#contract/vehicles.ts'
import {
  pickContent,
  type ProductContent,
  products,
  type ProductText,
  productTextNames,
  productTexts,
} from '#server/catalog/catalog.tables.ts'
import { documentUrl } from '#server/catalog/product-details.ts'
import type { RecordState } from '#server/catalog/product-fields.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Describes everything of a product that files hold: `category` is a slug, `brand` a name, `attributes` are as they are answered, with those that only staff see. */
export interface ProductRecord extends ProductContent {
  id: string
  state: RecordState
  category: string | null
  brand: string | null
  fitKind: FitKind
  fitComplete: boolean
  attributes: AttributeInput
  /** The addresses of the pictures behind the main one. */
  images: string[]
  documents: Omit<ProductDocument, 'bytes'>[]
  /** The numbers beside its own one, by kind, in the order in which they were entered. */
  numbers: Partial<Record<OtherPartNumberKind, { maker: string; number: string }[]>>
  /** The texts in each other language; empty ones are none. */
  texts: Record<string, Record<ProductText, string>>
}

const content = Object.entries(pickContent(products)).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`)
const columns = sql`
  id, ${sql.join(content, sql`, `)},
  CASE WHEN archived_at IS NULL THEN 'active' WHEN is_draft THEN 'draft' ELSE 'archived' END AS state,
  (SELECT slug FROM categories WHERE categories.id = category_id) AS category,
  (SELECT brands.name FROM brands WHERE brands.id = brand_id) AS brand,
  fit_kind AS "fitKind", fit_complete AS "fitComplete",
  coalesce(attributes, '{}') || CASE WHEN EXISTS (SELECT FROM attributes WHERE is_staff_only) THEN coalesce((
    SELECT staff_attributes FROM projected_attributes valued WHERE valued.product_id = products.id), '{}') ELSE '{}' END AS attributes,
  array(SELECT url FROM product_images WHERE product_id = products.id ORDER BY position) AS images,
  coalesce((
    SELECT json_agg(json_build_object('url', ${documentUrl}, 'kind', kind, 'title', title) ORDER BY position)
    FROM product_documents WHERE product_id = products.id), '[]') AS documents,
  coalesce((
    SELECT json_object_agg(kind, numbers) FROM (
      SELECT kind, json_agg(json_build_object('maker', maker, 'number', number) ORDER BY id) AS numbers
      FROM part_numbers WHERE product_id = products.id AND kind <> 'own' GROUP BY kind) by_kind), '{}') AS numbers,
  coalesce((
    SELECT json_object_agg(language, json_build_object(${sql.join(
      productTextNames.map((name) => sql.raw(`'${name}', coalesce(texts.${productTexts[name].name}, '')`)),
      sql`, `,
    )}))
    FROM product_texts texts WHERE texts.product_id = products.id), '{}') AS texts`

const select = async (db: Database | Transaction, rest: SQL) =>
  // The columns are those of the interface.
  (await db.execute<ProductRecord & Record<string, unknown>>(sql`SELECT ${columns} FROM products ${rest}`)).rows

/** Returns the products with these ids, archived ones, too; `lock` holds them, in the order of all locks on products. */
export async function readProductRecords(
  db: Database | Transaction,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Map<string, ProductRecord>> {
  const rows = await select(
    db,
    sql`WHERE id = ANY (${sql.param(ids)}::uuid[]) ORDER BY id ${lock ? sql`FOR NO KEY UPDATE` : sql``}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the products on sale and the drafts behind a position, in the shop's order, with the position of the last one. */
export async function listProductRecords(
  db: Database | Transaction,
  { after, limit }: { after: number; limit: number },
): Promise<{ records: ProductRecord[]; last: number | undefined }> {
  const { rows } = await db.execute<{ id: string; position: number }>(sql`
    SELECT id, position::float8 AS position FROM products
    WHERE position > ${after} AND (archived_at IS NULL OR is_draft) ORDER BY position LIMIT ${limit}`)
  const found = await readProductRecords(
    db,
    rows.map(({ id }) => id),
  )
  const records = rows.flatMap(({ id }) => found.get(id) ?? [])
  return { records, last: rows.at(-1)?.position }
}
