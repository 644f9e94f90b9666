import { maxLengths } from '#contract/max-lengths.ts'
import { maxPartNumbers, type OtherPartNumberKind, partNumberKey } from '#contract/part-numbers.ts'
import {
  CellError,
  type Field,
  germanWords,
  readChoice,
  readLine,
  readList,
  removeField,
  type Texts,
  writeList,
} from '#server/catalog/fields/field.ts'
import type { ProductRecord } from '#server/catalog/product-records.ts'
import { type CrossReference, writeCrossReferences } from '#server/catalog/search/write-cross-references.ts'

const prefix = 'numbers:'

/** Matches what stands between numbers in one cell; a comma alone may be inside of a short one. */
const between = /(?<!\\)[|\r\n]+|;|,\s|(?<=[\p{L}\d]{5}),(?=[\p{L}\d]{5})/u

const columns = {
  barcode: {
    labels: { en: 'EAN', de: 'EAN' },
    names: [
      'ean13',
      'ean 13',
      'gtin',
      'upc',
      'barcode',
      'barcodes',
      'variant barcode',
      'product upc/ean',
      'ean number',
      'ean code',
      'ean/barcode',
      'ean-nummer',
      'strichcode',
    ],
  },
  oem: {
    labels: { en: 'OE numbers', de: 'OE-Nummern' },
    names: [
      'oe',
      'oem',
      'oe number',
      'oe no.',
      'oem no.',
      'oe nr.',
      'oem number',
      'oem numbers',
      'oem reference',
      'oe reference',
      'oe-nummer',
      'oem-nummer',
      'oem-nummern',
      'originalnummer',
      'originalnummern',
      'original number',
    ],
  },
  maker: {
    labels: { en: 'Numbers of the maker', de: 'Nummern des Herstellers' },
    names: ['mpn', 'han', 'maker number', 'manufacturer part number', 'manufacturer number', 'herstellernummer'],
  },
  competitor: {
    labels: { en: 'Cross-reference numbers', de: 'Vergleichsnummern' },
    names: [
      'cross reference',
      'cross references',
      'cross number',
      'cross numbers',
      'interchange',
      'interchange number',
      'interchange numbers',
      'reference number',
      'reference numbers',
      'competitor number',
      'competitor numbers',
      'vergleichsnummer',
      'wettbewerbsnummer',
      'referenznummer',
      'referenznummern',
    ],
  },
  supersedes: {
    labels: { en: 'Replaced numbers', de: 'Ersetzte Nummern' },
    names: ['supersedes', 'replaces', 'replaced number', 'old part number', 'ersetzt', 'alte artikelnummer'],
  },
} as const satisfies Record<OtherPartNumberKind, { labels: Field['labels']; names: readonly string[] }>

// The keys of the columns, in the order of files.
const kinds = Object.keys(columns) as OtherPartNumberKind[]

export const isNumbersField = (code: string): boolean => code.startsWith(prefix)

/** The fields that say a number in a row of its own, and remove it. */
export const numberRowFields = {
  number: 'number',
  kind: 'numberKind',
  maker: 'numberMaker',
  remove: removeField.code,
} as const

/** Lists the fields of rows that have one number each. */
export const numberRows = (readNumber: (cell: string) => string): readonly Field[] => [
  {
    code: numberRowFields.number,
    labels: { en: 'Other number', de: 'Andere Nummer' },
    names: [],
    read: readNumber,
    isPartNumber: true,
    isPart: true,
    write: () => '',
  },
  {
    code: numberRowFields.kind,
    labels: { en: 'Kind of number', de: 'Art der Nummer' },
    names: ['number type', 'nummernart', 'nummerntyp'],
    read: readChoice({
      maker: ['mpn', 'herstellernummer', 'manufacturer', 'hersteller'],
      oem: ['oe', 'original', 'originalnummer'],
      competitor: ['cross', 'wettbewerber', 'vergleichsnummer'],
      supersedes: ['replaces', 'ersetzt'],
      barcode: ['ean', 'gtin', 'upc', 'strichcode'],
    }),
    words: germanWords({
      maker: 'Hersteller',
      oem: 'OE',
      competitor: 'Wettbewerber',
      supersedes: 'ersetzt',
      barcode: 'EAN',
    }),
    isRequired: true,
    isPart: true,
    write: () => '',
  },
  {
    code: numberRowFields.maker,
    labels: { en: 'Maker of the number', de: 'Hersteller der Nummer' },
    names: ['oe brand', 'oem brand', 'oe-marke', 'oem-marke', 'brand of the number', 'marke der nummer'],
    read: readLine(maxLengths.maker),
    isPart: true,
    write: () => '',
  },
  { ...removeField, isPart: true },
]

