import { fitKinds } from '#contract/vehicles.ts'
import { listAttributeDefinitions } from '#server/catalog/attributes/read-attributes.ts'
import { addMissingBrands } from '#server/catalog/attributes/edit-brands.ts'
import { addMissingCategories } from '#server/catalog/categories/add-missing-categories.ts'
import { attributeOf } from '#server/catalog/fields/attribute-fields.ts'
import { writeNumbers } from '#server/catalog/fields/number-fields.ts'
import { readProductFields, textsOf, toWrite } from '#server/catalog/fields/product-texts.ts'
import { nameCategories, readCategoryWords, readOptionWords } from '#server/catalog/name-references.ts'
import { listProductRecords, readProductRecords } from '#server/catalog/product-records.ts'
import {
  type ProductWrite,
  removeProducts,
  tellProductsChanged,
  writeProducts,
} from '#server/catalog/write-products.ts'
import { checkProducts } from '#server/imports/kinds/check-products.ts'
import { completeProduct } from '#server/imports/kinds/complete-products.ts'
import { matchNumbers, refuseUnclear } from '#server/imports/kinds/find-product.ts'
import type {
  AskedRow,
  Change,
  FileChoices,
  Found,
  ImportKind,
  RowError,
  RowWarning,
  WriteContext,
} from '#server/imports/kinds/kind.ts'
import { listPrices, listPricesField, toPriceSteps, withListPrices } from '#server/imports/kinds/list-prices.ts'
import { resolveProducts } from '#server/imports/kinds/resolve-products.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Field, Texts } from '#server/catalog/fields/field.ts'
import { newId } from '#server/platform/ids.ts'
import { writePriceSteps } from '#server/pricing/price-steps.ts'
import { writeFitKinds } from '#server/vehicles/write-fit-kinds.ts'

/** Matches what spreadsheet programs make of numbers such as 3-15, as text: `Mar-15`, `15. Mrz`, `01.03.2015`. */
const looksLikeDate =
  /^(?:(?:\d{1,2}[-. ]{1,2})?(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)[-. ]{1,2}\d{1,4}|\d{1,2}[-. ]{1,2}(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)\.?|[0-3]?\d([./])[01]?\d\1(?:19|20)\d\d)$/iu

async function find(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  file: FileChoices,
  warnings: RowWarning[],
): Promise<Map<number, Found>> {
  const byId = await readProductRecords(
    tx,
    rows.flatMap(({ texts }) => texts['id'] || []),
  )
  const matches = await matchNumbers(tx, rows, errors, file)
  const result = new Map<number, Found>()
  for (const asked of rows) {
    const { row, texts } = asked
    const id = texts['id']
    if (id) {
      const record = byId.get(id)
      if (record) result.set(row, { subject: id, isNew: false, key: id, keyFields: ['id'], number: record.sku })
      else errors.push({ row, field: 'id', code: 'not-an-id', facts: { text: id } })
      continue
    }
    const match = matches.get(row)
    if (!match) errors.push({ row, field: 'partNumber', code: 'no-key', facts: {} })
    else if (refuseUnclear(match, asked, errors, file)) continue
    else if (match.near !== null && !file.addsNearNumbers) {
      const facts = { text: texts['partNumber'] ?? '', number: match.near }
      errors.push({ row, field: 'partNumber', code: 'near-number-asked', facts })
    } else if (match.ids.length === 0 && looksLikeDate.test(texts['partNumber'] ?? '')) {
      errors.push({ row, field: 'partNumber', code: 'date-number-asked', facts: { text: texts['partNumber'] ?? '' } })
    } else if (match.ids.length === 0 && texts['state'] === 'archived') {
      // It would be added again by each file, since no number finds what is archived.
      warnings.push({ row, field: 'state', warning: 'archived-not-added', code: 'archived-not-added' })
    } else {
      const [subject] = match.ids
      const key = subject ?? `new ${match.key} ${texts['brand']?.toLowerCase() ?? ''}`.trim()
      // Another spelling of the number is no change of it.
      const keyFields = ['id', 'partNumber']
      result.set(row, {
        subject: subject ?? newId(),
        isNew: subject === undefined,
        key,
        keyFields,
        number: match.number,
        idFields: ['id'],
      })
    }
  }
  return result
}
/** Adds the categories that the shop does not have, and names all of them by their slugs. */
async function withAddedCategories(tx: Transaction, changes: readonly Change[], ids: number[]): Promise<Change[]> {
  const asked = [...new Set(changes.flatMap(({ after }) => after['category'] || []))]
  const known = await nameCategories(tx, asked)
  const { slugs, added } = await addMissingCategories(
    tx,
    asked.filter((text) => !known.has(text)),
  )
  ids.push(...added)
  return changes.map((change) => {
    const text = change.after['category'] ?? ''
    // One that was missing at the comparison may be there by now: an earlier batch has added it.
    const category = slugs.get(text) ?? known.get(text)
    return typeof category === 'string' ? { ...change, after: { ...change.after, category } } : change
  })
}

