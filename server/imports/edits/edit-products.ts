import { sql } from 'drizzle-orm'
import { currentCurrency, plainAmount, toAmount, toCents } from '#contract/currency.ts'
import type { Body } from '#contract/endpoint.ts'
import { defaultLanguage, type Language } from '#contract/language.ts'
import { localDecimals } from '#contract/locale.ts'
import {
  type EditChange,
  type EditOperation,
  type editProducts,
  isByPercent,
  maxEditedProducts,
} from '#contract/product-edits.ts'
import { withoutPercentSign } from '#contract/read-number.ts'
import { listManagedProducts } from '#server/catalog/find-products.ts'
import { importJob } from '#server/imports/change-import.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import {
  CellError,
  type Field,
  isOffered,
  labelOf,
  readAmount,
  readNumber,
  readWhole,
  refusalText,
  toCell,
  wordIn,
  type Texts,
} from '#server/catalog/fields/field.ts'
import { listPricesField, mapPrices } from '#server/imports/kinds/list-prices.ts'
import { isNumbersField } from '#server/catalog/fields/number-fields.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { formatMoney } from '#server/platform/money.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

type EditInput = Body<typeof editProducts>

/** Lists the fields that name a product; an edit of many products does not change them. */
const fixed = ['id', 'partNumber']
const productsPerStep = 500

/** Returns the fields that many products can get at once. */
export const readEditFields = async (db: Database | Transaction): Promise<Field[]> =>
  (await productsKind.fields(db)).filter(
    (field) => !fixed.includes(field.code) && !isNumbersField(field.code) && !field.isPart && isOffered(field),
  )

/**
 * Stages a change of many products as an import whose rows come from a list instead of a file; its dry run shows each change. Throws
 * `edit-finds-nothing`, `edit-too-many`, and what is wrong with a change.
 */
export async function stageEdit(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  { products, changes, changesLists = false, language = defaultLanguage }: EditInput,
  by: { id: string },
): Promise<ImportRecord> {
  const fields = await readEditFields(db)
  const edits = changes.flatMap((change) => {
    const edit = readEdit(change, fields, language)
    return changesLists && change.field === 'price' && edit.changePrice ? [edit, ofLists(edit)] : [edit]
  })
  const twice = changes.find(({ field }, index) => changes.findIndex((one) => one.field === field) !== index)
  if (twice) throw problem('import-field-twice', { field: twice.field })
  const mapping = ['id', null, ...edits.map(({ field }) => field.code)]
  const ids = await findProductIds(db, products)
  return db.transaction(async (tx) => {
    const id = newId()
    const [staged] = await tx
      .insert(imports)
      .values({
        id,
        kind: 'products',
        fileName: edits
          .map(({ title }) => title[language])
          .join(', ')
          .slice(0, 200)
          .toWellFormed(),
        sha256: '',
        format: 'edit',
        headers: ['Id', 'Product', ...edits.map(({ field }) => labelOf(field, language))],
        mapping,
        rowCount: ids.length,
        total: ids.length,
        state: 'mapped',
        createdBy: by.id,
      })
      .returning()
    if (!staged) throw new Error('The import is gone.')
    for (let start = 0; start < ids.length; start += productsPerStep) {
      const step = ids.slice(start, start + productsPerStep)
      const present = await productsKind.read(tx, step, { mapping })
      const rows = step.map((product) => {
        const texts = present.get(product) ?? {}
        return [
          product,
          [texts['partNumber'], texts['name']].filter(Boolean).join(' · '),
          ...edits.map(({ cellOf }) => cellOf(texts)),
        ]
      })
      await tx.execute(sql`
        INSERT INTO import_rows (import_id, row_no, line, cells)
        SELECT ${id}, ${start} + ordinality, ${start} + ordinality, cells
        FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY given (cells)`)
    }
    await jobs.enqueue(tx, importJob, {})
    return staged
  })
}

async function findProductIds(db: Database, products: EditInput['products']): Promise<string[]> {
  const ids = 'ids' in products ? [...new Set(products.ids.map((id) => id.toLowerCase()))].filter(isId) : []
  if (!('ids' in products)) {
    let after: string | undefined
    for (;;) {
      const rows = await listManagedProducts(db, { limit: productsPerStep, after }, products)
      const page = rows.slice(0, productsPerStep)
      ids.push(...page.map(({ id }) => id))
      if (ids.length > maxEditedProducts) throw problem('edit-too-many', { limit: maxEditedProducts })
      if (rows.length <= productsPerStep) break
      after = page.at(-1)?.id
    }
  }
  if (ids.length === 0) throw problem('edit-finds-nothing')
  return ids
}

