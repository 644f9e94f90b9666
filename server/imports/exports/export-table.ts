import type { Readable } from 'node:stream'
import type { datedKinds, ExportFormat, ExportKind, ExportQuery } from '#contract/exports.ts'
import { plainAmount } from '#contract/currency.ts'
import { type Language, defaultLanguage } from '#contract/language.ts'
import { storeDay } from '#contract/time-zone.ts'
import {
  ecSalesColumns,
  journalColumns,
  type LedgerColumn,
  readEcSales,
  readJournal,
  readTaxSums,
  taxColumns,
} from '#server/imports/exports/ledger-sheets.ts'
import { listOrderColumns } from '#server/imports/exports/order-columns.ts'
import { type WrittenCell, writeTable } from '#server/imports/files/write-table.ts'
import {
  type Field,
  headerOf,
  hasDecimals,
  isOffered,
  toCell,
  withFourthPlace,
  wordIn,
} from '#server/catalog/fields/field.ts'
import { partTables } from '#server/imports/exports/part-tables.ts'
import { kindOf, readShownFields } from '#server/imports/kinds/kinds.ts'
import { listOrderExport, placedOn } from '#server/orders/list-order-export.ts'
import { findSurplus } from '#server/payments/find-surplus.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Reader } from '#server/platform/database/read-replicas.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Rows are read page by page, each in a statement of its own, from a replica if there is one: an export that is read slowly holds no connection. */
const rowsPerPage = 500
const ordersPerPage = 200

interface Sheet {
  columns: { header: string; isAmount: boolean }[]
  rows: AsyncIterable<readonly WrittenCell[]>
}

/** Names the files, in the language of their headers. */
const fileNames: Record<Language, Record<ExportKind, string>> = {
  en: {
    products: 'products',
    stock: 'stock',
    prices: 'prices',
    'part-numbers': 'part-numbers',
    vehicles: 'vehicles',
    fitments: 'fitments',
    'fits-phrases': 'phrases',
    'vehicle-codes': 'vehicle-codes',
    categories: 'categories',
    attributes: 'attributes',
    customers: 'customers',
    'past-orders': 'past-orders',
    orders: 'orders',
    journal: 'journal',
    taxes: 'taxes',
    'ec-sales': 'ec-sales',
  },
  de: {
    products: 'produkte',
    stock: 'bestand',
    prices: 'preise',
    'part-numbers': 'vergleichsnummern',
    vehicles: 'fahrzeuge',
    fitments: 'fahrzeugzuordnungen',
    'fits-phrases': 'fahrzeugwoerter',
    'vehicle-codes': 'fahrzeugcodes',
    categories: 'kategorien',
    attributes: 'merkmale',
    customers: 'kunden',
    'past-orders': 'fruehere-bestellungen',
    orders: 'bestellungen',
    journal: 'journal',
    taxes: 'steuern',
    'ec-sales': 'zusammenfassende-meldung',
  },
}

const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const

export interface ExportedFile {
  format: ExportFormat
  /** Such as `products-2026-01-31.xlsx`. */
  fileName: string
  content: Readable
}

/** Writes everything of a kind as a file while it is read from the database. Throws `dates-reversed`. */
export async function exportTable(db: Database, kind: ExportKind, query: ExportQuery): Promise<ExportedFile> {
  const { format = 'csv', delimiter = 'comma', language = defaultLanguage } = query
  checkExportQuery(query)
  const name = fileNames[language][kind]
  const read = await db.openReader()
  const { columns, rows } = await openSheet(db, read, kind, query, { language, format })
  const hasComma = format === 'csv' && delimiter === 'semicolon'
  const content = writeTable(format, withHeader(columns, hasComma ? withDecimalCommas(columns, rows) : rows), {
    delimiter: delimiters[delimiter],
    sheet: name,
    columns: columns.map(({ header, isAmount }) => ({
      width: Math.min(40, Math.max(12, header.length + 2)),
      ...(isAmount && { numFmt: '0.00' }),
    })),
  })
  return { format, fileName: `${name}-${storeDay(Date.now())}.${format}`, content }
}

async function openSheet(
  db: Database,
  read: Reader,
  kind: ExportKind,
  query: ExportQuery,
  as: { language: Language; format: ExportFormat },
): Promise<Sheet> {
  switch (kind) {
    case 'orders':
      return readOrders(db, read, query, as)
    case 'journal':
      return ledgerSheet(journalColumns, readJournal(db, read, query), as)
    case 'taxes':
      return ledgerSheet(taxColumns, readTaxSums(db, read, query), as)
    case 'ec-sales':
      return ledgerSheet(ecSalesColumns, readEcSales(db, read, query), as)
    default:
      return readKind(db, read, kind, as.language, as.format)
  }
}

