import { type SQL, sql } from 'drizzle-orm'
import type { LinkedTool } from '#contract/catalog.ts'
import { type Language, languages } from '#contract/language.ts'
import type { PartNumberKind } from '#contract/part-numbers.ts'
import { nameIn } from '#server/catalog/name-in.ts'
import { linkColumns, linkedProduct } from '#server/catalog/product-links.ts'
import { weightInGrams } from '#server/catalog/weight-in-grams.ts'
import type { Database } from '#server/platform/database/database.ts'
import { elementsOf, prepareStatement } from '#server/platform/database/prepare-statement.ts'
import { priceFor, priceSteps, type PriceSteps, quantityRuleFor } from '#server/pricing/price-for.ts'

/** Names the product of a line: by its id, or by any of its part numbers, which may have the brand beside it. */
export interface NamedProduct {
  productId?: string | undefined
  partNumber?: string | undefined
  /** The name of the brand, or of the maker whose number it is. */
  brand?: string | undefined
  /** Its price depends on it; by default the smallest quantity that can be ordered. */
  quantity?: number | undefined
}

/** Holds what a line shows of its product and what decides whether it can be ordered. */
export interface LineProductRow {
  _id: string
  name: string
  img: string
  sku: string | null
  /** Null, too, if the prices at other quantities were not asked for. */
  brand: string | null
  /** The price for the buyer at the quantity of the line. */
  priceCents: number
  /** The prices for the buyer by quantity; null if there is one price, or if they were not asked for. */
  steps: PriceSteps | null
  pricePer: number
  minimum: number
  multiple: number
  maximum: number | null
  available: number
  categoryId: number
  taxClass: string
  taxCode: string | null
  active: boolean
  replacedBy: LinkedTool | null
  /** Of one unit, in grams with at most three decimals; null if it is not known. */
  weightGrams: number | null
  shipClass: string
}