interface Edit {
  field: Field
  /** Holds the title in the list of imports. */
  title: Field['labels']
  /** Returns the cell of a product with these texts. */
  cellOf: (texts: Texts) => string
  /** Changes an amount by the same percentage; absent if it is changed by none. */
  changePrice?: (amount: string) => string
}

/** Returns the same change of the prices of lists. */
const ofLists = ({ field, title, changePrice = String }: Edit): Edit => ({
  field: listPricesField,
  title: {
    en: title.en.replace(field.labels.en, () => listPricesField.labels.en),
    de: title.de.replace(field.labels.de, () => listPricesField.labels.de),
  },
  cellOf: (texts) => mapPrices(texts[listPricesField.code] ?? '', changePrice),
})

const clearing = '-'

function readEdit(
  { field: code, operation, value = '', roundTo }: EditChange,
  fields: readonly Field[],
  language: Language,
): Edit {
  const field = fields.find((one) => one.code === code)
  if (!field) throw problem('edit-field-unknown', { field: code })
  const titled = (textIn: (language: Language) => string) => ({
    en: `${labelOf(field, 'en')} ${textIn('en')}`,
    de: `${labelOf(field, 'de')} ${textIn('de')}`,
  })
  if (operation === 'clear') {
    if (field.isRequired) throw refused(field, new CellError('not-empty'), language)
    return { field, title: titled(() => '–'), cellOf: () => clearing }
  }
  if (operation === 'set') {
    const text = readValue(field, value, language)
    return {
      field,
      title: titled((one) => `= ${shownIn(field, text, one).slice(0, 60).toWellFormed()}`),
      cellOf: () => toCell(field, text),
    }
  }
  const amount = readChange(field, operation, value, language)
  if (!Number.isFinite(amount)) throw problem('edit-not-a-number', { field: labelOf(field, language), value })
  const isPercent = isByPercent(operation)
  const sign = amount < 0 ? '' : '+'
  const round = roundAs(field, roundTo)
  const changePrice = (present: string) => round(Number(present) * (1 + amount / 100))
  return {
    field,
    title: titled(
      (one) => `${sign}${isPercent ? `${localDecimals(String(amount), one)} %` : shownIn(field, String(amount), one)}`,
    ),
    cellOf(texts) {
      const present = texts[field.code] ?? ''
      // An empty number stays empty.
      if (present === '') return ''
      return isPercent ? changePrice(present) : round(Number(present) + amount)
    },
    ...(isPercent && { changePrice }),
  }
}

/** Writes a canonical text for people: an amount with the currency of the store. */
function shownIn(field: Field, text: string, language: Language): string {
  if (field.number === undefined) return wordIn(field, text, language)
  if (field.number === 'amount' && text !== '')
    return formatMoney(toCents(Number(text)), currentCurrency().code, language)
  return localDecimals(text, language)
}

/** Returns how much is added; NaN if it is no number. Throws `edit-value-invalid` for what the operation does not take. */
function readChange(
  field: Field,
  operation: Exclude<EditOperation, 'set' | 'clear'>,
  value: string,
  language: Language,
): number {
  if (field.number === undefined) return NaN
  const readAdded = (field.number === 'whole' ? readWhole : readAmount)(-Infinity, Infinity)
  try {
    const number = Number(
      isByPercent(operation) ? readNumber(withoutPercentSign(value), language) : readAdded(value, language),
    )
    if (operation === 'add' || operation === 'percent') return number
    if (number < 0) throw new CellError('has-minus', { text: value.trim() })
    return -number
  } catch (error) {
    if (error instanceof CellError && error.code !== 'not-a-number') throw refused(field, error, language)
    return NaN
  }
}

function readValue(field: Field, value: string, language: Language): string {
  try {
    if (value.trim() === '') throw new CellError('not-empty')
    return field.read(value, language)
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    throw refused(field, error, language)
  }
}

const refused = (field: Field, error: CellError, language: Language) =>
  problem('edit-value-invalid', { field: labelOf(field, language), reason: refusalText(error, field, language) })

/** Rounds half up to whole numbers or cents, or to the step that is asked for; 1.005 is not 1.00499999. */
function roundAs({ number }: Field, roundTo: number | undefined): (value: number) => string {
  if (number === 'whole') return (value) => String(Math.round(Number(value.toPrecision(12))))
  const step = Math.max(1, toCents(roundTo ?? 0))
  return (value) => plainAmount(toAmount(Math.round(Number(((value * toCents(1)) / step).toPrecision(12))) * step))
}
