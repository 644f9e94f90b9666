import { maxLengths } from '#contract/max-lengths.ts'
import { type OtherPartNumberKind, otherPartNumberKinds } from '#contract/part-numbers.ts'
import {
  type CrossReference,
  findCrossReferences,
  listCrossReferences,
  type ListedReference,
  writeCrossReferences,
} from '#server/catalog/search/write-cross-references.ts'
import { readProductRecords } from '#server/catalog/product-records.ts'
import { normalizeHeader } from '#server/imports/guess-mapping.ts'
import { type Field, germanWords, readChoice, readLine, removeField } from '#server/catalog/fields/field.ts'
import { findProducts } from '#server/imports/kinds/find-product.ts'
import type { Change, Found, ImportKind } from '#server/imports/kinds/kind.ts'
import { productFields, readPartNumber } from '#server/catalog/fields/own-fields.ts'

/** Lists the words by which cells and headers name a kind. */
const kindWords: Record<OtherPartNumberKind, readonly string[]> = {
  maker: ['mpn', 'herstellernummer'],
  oem: ['oem', 'oe', 'original', 'originalnummer'],
  competitor: ['competitor', 'cross', 'wettbewerber', 'vergleichsnummer'],
  supersedes: ['supersedes', 'replaces', 'ersetzt'],
  barcode: ['barcode', 'ean', 'gtin', 'upc', 'strichcode'],
}

/** Returns the kind of number that a header names, such as `EAN-13` or `OE number`; undefined if none. */
export function kindOfHeader(header: string): OtherPartNumberKind | undefined {
  const words = normalizeHeader(header)
    .split(' ')
    .map((word) => word.replace(/(?<!\d)\d+$/, ''))
  return otherPartNumberKinds.find((kind) => kindWords[kind].some((word) => words.includes(word)))
}

const fields: readonly Field<ListedReference>[] = [
  ...productFields
    .filter(({ code }) => code === 'id' || code === 'partNumber')
    .map(({ code, labels, names, read, isPartNumber = false }): Field<ListedReference> => ({
      code,
      labels,
      names,
      read,
      isPartNumber,
      write: ({ productId, sku }) => (code === 'id' ? productId : (sku ?? '')),
    })),
  {
    code: 'brand',
    // A column Brand is that of the other number.
    labels: { en: 'Brand of the product', de: 'Marke des Produkts' },
    names: ['product brand', 'item brand', 'produktmarke', 'artikelmarke'],
    read: readLine(maxLengths.brand),
    write: ({ brand }) => brand ?? '',
  },
  {
    code: 'kind',
    labels: { en: 'Kind of number', de: 'Art der Nummer' },
    names: ['kind', 'type', 'art', 'typ'],
    // In a header, these name the maker of something.
    read: readChoice({ ...kindWords, maker: [...kindWords.maker, 'manufacturer', 'hersteller'] }),
    isRequired: true,
    words: germanWords({
      maker: 'Hersteller',
      oem: 'OE',
      competitor: 'Wettbewerber',
      supersedes: 'ersetzt',
      barcode: 'EAN',
    }),
    write: ({ kind }) => kind,
  },
  {
    code: 'maker',
    labels: { en: 'Maker', de: 'Hersteller' },
    names: ['brand', 'manufacturer', 'marke', 'oem brand'],
    read: readLine(maxLengths.maker),
    write: ({ maker }) => maker,
  },
  {
    code: 'number',
    labels: { en: 'Other number', de: 'Andere Nummer' },
    names: [
      'cross reference',
      'reference',
      'oem number',
      'oe number',
      'oem',
      'oe',
      'vergleichsnummer',
      'oe-nummer',
      'oem-nummer',
      'referenz',
      ...kindWords.barcode.flatMap((word) => [word, `${word} number`, `${word} code`, `${word} nummer`, `${word} 13`]),
    ],
    read: readPartNumber,
    isPartNumber: true,
    write: ({ number }) => number,
  },
  removeField,
]