/** Holds the weight as it was entered. */
type FoundRow = Omit<FoundLineProduct, 'product'> & {
  product: (Omit<LineProductRow, 'weightGrams'> & { weight: string | null }) | null
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
/** The number of products with one number that are offered. */
const maxEquals = 12
/** The number of numbers that are looked at for each beginning; several may be of one product. */
const maxNumbers = 12
/** The number of characters that are taken off a number that is unknown, to find others like it; at least three stay. */
const maxCutOff = 4

/**
 * Finds the products of lines with one statement, in their order, with prices and quantity rules for a buyer, or for a visitor. Each line
 * has the price of its own quantity, also where several lines are of one product; `withSteps` adds the prices at the others. A part number is compared without blanks, hyphens and cases: own numbers come before
 * others, products on sale before archived ones, and what is spelled exactly so before the rest. A brand, given or beside the number, decides between
 * products with one number. An unknown number brings suggestions: those that differ only by signs between digits, and those that begin with
 * most of it.
 */
export async function findLineProducts(
  db: Database,
  lines: readonly NamedProduct[],
  { buyerId, language, withSteps = false }: { buyerId: string | undefined; language: Language; withSteps?: boolean },
): Promise<FoundLineProduct[]> {
  if (lines.length === 0) return []
  const ids = lines.map(({ productId }) => productId ?? null)
  const numbers = lines.map(({ partNumber }) => partNumber ?? null)
  const brands = lines.map(({ brand }) => brand?.trim() || null)
  const quantities = lines.map(({ quantity }) => quantity ?? null)
  const read = readLineProducts[withSteps ? 'withSteps' : 'atQuantity'][language]
  const values = { ids, quantities, buyer: buyerId ?? null }
  const rows = ids.includes(null)
    ? await read.byNumber(db, { ...values, numbers, brands })
    : await read.byId(db, values)
  return rows.map(({ product, ...found }) => {
    if (!product) return { ...found, product }
    const { weight, ...row } = product
    return { ...found, product: { ...row, weightGrams: weightInGrams(weight) } }
  })
}

const buyer = sql`${sql.placeholder('buyer')}::uuid`

/** Joins what a line shows of its product, and what decides whether it can be ordered. */
const factsOf = (language: Language, withSteps: boolean, wanted: SQL) => sql`
  LEFT JOIN LATERAL (
    SELECT json_build_object('_id', id, 'name', ${nameIn(sql`${language}`, sql`id`, sql`name`)},
      'img', image_url, 'sku', sku, 'priceCents', price.price_cents, 'pricePer', price_per,
      'brand', ${withSteps ? sql`(SELECT brands.name FROM brands WHERE brands.id = brand_id)` : sql`NULL`},
      'steps', ${withSteps ? priceSteps(sql`id`, sql`products.price_cents`, buyer) : sql`NULL`}, 'minimum', rule.minimum, 'multiple', rule.multiple,
      'maximum', rule.maximum, 'available', available_quantity, 'categoryId', category_id, 'taxClass', tax_class, 'taxCode', tax_code,
      'active', archived_at IS NULL,
      'weight', weight, 'shipClass', coalesce(ship_class, 'standard'),
      'replacedBy', CASE WHEN replaced_by IS NOT NULL THEN ${linkColumns(language).replacedBy} END) AS product
    FROM products
    CROSS JOIN LATERAL ${quantityRuleFor(sql`id`, sql`minimum_quantity, order_multiple, maximum_quantity`, buyer)} rule
    CROSS JOIN LATERAL ${priceFor(sql`id`, sql`products.price_cents`, buyer, sql`coalesce(asked.quantity, rule.minimum)`)} price
    WHERE id = ${wanted} AND NOT is_draft OFFSET 0) facts ON true`

// Line by line, by indexes: the planner does not know how many lines there are, and would read all products for one unknown number.
const byNumber = (language: Language, withSteps: boolean) => sql`
  WITH asked AS MATERIALIZED (
    SELECT n, id, trim(number) AS asked_number, part_number_key(number) AS key, brand AS asked_brand, quantity
    FROM ${elementsOf(sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('numbers')}::text[],
      ${sql.placeholder('brands')}::text[], ${sql.placeholder('quantities')}::int[]) WITH ORDINALITY`)} AS input (id, number, brand, quantity, n))
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
          FROM (SELECT (
            SELECT number FROM number_readings(asked_number, asked_brand) ORDER BY reading DESC LIMIT 1) AS named_number) wanted
          CROSS JOIN LATERAL unnest(near_part_number_keys(named_number)) AS spelled
          CROSS JOIN generate_series(0, ${maxCutOff}::int) AS cut
          CROSS JOIN LATERAL (
            SELECT left(spelled, length(spelled) - cut) AS beginning WHERE length(spelled) - cut >= 3) shortened
          CROSS JOIN LATERAL (
            SELECT part_number_id FROM part_number_keys
            WHERE part_number_keys.key >= beginning AND part_number_keys.key < (beginning || U&'\\FFFF') COLLATE "C"
            ORDER BY part_number_keys.key, start LIMIT ${maxNumbers}) near
          CROSS JOIN LATERAL (
            SELECT product_id FROM part_numbers JOIN products on_sale ON on_sale.id = product_id AND on_sale.archived_at IS NULL
            WHERE part_numbers.id = part_number_id OFFSET 0) named
          WHERE equals IS NULL) each_near
        GROUP BY id ORDER BY min(cut), id LIMIT CASE WHEN equals IS NULL THEN ${maxSuggestions}::int ELSE ${maxEquals}::int END) nearest
      JOIN products other ON other.id = nearest.id)
    ELSE '[]' END AS suggestions
  FROM asked
  LEFT JOIN LATERAL (
    SELECT product_id, kind, maker, number, array_agg(product_id) OVER (PARTITION BY rank) AS equals
    FROM (
      SELECT DISTINCT ON (product_id) product_id, kind, maker, part_numbers.number,
        8 * reading + CASE WHEN archived_at IS NULL THEN 0 ELSE 4 END + CASE WHEN kind = 'own' THEN 0 ELSE 2 END
          + CASE WHEN part_numbers.number = wanted.number THEN 0 ELSE 1 END AS rank
      FROM number_readings(asked_number, asked_brand) wanted
      JOIN part_number_keys ON part_number_keys.key = part_number_key(wanted.number) AND start = 0
      JOIN part_numbers ON part_numbers.id = part_number_id AND part_number_identity(part_numbers.number) = part_number_identity(wanted.number)
      JOIN products ON products.id = product_id AND NOT is_draft
      WHERE wanted.brand IS NULL OR products.brand_id = wanted.brand_id OR lower(maker) = lower(wanted.brand)
      ORDER BY product_id, rank, part_numbers.id) each_product
    ORDER BY rank LIMIT 1) best ON asked.id IS NULL
  ${factsOf(language, withSteps, sql`coalesce(asked.id, CASE WHEN cardinality(equals) = 1 THEN product_id END)`)}
  ORDER BY n`

// Of its own: the plan of the other costs more than all that it runs, and PostgreSQL makes it anew for each call.
const byId = (language: Language, withSteps: boolean) => sql`
  SELECT product, NULL AS match, false AS ambiguous, '[]'::json AS suggestions
  FROM ${elementsOf(sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('quantities')}::int[]) WITH ORDINALITY`)} AS asked (id, quantity, n)
  ${factsOf(language, withSteps, sql`asked.id`)}
  ORDER BY n`

const readLineProducts = { atQuantity: prepareByLanguage(false), withSteps: prepareByLanguage(true) }

function prepareByLanguage(withSteps: boolean) {
  const prepare = (language: Language) => {
    const name = `line-products ${withSteps ? 'with steps' : 'at quantity'} ${language}`
    return {
      byNumber: prepareStatement<FoundRow>(name, byNumber(language, withSteps)),
      byId: prepareStatement<FoundRow>(`${name} by id`, byId(language, withSteps)),
    }
  }
  return Object.fromEntries(languages.map((language) => [language, prepare(language)])) as Record<
    Language,
    ReturnType<typeof prepare>
  >
}
