import { createHash } from 'node:crypto'
import type { GivenPermission } from '#contract/permissions.ts'
import { fitKinds } from '#contract/vehicles.ts'
import { listAttributeDefinitions } from '#server/catalog/attributes/read-attributes.ts'
import { addMissingBrands } from '#server/catalog/attributes/edit-brands.ts'
import { addMissingCategories } from '#server/catalog/categories/add-missing-categories.ts'
import { attributeOf } from '#server/catalog/fields/attribute-fields.ts'
import {
  isNumbersField,
  numberRowFields,
  numberRows,
  numbersCodes,
  writeNumbers,
} from '#server/catalog/fields/number-fields.ts'
import { readPartNumber } from '#server/catalog/fields/own-fields.ts'
import {
  type AskedFields,
  hasPriceRows,
  isOfPrices,
  isPriceCode,
  pairsOf,
  priceNames,
  priceRowFields,
  readPriceFields,
  readPriceTexts,
} from '#server/catalog/fields/price-fields.ts'
import { isSaleCode, readSaleTexts, saleOf } from '#server/catalog/fields/sale-fields.ts'
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
import { findProducts, matchNumbers, refuseUnclear } from '#server/imports/kinds/find-product.ts'
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
import { hasPartsOnly, hasSeveralRows, namingFields } from '#server/imports/kinds/product-parts.ts'
import { isWrittenByOthers, keptOfOthers, placeRows } from '#server/imports/kinds/place-fitments.ts'
import { reviseCounts } from '#server/imports/kinds/repeated-counts.ts'
import { addUnits, assertCounts, comparedOf, isCount, warnOfCounts } from '#server/imports/kinds/stock-counts.ts'
import { resolveProducts } from '#server/imports/kinds/resolve-products.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Field, Texts } from '#server/catalog/fields/field.ts'
import { newId } from '#server/platform/ids.ts'
import { writePriceSteps } from '#server/pricing/price-steps.ts'
import { writeSalePrices } from '#server/pricing/sale-prices.ts'
import { readPriceTax } from '#server/tax/read-price-tax.ts'
import { readFitsOfProducts } from '#server/vehicles/change-fitments.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'
import { readFitsTexts, writeFitsTexts } from '#server/vehicles/write-fits-texts.ts'
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
  if (hasPartsOnly(file.mapping)) return findOwnersOfParts(tx, rows, errors, file)
  const byId = await readProductRecords(
    tx,
    rows.flatMap(({ texts }) => texts['id'] || []),
  )
  const matches = await matchNumbers(tx, rows, errors, file, { findsArchived: true })
  const result = new Map<number, Found>()
  for (const asked of rows) {
    const { row, texts } = asked
    const id = texts['id']
    if (id) {
      const record = byId.get(id)
      if (record)
        result.set(row, { ...placeOf(id, texts, file.mapping), isNew: false, keyFields: ['id'], number: record.sku })
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
      // What the shop never had needs no product that is not on sale.
      warnings.push({ row, field: 'state', warning: 'archived-not-added', code: 'archived-not-added' })
    } else {
      if (match.isArchived && texts['state'] === undefined)
        warnings.push({ row, field: 'state', warning: 'stays-archived', code: 'stays-archived' })
      const [subject] = match.ids
      const key = subject ?? `new ${match.key} ${texts['brand']?.toLowerCase() ?? ''}`.trim()
      // Another spelling of the number is no change of it.
      const keyFields = ['id', 'partNumber']
      const place = placeOf(subject ?? key, texts, file.mapping)
      // All rows of a new product have the same id, also those of later steps.
      const added = hasSeveralRows(file.mapping) ? idOf(`${file.id} ${key}`) : newId()
      result.set(row, {
        ...place,
        ...(place.group !== undefined && { group: subject ?? added }),
        subject: subject ?? added,
        isNew: subject === undefined,
        keyFields,
        number: match.number,
        idFields: ['id'],
      })
    }
  }
  await warnOfKeptVehicles(tx, rows, result, { file, warnings })
  await warnOfCounts(tx, rows, result, warnings)
  return result
}