const readFields = async (db: Database | Transaction): Promise<Field[]> => [
  ...(await readProductFields(db)),
  listPricesField,
]

const writeListPrices = async (tx: Transaction, changes: Parameters<typeof toPriceSteps>[1]) =>
  writePriceSteps(
    tx,
    (await toPriceSteps(tx, changes)).map(({ step }) => step),
  )

const fitKindOf = ({ subject, after }: Pick<Change, 'subject' | 'after'>) => ({
  id: subject,
  kind: fitKinds.find((kind) => kind === after['fit']),
  isComplete: after['fitComplete'] === undefined ? undefined : after['fitComplete'] === 'yes',
})

const stockOf = (texts: Texts | null | undefined) => Number(texts?.['stock'] ?? 0)
/** Returns the units that a change brings in. */
const unitsOf = ({ before, after }: Pick<Change, 'before' | 'after'>) =>
  after['stock'] === undefined ? 0 : stockOf(after) - stockOf(before)

async function writeAndTell(tx: Transaction, writes: ProductWrite[], { by, note }: Pick<WriteContext, 'by' | 'note'>) {
  await writeProducts(tx, writes, by, note)
  // The audit log has the import, not each product.
  await tellProductsChanged(
    tx,
    writes.map(({ id }) => id),
  )
}

export const productsKind: ImportKind = {
  name: 'products',
  keys: ['partNumber', 'id'],
  neededByNew: ['partNumber', 'name', 'price'],
  fieldPermissions: { [listPrices]: 'prices' },
  nameFields: ['partNumber', 'name', 'id'],
  batchSize: 200,
  moving: ['stock'],
  complete: completeProduct,
  fields: readFields,
  async shownFields(db) {
    const categories = await readCategoryWords(db)
    const options = await readOptionWords(db)
    return (await readFields(db)).map((field) => {
      const words = field.code === 'category' ? categories : options.get(attributeOf(field.code) ?? '')
      return words ? { ...field, words } : field
    })
  },
  find,
  resolve: resolveProducts,
  async read(tx, subjects, { lock = false, mapping } = {}) {
    const records = await readProductRecords(tx, subjects, { lock })
    const texts = new Map([...records].map(([id, record]) => [id, textsOf(record)]))
    return mapping?.includes(listPrices) ? withListPrices(tx, texts) : texts
  },
  check: checkProducts,
  async write(tx, found, _present, { by, note, addedBrands, addedCategories }) {
    const changes = addedCategories ? await withAddedCategories(tx, found, addedCategories) : found
    if (addedBrands) {
      const names = new Set(changes.flatMap(({ after }) => after['brand'] || []))
      addedBrands.push(...(await addMissingBrands(tx, [...names])))
    }
    const definitions = await listAttributeDefinitions(tx)
    const writes = changes.map(({ subject, before, after }) =>
      toWrite({ subject, isNew: before === null, texts: after, units: unitsOf({ before, after }) }, definitions),
    )
    await writeAndTell(tx, writes, { by, note })
    await writeFitKinds(tx, changes.map(fitKindOf))
    await writeListPrices(tx, changes)
    await writeNumbers(tx, changes)
  },
  async undo(tx, changes, present, { by, note, productUses }) {
    const definitions = await listAttributeDefinitions(tx)
    const added = changes.filter(({ before }) => before === null)
    const changed = changes.filter(({ before }) => before !== null)
    const unitsLeft = (change: Change) => stockOf(present.get(change.subject)) - unitsOf(change)
    const left = changed.filter((change) => unitsLeft(change) < 0)
    const restored = changed.filter((change) => !left.includes(change))
    const writes = restored.map((change) =>
      toWrite({ subject: change.subject, texts: change.before ?? {}, units: -unitsOf(change) }, definitions),
    )
    await writeAndTell(tx, writes, { by, note })
    await writeFitKinds(
      tx,
      restored.map(({ subject, before }) => fitKindOf({ subject, after: before ?? {} })),
    )
    await writeListPrices(
      tx,
      restored.map(({ row, subject, before }) => ({ row, subject, after: before ?? {} })),
    )
    await writeNumbers(
      tx,
      restored.map(({ subject, before, after }) => ({ subject, before: after, after: before ?? {} })),
    )
    const archived = await removeProducts(
      tx,
      added.map(({ subject }) => subject),
      by,
      productUses,
    )
    const isArchived = new Set(archived)
    return [
      ...left.map((change): RowError => ({
        row: change.row,
        code: 'stock-below-zero',
        facts: { text: String(unitsLeft(change)) },
      })),
      ...added.flatMap(({ row, subject }): RowError[] =>
        isArchived.has(subject) ? [{ row, code: 'archived-instead', facts: {} }] : [],
      ),
    ]
  },
  async list(db, { after, limit }) {
    const { records, last } = await listProductRecords(db, { after: Number(after ?? -1), limit })
    const next = records.length < limit || last === undefined ? undefined : String(last)
    return { rows: records.map((record) => ({ subject: record.id, texts: textsOf(record) })), next }
  },
}
