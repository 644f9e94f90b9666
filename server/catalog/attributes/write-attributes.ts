import { sql } from 'drizzle-orm'
import type { AttributeKind } from '#contract/attributes.ts'
import type { Dimension } from '#contract/units.ts'
import { listAttributes } from '#server/catalog/attributes/read-attributes.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

type Names = Record<string, string>

/** Describes an attribute, or one of its options, as files hold them. */
export interface DefinitionRecord {
  attribute: string
  /** The code of an option; empty for the attribute itself. */
  option: string
  kind: AttributeKind
  dimension: Dimension | ''
  unit: string
  isMultiple: boolean
  isStaffOnly: boolean
  names: Names
  help: Names
}

/** Lists the attributes, each with its options behind it. */
export async function readDefinitions(db: Database | Transaction): Promise<DefinitionRecord[]> {
  return (await listAttributes(db)).flatMap(({ code, names, help, options, dimension, unit, ...definition }) => {
    const own = {
      ...definition,
      isStaffOnly: definition.isStaffOnly === true,
      attribute: code,
      dimension: dimension ?? ('' as const),
      unit: unit ?? '',
    }
    return [
      { ...own, option: '', names, help },
      ...options.map((option) => ({ ...own, option: option.code, names: option.names, help: {} })),
    ]
  })
}

export type DefinitionWrite = DefinitionRecord & { isNew: boolean }

/** Adds attributes and options behind those that are there, and writes the names, help and units of others. */
export async function writeDefinitions(tx: Transaction, writes: readonly DefinitionWrite[]): Promise<void> {
  for (const { attribute, option, kind, dimension, unit, isMultiple, isStaffOnly, names, help, isNew } of writes) {
    if (option === '') {
      await tx.execute(
        isNew
          ? sql`WITH added AS (
              INSERT INTO attributes (code, kind, dimension, unit, is_multiple, is_staff_only)
              VALUES (${attribute}, ${kind}, nullif(${dimension}, ''), CASE WHEN ${kind === 'number'} THEN ${unit}::text END, ${isMultiple}, ${isStaffOnly})
              RETURNING id)
            INSERT INTO facet_values (attribute_id, truth)
            SELECT id, truth FROM added, unnest(ARRAY[true, false]) truth WHERE ${kind === 'yes-no'}`
          : sql`UPDATE attributes SET unit = ${unit} WHERE code = ${attribute} AND kind = 'number'`,
      )
      await tx.execute(
        sql`DELETE FROM attribute_texts WHERE attribute_id = (SELECT id FROM attributes WHERE code = ${attribute})`,
      )
      for (const [language, name] of Object.entries(names)) {
        if (name === '') continue
        await tx.execute(sql`
          INSERT INTO attribute_texts (attribute_id, language, name, help)
          SELECT id, ${language}, ${name}, ${help[language] ?? ''} FROM attributes WHERE code = ${attribute}`)
      }
      continue
    }
    const of = sql`attribute_options.code = ${option} AND attribute_options.attribute_id = (SELECT id FROM attributes WHERE code = ${attribute})`
    if (isNew) {
      await tx.execute(sql`
        WITH added AS (
          INSERT INTO attribute_options (attribute_id, code, position)
          SELECT id, ${option}, coalesce((SELECT max(position) FROM attribute_options WHERE attribute_id = attributes.id), 0) + 1
          FROM attributes WHERE code = ${attribute} AND kind = 'option' RETURNING id, attribute_id)
        INSERT INTO facet_values (attribute_id, option_id) SELECT attribute_id, id FROM added`)
    }
    await tx.execute(sql`
      DELETE FROM attribute_option_texts USING attribute_options WHERE attribute_options.id = option_id AND ${of}`)
    for (const [language, name] of Object.entries(names)) {
      if (name === '') continue
      await tx.execute(sql`
        INSERT INTO attribute_option_texts (option_id, language, name) SELECT id, ${language}, ${name} FROM attribute_options WHERE ${of}`)
    }
  }
  await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
}

/** Deletes attributes and options that no product has; returns the places of the others. */
export async function removeDefinitions(
  tx: Transaction,
  removed: readonly Pick<DefinitionRecord, 'attribute' | 'option'>[],
): Promise<number[]> {
  const left: number[] = []
  for (const [index, { attribute, option }] of removed.entries()) {
    const { rows } = await tx.execute(
      option === ''
        ? sql`DELETE FROM attributes WHERE code = ${attribute} AND NOT EXISTS (
              SELECT FROM product_values WHERE product_values.attribute_id = attributes.id)
            AND NOT EXISTS (SELECT FROM category_attributes WHERE category_attributes.attribute_id = attributes.id) RETURNING id`
        : sql`DELETE FROM attribute_options WHERE code = ${option} AND attribute_id = (SELECT id FROM attributes WHERE code = ${attribute})
            AND NOT EXISTS (
              SELECT FROM product_values JOIN facet_values ON facet_values.id = value_id WHERE option_id = attribute_options.id)
            AND NOT EXISTS (SELECT FROM attribute_options merged WHERE merged.merged_into = attribute_options.id) RETURNING id`,
    )
    if (rows.length === 0) left.push(index)
  }
  await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
  return left
}

/** Puts attributes that buyers see behind those of the categories whose products have a value, so that their pages show them. */
export async function showInCategories(tx: Transaction, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await tx.execute(sql`
    INSERT INTO category_attributes (category_id, attribute_id, position, is_facet, is_column, is_required)
    SELECT category_id, attribute_id, row_number() OVER (PARTITION BY category_id ORDER BY place)
        + coalesce((SELECT max(position) FROM category_attributes own WHERE own.category_id = valued.category_id), 0), false, false, false
    FROM (SELECT DISTINCT category_id, attributes.id AS attribute_id, place
      FROM unnest(${sql.param(codes)}::text[]) WITH ORDINALITY AS given (code, place)
      JOIN attributes ON attributes.code = given.code AND NOT is_staff_only
      JOIN product_values ON product_values.attribute_id = attributes.id
      JOIN products ON products.id = product_id AND category_id IS NOT NULL) valued
    ON CONFLICT DO NOTHING`)
  await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
}

/** Takes attributes that no product has out of the categories that only show them. */
export async function hideUnusedInCategories(tx: Transaction, codes: readonly string[]): Promise<void> {
  await tx.execute(sql`
    DELETE FROM category_attributes USING attributes
    WHERE attributes.id = attribute_id AND code = ANY (${sql.param(codes)}::text[]) AND NOT (is_facet OR is_column OR is_required)
      AND NOT EXISTS (SELECT FROM product_values WHERE product_values.attribute_id = attributes.id)`)
}
