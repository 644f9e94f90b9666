import { type SQL, sql } from 'drizzle-orm'
import type { Attribute, CategoryAttribute } from '#contract/attributes.ts'
import type { Dimension } from '#contract/units.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

const textsOf = (table: SQL, owner: SQL, field: SQL) =>
  sql`coalesce((SELECT json_object_agg(language, ${field}) FROM ${table} WHERE ${owner} AND ${field} <> ''), '{}')`

/** Builds the columns of an attribute as it is answered, without those that it has not; options that were merged are left out. */
const described = sql`
  attributes.code, attributes.kind, attributes.dimension, attributes.unit, attributes.is_multiple AS "isMultiple",
  nullif(attributes.is_staff_only, false) AS "isStaffOnly",
  ${textsOf(sql`attribute_texts`, sql`attribute_id = attributes.id`, sql`name`)} AS names,
  ${textsOf(sql`attribute_texts`, sql`attribute_id = attributes.id`, sql`help`)} AS help`
const options = (more: SQL) => sql`
  coalesce((SELECT json_agg(json_build_object('code', code,
      'names', ${textsOf(sql`attribute_option_texts`, sql`option_id = attribute_options.id`, sql`name`)} ${more}) ORDER BY position, id)
    FROM attribute_options WHERE attribute_id = attributes.id AND merged_into IS NULL), '[]') AS options`

/** Lists the attributes by their English names, with the numbers of products that have them. */
export async function listAttributes(db: Database | Transaction): Promise<Attribute[]> {
  const { rows } = await db.execute<Attribute & Record<string, unknown>>(sql`
    WITH valued AS MATERIALIZED (SELECT value_id, count(*)::integer AS products FROM product_values GROUP BY 1),
      used AS MATERIALIZED (SELECT attribute_id, count(DISTINCT product_id)::integer AS products FROM product_values GROUP BY 1)
    SELECT ${described}, ${options(sql`, 'products', coalesce((
        SELECT products FROM facet_values JOIN valued ON value_id = facet_values.id
        WHERE facet_values.attribute_id = attributes.id AND option_id = attribute_options.id), 0)`)},
      coalesce((SELECT products FROM used WHERE attribute_id = attributes.id), 0) AS products
    FROM attributes
    ORDER BY lower((SELECT name FROM attribute_texts WHERE attribute_id = attributes.id ORDER BY language = 'en' DESC LIMIT 1)), code`)
  return rows.map((row) => withoutNulls<Attribute>(row))
}

/** Builds the rows of `category_attributes` that hold for a category, as `used`: of its ancestors and itself, the nearest for each. */
const usedIn = (categoryId: number | null) => sql`
  WITH RECURSIVE line AS (
    SELECT id, parent_id, slug, 0 AS distance FROM categories WHERE id = ${categoryId}
    UNION ALL SELECT above.id, above.parent_id, above.slug, distance + 1
    FROM categories above JOIN line ON above.id = line.parent_id WHERE distance < 50),
  used AS (
    SELECT DISTINCT ON (attribute_id) category_attributes.*, line.slug, distance
    FROM category_attributes JOIN line ON line.id = category_id ORDER BY attribute_id, distance)`

/** Lists the attributes of a category with those that it inherits: those of the farthest ancestor first, each category's in its order. */
export async function listCategoryAttributes(db: Database, categoryId: number | null): Promise<CategoryAttribute[]> {
  const { rows } = await db.execute<CategoryAttribute & Record<string, unknown>>(sql`
    ${usedIn(categoryId)}
    SELECT ${described}, ${options(sql``)}, used.is_facet AS "isFacet", used.is_column AS "isColumn",
      used.is_required AS "isRequired", used.slug AS category
    FROM used JOIN attributes ON attributes.id = used.attribute_id ORDER BY distance DESC, used.position, attributes.id`)
  return rows.map((row) => withoutNulls<CategoryAttribute>(row))
}

