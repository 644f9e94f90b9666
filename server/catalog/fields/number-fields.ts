import { type OtherPartNumberKind, partNumberKey } from '#contract/part-numbers.ts'
import type { ProductRecord } from '#server/catalog/product-records.ts'
import { writeCrossReferences } from '#server/catalog/search/write-cross-references.ts'
import { type Field, readList, type Texts, writeList } from '#server/catalog/fields/field.ts'
import type { Transaction } from '#server/platform/database/database.ts'

const prefix = 'numbers:'

/** Matches what stands between numbers in one cell; a comma alone may be inside of one. */
const between = /(?<!\\)[|\r\n]+|;|,\s/

const columns = [
  {
    kind: 'barcode',
    labels: { en: 'EAN', de: 'EAN' },
    names: [
      'ean13',
      'ean 13',
      'gtin',
      'upc',
      'barcode',
      'variant barcode',
      'product upc/ean',
      'ean code',
      'ean-nummer',
      'strichcode',
    ],
  },
  {
    kind: 'oem',
    labels: { en: 'OE numbers', de: 'OE-Nummern' },
    names: [
      'oe',
      'oem',
      'oe number',
      'oem number',
      'oem numbers',
      'oe-nummer',
      'oem-nummer',
      'oem-nummern',
      'originalnummer',
    ],
  },
  {
    kind: 'maker',
    labels: { en: 'Numbers of the maker', de: 'Nummern des Herstellers' },
    names: ['mpn', 'han', 'maker number', 'manufacturer part number', 'manufacturer number', 'herstellernummer'],
  },
] as const satisfies readonly { kind: OtherPartNumberKind; labels: Field['labels']; names: readonly string[] }[]

export const isNumbersField = (code: string): boolean => code.startsWith(prefix)

/** Lists the columns of numbers beside the own one: a cell adds those that a product does not have, and removes none. */
export const numberFields = (readNumber: (cell: string) => string): readonly Field<ProductRecord>[] =>
  columns.map(({ kind, labels, names }) => ({
    code: prefix + kind,
    labels,
    names,
    read: (cell) =>
      writeList(
        cell
          .split(between)
          .map((part) => part.trim().replaceAll(String.raw`\|`, '|'))
          .filter((part) => part !== '')
          .map(readNumber),
      ),
    isPartNumber: true,
    isList: true,
    isRequired: true,
    write: ({ numbers }) => writeList(numbers[kind] ?? []),
  }))

/** Adds the numbers that a product has to those of a row, which it keeps. */
export function withPresentNumbers(texts: Texts, present: Texts): Texts {
  const united = Object.entries(texts).flatMap(([code, text]) => {
    if (!isNumbersField(code)) return []
    const known = readList(present[code] ?? '')
    const keys = new Set(known.map(partNumberKey))
    const added = readList(text).filter((number) => !keys.has(partNumberKey(number)))
    return [[code, writeList([...known, ...new Map(added.map((number) => [partNumberKey(number), number])).values()])]]
  })
  return united.length === 0 ? texts : { ...texts, ...Object.fromEntries(united) }
}

/** Adds the numbers that changes bring, and removes those that they take away. */
export async function writeNumbers(
  tx: Transaction,
  changes: readonly { subject: string; before: Texts | null; after: Texts }[],
): Promise<void> {
  const references = changes.flatMap(({ subject, before, after }) =>
    columns.flatMap(({ kind }) => {
      const text = after[prefix + kind]
      if (text === undefined) return []
      const [old, now] = [readList(before?.[prefix + kind] ?? ''), readList(text)]
      const without = (some: readonly string[], others: readonly string[], isAdded: boolean) =>
        some
          .filter((number) => !others.includes(number))
          .map((number) => ({ reference: { productId: subject, kind, maker: '', number }, isAdded }))
      return [...without(now, old, true), ...without(old, now, false)]
    }),
  )
  if (references.length === 0) return
  const those = (which: boolean) =>
    references.flatMap(({ reference, isAdded }) => (isAdded === which ? [reference] : []))
  await writeCrossReferences(tx, { added: those(true), removed: those(false) })
}
