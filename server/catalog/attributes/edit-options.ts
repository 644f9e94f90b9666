import { sql } from 'drizzle-orm'
import type { Names } from '#contract/attributes.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { getAttribute } from '#server/catalog/attributes/edit-attributes.ts'
import { recordDefinitionChange } from '#server/catalog/attributes/record-definition-change.ts'
import { mainName, readNames, uniqueCode } from '#server/catalog/attributes/unique-code.ts'
import { lockProducts, writeFacets } from '#server/catalog/attributes/write-facets.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Adds an option at the end of an attribute, and returns its code. */
export function addOption(
  db: Database | Transaction,
  attributeCode: string,
  given: Names,
  by: AuditActor | undefined,
): Promise<string> {
  return db.transaction(async (tx) => {
    const attribute = await getAttribute(tx, attributeCode)
    if (attribute.kind !== 'option') throw problem('attribute-without-options')
    const names = readNames(given)
    await assertNamesFree(tx, attribute.id, names)
    const code = await uniqueCode(tx, mainName(names), {
      otherwise: 'option',
      taken: sql`SELECT code FROM attribute_options WHERE attribute_id = ${attribute.id}`,
    })
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO attribute_options (attribute_id, code, position)
      SELECT ${attribute.id}, ${code}, coalesce(max(position), 0) + 1 FROM attribute_options WHERE attribute_id = ${attribute.id}
      RETURNING id`)
    const id = rows[0]?.id ?? 0
    await tx.execute(sql`INSERT INTO facet_values (attribute_id, option_id) VALUES (${attribute.id}, ${id})`)
    await writeNames(tx, id, names)
    await recordDefinitionChange(tx, by, {
      kind: 'options-changed',
      subject: { type: 'attribute', id: attributeCode },
      after: { options: [mainName(names)] },
    })
    return code
  })
}

/** Throws `option-name-taken` if another option has one of the names: buyers could not tell the two apart. */
async function assertNamesFree(tx: Transaction, attributeId: number, names: Names, own?: number): Promise<void> {
  for (const [language, name] of Object.entries(names)) {
    const { rows } = await tx.execute(sql`
      SELECT FROM attribute_option_texts JOIN attribute_options ON id = option_id
      WHERE attribute_id = ${attributeId} AND merged_into IS NULL AND language = ${language} AND lower(name) = lower(${name})
        AND id IS DISTINCT FROM ${own ?? null}::integer LIMIT 1`)
    if (rows.length > 0) throw problem('option-name-taken', { name })
  }
}

async function writeNames(tx: Transaction, id: number, names: Names): Promise<void> {
  await tx.execute(sql`DELETE FROM attribute_option_texts WHERE option_id = ${id}`)
  for (const [language, name] of Object.entries(names)) {
    await tx.execute(
      sql`INSERT INTO attribute_option_texts (option_id, language, name) VALUES (${id}, ${language}, ${name})`,
    )
  }
}

interface OptionRow {
  id: number
  code: string
  names: Names
  [column: string]: unknown
}

/** Returns the option with this code, present or merged; throws `option-not-found`. */
async function getOption(tx: Transaction, attributeId: number, code: string): Promise<OptionRow> {
  const { rows } = await tx.execute<OptionRow>(sql`
    SELECT option.id, option.code,
      (SELECT coalesce(json_object_agg(language, name), '{}') FROM attribute_option_texts WHERE option_id = option.id) AS names
    FROM attribute_options asked JOIN attribute_options option ON option.id = coalesce(asked.merged_into, asked.id)
    WHERE asked.attribute_id = ${attributeId} AND asked.code = ${code}`)
  if (!rows[0]) throw problem('option-not-found', { option: code })
  return rows[0]
}

/** Renames an option. */
export function renameOption(
  db: Database,
  { code, option }: { code: string; option: string },
  given: Names,
  by: AuditActor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const attribute = await getAttribute(tx, code)
    const before = await getOption(tx, attribute.id, option)
    const names = readNames(given)
    await assertNamesFree(tx, attribute.id, names, before.id)
    await writeNames(tx, before.id, names)
    await recordDefinitionChange(tx, by, {
      kind: 'options-changed',
      subject: { type: 'attribute', id: code },
      before: { options: Object.values(before.names) },
      after: { options: Object.values(names) },
    })
  })
}

/** Gives the products of an option to another one, to which its code leads from now on. */
export function mergeOption(
  db: Database,
  { code, option }: { code: string; option: string },
  into: string,
  by: AuditActor,
): Promise<void> {
  return db.transaction(async (tx) => {
    const attribute = await getAttribute(tx, code)
    const [from, to] = [await getOption(tx, attribute.id, option), await getOption(tx, attribute.id, into)]
    if (from.id === to.id) throw problem('merge-with-itself')
    const valueOf = (id: number) =>
      sql`(SELECT id FROM facet_values WHERE attribute_id = ${attribute.id} AND option_id = ${id})`
    const ids = await lockProducts(
      tx,
      sql`id IN (SELECT product_id FROM product_values WHERE value_id = ${valueOf(from.id)})`,
    )
    // Products that have both keep one.
    await tx.execute(sql`
      DELETE FROM product_values WHERE value_id = ${valueOf(from.id)} AND EXISTS (
        SELECT FROM product_values other
        WHERE other.product_id = product_values.product_id AND other.value_id = ${valueOf(to.id)})`)
    await tx.execute(sql`UPDATE product_values SET value_id = ${valueOf(to.id)} WHERE value_id = ${valueOf(from.id)}`)
    await tx.execute(sql`UPDATE attribute_options SET merged_into = ${to.id} WHERE ${from.id} IN (id, merged_into)`)
    await tx.execute(sql`
      UPDATE products SET updated_at = clock_timestamp() WHERE id = ANY (${sql.param(ids)}::uuid[])`)
    await writeFacets(tx, ids)
    await recordDefinitionChange(tx, by, {
      kind: 'options-changed',
      subject: { type: 'attribute', id: code },
      before: { options: [mainName(from.names), mainName(to.names)] },
      after: { options: [mainName(to.names)] },
    })
  })
}

/** Deletes an option that no product has, with what was merged into it. Throws `option-in-use`. */
export function deleteOption(
  db: Database,
  { code, option }: { code: string; option: string },
  by: AuditActor,
): Promise<void> {
  return db
    .transaction(async (tx) => {
      const attribute = await getAttribute(tx, code)
      const { id, names } = await getOption(tx, attribute.id, option)
      await tx.execute(sql`DELETE FROM attribute_options WHERE ${id} IN (id, merged_into)`)
      await recordDefinitionChange(tx, by, {
        kind: 'options-changed',
        subject: { type: 'attribute', id: code },
        before: { options: [mainName(names)] },
      })
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error)?.startsWith('product_values') ? problem('option-in-use') : error
    })
}
