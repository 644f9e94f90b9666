import { listBrandNames } from '#server/catalog/attributes/edit-brands.ts'
import type { Field, Words } from '#server/catalog/fields/field.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { listGroups } from '#server/pricing/list-groups.ts'
import { readSetup } from '#server/shipping/read-setup.ts'
import { listTaxClasses } from '#server/tax/tax-entries.ts'

/** Reads what the texts of fields name that have no words of their own: brands, groups and classes. */
const readers: Readonly<Record<string, (db: Database | Transaction) => Promise<{ code: string; name: string }[]>>> = {
  brand: async (db) => (await listBrandNames(db)).map((name) => ({ code: name, name })),
  taxClass: listTaxClasses,
  groups: async (db) => (await listGroups(db)).map(({ name }) => ({ code: name, name })),
  shipClass: async (db) => (await readSetup(db)).classes,
}

/** Returns fields with what people choose from where a column of the file is for one whose texts name something of the shop. */
export async function withNamedChoices(
  db: Database | Transaction,
  fields: readonly Field[],
  mapping: readonly (string | null)[],
): Promise<Field[]> {
  const words = new Map<string, Words>()
  for (const [code, read] of Object.entries(readers)) {
    if (!mapping.includes(code)) continue
    const known = new Map((await read(db)).map((one) => [one.code, one.name]))
    words.set(code, { en: known, de: known })
  }
  return fields.map((field) => {
    const own = field.isNamed && !field.words ? words.get(field.code) : undefined
    return own ? { ...field, words: own } : field
  })
}
