import { sql } from 'drizzle-orm'
import { type NewAttribute, newAttribute } from '#contract/imports.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { unitCodes } from '#contract/units.ts'
import { type AttributeDefinition, listAttributeDefinitions } from '#server/catalog/attributes/read-attributes.ts'
import { freeCode, lockCodes, toCode } from '#server/catalog/attributes/unique-code.ts'
import {
  type DefinitionWrite,
  hideUnusedInCategories,
  removeDefinitions,
  writeDefinitions,
} from '#server/catalog/attributes/write-attributes.ts'
import { attributeField, attributePrefix } from '#server/catalog/fields/attribute-fields.ts'
import { type Field, readList } from '#server/catalog/fields/field.ts'
import { askedFieldsOf, type ImportRecord } from '#server/imports/imports.tables.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import { readShownFields } from '#server/imports/kinds/kinds.ts'
import { withNamedChoices } from '#server/imports/named-choices.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes an attribute that applying a file adds, with the codes that it and its options get. */
export interface PlannedAttribute extends NewAttribute {
  code: string
  options: { code: string; name: string }[]
}

/** Limits the options that a file adds to an attribute. */
const maxOptions = 500

/** Returns what stands for a new attribute while its file is compared. */
const definitionOf = ({ code, name, kind, dimension, unit, isMultiple, isStaffOnly }: PlannedAttribute) => {
  const measure = dimension ?? 'count'
  const definition: AttributeDefinition = {
    id: 0,
    code,
    kind,
    dimension: kind === 'number' ? measure : null,
    unit: kind === 'number' ? (unit ?? unitCodes(measure)[0] ?? '') : null,
    isMultiple: (isMultiple ?? false) && kind !== 'yes-no',
    ...(isStaffOnly && { isStaffOnly: true as const }),
    names: { [mainLanguage()]: name },
  }
  return definition
}

/** Returns the fields of attributes that a file adds, beside those that the shop has by now. */
export function withNewAttributes(fields: readonly Field[], planned: ImportRecord['newAttributes']): Field[] {
  const added = planned.flatMap((one): Field[] => {
    if (!one || fields.some(({ code }) => code === attributePrefix + one.code)) return []
    const words = new Map(one.options.map(({ code, name }) => [code, name]))
    return [{ ...attributeField(definitionOf(one)), ...(one.kind === 'option' && { words: { en: words, de: words } }) }]
  })
  return [...fields, ...added]
}

/** Returns the fields of an import as people read them. */
export const readFieldsOf = async (db: Database | Transaction, kind: ImportKind, record: ImportRecord) =>
  withNamedChoices(
    db,
    withNewAttributes(await readShownFields(db, kind, askedFieldsOf(record)), record.newAttributes),
    record.mapping,
  )

/**
 * Returns the columns with the codes of the attributes that they add; one that the shop has under the same name is used instead. Throws
 * `import-columns`, `unit-unknown`, `import-many-options`, or `import-attribute-public` if only staff may see the new one.
 */
export async function planAttributes(
  tx: Transaction,
  { id, kind, headers, proposals }: ImportRecord,
  columns: readonly (string | null)[],
  asked: readonly (NewAttribute | null)[],
): Promise<{ columns: (string | null)[]; attributes: (PlannedAttribute | null)[] }> {
  const known = await listAttributeDefinitions(tx)
  const taken = new Set(['brand', 'stock', 'price', ...known.map(({ code }) => code)])
  const attributes: (PlannedAttribute | null)[] = columns.map(() => null)
  const mapped = [...columns]
  for (const [index, code] of columns.entries()) {
    if (code !== newAttribute) continue
    const wanted = asked[index] ?? proposals[index]
    if (!wanted || kind !== 'products') throw problem('import-columns', { count: headers.length, field: code })
    const { kind: attributeKind, dimension = 'count', unit } = wanted
    if (attributeKind === 'number' && unit !== undefined && !unitCodes(dimension).includes(unit))
      throw problem('unit-unknown', { units: unitCodes(dimension).join(', ') })
    const existing = known.find(({ names }) => Object.values(names).some((name) => isSameName(name, wanted.name)))
    if (existing) {
      // What is for staff only must not become visible to buyers.
      if (wanted.isStaffOnly && !existing.isStaffOnly) throw problem('import-attribute-public', { name: wanted.name })
      mapped[index] = attributePrefix + existing.code
      continue
    }
    const own = freeCode(toCode(wanted.name, 'attribute'), taken)
    taken.add(own)
    const options = attributeKind === 'option' ? await readOptions(tx, id, index, wanted.isMultiple ?? false) : []
    if (options === undefined) throw problem('import-many-options', { column: headers[index] ?? '', limit: maxOptions })
    attributes[index] = { ...wanted, code: own, options }
    mapped[index] = attributePrefix + own
  }
  return { columns: mapped, attributes }
}

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Returns the different values of a column as options, in their order in the file; undefined if there are too many. */
async function readOptions(tx: Transaction, importId: string, index: number, isMultiple: boolean) {
  const { rows } = await tx.execute<{ value: string }>(sql`
    SELECT trim(cells ->> ${index}::integer) AS value FROM import_rows WHERE import_id = ${importId}
    GROUP BY 1 ORDER BY min(row_no) LIMIT ${maxOptions * 4}`)
  const values = rows.flatMap(({ value }) => (isMultiple ? readList(value ?? '') : [value ?? '']))
  const names = new Map(
    values.flatMap((value) =>
      value === '' || value === '-' || value.length > maxLengths.attributeName ? [] : [[value.toLowerCase(), value]],
    ),
  )
  if (names.size > maxOptions) return undefined
  const taken = new Set<string>()
  return [...names.values()].map((name) => {
    const code = freeCode(toCode(name, 'option'), taken)
    taken.add(code)
    return { code, name }
  })
}

/** Adds the attributes of a file, with its apply, and returns their codes. Throws `import-attribute-taken`. */
export async function addPlannedAttributes(
  tx: Transaction,
  { newAttributes }: Pick<ImportRecord, 'newAttributes'>,
): Promise<string[]> {
  const planned = newAttributes.filter((one) => one !== null)
  if (planned.length === 0) return []
  await lockCodes(tx)
  const known = await listAttributeDefinitions(tx)
  const taken = planned.find(({ code, name }) =>
    known.some((one) => one.code === code || Object.values(one.names).some((other) => isSameName(other, name))),
  )
  if (taken) throw problem('import-attribute-taken', { name: taken.name })
  await writeDefinitions(
    tx,
    planned.flatMap((one): DefinitionWrite[] => {
      const { code, dimension, unit, ...definition } = definitionOf(one)
      const own = {
        ...definition,
        isStaffOnly: one.isStaffOnly ?? false,
        attribute: code,
        dimension: dimension ?? ('' as const),
        unit: unit ?? '',
        help: {},
        isNew: true,
      }
      const inLanguage = (name: string) => ({ [mainLanguage()]: name })
      return [
        { ...own, option: '', names: inLanguage(one.name) },
        ...one.options.map((option) => ({ ...own, option: option.code, names: inLanguage(option.name) })),
      ]
    }),
  )
  return planned.map(({ code }) => code)
}

/** Removes the attributes that an import has added, but those that products have, or categories as filter, column or requirement. */
export async function removeAddedAttributes(
  tx: Transaction,
  { addedAttributes }: Pick<ImportRecord, 'addedAttributes'>,
): Promise<void> {
  if (addedAttributes.length === 0) return
  await hideUnusedInCategories(tx, addedAttributes)
  await removeDefinitions(
    tx,
    addedAttributes.map((attribute) => ({ attribute, option: '' })),
  )
}