/** Says of texts about vehicles which ones their products keep, and what the texts name besides. */
async function warnOfKeptVehicles(
  tx: Transaction,
  rows: readonly AskedRow[],
  found: ReadonlyMap<number, Found>,
  { file, warnings }: { file: FileChoices; warnings: RowWarning[] },
): Promise<void> {
  const subjectOf = (row: number) => found.get(row)?.subject ?? ''
  const texts = rows.filter(({ row, texts: { fits } }) => fits && found.get(row)?.isNew === false)
  const present = await readFitsOfProducts(
    tx,
    texts.map(({ row }) => subjectOf(row)),
  )
  const isOfOthers = (row: number) => isWrittenByOthers('text', present.get(subjectOf(row)) ?? { rows: [] })
  const doubtful = texts.filter(({ row }) => isOfOthers(row))
  if (doubtful.length === 0) return
  const asked = await placeRows(
    tx,
    doubtful.map(({ row, texts: { fits = '' } }) => ({ row, texts: { fits } })),
    { ...file, format: null },
    { errors: [], warnings: [] },
  )
  for (const [row, one] of asked) {
    const fits = present.get(subjectOf(row))
    const kept = fits && keptOfOthers(one, fits, file)
    if (kept) warnings.push({ row, field: 'fits', warning: 'fits-kept', ...kept })
  }
}

/** Finds the products whose prices and numbers rows have; no product is added, and none gets another brand. */
async function findOwnersOfParts(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  file: FileChoices,
): Promise<Map<number, Found>> {
  const products = await findProducts(tx, rows, errors, file)
  return new Map(
    rows.flatMap(({ row, texts }): [number, Found][] => {
      const product = products.get(row)
      if (!product) return []
      const { id, number } = product
      return [[row, { ...placeOf(id, texts, file.mapping), isNew: false, keyFields: namingFields, number }]]
    }),
  )
}

/** Returns what rows about a product have in common, and what is only of a row that has one of its prices or numbers. */
function placeOf(
  subject: string,
  texts: Texts,
  mapping: FileChoices['mapping'],
): Pick<Found, 'subject' | 'key' | 'group'> {
  if (!hasSeveralRows(mapping)) return { subject, key: subject }
  const isNumbers = (code: string) =>
    isNumbersField(code) && (hasPartsOnly(mapping) || mapping.includes(numberRowFields.number))
  const parts = Object.entries(texts).flatMap(([code, text]) =>
    isPriceCode(code) ? [code] : isNumbers(code) ? [`${code} ${text}`] : [],
  )
  return {
    subject,
    key: parts.length === 0 ? subject : `${subject} ${idOf(parts.toSorted().join('\n'))}`,
    group: subject,
  }
}

/** Returns an id that is the same for the same text. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
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

async function readFields(db: Database | Transaction, asked: AskedFields = {}): Promise<Field[]> {
  const own = await readProductFields(db)
  const includesTax = (await readPriceTax(db)) === 'included'
  // The price of a list is removed by its row.
  const price = { names: priceNames(includesTax), ...(hasPriceRows(asked.codes ?? []) && { isRequired: false }) }
  return [
    ...own.map((field) => (field.code === 'price' ? { ...field, ...price } : field)),
    ...numberRows(readPartNumber),
    ...(await readPriceFields(db, { ...asked, includesTax })),
    listPricesField,
  ]
}

/** Prices of lists need a permission of their own; those of products, also of a sale, are a part of the catalog. */
function permissionsOf(codes: readonly string[]): GivenPermission[] {
  const isOfLists = codes.some((code) => (isOfPrices(code) && !isSaleCode(code)) || code === listPrices)
  const mayBeOwn = codes.includes('price') || pairsOf(codes).length > 0
  const isOfCatalog = codes.some(
    (code) =>
      isSaleCode(code) ||
      (!isOfPrices(code) && code !== listPrices && code !== 'price' && !namingFields.includes(code)),
  )
  // With a list, no row is for the price of the product itself.
  const isOwn = mayBeOwn && !codes.includes(priceRowFields.list)
  const needed: GivenPermission[] = [
    ...(isOfCatalog || isOwn ? ['catalog' as const] : []),
    ...(isOfLists ? ['prices' as const] : []),
  ]
  return needed.length > 0 ? needed : ['catalog']
}

const writeListPrices = async (tx: Transaction, changes: Parameters<typeof toPriceSteps>[1]) =>
  writePriceSteps(
    tx,
    (await toPriceSteps(tx, changes)).map(({ step }) => step),
  )

