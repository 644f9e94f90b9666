import type { Language } from '#contract/language.ts'
import { listProductRecords } from '#server/catalog/product-records.ts'
import { lockProducts, nameHoldingOrders, type ProductUnits, readUnits } from '#server/catalog/reserved-stock.ts'
import { CellError, type Field, readWhole, type Texts } from '#server/catalog/fields/field.ts'
import { findProducts } from '#server/imports/kinds/find-product.ts'
import type { Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import { productFields } from '#server/catalog/fields/own-fields.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import type { Transaction } from '#server/platform/database/database.ts'

type StockField = Field<ProductUnits>

const maxUnits = 1_000_000

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
    // Units on hand in a warehouse are counted.
    names: ownField('stock').names.filter((name) => name !== 'on hand'),
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
      'count',
      'stock count',
      'stock counted',
      'counted stock',
      'counted quantity',
      'physical count',
      'physical stock',
      'inventory count',
      'on hand',
      'on shelf',
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

const isCount = ({ after }: Change) => after['counted'] !== undefined

/** A count moves the available units by as many as it finds more on the shelf: orders that are placed meanwhile leave it as it is. */
function asStock(texts: Texts): Texts {
  const { counted, ...compared } = comparedOf(texts)
  return counted === undefined ? compared : { ...compared, stock: counted }
}

/** With a count, the units that orders hold and those that can be sold are shown only. */
function comparedOf(texts: Texts): Texts {
  if (texts['counted'] === undefined) return texts
  const { stock: _, reserved: __, ...compared } = texts
  return compared
}

const withStock = (change: Change): Change => ({
  ...change,
  before: change.before && asStock(change.before),
  after: asStock(change.after),
})

const countNotes: Record<Language, string> = { en: 'Stock count', de: 'Inventur' }

/** Returns the error of a count that leaves less than orders hold of the product, or more than a stock can be. */
function findFault({ after }: Change, present: Texts | undefined): Pick<RowError, 'code' | 'facts'> | undefined {
  const [counted, reserved] = [Number(after['counted']), Number(present?.['reserved'] ?? 0)]
  if (counted < reserved) return { code: 'counted-below-reserved', facts: { counted, reserved } }
  if (counted - reserved > maxUnits)
    return { code: 'out-of-range', facts: { text: String(counted), least: reserved, most: maxUnits + reserved } }
  return undefined
}

async function findFaults(tx: Transaction, changes: readonly Change[], present: Map<string, Texts>) {
  const faults = changes.filter(isCount).flatMap((change) => {
    const fault = findFault(change, present.get(change.subject))
    return fault ? [{ row: change.row, subject: change.subject, field: 'counted', ...fault }] : []
  })
  const orders = await nameHoldingOrders(
    tx,
    faults.map(({ subject }) => subject),
  )
  return faults.map(({ subject, facts, ...fault }) => ({
    ...fault,
    facts: { ...facts, orders: orders.get(subject) ?? '' },
  }))
}

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
    errors.push(...(await findFaults(tx, changes, present)))
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
    const [fault] = await findFaults(tx, changes, present)
    if (fault) throw new CellError(fault.code, fault.facts)
    const note = changes.some(isCount) ? `${countNotes[context.language]}: ${context.note}` : context.note
    await productsKind.write(tx, changes.map(withStock), present, { ...context, note })
  },
  undo: (tx, changes, present, context) => productsKind.undo(tx, changes.map(withStock), present, context),
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
