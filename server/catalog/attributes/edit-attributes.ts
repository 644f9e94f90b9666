import { sql } from 'drizzle-orm'
import type { addAttribute as addEndpoint, changeAttribute as changeEndpoint } from '#contract/attributes.ts'
import type { setCategoryAttributes as setEndpoint, Names } from '#contract/attributes.ts'
import type { Body } from '#contract/endpoint.ts'
import { type Dimension, unitCodes } from '#contract/units.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { recordDefinitionChange } from '#server/catalog/attributes/record-definition-change.ts'
import { mainName, readNames, uniqueCode } from '#server/catalog/attributes/unique-code.ts'
import { findCategoryId } from '#server/catalog/categories/find-category.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

type NewAttribute = Body<typeof addEndpoint>

/** Adds an attribute and returns its code. Throws `name-missing` or `unit-unknown`. */
export function addAttribute(
  db: Database | Transaction,
  { kind, dimension, unit, isMultiple = false, isStaffOnly = false, ...texts }: NewAttribute,
  by: AuditActor | undefined,
): Promise<string> {
  return db.transaction(async (tx) => {
    const names = readNames(texts.names)
    const measured = kind === 'number' ? readUnit(dimension ?? 'count', unit) : { dimension: null, unit: null }
    const code = await uniqueCode(tx, mainName(names), {
      otherwise: 'attribute',
      taken: sql`SELECT code FROM attributes UNION ALL VALUES ('brand'), ('stock'), ('price')`,
    })
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO attributes (code, kind, dimension, unit, is_multiple, is_staff_only)
      VALUES (${code}, ${kind}, ${measured.dimension}, ${measured.unit}, ${isMultiple && kind !== 'yes-no'}, ${isStaffOnly}) RETURNING id`)
    const id = rows[0]?.id ?? 0
    if (kind === 'yes-no')
      await tx.execute(sql`INSERT INTO facet_values (attribute_id, truth) VALUES (${id}, true), (${id}, false)`)
    await writeTexts(tx, id, names, texts.help ?? {})
    await recordDefinitionChange(tx, by, {
      kind: 'attribute-added',
      subject: { type: 'attribute', id: code },
      after: { names, kind, ...(measured.unit !== null && { unit: measured.unit }) },
    })
    return code
  })
}

/** Returns a dimension with one of its units, the base unit without one; throws `unit-unknown`. */
function readUnit(dimension: Dimension, unit: string | undefined) {
  const codes = unitCodes(dimension)
  const known = unit === undefined ? codes[0] : codes.find((code) => code === unit)
  if (known === undefined) throw problem('unit-unknown', { units: codes.join(', ') })
  return { dimension, unit: known }
}

async function writeTexts(tx: Transaction, id: number, names: Names, help: Names): Promise<void> {
  await tx.execute(sql`DELETE FROM attribute_texts WHERE attribute_id = ${id}`)
  for (const language of new Set([...Object.keys(names), ...Object.keys(help)] as (keyof Names)[])) {
    // A help without a name needs one: the name that stands for all.
    const name = names[language] ?? mainName(names)
    await tx.execute(sql`
      INSERT INTO attribute_texts (attribute_id, language, name, help)
      VALUES (${id}, ${language}, ${name}, ${help[language]?.trim() ?? ''})`)
  }
}

interface AttributeRow {
  id: number
  code: string
  kind: string
  dimension: Dimension | null
  unit: string | null
  names: Names
  help: Names
  [column: string]: unknown
}

/** Returns an attribute and locks it; throws `attribute-not-found`. */
export async function getAttribute(tx: Transaction, code: string): Promise<AttributeRow> {
  const { rows } = await tx.execute<AttributeRow>(sql`
    SELECT id, code, kind, dimension, unit,
      (SELECT json_object_agg(language, name) FROM attribute_texts WHERE attribute_id = id) AS names,
      (SELECT coalesce(json_object_agg(language, help) FILTER (WHERE help <> ''), '{}') FROM attribute_texts WHERE attribute_id = id) AS help
    FROM attributes WHERE code = ${code} FOR UPDATE`)
  if (!rows[0]) throw problem('attribute-not-found', { attribute: code })
  return rows[0]
}

/** Changes the texts, the unit or the order of the options of an attribute. */
export function changeAttribute(
  db: Database,
  code: string,
  change: Body<typeof changeEndpoint>,
  by: AuditActor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const attribute = await getAttribute(tx, code)
    const names = change.names ? readNames(change.names) : attribute.names
    const help = change.help ?? attribute.help
    await writeTexts(tx, attribute.id, names, help)
    let { unit } = attribute
    if (attribute.dimension !== null && change.unit !== undefined)
      ({ unit } = readUnit(attribute.dimension, change.unit))
    await tx.execute(sql`UPDATE attributes SET unit = ${unit} WHERE id = ${attribute.id}`)
    const optionsBefore = change.options && (await readOptions(tx, attribute.id))
    if (change.options) {
      const { rowCount } = await tx.execute(sql`
        UPDATE attribute_options SET position = ordinal
        FROM unnest(${sql.param(change.options)}::text[]) WITH ORDINALITY AS wanted (code, ordinal)
        WHERE attribute_id = ${attribute.id} AND attribute_options.code = wanted.code AND merged_into IS NULL`)
      if (rowCount !== new Set(change.options).size) throw problem('option-not-found')
    }
    await recordDefinitionChange(tx, by, {
      kind: 'attribute-changed',
      subject: { type: 'attribute', id: code },
      before: { names: attribute.names, help: attribute.help, unit: attribute.unit, options: optionsBefore },
      after: { names, help, unit, options: change.options && (await readOptions(tx, attribute.id)) },
    })
  })
}

/** Returns the names of the options of an attribute in their order, for the audit log. */
async function readOptions(tx: Transaction, attributeId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT (SELECT name FROM attribute_option_texts WHERE option_id = id ORDER BY language = main_language() DESC LIMIT 1) AS name
    FROM attribute_options WHERE attribute_id = ${attributeId} AND merged_into IS NULL ORDER BY position`)
  return rows.map(({ name }) => name)
}

/** Deletes an attribute that no product has, archived ones included. Throws `attribute-not-found` or `attribute-in-use`. */
export function deleteAttribute(db: Database, code: string, by: AuditActor): Promise<void> {
  return db
    .transaction(async (tx) => {
      const { id, names } = await getAttribute(tx, code)
      await tx.execute(sql`DELETE FROM attributes WHERE id = ${id}`)
      await recordDefinitionChange(tx, by, {
        kind: 'attribute-deleted',
        subject: { type: 'attribute', id: code },
        before: { names },
      })
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error)?.startsWith('product_values') ? problem('attribute-in-use') : error
    })
}