/** Writes the sale prices of which changes have a part. */
const writeSales = (
  tx: Transaction,
  changes: readonly Pick<Change, 'subject' | 'after'>[],
  present: Map<string, Texts>,
  context: Pick<WriteContext, 'by' | 'language'>,
) =>
  writeSalePrices(
    tx,
    changes
      .filter(({ after }) => Object.keys(after).some(isSaleCode))
      .map(({ subject, after }) => ({ productId: subject, sale: saleOf({ ...present.get(subject), ...after }) })),
    context,
  )

/** Returns one change of each product, which several rows may have parts of. */
function perProduct(changes: readonly Change[]): Change[] {
  const merge = (parts: readonly Texts[]) => Object.assign({}, ...parts.toReversed()) as Texts
  return [...Map.groupBy(changes, ({ subject }) => subject).values()].flatMap((some): Change[] => {
    const [first] = some
    if (!first || some.length === 1) return [...some]
    const before = some.map((one) => one.before).filter((one) => one !== null)
    return [
      {
        ...first,
        before: before.length < some.length ? null : merge(before),
        after: merge(some.map(({ after }) => after)),
      },
    ]
  })
}

/** Whether a change is about more than prices of lists and numbers, which are written by themselves. */
const isOfProduct = ({ before, after }: Pick<Change, 'before' | 'after'>) =>
  before === null || Object.keys(after).some((code) => !isPriceCode(code) && !isSaleCode(code) && !isNumbersField(code))

const fitKindOf = ({ subject, after }: Pick<Change, 'subject' | 'after'>) => ({
  id: subject,
  kind: fitKinds.find((kind) => kind === after['fit']),
  isComplete: after['fitComplete'] === undefined ? undefined : after['fitComplete'] === 'yes',
})

