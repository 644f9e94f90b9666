import { toCents } from '#contract/currency.ts'
import type { DayOrder } from '#contract/day-order.ts'
import { maxCreditLimit } from '#contract/customers.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  CellError,
  type Field,
  readAmount,
  readLine,
  readText,
  readWhole,
  type Texts,
  writeAmount,
} from '#server/catalog/fields/field.ts'
import { readDay } from '#server/catalog/fields/read-day.ts'
import { findCustomerIds } from '#server/customers/customer-records.ts'
import type { AskedRow, Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import {
  deletePastLines,
  findPastBuyers,
  listPastLines,
  type PastLine,
  type PastLineName,
  readPastLines,
  writePastLines,
} from '#server/orders/past-orders.ts'

/** Returns a day on which an order can have been placed. Throws as `readDay`, and `day-out-of-range`. */
function readPastDay(cell: string, order?: DayOrder): string {
  const day = readDay(cell, order)
  // Today is tomorrow already in the east.
  const last = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  if (day < '1970-01-01' || day > last) throw new CellError('day-out-of-range', { text: cell.trim() })
  return day
}

/** Describes a column that says whether an order came to anything: it is read, and not kept. */
const part = (code: string, labels: Field['labels'], names: readonly string[]): Field<PastLine> => ({
  code,
  labels,
  names,
  read: readLine(60),
  write: () => '',
  isPart: true,
})

const fields: readonly Field<PastLine>[] = [
  {
    code: 'number',
    labels: { en: 'Order number', de: 'Bestellnummer' },
    names: ['name', 'order', 'order id', 'order no', 'order name', 'number', 'auftragsnummer', 'auftrag', 'bestellung'],
    read: readLine(60),
    write: ({ number }) => number,
  },
  {
    code: 'date',
    labels: { en: 'Ordered on', de: 'Bestellt am' },
    names: ['created at', 'date', 'order date', 'date created', 'datum', 'bestelldatum', 'auftragsdatum'],
    read: (cell, _, order) => readPastDay(cell, order),
    isDay: true,
    isRequired: true,
    write: ({ day }) => day,
  },
  {
    code: 'email',
    labels: { en: 'Email of the customer', de: 'E-Mail des Kunden' },
    names: ['email', 'e-mail', 'email billing', 'billing email', 'customer email', 'billing email address', 'customer'],
    read: (cell) => readText(maxLengths.email)(cell).toLowerCase(),
    write: ({ email }) => email,
  },
  {
    code: 'partNumber',
    labels: { en: 'Part number', de: 'Teilenummer' },
    names: ['lineitem sku', 'sku', 'item sku', 'product sku', 'artikelnummer', 'article number', 'item number'],
    read: readLine(maxLengths.partNumber),
    isPartNumber: true,
    write: ({ partNumber }) => partNumber,
  },
  {
    code: 'partName',
    labels: { en: 'Product name', de: 'Produktname' },
    names: [
      // Shopify calls the number of an order so; here it is another column.
      'name',
      'lineitem name',
      'item name',
      'product',
      'item',
      'description',
      'artikel',
      'artikelbezeichnung',
      'bezeichnung',
    ],
    read: readLine(500),
    isName: true,
    write: ({ name }) => name,
  },
  {
    code: 'quantity',
    labels: { en: 'Quantity', de: 'Menge' },
    names: ['lineitem quantity', 'item quantity', 'qty', 'units', 'anzahl', 'stück'],
    read: readWhole(1, 1_000_000),
    number: 'whole',
    isRequired: true,
    write: ({ quantity }) => String(quantity),
  },
  {
    code: 'price',
    labels: { en: 'Unit price', de: 'Stückpreis' },
    names: ['lineitem price', 'item price', 'item cost', 'price', 'einzelpreis', 'preis'],
    read: readAmount(0, maxCreditLimit),
    number: 'amount',
    isRequired: true,
    write: ({ priceCents }) => writeAmount(priceCents),
  },
  {
    code: 'total',
    labels: { en: 'Total of the order', de: 'Summe der Bestellung' },
    names: ['total', 'order total', 'order total amount', 'grand total', 'summe', 'gesamtbetrag', 'gesamtsumme'],
    read: readAmount(0, maxCreditLimit),
    number: 'amount',
    write: ({ totalCents }) => (totalCents === null ? '' : writeAmount(totalCents)),
  },
  part('state', { en: 'State of the order', de: 'Status der Bestellung' }, [
    'financial status',
    'payment status',
    'order status',
    'status',
    'bestellstatus',
  ]),
  part('cancelledOn', { en: 'Cancelled on', de: 'Storniert am' }, ['cancelled at', 'canceled at']),
]

/** Lists the states, in lower case, of orders that nobody has bought in the end. */
const voidStates = [
  'voided',
  'refunded',
  'cancelled',
  'canceled',
  'wc-cancelled',
  'wc-refunded',
  'wc-failed',
  'failed',
  'expired',
  'storniert',
  'abgebrochen',
  'erstattet',
]

const textsOf = (line: PastLine): Texts => Object.fromEntries(fields.map(({ code, write }) => [code, write(line)]))
const toSubject = ({ number, key }: PastLineName) => JSON.stringify([number, key])
function fromSubject(subject: string): PastLineName {
  // Written by the function above.
  const [number, key] = JSON.parse(subject) as [string, string]
  return { number, key }
}

/** What an order says once, in the first of its rows. */
const orderFields = ['date', 'email', 'total', 'state', 'cancelledOn']

/**
 * Orders of another shop, from before: history that nothing is owed, shipped or counted for. A row each for its lines, of which the first
 * has what the order says, or all of them.
 */
export const pastOrdersKind: ImportKind = {
  name: 'past-orders',
  permissionsOf: () => ['customers'],
  keys: ['number'],
  neededByNew: ['number', 'date', 'email', 'quantity', 'price'],
  // A file of customers may have a column of names, and one of stock quantities: only orders have all of these.
  guessedBy: ['number', 'date', 'email', 'quantity', 'price'],
  nameFields: ['number'],
  detailFields: ['partNumber', 'partName'],
  batchSize: 200,
  groupedBy: () => ['number'],
  fields: async () => [...fields],
  async resolve(_tx, rows, _errors, _file, warnings) {
    return carryDown(rows).map(({ row, texts: { state = '', cancelledOn, ...texts } }) => {
      const isVoid = Boolean(cancelledOn) || voidStates.includes(state.toLowerCase())
      const facts = { text: texts['number'] ?? '' }
      if (isVoid) warnings.push({ row, field: 'number', warning: 'orders-void', code: 'order-void', facts })
      return { row, texts }
    })
  },
  async find(tx, all, errors, _file, warnings) {
    const isVoid = new Set(warnings.flatMap(({ row, warning }) => (warning === 'orders-void' ? [row] : [])))
    const rows = all.filter(({ row }) => !isVoid.has(row))
    const known = await findCustomerIds(
      tx,
      rows.flatMap(({ texts }) => texts['email'] || []),
    )
    const buyers = await findPastBuyers(
      tx,
      rows.flatMap(({ texts }) => texts['number'] || []),
    )
    refuseContradictions(rows, errors)
    const seen = new Map<string, number>()
    const asked = rows.flatMap(({ row, texts }) => {
      const { number, email, partNumber, partName } = texts
      const refuse = (field: string, code: 'required' | 'customer-unknown' | 'email-unproven' | 'order-of-another') => {
        const wrong = errors.some((error) => error.row === row && error.field === field)
        if (!wrong) errors.push({ row, field, code, facts: { text: texts[field] ?? '' } })
        return []
      }
      if (!number) return refuse('number', 'required')
      if (!partNumber && !partName) return refuse('partName', 'required')
      const buyer = email ? known.get(email) : undefined
      if (email && !buyer) return refuse('email', 'customer-unknown')
      if (buyer && !buyer.isProven) return refuse('email', 'email-unproven')
      const owner = buyers.get(number) ?? buyer?.id
      if (owner) buyers.set(number, owner)
      if (owner && buyer && owner !== buyer.id) return refuse('number', 'order-of-another')
      const base = JSON.stringify([number, partNumber || partName])
      const nth = (seen.get(base) ?? 0) + 1
      seen.set(base, nth)
      return [
        { row, number, key: `${partNumber || partName}${nth > 1 ? ` #${nth}` : ''}`, isByNumber: Boolean(partNumber) },
      ]
    })
    const present = new Set((await readPastLines(tx, asked)).map(toSubject))
    return new Map(
      asked.map(({ row, number, key, isByNumber }): [number, Found] => {
        const subject = toSubject({ number, key })
        const keyFields = ['number', 'email', isByNumber ? 'partNumber' : 'partName']
        return [row, { subject, isNew: !present.has(subject), key: subject, keyFields, group: number }]
      }),
    )
  },
  async read(tx, subjects, options) {
    const lines = await readPastLines(tx, subjects.map(fromSubject), options)
    return new Map(lines.map((line) => [toSubject(line), textsOf(line)]))
  },
  check: async () => undefined,
  write: (tx, changes, present) => writeTexts(tx, changes, ({ after }) => after, present),
  async undo(tx, changes, present) {
    const added = changes.filter(({ before }) => before === null)
    await deletePastLines(
      tx,
      added.map(({ subject }) => fromSubject(subject)),
    )
    const changed = changes.filter(({ before }) => before !== null)
    await writeTexts(tx, changed, ({ before }) => before ?? {}, present)
    return []
  },
  async list(db, { after, limit }) {
    const lines = await listPastLines(db, { after: after ? fromSubject(after) : { number: '', key: '' }, limit })
    const last = lines.at(-1)
    return {
      rows: lines.map((line) => ({ subject: toSubject(line), texts: textsOf(line) })),
      next: last && lines.length === limit ? toSubject(last) : undefined,
    }
  },
}

/** Refuses rows that say another day or total than an earlier one of their order, and totals that cannot be those of the lines. */
function refuseContradictions(rows: readonly AskedRow[], errors: RowError[]): void {
  const byOrder = Map.groupBy(rows, ({ texts }) => texts['number'] ?? '')
  byOrder.delete('')
  for (const order of byOrder.values()) {
    const [first] = order
    for (const field of ['date', 'total']) {
      const said = order.find(({ texts }) => texts[field])?.texts[field]
      for (const { row, texts } of order) {
        const text = texts[field]
        if (text && said && text !== said)
          errors.push({ row, field, code: 'order-contradicts', facts: { text, other: said } })
      }
    }
    const total = Number(first?.texts['total'] ?? 0)
    const lines = order.reduce(
      (sum, { texts }) => sum + Number(texts['quantity'] ?? 0) * Number(texts['price'] ?? 0),
      0,
    )
    const isUnlike = total > 0 && lines > 0 && (total >= maxRatio * lines || lines >= maxRatio * total)
    const facts = { text: first?.texts['total'] ?? '', lines: writeAmount(toCents(lines)) }
    for (const { row } of isUnlike ? order : []) errors.push({ row, field: 'total', code: 'order-total-unlike', facts })
  }
}

/** A total in other units than its lines, cents for example, is at least so many times as much; shipping, tax and discounts are less. */
const maxRatio = 100

/** Gives each row of an order what only one of them says. */
function carryDown(rows: readonly AskedRow[]): AskedRow[] {
  const said = new Map<string, Record<string, string>>()
  for (const { texts } of rows) {
    const of = said.get(texts['number'] ?? '') ?? {}
    said.set(texts['number'] ?? '', of)
    for (const field of orderFields) if (texts[field]) of[field] ??= texts[field]
  }
  return rows.map(({ row, texts }) => ({ row, texts: { ...said.get(texts['number'] ?? ''), ...texts } }))
}

async function writeTexts(
  tx: Parameters<typeof writePastLines>[0],
  changes: readonly Change[],
  textsFor: (change: Change) => Texts,
  present: Map<string, Texts>,
): Promise<void> {
  if (changes.length === 0) return
  const whole = changes.map((change) => ({
    change,
    texts: { ...present.get(change.subject), ...textsFor(change) } as Texts,
  }))
  const buyers = await findCustomerIds(
    tx,
    whole.flatMap(({ texts }) => texts['email'] || []),
  )
  await writePastLines(
    tx,
    whole.map(({ change, texts }) => {
      const buyer = buyers.get(texts['email'] ?? '')
      if (!buyer) throw new CellError('customer-unknown', { text: texts['email'] ?? '' })
      return {
        ...fromSubject(change.subject),
        buyerId: buyer.id,
        day: texts['date'] ?? '',
        totalCents: texts['total'] ? toCents(Number(texts['total'])) : null,
        partNumber: texts['partNumber'] ?? '',
        name: texts['partName'] ?? '',
        quantity: Number(texts['quantity']),
        priceCents: toCents(Number(texts['price'])),
      }
    }),
  )
}
