import type { Language } from '#contract/language.ts'
import { listProductRecords } from '#server/catalog/product-records.ts'
import { lockProducts, type ProductUnits, readUnits } from '#server/catalog/reserved-stock.ts'
import { type Field, readWhole, type Texts } from '#server/catalog/fields/field.ts'
import { findProducts } from '#server/imports/kinds/find-product.ts'
import type { Found, ImportKind } from '#server/imports/kinds/kind.ts'
import { maxUnits, productFields } from '#server/catalog/fields/own-fields.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import { comparedOf, findCountFaults, isCount } from '#server/imports/kinds/stock-counts.ts'

type StockField = Field<ProductUnits>

const ownField = (code: string) => {
  const field = productFields.find((one) => one.code === code)
  if (!field) throw new Error(`There is no field ${code}.`)
  return field
}

const fields: readonly StockField[] = [
  { ...ownField('id'), write: ({ id }) => id },
  { ...ownField('partNumber'), write: ({ sku }) => sku ?? '' },
  { ...ownField('brand'), write: ({ brand }) => brand ?? '' },
  {
    ...ownField('stock'),
    isOfOtherKind: false,
    write: ({ available }) => String(available),
  },
  {
    code: 'reserved',
    labels: { en: 'Reserved', de: 'Reserviert' },
    names: [],
    read: readWhole(0, maxUnits),
    number: 'whole',
    write: ({ reserved }) => String(reserved),
    isReadOnly: true,
  },
  {
    code: 'shelf',
    labels: { en: 'On the shelf', de: 'Im Regal' },
    names: [],
    read: readWhole(0, 2 * maxUnits),
    number: 'whole',
    write: ({ available, reserved }) => String(available + reserved),
    isReadOnly: true,
  },
  {
    code: 'counted',
    labels: { en: 'Counted', de: 'Gezählt' },
    names: [
      ...ownField('counted').names,
      'count',
      'stock count',
      'stock counted',
      'counted stock',
      'counted quantity',
      'physical count',
      'physical stock',
      'inventory count',
      'shelf',
      'bestand gezählt',
      'gezählter bestand',
      'gezählte menge',
      'lagerbestand gezählt',
      'inventur',
      'inventurbestand',
      'inventurmenge',
      'zählmenge',
      'regal',
      'regalbestand',
    ],
    read: readWhole(0, 2 * maxUnits),
    number: 'whole',
    write: ({ available, reserved }) => String(available + reserved),
    isRequired: true,
  },
]

const textsOf = (units: ProductUnits): Texts =>
  Object.fromEntries(fields.map(({ code, write }) => [code, write(units)]))

const countNotes: Record<Language, string> = { en: 'Stock count', de: 'Inventur' }

/** Stock of products that exist, as movements: what can be sold, or what a warehouse has counted on its shelves. */
export const stockKind: ImportKind = {
  ...productsKind,
  name: 'stock',
  permissionsOf: () => ['catalog'],
  nameFields: ['partNumber', 'id'],
  exclusive: ['counted', 'stock'],
  moving: ['stock', 'counted', 'reserved'],
  fields: async (): Promise<Field[]> => [...fields],
  shownFields: undefined,
  resolve: undefined,
  complete: (texts) => texts,
  async find(tx, rows, errors, file): Promise<Map<number, Found>> {
    const keyFields = ['id', 'partNumber', 'brand']
    const found = await findProducts(tx, rows, errors, file)
    return new Map(
      [...found].map(([row, { id, number }]) => [
        row,
        { subject: id, isNew: false, key: id, keyFields, number, idFields: ['id'] },
      ]),
    )
  },
  async read(tx, subjects, { lock = false } = {}) {
    // Orders that take units at the same moment are waited for before both numbers are read.
    if (lock) await lockProducts(tx, subjects)
    return new Map((await readUnits(tx, subjects)).map((units) => [units.id, textsOf(units)]))
  },
  async check(tx, changes, present, errors) {
    errors.push(...(await findCountFaults(tx, changes, present)))
  },
  explain(change, present) {
    if (!isCount(change)) return change
    const { stock = '', reserved = '' } = present
    const left = String(Number(change.after['counted']) - Number(reserved))
    return {
      ...change,
      before: { ...change.before, stock, reserved },
      after: { ...change.after, stock: left, reserved },
    }
  },
  comparedOf,
  async write(tx, changes, present, context) {
    const note = changes.some(isCount) ? `${countNotes[context.language]}: ${context.note}` : context.note
    await productsKind.write(tx, changes, present, { ...context, note })
  },
  async list(db, { after, limit }) {
    const { records, last } = await listProductRecords(db, { after: Number(after ?? -1), limit })
    const units = await readUnits(
      db,
      records.map(({ id }) => id),
    )
    const byId = new Map(units.map((one) => [one.id, one]))
    return {
      rows: records.flatMap(({ id }) => {
        const found = byId.get(id)
        // For who counts to fill in: a number of the shop's own would be taken for a count.
        return found ? [{ subject: id, texts: { ...textsOf(found), counted: '' } }] : []
      }),
      next: records.length < limit || last === undefined ? undefined : String(last),
    }
  },
}
