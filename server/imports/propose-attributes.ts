import type { NewAttribute } from '#contract/imports.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { type Dimension, dimensionNames, readMeasure, splitUnit } from '#contract/units.ts'
import { readList, truths } from '#server/catalog/fields/field.ts'
import { splitCurrency } from '#server/imports/currency-columns.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'

/** Limits the different values of a column that are kept, and of which a list of choices is made. */
const maxKept = 60
const maxChoices = 40
const maxChoiceLength = 60
/** A list of choices has values that repeat: so many rows for each. */
const rowsPerChoice = 3

interface ColumnValues {
  filled: number
  numbers: number
  longest: number
  isList: boolean
  values: Set<string>
}

/** Collects what the cells of each column would be as values of an attribute. */
export function createValueScan() {
  const columns: ColumnValues[] = []
  return {
    columns,
    add({ cells }: { cells: readonly string[] }): void {
      for (const [index, cell] of cells.entries()) {
        const text = cell.trim()
        if (text === '' || text === '-') continue
        const column = (columns[index] ??= { filled: 0, numbers: 0, longest: 0, isList: false, values: new Set() })
        column.filled += 1
        column.longest = Math.max(column.longest, text.length)
        if (text.length <= 40 && /^-?[\d.,' ]+$/.test(text)) column.numbers += 1
        if (text.includes('|')) column.isList = true
        if (column.values.size <= maxKept && text.length <= maxLengths.attributeText) column.values.add(text)
      }
    },
  }
}

/** Lists headers of columns that are not for buyers, beside those of costs. */
const staffOnly = new Set([
  'standard price',
  'minimum price',
  'floor price',
  'mindestpreis',
  'margin',
  'margin %',
  'marge',
  'marge %',
  'rohertrag',
  'deckungsbeitrag',
  'db',
  'discount group',
  'discount code',
  'rabattgruppe',
  'supplier',
  'supplier no',
  'supplier sku',
  'vendor no',
  'lieferant',
  'lieferantennummer',
  'bin',
  'bin location',
  'lagerplatz',
])

/** Matches what a seller pays for a product: `EK-Preis`, `Händler-EK`, `Einkaufspreis netto`, `Dealer cost`. */
const cost =
  /(?<!\p{L})(?:[hw]?ek|costs?|(?:purchase|buying|wholesale|supplier) price)(?!\p{L})|(?<!\p{L})(?:einkaufs|einstands|händler(?:einkaufs|ek)|ek)\p{L}*(?:preis|rabatt)(?!\p{L})|selbstkosten/u

/** Whether a column has costs, which are for staff only. */
export const isCostHeader = (header: string): boolean => cost.test(normalizeHeader(header))

const isForStaff = (header: string) =>
  isCostHeader(header) || [header, splitCurrency(header).name].some((one) => staffOnly.has(normalizeHeader(one)))

const dimensions = dimensionNames.filter((name) => name !== 'count')

/** Returns the attribute that a column could become; undefined for one without a name, or with texts that no attribute can have. */
export function proposeAttribute(header: string, column: ColumnValues | undefined): NewAttribute | undefined {
  const name = header.trim().slice(0, maxLengths.attributeName).trim()
  if (name === '' || !column || column.longest > maxLengths.attributeText) return undefined
  const { filled, numbers, isList, longest } = column
  const isStaffOnly = isForStaff(header)
  const shared = { ...(isList && { isMultiple: true }), ...(isStaffOnly && { isStaffOnly: true }) }
  const values = [...column.values].flatMap((value) => (isList ? readList(value) : [value]))
  const mostAreNumbers = numbers >= filled * 0.9
  for (const dimension of dimensions) {
    const inHeader = splitUnit(name, dimension)
    if (inHeader.unit !== undefined && mostAreNumbers && inHeader.name.trim() !== '')
      return { name: inHeader.name.trim(), kind: 'number', dimension, unit: inHeader.unit, ...shared }
    const unit = unitOfAll(values, dimension)
    if (unit !== undefined) return { name, kind: 'number', dimension, unit, ...shared }
  }
  if (isStaffOnly && numbers === filled) return { name, kind: 'number', dimension: 'count', unit: '', ...shared }
  const isTruth = (value: string) =>
    ['yes', 'no', ...truths.yes, ...truths.no].includes(value.toLowerCase()) && !/^[01]$/.test(value)
  if (values.every(isTruth)) return { name, kind: 'yes-no', ...(isStaffOnly && { isStaffOnly: true }) }
  const repeats = values.length <= maxChoices && longest <= maxChoiceLength && filled >= values.length * rowsPerChoice
  return { name, kind: repeats && !mostAreNumbers ? 'option' : 'text', ...shared }
}

/** Returns the unit of the first value if all have one of a dimension. */
function unitOfAll(values: readonly string[], dimension: Dimension): string | undefined {
  const measures = values.map((value) =>
    /\d.*[\p{L}"'°%]$/u.test(value) ? readMeasure(value, { dimension, unit: undefined, language: 'point' }) : undefined,
  )
  return measures.length > 0 && measures.every((measure) => measure !== undefined) ? measures[0]?.unit : undefined
}