/** Sets the attributes that a category itself has, in their order. Throws `category-not-found`, `attribute-not-found` or `attribute-staff-only`. */
export function setCategoryAttributes(
  db: Database | Transaction,
  slug: string,
  { attributes }: Body<typeof setEndpoint>,
  by: AuditActor | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    const categoryId = await findCategoryId(tx, slug)
    await tx.execute(sql`SELECT FROM categories WHERE id = ${categoryId} FOR UPDATE`)
    const codes = attributes.map(({ code }) => code)
    const { rows: known } = await tx.execute<{ code: string; isStaffOnly: boolean }>(
      sql`SELECT code, is_staff_only AS "isStaffOnly" FROM attributes WHERE code = ANY (${sql.param(codes)}::text[]) FOR SHARE`,
    )
    const missing = codes.find(
      (code, index) => !known.some((row) => row.code === code) || codes.indexOf(code) !== index,
    )
    if (missing !== undefined) throw problem('attribute-not-found', { attribute: missing })
    const hidden = known.find(({ isStaffOnly }) => isStaffOnly)
    if (hidden) throw problem('attribute-staff-only', { attribute: hidden.code })
    const before = await readOwn(tx, categoryId)
    await tx.execute(sql`DELETE FROM category_attributes WHERE category_id = ${categoryId}`)
    await tx.execute(sql`
      INSERT INTO category_attributes (category_id, attribute_id, position, is_facet, is_column, is_required)
      SELECT ${categoryId}, attributes.id, ordinality, "isFacet", "isColumn", "isRequired"
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(attributes)}::jsonb)
        AS (code text, "isFacet" boolean, "isColumn" boolean, "isRequired" boolean)) WITH ORDINALITY
        AS own (code, "isFacet", "isColumn", "isRequired", ordinality) JOIN attributes USING (code)`)
    await recordDefinitionChange(tx, by, {
      kind: 'category-attributes-changed',
      subject: { type: 'category', id: String(categoryId) },
      before: { attributes: before },
      after: { attributes: await readOwn(tx, categoryId) },
    })
  })
}

/** Returns the attributes of a category itself by their names, and what they are used for, for the audit log. */
async function readOwn(tx: Transaction, categoryId: number | null) {
  const { rows } = await tx.execute<{ name: string; isFacet: boolean; isColumn: boolean; isRequired: boolean }>(sql`
    SELECT (SELECT name FROM attribute_texts texts WHERE texts.attribute_id = own.attribute_id
        ORDER BY language = main_language() DESC LIMIT 1) AS name,
      is_facet AS "isFacet", is_column AS "isColumn", is_required AS "isRequired"
    FROM category_attributes own WHERE category_id = ${categoryId} ORDER BY position`)
  return rows
}