/** Stands between a number and its maker before it: `Bosch: 0 986 424 797`. */
const step = ': '

/** Returns a number with its maker, if it has one. */
export const writeNumber = ({ maker, number }: Pick<CrossReference, 'maker' | 'number'>): string =>
  maker === '' && !number.includes(step) ? number : maker.replaceAll(step, String.raw`\: `) + step + number

function readReference(text: string): Pick<CrossReference, 'maker' | 'number'> {
  const at = text.search(/(?<!\\): /)
  if (at < 0) return { maker: '', number: text }
  return { maker: text.slice(0, at).replaceAll(String.raw`\: `, step), number: text.slice(at + step.length) }
}

/** Lists the columns of numbers beside the own one: a cell adds those that a product does not have, and removes none. */
export const numberFields = (readNumber: (cell: string) => string): readonly Field<ProductRecord>[] =>
  kinds.map((kind) => ({
    code: prefix + kind,
    ...columns[kind],
    read(cell) {
      const parts = cell.split(between).map((part) => part.trim().replaceAll(String.raw`\|`, '|'))
      const numbers = parts.filter((part) => part !== '').map(readReference)
      if (numbers.length > maxPartNumbers) throw new CellError('too-many-numbers', { most: maxPartNumbers })
      const tooLong = numbers.some(({ maker }) => maker.length > maxLengths.maker)
      if (tooLong) throw new CellError('too-long', { most: maxLengths.maker })
      return writeList(
        numbers.map(({ maker, number }) => writeNumber({ maker: maker.trim(), number: readNumber(number) })),
      )
    },
    isPartNumber: true,
    isList: true,
    joins: ' | ',
    isRequired: true,
    write: ({ numbers }) => writeList((numbers[kind] ?? []).map(writeNumber)),
  }))

/** Returns the field of a number of a kind. */
export const numbersCode = (kind: string): string => prefix + kind

export const barcodesCode = numbersCode('barcode')

/** Returns the barcodes of texts that have the length of a GTIN and another check digit. */
export const wrongBarcodes = (texts: Texts): string[] =>
  readList(texts[barcodesCode] ?? '')
    .map((text) => readReference(text).number)
    .filter((number) => /^(?:\d{8}|\d{12,14})$/.test(number) && checkSum(number) % 10 !== 0)

const checkSum = (digits: string) =>
  [...digits].toReversed().reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)

/** Lists the fields of numbers; others add to them all the time. */
export const numbersCodes: readonly string[] = kinds.map(numbersCode)

/** Whether a number is one of those that a product has: of the same maker, or of any if none is named. */
const isAmong = (text: string, known: readonly string[]) => {
  const { maker, number } = readReference(text)
  const key = partNumberKey(number)
  return known
    .map(readReference)
    .some(
      (one) => partNumberKey(one.number) === key && (maker === '' || one.maker.toLowerCase() === maker.toLowerCase()),
    )
}

/** Adds the numbers that a product has to those of a row, which it keeps; a row that removes some leaves the others. */
export function withPresentNumbers({ [numberRowFields.remove]: remove, ...texts }: Texts, present: Texts): Texts {
  const united = Object.entries(texts).flatMap(([code, text]) => {
    if (!isNumbersField(code)) return []
    const known = readList(present[code] ?? '')
    const asked = readList(text)
    if (remove === 'yes') return [[code, writeList(known.filter((number) => !asked.includes(number)))]]
    const added = asked.filter((number, index) => !isAmong(number, [...known, ...asked.slice(0, index)]))
    return [[code, writeList([...known, ...added])]]
  })
  return { ...texts, ...Object.fromEntries(united) }
}

/** Adds the numbers that changes bring, and removes those that they take away. Throws `part-numbers-full`. */
export async function writeNumbers(
  tx: Parameters<typeof writeCrossReferences>[0],
  changes: readonly { subject: string; before: Texts | null; after: Texts }[],
): Promise<void> {
  const references = (which: 'added' | 'removed') =>
    changes.flatMap(({ subject, before, after }) =>
      kinds.flatMap((kind): CrossReference[] => {
        const text = after[prefix + kind]
        if (text === undefined) return []
        const [old, now] = [readList(before?.[prefix + kind] ?? ''), readList(text)]
        const [some, others] = which === 'added' ? [now, old] : [old, now]
        return some
          .filter((number) => !others.includes(number))
          .map((number) => ({ productId: subject, kind, ...readReference(number) }))
      }),
    )
  const [added, removed] = [references('added'), references('removed')]
  if (added.length + removed.length > 0) await writeCrossReferences(tx, { added, removed })
}
