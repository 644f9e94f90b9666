import { sql } from 'drizzle-orm'
import type { LinkedTool } from '#contract/catalog.ts'
import { type Language, languages } from '#contract/language.ts'
import type { PartNumberKind } from '#contract/part-numbers.ts'
import { linkColumns, linkedProduct } from '#server/catalog/product-links.ts'
import type { Database } from '#server/platform/database/database.ts'
import { elementsOf, type PreparedStatement, prepareStatement } from '#server/platform/database/prepare-statement.ts'

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
  const ids = lines.map(({ productId }) => productId ?? null)
  const numbers = lines.map(({ partNumber }) => partNumber ?? null)
  return readLineProducts[language](db, { ids, numbers })
}

// Line by line, by indexes: the planner does not know how many lines there are, and would read all products for one unknown number.
const buildStatement = (language: Language) => sql`
  WITH asked AS MATERIALIZED (
    SELECT n, id, part_number_key(number) AS key
    FROM ${elementsOf(sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('numbers')}::text[]) WITH ORDINALITY`)} AS input (id, number, n))
  SELECT product,
    CASE WHEN cardinality(equals) = 1 THEN json_build_object('kind', kind, 'maker', maker, 'number', number) END AS match,
    coalesce(cardinality(equals) > 1, false) AS ambiguous,
    CASE WHEN product IS NULL AND key IS NOT NULL THEN (
      SELECT coalesce(json_agg(${linkedProduct(language)} ORDER BY cut, other.position), '[]')
      FROM (
        SELECT id, min(cut) AS cut FROM (
          SELECT unnest(equals) AS id, 0 AS cut
          UNION ALL
          SELECT product_id, cut
          FROM generate_series(0, least(${maxCutOff}, length(key) - 3)) AS cut
          CROSS JOIN LATERAL (SELECT left(asked.key, length(asked.key) - cut) AS beginning) shortened
          CROSS JOIN LATERAL (
            SELECT part_number_id FROM part_number_keys
            WHERE part_number_keys.key >= beginning AND part_number_keys.key < (beginning || U&'\\FFFF') COLLATE "C"
            ORDER BY part_number_keys.key, start LIMIT ${maxNumbers}) near
          CROSS JOIN LATERAL (
            SELECT product_id FROM part_numbers JOIN products on_sale ON on_sale.id = product_id AND on_sale.archived_at IS NULL
            WHERE part_numbers.id = part_number_id OFFSET 0) named
          WHERE equals IS NULL) each_near
        GROUP BY id ORDER BY min(cut), id LIMIT ${maxSuggestions}) nearest
      JOIN products other ON other.id = nearest.id)
    ELSE '[]' END AS suggestions
  FROM asked
  LEFT JOIN LATERAL (
    SELECT product_id, kind, maker, number, array_agg(product_id) OVER (PARTITION BY rank) AS equals
    FROM (
      SELECT DISTINCT ON (product_id) product_id, kind, maker, number,
        CASE WHEN archived_at IS NULL THEN 0 ELSE 2 END + CASE WHEN kind = 'own' THEN 0 ELSE 1 END AS rank
      FROM part_number_keys JOIN part_numbers ON part_numbers.id = part_number_id
      JOIN products ON products.id = product_id AND NOT is_draft
      WHERE part_number_keys.key = asked.key AND start = 0
      ORDER BY product_id, rank, part_numbers.id) each_product
    ORDER BY rank LIMIT 1) best ON asked.id IS NULL
  LEFT JOIN LATERAL (
    SELECT json_build_object('_id', id, 'name', coalesce((
        SELECT text.name FROM product_texts text WHERE text.product_id = products.id AND text.language = ${language}), name),
      'img', image_url, 'sku', sku, 'priceCents', price_cents, 'pricePer', price_per, 'minimum', minimum_quantity, 'multiple', order_multiple,
      'maximum', maximum_quantity, 'available', available_quantity, 'active', archived_at IS NULL,
      'replacedBy', CASE WHEN replaced_by IS NOT NULL THEN ${linkColumns(language).replacedBy} END) AS product
    FROM products
    WHERE id = coalesce(asked.id, CASE WHEN cardinality(equals) = 1 THEN product_id END) AND NOT is_draft OFFSET 0) facts ON true
  ORDER BY n`

const readLineProducts = Object.fromEntries(
  languages.map((language) => [
    language,
    prepareStatement<FoundLineProduct>(`line-products ${language}`, buildStatement(language)),
  ]),
) as Record<Language, PreparedStatement<FoundLineProduct>>
