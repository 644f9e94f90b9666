import { sql } from 'drizzle-orm'
import type { NumbersWithoutBrand } from '#contract/imports.ts'
import { type Language, languages } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { isKept } from '#server/catalog/catalog.tables.ts'
import type { Words } from '#server/catalog/fields/field.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Marks a name that several things have. */
export const ambiguous = Symbol('ambiguous')
export type Named = Map<string, string | typeof ambiguous>

/** Separates the names on the way to a category. */
export const wayStep = ' > '

/** Builds the names on the way to each category, in each language that all of them have. */
const namedWays = sql`
  WITH RECURSIVE named AS (
    SELECT categories.id, parent_id, slug, language, name, name AS path FROM categories JOIN category_texts ON category_id = id
    WHERE parent_id IS NULL
    UNION ALL
    SELECT child.id, child.parent_id, child.slug, texts.language, texts.name, named.path || ${wayStep} || texts.name
    FROM named JOIN categories child ON child.parent_id = named.id
    JOIN category_texts texts ON texts.category_id = child.id AND texts.language = named.language)`

/** Returns the slugs of categories that are named by slug, former slug, name in any language, or names on the way from the top. */
export async function nameCategories(tx: Transaction | Database, texts: readonly string[]): Promise<Named> {
  if (texts.length === 0) return new Map()
  const { rows } = await tx.execute<{ slug: string; words: string[] | null; former: string[] }>(sql`
    ${namedWays}
    SELECT slug, words,
      array(SELECT old.slug FROM old_slugs old WHERE kind = 'category' AND target_id = categories.id) AS former
    FROM categories LEFT JOIN (
      SELECT id, array_agg(DISTINCT lower(word)) AS words FROM (
        SELECT category_id AS id, name AS word FROM category_texts UNION ALL SELECT id, path FROM named) each_word
      GROUP BY id) named_so USING (id)`)
  const slugs = new Set(rows.map(({ slug }) => slug))
  const byWord = new Map<string, string | typeof ambiguous>()
  for (const { slug, words } of rows) {
    for (const word of words ?? []) byWord.set(word, byWord.has(word) ? ambiguous : slug)
  }
  const byFormer = new Map(rows.flatMap(({ slug, former }) => former.map((old) => [old, slug] as const)))
  return new Map(
    texts.flatMap((text) => {
      const word = text
        .split('>')
        .map((part) => part.trim())
        .join(wayStep)
        .toLowerCase()
      const found = slugs.has(text) ? text : (byFormer.get(text) ?? byWord.get(word))
      return found === undefined ? [] : [[text, found] as const]
    }),
  )
}

/** Returns the names on the way to each category by its slug, `Brakes > Pads`; those that no file could name it by are left out. */
export async function readCategoryWords(db: Transaction | Database): Promise<Words> {
  const { rows } = await db.execute<{ slug: string; language: string; path: string }>(sql`
    ${namedWays} SELECT slug, language, path FROM named`)
  const found = await nameCategories(
    db,
    rows.map(({ path }) => path),
  )
  return wordsOf(
    rows
      .filter(({ slug, path }) => found.get(path) === slug)
      .map(({ slug, language, path }) => ({ code: slug, language, word: path })),
  )
}

/** Returns the names on the ways to these categories in the main language and in their order, without those that are gone. */
export async function readCategoryWays(db: Database, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ path: string }>(sql`
    ${namedWays} SELECT path FROM unnest(${sql.param(ids)}::integer[]) WITH ORDINALITY AS given (id, place) JOIN named USING (id)
    WHERE language = ${mainLanguage()} ORDER BY place`)
  return rows.map(({ path }) => path)
}

