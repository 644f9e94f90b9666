import { toAmount } from '#contract/currency.ts'
import type { ExportQuery } from '#contract/exports.ts'
import type { Language } from '#contract/language.ts'
import { type LedgerRow, listLedger, onDays } from '#server/documents/list-ledger.ts'
import { readTaxes, type TaxSum } from '#server/documents/read-taxes.ts'
import type { WrittenCell } from '#server/imports/files/write-table.ts'
import { reasonText } from '#server/orders/order-mails.ts'
import { texts } from '#server/orders/order-mail-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Reader } from '#server/platform/database/read-replicas.ts'

export interface LedgerColumn<Row> {
  labels: Record<Language, string>
  isAmount?: true
  cell: (row: Row, language: Language) => WrittenCell
}

const kindWords: Record<Language, Record<LedgerRow['kind'], string>> = {
  en: {
    invoice: 'invoice',
    credit_note: 'credit note',
    payment: 'payment',
    payment_taken_back: 'payment taken back',
    refund: 'refund',
  },
  de: {
    invoice: 'Rechnung',
    credit_note: 'Rechnungskorrektur',
    payment: 'Zahlung',
    payment_taken_back: 'Zahlung zurückgenommen',
    refund: 'Erstattung',
  },
}

const methodWords: Record<Language, Partial<Record<string, string>>> = {
  en: { card: 'card', bank_transfer: 'bank transfer', check: 'check' },
  de: { card: 'Karte', bank_transfer: 'Überweisung', check: 'Scheck' },
}

/** Lists the columns of the journal; what a buyer owes more is above zero. */
export const journalColumns: readonly LedgerColumn<LedgerRow>[] = [
  { labels: { en: 'Day', de: 'Tag' }, cell: ({ day }) => day },
  { labels: { en: 'Kind', de: 'Art' }, cell: ({ kind }, language) => kindWords[language][kind] },
  { labels: { en: 'Number', de: 'Nummer' }, cell: ({ number }) => number },
  { labels: { en: 'Customer', de: 'Kunde' }, cell: ({ buyerName }) => buyerName },
  { labels: { en: 'Amount', de: 'Betrag' }, isAmount: true, cell: ({ cents, currency }) => toAmount(cents, currency) },
  { labels: { en: 'Currency', de: 'Währung' }, cell: ({ currency }) => currency.toUpperCase() },
  {
    labels: { en: 'Method', de: 'Zahlungsart' },
    cell: ({ method }, language) => (method === null ? '' : (methodWords[language][method] ?? method)),
  },
  { labels: { en: 'Reference', de: 'Verwendungszweck' }, cell: ({ reference }) => reference ?? '' },
]

const amountOf = (labels: Record<Language, string>, cents: (row: TaxSum) => number): LedgerColumn<TaxSum> => ({
  labels,
  isAmount: true,
  cell: (row) => toAmount(cents(row), row.currency),
})

/** Lists the columns of the tax report. */
export const taxColumns: readonly LedgerColumn<TaxSum>[] = [
  { labels: { en: 'Country', de: 'Land' }, cell: ({ country }) => country },
  { labels: { en: 'Region', de: 'Region' }, cell: ({ region }) => region },
  { labels: { en: 'Tax', de: 'Steuer' }, cell: ({ name }, language) => (name === 'VAT' ? texts[language].vat : name) },
  { labels: { en: 'Rate', de: 'Satz' }, cell: ({ rate }) => rate },
  { labels: { en: 'Reason', de: 'Grund' }, cell: ({ reason }, language) => reasonText(reason, language) },
  amountOf({ en: 'Taxable', de: 'Steuerpflichtig' }, ({ taxableCents }) => taxableCents),
  amountOf({ en: 'Exempt', de: 'Steuerfrei' }, ({ exemptCents }) => exemptCents),
  amountOf({ en: 'Tax amount', de: 'Steuerbetrag' }, ({ taxCents }) => taxCents),
  { labels: { en: 'Currency', de: 'Währung' }, cell: ({ currency }) => currency.toUpperCase() },
]

const rowsPerPage = 500

/** Reads the journal page by page, each in a statement of its own. */
export async function* readJournal(db: Database, read: Reader, days: ExportQuery): AsyncGenerator<LedgerRow> {
  let after: string | undefined
  for (;;) {
    const page = await read(() => listLedger(db, onDays(days), { after, limit: rowsPerPage }))
    yield* page
    if (page.length < rowsPerPage) return
    after = page.at(-1)?.key
  }
}

/** Reads the tax report. */
export async function* readTaxSums(db: Database, read: Reader, query: ExportQuery): AsyncGenerator<TaxSum> {
  yield* await read(() => readTaxes(db, query))
}
