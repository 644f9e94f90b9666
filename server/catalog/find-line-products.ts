import { sql } from 'drizzle-orm'
import type { LinkedTool } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import type { PartNumberKind } from '#contract/part-numbers.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { linkColumns, linkedProduct } from '#server/catalog/product-links.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Names the product of a line: by its id, or by any of its part numbers. */
export interface NamedProduct {
  productId?: string | undefined
  partNumber?: string | undefined
}

/** Holds what a line shows of its product and what decides whether it can be ordered. */
export interface LineProductRow {
  _id: string
  name: string
  img: string
  sku: string | null
  priceCents: number
  pricePer: number
  minimum: number
  multiple: number
  maximum: number | null
  available: number
  active: boolean
  replacedBy: LinkedTool | null
}

export interface FoundLineProduct {
  product: LineProductRow | null
  /** The part number that named it. */
  match: { kind: PartNumberKind; maker: string; number: string } | null
  /** Whether several products have the number; none of them is taken. */
  ambiguous: boolean
  suggestions: LinkedTool[]
}

const maxSuggestions = 3
/** The number of numbers that are looked at for each beginning; several may be of one product. */
const maxNumbers = 12
/** The number of characters that are taken off a number that is unknown, to find others like it; at least three stay. */
const maxCutOff = 4

/**
 * Finds the products of lines with one statement, in their order. A part number is compared without separators: own numbers come before
 * others, products on sale before archived ones. An unknown number brings suggestions: numbers that begin with most of it.
 */
export async function findLineProducts(
  db: Database,
  lines: readonly NamedProduct[],
  language: Language,
): Promise<FoundLineProduct[]> {
  if (lines.length === 0) return []
  const { rows } = await db.execute<FoundLineProduct & Record<string, unknown>>(sql`
    WITH asked AS MATERIALIZED (
      SELECT n, id, part_number_key(number) AS key
      FROM unnest(${sql.param(lines.map(({ productId }) => productId ?? null))}::uuid[],
        ${sql.param(lines.map(({ partNumber }) => partNumber ?? null))}::text[]) WITH ORDINALITY AS input (id, number, n)),
    hits AS MATERIALIZED (
      SELECT *, count(*) OVER (PARTITION BY key, rank) AS equals
      FROM (
        SELECT DISTINCT ON (key, product_id) key, product_id, kind, maker, number, position,
          CASE WHEN archived_at IS NULL THEN 0 ELSE 2 END + CASE WHEN kind = 'own' THEN 0 ELSE 1 END AS rank
        FROM part_number_keys JOIN part_numbers ON part_numbers.id = part_number_id
        JOIN products ON products.id = product_id AND NOT is_draft
        WHERE key = ANY (ARRAY(SELECT key FROM asked WHERE id IS NULL)) AND start = 0
        ORDER BY key, product_id, rank, part_numbers.id) each_product),
    best AS MATERIALIZED (SELECT *, min(rank) OVER (PARTITION BY key) = rank AS is_best FROM hits),
    found AS MATERIALIZED (
      SELECT n, asked.key, coalesce(asked.id, product_id) AS id, kind, maker, number
      FROM asked LEFT JOIN best ON asked.id IS NULL AND best.key = asked.key AND is_best AND equals = 1),
    facts AS MATERIALIZED (
      SELECT id, json_build_object('_id', id, 'name', coalesce((
          SELECT text.name FROM product_texts text WHERE text.product_id = products.id AND text.language = ${language}), name),
        'img', image_url, 'sku', sku, 'priceCents', price_cents, 'pricePer', price_per, 'minimum', minimum_quantity, 'multiple', order_multiple,
        'maximum', maximum_quantity, 'available', available_quantity, 'active', archived_at IS NULL,
        'replacedBy', CASE WHEN replaced_by IS NOT NULL THEN ${linkColumns(language).replacedBy} END) AS product
      FROM ${products} WHERE id = ANY (ARRAY(SELECT id FROM found)) AND NOT is_draft)
    SELECT product,
      CASE WHEN kind IS NOT NULL THEN json_build_object('kind', kind, 'maker', maker, 'number', number) END AS match,
      EXISTS (SELECT FROM best WHERE best.key = found.key AND is_best AND equals > 1) AS ambiguous,
      CASE WHEN product IS NULL AND found.key IS NOT NULL THEN (
        SELECT coalesce(json_agg(${linkedProduct(language)} ORDER BY cut, other.position), '[]')
        FROM (
          SELECT id, min(cut) AS cut FROM (
            SELECT product_id AS id, 0 AS cut FROM best WHERE best.key = found.key AND is_best
            UNION ALL
            SELECT product_id, cut
            FROM generate_series(0, least(${maxCutOff}, length(found.key) - 3)) AS cut
            CROSS JOIN LATERAL (SELECT left(found.key, length(found.key) - cut) AS beginning) shortened
            CROSS JOIN LATERAL (
              SELECT part_number_id FROM part_number_keys
              WHERE key >= beginning AND key < (beginning || U&'\\FFFF') COLLATE "C"
              ORDER BY key, start LIMIT ${maxNumbers}) near
            JOIN part_numbers ON part_numbers.id = part_number_id
            JOIN products on_sale ON on_sale.id = product_id AND on_sale.archived_at IS NULL
            WHERE NOT EXISTS (SELECT FROM best WHERE best.key = found.key)) each_near
          GROUP BY id ORDER BY min(cut), id LIMIT ${maxSuggestions}) nearest
        JOIN products other ON other.id = nearest.id)
      ELSE '[]' END AS suggestions
    FROM found LEFT JOIN facts USING (id) ORDER BY n`)
  return rows
}