const stockOf = (texts: Texts | null | undefined) => Number(texts?.['stock'] ?? 0)
/** Returns the units that a change brings in; with a count, what can be sold is only shown. */
function unitsOf({ before, after }: Pick<Change, 'before' | 'after'>): number {
  const { received = '0', counted } = after
  if (counted !== undefined) return Number(counted) - Number(before?.['counted'] ?? 0)
  return Number(received) + (after['stock'] === undefined ? 0 : stockOf(after) - stockOf(before))
}

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
  permissionsOf,
  nameFields: ['partNumber', 'name', 'id'],
  detailFields: [priceRowFields.list, priceRowFields.from, numberRowFields.maker, numberRowFields.number],
  batchSize: 200,
  defaults: {
    state: 'active',
    stock: '0',
    minimum: '1',
    multiple: '1',
    pricePer: '1',
    taxClass: 'standard',
    fit: 'none',
    fitComplete: 'no',
  },
  // A person who imports texts answers their questions next.
  followUpJob: readTextsJob,
  exclusive: ['stock', 'counted', 'received'],
  moving: ['stock', 'counted', 'received', 'fits', ...numbersCodes],
  groupedBy: (mapping) => (hasSeveralRows(mapping) ? namingFields : []),
  complete: completeProduct,
  fields: readFields,
  async shownFields(db, asked) {
    const categories = await readCategoryWords(db)
    const options = await readOptionWords(db)
    return (await readFields(db, asked)).map((field) => {
      const words = field.code === 'category' ? categories : options.get(attributeOf(field.code) ?? '')
      return words ? { ...field, words } : field
    })
  },
  find,
  resolve: resolveProducts,
  async read(tx, subjects, { lock = false, mapping } = {}) {
    const records = await readProductRecords(tx, subjects, { lock })
    const texts = textsOf(records.values())
    if (mapping?.includes('counted')) await addUnits(tx, texts)
    if (mapping?.includes(listPrices)) return withListPrices(tx, texts)
    if (mapping?.includes('fits'))
      for (const [id, fits] of await readFitsTexts(tx, subjects)) texts.set(id, { ...texts.get(id), fits })
    if (!mapping?.some((code) => code !== null && isOfPrices(code))) return texts
    const leavesSales = mapping.some((code) => code !== null && isSaleCode(code))
    const prices = await readPriceTexts(tx, subjects, { leavesSales })
    const sales = leavesSales ? await readSaleTexts(tx, subjects) : prices
    return new Map([...texts].map(([id, own]) => [id, { ...own, ...prices.get(id), ...sales.get(id) }]))
  },
  revise: reviseCounts,
  check: checkProducts,
  explain(change, { stock = '', reserved }) {
    const { before, after } = change
    if (!isCount(change) || before === null || reserved === undefined) return change
    const left = String(Number(after['counted']) - Number(reserved))
    return { ...change, before: { ...before, stock }, after: { ...after, stock: left } }
  },
  comparedOf,
  async write(tx, found, present, { by, note, language, addedBrands, addedCategories }) {
    await assertCounts(tx, found, present)
    const whole = perProduct(found)
    const changes = addedCategories ? await withAddedCategories(tx, whole, addedCategories) : whole
    if (addedBrands) {
      const names = new Set(changes.flatMap(({ after }) => after['brand'] || []))
      addedBrands.push(...(await addMissingBrands(tx, [...names])))
    }
    const definitions = await listAttributeDefinitions(tx)
    const writes = changes.filter(isOfProduct).map(({ subject, before, after }) =>
      toWrite(
        {
          subject,
          isNew: before === null,
          texts: after,
          present: present.get(subject),
          units: unitsOf({ before, after }),
        },
        definitions,
      ),
    )
    await writeAndTell(tx, writes, { by, note })
    await writeFitKinds(tx, changes.map(fitKindOf))
    await writeListPrices(tx, changes)
    await writeSales(tx, changes, present, { by, language })
    await writeNumbers(tx, found)
    await writeFitsTexts(
      tx,
      changes.flatMap(({ subject, after }) => (after['fits'] ? [{ productId: subject, text: after['fits'] }] : [])),
    )
  },
  async undo(tx, changes, present, { by, note, language, productUses }) {
    const definitions = await listAttributeDefinitions(tx)
    const whole = perProduct(changes)
    const added = whole.filter(({ before }) => before === null)
    const changed = whole.filter(({ before }) => before !== null)
    const unitsLeft = (change: Change) => stockOf(present.get(change.subject)) - unitsOf(change)
    const left = changed.filter((change) => unitsLeft(change) < 0)
    const restored = changed.filter((change) => !left.includes(change))
    const writes = restored.filter(isOfProduct).map((change) =>
      toWrite(
        {
          subject: change.subject,
          texts: change.before ?? {},
          present: present.get(change.subject),
          units: -unitsOf(change),
        },
        definitions,
      ),
    )
    await writeAndTell(tx, writes, { by, note })
    await writeFitKinds(
      tx,
      restored.map(({ subject, before }) => fitKindOf({ subject, after: before ?? {} })),
    )
    // What was added goes with its prices.
    const pricesOf = ({ after, before }: Change) =>
      before ??
      Object.fromEntries(
        Object.keys(after).flatMap((code) => (isPriceCode(code) || isSaleCode(code) ? [[code, '']] : [])),
      )
    const priced = [...restored, ...added].map((change) => ({ ...change, after: pricesOf(change) }))
    await writeListPrices(tx, priced)
    await writeSales(tx, priced, present, { by, language })
    await writeNumbers(
      tx,
      changes
        .filter(({ subject }) => restored.some((one) => one.subject === subject))
        .map(({ subject, before, after }) => ({ subject, before: after, after: before ?? {} })),
    )
    const texts = await readFitsTexts(
      tx,
      restored.map(({ subject }) => subject),
    )
    // A text that another file has written since stays.
    await writeFitsTexts(
      tx,
      restored.flatMap(({ subject, before, after }) =>
        after['fits'] && texts.get(subject) === after['fits']
          ? [{ productId: subject, text: before?.['fits'] ?? '' }]
          : [],
      ),
    )
    const archived = await removeProducts(
      tx,
      added.map(({ subject }) => subject),
      by,
      productUses,
    )
    const isArchived = new Set(archived)
    const missing = new Map(left.map((change) => [change.subject, String(unitsLeft(change))]))
    return changes.flatMap(({ row, subject }): RowError[] => {
      const text = missing.get(subject)
      if (text !== undefined) return [{ row, code: 'stock-below-zero', facts: { text } }]
      return isArchived.has(subject) ? [{ row, code: 'archived-instead', facts: {} }] : []
    })
  },
  async list(db, { after, limit }) {
    const { records, last } = await listProductRecords(db, { after: Number(after ?? -1), limit })
    const next = records.length < limit || last === undefined ? undefined : String(last)
    return { rows: Array.from(textsOf(records), ([subject, texts]) => ({ subject, texts })), next }
  },
}