/** Returns the names of options by their codes, by attribute; those that no file could name one by are left out. */
export async function readOptionWords(db: Transaction | Database): Promise<Map<string, Words>> {
  type Row = { attribute: string; code: string; isMerged: boolean; language: string | null; word: string | null }
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    SELECT attributes.code AS attribute, option.code, merged_into IS NOT NULL AS "isMerged", language, texts.name AS word
    FROM attribute_options option JOIN attributes ON attributes.id = attribute_id
    LEFT JOIN attribute_option_texts texts ON option_id = option.id`)
  return new Map(
    [...Map.groupBy(rows, ({ attribute }) => attribute)].map(([code, found]) => [code, wordsOf(named(found))]),
  )
  /** Keeps the names that only one option has, and that are no code of another one. */
  function named(options: readonly Row[]) {
    const codes = new Set(options.map(({ code }) => code))
    const words = options.flatMap(({ code, isMerged, language, word }) =>
      isMerged || language === null || word === null ? [] : { code, language, word },
    )
    const owners = Map.groupBy(words, ({ word }) => word.toLowerCase())
    return words.filter(
      ({ code, word }) =>
        (word === code || !codes.has(word)) && owners.get(word.toLowerCase())?.every((one) => one.code === code),
    )
  }
}

/** Takes the word in the main language for what has none in another one. */
function wordsOf(rows: readonly { code: string; language: string; word: string }[]): Words {
  const wordsIn = (language: Language) =>
    rows.flatMap(({ code, language: own, word }) => (own === language ? [[code, word] as const] : []))
  const main = wordsIn(mainLanguage())
  return Object.fromEntries(languages.map((language) => [language, new Map([...main, ...wordsIn(language)])]))
}

/** Returns the names of brands that are named by name or slug; of merged ones, the name of what they were merged into. */
export async function nameBrands(tx: Transaction, texts: readonly string[]): Promise<Named> {
  if (texts.length === 0) return new Map()
  const { rows } = await tx.execute<{ text: string; name: string }>(sql`
    SELECT text, found.name FROM unnest(${sql.param(texts)}::text[]) AS asked (text), LATERAL (
      SELECT brand.name FROM brands named JOIN brands brand ON brand.id = coalesce(named.merged_into, named.id)
      WHERE lower(named.name) = lower(text) OR named.slug = text ORDER BY lower(named.name) = lower(text) DESC LIMIT 1) found`)
  return new Map(rows.map(({ text, name }) => [text, name]))
}

/**
 * Returns the other products on sale, by name, number and brand as the shop compares them, that have one of these, and for one without a
 * brand the brands that have its number.
 */
export async function findNameHolders(
  tx: Transaction,
  asked: readonly { row: number; id: string; name: string; sku: string; brand: string }[],
): Promise<Map<number, { name: boolean; number: string | null; brands: string | null }>> {
  if (asked.length === 0) return new Map()
  const { rows } = await tx.execute<{ row: number; name: boolean; number: string | null; brands: string | null }>(sql`
    SELECT given.row, EXISTS (
        SELECT FROM products WHERE lower(name) = lower(given.name) AND lower(coalesce(sku, '')) = lower(given.sku)
          AND (given.sku = '' OR coalesce(brand_id, 0) = brand_named(brand)) AND archived_at IS NULL AND products.id <> given.id) AS name,
      (SELECT name FROM products WHERE part_number_identity(sku) = part_number_identity(nullif(given.sku, '')) AND archived_at IS NULL
        AND coalesce(brand_id, 0) = brand_named(brand) AND products.id <> given.id LIMIT 1) AS number,
      (SELECT string_agg(DISTINCT brands.name, ', ' ORDER BY brands.name) FROM part_number_keys
        JOIN part_numbers own ON own.id = part_number_id AND kind = 'own' AND part_number_identity(own.number) = part_number_identity(given.sku)
        JOIN products holder ON holder.id = product_id AND archived_at IS NULL AND holder.id <> given.id
        JOIN brands ON brands.id = brand_id
        WHERE given.brand = '' AND key = part_number_key(given.sku) AND start = 0) AS brands
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS given (row integer, id uuid, name text, sku text, brand text)`)
  return new Map(rows.map(({ row, ...holders }) => [row, holders]))
}

/** Names a product by its own number, and by its brand: an empty one is none. */
export interface NamedNumber {
  number: string
  brand?: string | undefined
}

/** Describes what a number and a brand name. */
export interface NumberMatch {
  key: string | null
  /** The products that are meant: of several, the shop asks. */
  ids: string[]
  /** The number as the first of these is spelled; null for none. */
  number: string | null
  isArchived: boolean
  /** A number that may be meant, if no product has this one: it differs only by signs between digits. */
  near: string | null
  /** Whether a product without a brand has the number, and nobody has said whether it is meant. */
  isAsked: boolean
  /** The brands of the products that have the number, – for none. */
  brands: string[]
}

type NumberedProduct = {
  id: string
  number: string
  brand: string | null
  isOfBrand: boolean
  isSame: boolean
  isArchived: boolean
}

/** Drops the archived products of a brand that has another one with the number, on sale or archived later. */
const withoutOlder = (same: readonly NumberedProduct[]): NumberedProduct[] =>
  same.filter((one, index) => !one.isArchived || same.findIndex(({ brand }) => brand === one.brand) === index)

/** Returns a part number as it looks: with one sign of multiplication, without blanks, hyphens and cases. */
const looksOf = (number: string) =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[×✕✖⨯*]/gu, 'X')
    .replaceAll(/[\s\p{Pd}]+/gu, '')

/**
 * Returns the products that have an own number, on sale or drafts, in the order of the asked ones; `findsArchived` those last archived, where
 * no other has it. With a brand, only those of that brand are
 * meant, and those without one if `withoutBrand` says so; without a brand, the number alone decides. One that is spelled exactly so comes
 * before others, which differ by blanks, hyphens or cases.
 */
export async function findByOwnNumber(
  tx: Transaction,
  asked: readonly NamedNumber[],
  { withoutBrand = 'ask', findsArchived = false }: { withoutBrand?: NumbersWithoutBrand; findsArchived?: boolean } = {},
): Promise<NumberMatch[]> {
  if (asked.length === 0) return []
  const { rows } = await tx.execute<{
    key: string | null
    number: string
    brand: string | null
    products: NumberedProduct[]
  }>(sql`
    SELECT asked.identity AS key, asked.number, asked.brand, (
      SELECT coalesce(json_agg(json_build_object('id', product_id, 'number', own.number, 'brand', brands.name,
        'isOfBrand', brand_id = asked.brand_id, 'isSame', part_number_identity(own.number) = asked.identity,
        'isArchived', NOT ${isKept})
        ORDER BY NOT ${isKept}, CASE WHEN NOT ${isKept} THEN archived_at END DESC, own.number, products.position), '[]')
      FROM unnest(near_part_number_keys(asked.number)) AS near (key)
      JOIN part_number_keys ON part_number_keys.key = near.key AND start = 0
      JOIN part_numbers own ON own.id = part_number_id AND kind = 'own'
      JOIN products ON products.id = product_id
        AND (${isKept} OR ${findsArchived} AND part_number_identity(own.number) = asked.identity)
      LEFT JOIN brands ON brands.id = products.brand_id) AS products
    FROM (SELECT number, brand, brand_named(brand) AS brand_id, part_number_identity(number) AS identity, place
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS (number text, brand text))
        WITH ORDINALITY AS given (number, brand, place) OFFSET 0) asked
    ORDER BY place`)
  return rows.map(({ key, number, brand, products }) => {
    const all = withoutOlder(products.filter(({ isSame }) => isSame))
    const kept = all.filter(({ isArchived }) => !isArchived)
    // Without a brand, what is on sale comes before what is archived of another one.
    const same = !brand && kept.length > 0 ? kept : all
    const unbranded = same.filter((one) => one.brand === null)
    const branded = same.filter(({ isOfBrand }) => isOfBrand)
    const isOpen = Boolean(brand) && branded.length === 0 && unbranded.length > 0
    const meant = !brand
      ? brand === '' && unbranded.length > 0
        ? unbranded
        : same
      : isOpen && withoutBrand === 'same'
        ? unbranded
        : branded
    const exact = meant.filter((one) => one.number === number)
    const chosen = exact.length > 0 ? exact : meant
    const others = products.filter((one) => !one.isSame && (!brand || one.isOfBrand || one.brand === null))
    // One that looks the same comes before one with another dot or slash: Q20×150 for Q20x150, not Q20x1.50.
    const near = others.find((one) => looksOf(one.number) === looksOf(number)) ?? others[0]
    return {
      key,
      ids: chosen.map(({ id }) => id),
      number: chosen[0]?.number ?? null,
      isArchived: chosen[0]?.isArchived ?? false,
      near: meant.length === 0 ? (near?.number ?? null) : null,
      isAsked: isOpen && withoutBrand === 'ask',
      brands: [...new Set(same.map((one) => one.brand ?? '–'))],
    }
  })
}

/**
 * Returns what names of files, in which a blank may be `_`, name by an own number, or by a brand and a number, as in `BOSCH 0 986 478 853`;
 * undefined for what no product has.
 */
export async function readBrandedNumbers(
  tx: Transaction,
  names: readonly string[],
): Promise<(NamedNumber | undefined)[]> {
  const { rows } = await tx.execute<{ name: string; number: string; brand: string | null }>(sql`
    SELECT DISTINCT ON (name) asked.name, wanted.number, brands.name AS brand
    FROM unnest(${sql.param(names)}::text[]) AS asked (name)
    CROSS JOIN LATERAL (
      SELECT -1 AS reading, asked.name AS number, NULL AS brand, NULL AS brand_id
      UNION ALL SELECT * FROM number_readings(replace(asked.name, '_', ' '), NULL)) wanted
    JOIN part_number_keys ON part_number_keys.key = part_number_key(wanted.number) AND start = 0
    JOIN part_numbers own ON own.id = part_number_id AND kind = 'own' AND part_number_identity(own.number) = part_number_identity(wanted.number)
    JOIN products ON products.id = product_id AND (archived_at IS NULL OR is_draft)
    LEFT JOIN brands ON brands.id = wanted.brand_id
    WHERE wanted.brand IS NULL OR products.brand_id = wanted.brand_id ORDER BY asked.name, reading`)
  const found = new Map(rows.map(({ name, number, brand }) => [name, { number, ...(brand !== null && { brand }) }]))
  return names.map((name) => found.get(name))
}