function ledgerSheet<Row extends { currency: string }>(
  columns: readonly LedgerColumn<Row>[],
  source: AsyncIterable<Row>,
  { language, format }: { language: Language; format: ExportFormat },
): Sheet {
  async function* rows() {
    for await (const row of source)
      yield columns.map(({ cell, isAmount }) => {
        const written = cell(row, language)
        return isAmount && format === 'csv' && typeof written === 'number'
          ? plainAmount(written, row.currency)
          : written
      })
  }
  return {
    columns: columns.map(({ labels, isAmount = false }) => ({ header: labels[language], isAmount })),
    rows: rows(),
  }
}

/** Throws `dates-reversed`. */
export function checkExportQuery({ from, to }: ExportQuery): void {
  if (from !== undefined && to !== undefined && from > to) throw problem('dates-reversed')
}

async function* withHeader(columns: Sheet['columns'], rows: Sheet['rows']): AsyncGenerator<readonly WrittenCell[]> {
  yield columns.map(({ header }) => header)
  yield* rows
}

/** Programs that expect semicolons read `9.50` as the ninth of May. */
async function* withDecimalCommas(
  columns: Sheet['columns'],
  rows: Sheet['rows'],
): AsyncGenerator<readonly WrittenCell[]> {
  for await (const row of rows)
    yield row.map((cell, index) => (columns[index]?.isAmount && cell !== null ? decimalComma(String(cell)) : cell))
}

/** Writes a decimal with a comma; three places get a fourth, since `1,250` may also be read as 1250. */
export const decimalComma = (decimal: string): string => decimal.replace('.', ',').replace(/,\d{3}$/, '$&0')

async function readOrders(
  db: Database,
  read: Reader,
  { from, to }: ExportQuery,
  { language, format }: { language: Language; format: ExportFormat },
): Promise<Sheet> {
  // The rows are read outside of the call, which knows the store.
  const columns = listOrderColumns()
  const placed = placedOn({ from, to })
  async function* rows() {
    let after: string | undefined
    for (;;) {
      const page = await read(() => listOrderExport(db, placed, { after, limit: ordersPerPage }))
      const ids = page.map(({ order }) => order.id)
      const surplus = await read(() => findSurplus(db, ids))
      for (const order of page)
        for (const line of order.lines)
          yield columns.map(({ cell, isAmount }) => {
            const written = cell({ ...order, surplus: surplus.get(order.order.id) }, line, language)
            // Numbers of Excel files have a format; those of CSV are written with all decimals of their currency.
            return isAmount && format === 'csv' && typeof written === 'number'
              ? plainAmount(written, order.order.currency)
              : written
          })
      if (page.length < ordersPerPage) return
      after = page.at(-1)?.order.id
    }
  }
  return {
    columns: columns.map(({ labels, isAmount = false }) => ({ header: labels[language], isAmount })),
    rows: rows(),
  }
}

async function readKind(
  db: Database,
  read: Reader,
  name: Exclude<ExportKind, (typeof datedKinds)[number]>,
  language: Language,
  format: ExportFormat,
): Promise<Sheet> {
  const kind = name === 'prices' || name === 'part-numbers' ? partTables[name] : kindOf(name)
  const { list } = kind
  const fields = (await readShownFields(db, kind)).filter((field) => isOffered(field) && !field.isPart)
  async function* rows() {
    let after: string | undefined
    do {
      const page = await read(() => list(db, { after, limit: rowsPerPage }))
      for (const { texts } of page.rows)
        yield fields.map((field) => cellOf(field, texts[field.code] ?? '', format, language))
      after = page.next
    } while (after !== undefined)
  }
  return {
    columns: uniqueHeaders(fields, language).map((header, index) => ({
      header,
      isAmount: fields[index]?.number === 'amount',
    })),
    rows: rows(),
  }
}

/** Returns the cell of a canonical text. Excel adds up numbers only; in CSV both look the same. */
export function cellOf(field: Field, text: string, format: ExportFormat, language: Language): WrittenCell {
  if (field.number !== undefined && format === 'xlsx' && text !== '') return Number(text)
  const cell = toCell(field, wordIn(field, text, language))
  return hasDecimals(field) ? withFourthPlace(cell) : cell
}

/** Returns the labels; of two fields with the same, the second one gets its code, by which it is recognized as well. */
function uniqueHeaders(fields: readonly Field[], language: Language): string[] {
  const used = new Set<string>()
  return fields.map((field) => {
    const label = headerOf(field, language)
    const header = used.has(label.toLowerCase()) ? field.code : label
    used.add(label.toLowerCase())
    return header
  })
}