/** Describes an attribute that a list is filtered by. */
export interface FacetAttribute {
  id: number
  code: string
  kind: 'option' | 'number' | 'yes-no'
  dimension: Dimension | null
  unit: string | null
  names: Record<string, string>
  help: Record<string, string>
  [column: string]: unknown
}

/** Lists the facets of a category in their order. */
export async function listFacetAttributes(db: Database, categoryId: number): Promise<FacetAttribute[]> {
  const { rows } = await db.execute<FacetAttribute>(sql`
    ${usedIn(categoryId)}
    SELECT attributes.id, ${described} FROM used JOIN attributes ON attributes.id = used.attribute_id
    WHERE used.is_facet AND kind <> 'text' ORDER BY distance DESC, used.position, attributes.id`)
  return rows
}

/** Describes the attributes with these codes that lists can be filtered by. */
export async function describeAttributes(
  db: Database,
  codes: readonly string[],
): Promise<(Pick<Attribute, 'code' | 'names' | 'dimension' | 'unit'> & Pick<FacetAttribute, 'kind'>)[]> {
  const { rows } = await db.execute<FacetAttribute>(sql`
    SELECT ${described} FROM attributes WHERE kind <> 'text' AND NOT is_staff_only AND code = ANY (${sql.param(codes)}::text[])`)
  return rows.map(({ code, kind, names, dimension, unit }) => ({
    code,
    kind,
    names,
    ...(dimension && { dimension }),
    ...(unit !== null && { unit }),
  }))
}

/** Lists the attributes that are facets in any category, in the order in which they were added. */
export async function listAllFacetAttributes(db: Database): Promise<FacetAttribute[]> {
  const { rows } = await db.execute<FacetAttribute>(sql`
    SELECT attributes.id, ${described} FROM attributes
    WHERE kind <> 'text' AND id IN (SELECT attribute_id FROM category_attributes WHERE is_facet) ORDER BY id`)
  return rows
}

/** Builds the tables `line` and `required` of a recursive statement: what products of these categories must have. */
export const requiredIn = (categoryIds: readonly number[]) => sql`
  line AS (
    SELECT id AS of, id, parent_id, 0 AS distance FROM categories WHERE id = ANY (${sql.param([...new Set(categoryIds)])}::integer[])
    UNION ALL SELECT line.of, above.id, above.parent_id, distance + 1
    FROM categories above JOIN line ON above.id = line.parent_id WHERE distance < 50),
  required AS (
    SELECT category_id, attribute_id FROM (
      SELECT DISTINCT ON (line.of, attribute_id) line.of AS category_id, attribute_id, is_required
      FROM category_attributes JOIN line ON line.id = category_attributes.category_id ORDER BY line.of, attribute_id, distance) used
    WHERE is_required)`

/** Returns the codes of the attributes that products must have, by the slugs of their categories. */
export async function listRequiredAttributes(
  tx: Transaction,
  slugs: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows: found } = await tx.execute<{ id: number; slug: string }>(
    sql`SELECT id, slug FROM categories WHERE slug = ANY (${sql.param(slugs)}::text[])`,
  )
  const { rows } = await tx.execute<{ slug: string; code: string }>(sql`
    WITH RECURSIVE ${requiredIn(found.map(({ id }) => id))}
    SELECT slug, code FROM required JOIN attributes ON attributes.id = attribute_id
    JOIN categories ON categories.id = category_id`)
  const codes = new Map<string, string[]>()
  for (const { slug, code } of rows) codes.set(slug, [...(codes.get(slug) ?? []), code])
  return codes
}

/** Describes an attribute without its options. */
export type AttributeDefinition = Pick<Attribute, 'code' | 'kind' | 'isMultiple' | 'isStaffOnly' | 'names'> & {
  id: number
  dimension: Dimension | null
  unit: string | null
}

/** Lists all attributes in the order in which they were added. */
export async function listAttributeDefinitions(db: Database | Transaction): Promise<AttributeDefinition[]> {
  const { rows } = await db.execute<AttributeDefinition & Record<string, unknown>>(sql`
    SELECT attributes.id, ${described} FROM attributes ORDER BY attributes.id`)
  return rows
}