const toSubject = ({ productId, kind, maker, number }: CrossReference) =>
  JSON.stringify([productId, kind, maker, number])

function fromSubject(subject: string): CrossReference {
  // Written by the function above.
  const [productId, kind, maker, number] = JSON.parse(subject) as [string, CrossReference['kind'], string, string]
  return { productId, kind, maker, number }
}

const keyFields = ['id', 'partNumber', 'brand', 'kind', 'maker', 'number']

/** Other numbers of products, a row each: without the column `remove` they are added. */
export const partNumbersKind: ImportKind = {
  name: 'part-numbers',
  keys: ['partNumber', 'id'],
  nameFields: ['partNumber', 'number', 'id'],
  detailFields: ['maker', 'number'],
  batchSize: 500,
  fields: async () => [...fields],
  implied: (headerOf) => ({ kind: kindOfHeader(headerOf('number') ?? '') ?? 'oem' }),
  async find(tx, rows, errors, file) {
    const products = await findProducts(tx, rows, errors, file)
    const asked = rows.flatMap(({ row, texts }) => {
      const product = products.get(row)
      if (!product) return []
      if (!texts['number']) {
        errors.push({ row, field: 'number', code: 'required', facts: {} })
        return []
      }
      // The field reads nothing else, and headers imply one where it is empty.
      const kind = texts['kind'] as CrossReference['kind']
      return [
        {
          row,
          isRemoved: texts['remove'] === 'yes',
          ownNumber: product.number,
          reference: { productId: product.id, kind, maker: texts['maker'] ?? '', number: texts['number'] },
        },
      ]
    })
    const known = await findCrossReferences(
      tx,
      asked.map(({ reference }) => reference),
    )
    return new Map(
      asked.flatMap(({ row, isRemoved, ownNumber, reference }, index): [number, Found][] => {
        const isNew = !known[index]
        const subject = toSubject(reference)
        if (isNew && isRemoved) {
          errors.push({ row, field: 'number', code: 'unknown', facts: { text: reference.number } })
          return []
        }
        return [[row, { subject, isNew, key: subject, keyFields, number: ownNumber }]]
      }),
    )
  },
  async read(tx, subjects, { lock = false } = {}) {
    const references = subjects.map(fromSubject)
    if (lock) await readProductRecords(tx, [...new Set(references.map(({ productId }) => productId))], { lock })
    const known = await findCrossReferences(tx, references)
    return new Map(
      references.flatMap(({ kind }, index) => (known[index] ? [[subjects[index] ?? '', { kind, remove: 'no' }]] : [])),
    )
  },
  check: async () => undefined,
  // A new number has its kind among its texts.
  explain(change) {
    const { kind } = fromSubject(change.subject)
    return change.before ? { ...change, before: { ...change.before, kind }, after: { ...change.after, kind } } : change
  },
  write: async (tx, changes) =>
    writeCrossReferences(
      tx,
      splitBy(changes, ({ before }) => before === null),
    ),
  async undo(tx, changes) {
    await writeCrossReferences(
      tx,
      splitBy(changes, ({ before }) => before !== null),
    )
    return []
  },
  isAfter: ({ before }, present) => (before === null ? present !== undefined : present === undefined),
  async list(db, { after, limit }) {
    const rows = await listCrossReferences(db, { after: Number(after ?? 0), limit })
    return {
      rows: rows.map((row) => ({
        subject: toSubject(row),
        texts: Object.fromEntries(fields.map(({ code, write }) => [code, write(row)])),
      })),
      next: rows.length < limit ? undefined : String(rows.at(-1)?.id),
    }
  },
}

function splitBy(changes: readonly Change[], isAdded: (change: Change) => boolean) {
  const references = (which: boolean) =>
    changes.filter((change) => isAdded(change) === which).map(({ subject }) => fromSubject(subject))
  return { added: references(true), removed: references(false) }
}
