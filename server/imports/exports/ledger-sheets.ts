import { toAmount } from '#contract/currency.ts'
import type { ExportQuery } from '#contract/exports.ts'
import type { Language } from '#contract/language.ts'
import { localeOf } from '#contract/locale.ts'
import { type EcSale, listEcSales, wholeUnits } from '#server/documents/list-ec-sales.ts'
import { type LedgerRow, listLedger, onDays } from '#server/documents/list-ledger.ts'
import { readTaxes, type TaxSum } from '#server/documents/read-taxes.ts'
import type { WrittenCell } from '#server/imports/files/write-table.ts'
import { reasonText } from '#server/orders/order-mails.ts'
import { texts } from '#server/orders/order-mail-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { formatMoney } from '#server/platform/money.ts'
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

/** Makes a column of an amount that only papers have. */
const paperAmount = (
  labels: Record<Language, string>,
  cents: (row: LedgerRow) => number | null,
): LedgerColumn<LedgerRow> => ({
  labels,
  isAmount: true,
  cell(row) {
    const amount = cents(row)
    return amount === null ? null : toAmount(amount, row.currency)
  },
})

/** Names the rates of a paper; of several each with its net and tax, without which nobody could post them. */
function ratesText({ taxes, kind, currency }: LedgerRow, language: Language): string {
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 4 })
  const money = (cents: number) => formatMoney(kind === 'credit_note' ? -cents : cents, currency, language)
  return (taxes ?? [])
    .map(({ rate, reason, taxableCents, taxCents }, _, { length }) => {
      const name = percent.format(Number(rate)) + (Number(rate) === 0 ? ` (${reasonText(reason, language)})` : '')
      return length === 1 ? name : `${name}: ${money(taxableCents)} + ${money(taxCents)}`
    })
    .join('; ')
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
  { labels: { en: 'Email', de: 'E-Mail' }, cell: ({ buyerEmail }) => buyerEmail },
  { labels: { en: "Buyer's tax number", de: 'Steuernummer des Kunden' }, cell: (row) => row.buyerTaxNumber ?? '' },
  { labels: { en: 'Due', de: 'Fällig' }, cell: ({ dueOn }) => dueOn ?? '' },
  paperAmount({ en: 'Net', de: 'Netto' }, ({ netCents }) => netCents),
  { labels: { en: 'Rate', de: 'Satz' }, cell: ratesText },
  paperAmount({ en: 'Tax amount', de: 'Steuerbetrag' }, ({ taxCents }) => taxCents),
  paperAmount({ en: 'Rounding', de: 'Rundung' }, ({ roundingCents }) => roundingCents),
  paperAmount({ en: 'Gross', de: 'Brutto' }, ({ cents, netCents }) => (netCents === null ? null : cents)),
  { labels: { en: 'Corrects invoice', de: 'Korrigiert Rechnung' }, cell: ({ corrects }) => corrects ?? '' },
]

const amountOf = <Row extends { currency: string }>(
  labels: Record<Language, string>,
  cents: (row: Row) => number,
): LedgerColumn<Row> => ({
  labels,
  isAmount: true,
  cell: (row) => toAmount(cents(row), row.currency),
})

const untaxed: Record<Language, string> = { en: 'no tax', de: 'keine Steuer' }

/** Lists the columns of the tax report. */
export const taxColumns: readonly LedgerColumn<TaxSum>[] = [
  { labels: { en: 'Country', de: 'Land' }, cell: ({ country }) => country },
  { labels: { en: 'Region', de: 'Region' }, cell: ({ region }) => region },
  { labels: { en: 'Tax', de: 'Steuer' }, cell: ({ name }, language) => (name === 'VAT' ? texts[language].vat : name) },
  // A decimal like the amounts, but as text: their format would round it.
  { labels: { en: 'Rate', de: 'Satz' }, isAmount: true, cell: ({ rate }) => rate },
  {
    labels: { en: 'Reason', de: 'Grund' },
    cell: ({ reason }, language) => (reason === 'untaxed' ? untaxed[language] : reasonText(reason, language)),
  },
  amountOf({ en: 'Taxable', de: 'Steuerpflichtig' }, ({ taxableCents }) => taxableCents),
  amountOf({ en: 'Exempt', de: 'Steuerfrei' }, ({ exemptCents }) => exemptCents),
  amountOf({ en: 'Tax amount', de: 'Steuerbetrag' }, ({ taxCents }) => taxCents),
  { labels: { en: 'Currency', de: 'Währung' }, cell: ({ currency }) => currency.toUpperCase() },
]

/** Lists the columns of the recapitulative statement. */
export const ecSalesColumns: readonly LedgerColumn<EcSale>[] = [
  { labels: { en: 'Country', de: 'Land' }, cell: ({ country }) => country },
  { labels: { en: 'VAT number', de: 'USt-IdNr.' }, cell: ({ taxNumber }) => taxNumber ?? '' },
  { labels: { en: 'Customer', de: 'Kunde' }, cell: ({ buyerName }) => buyerName },
  {
    labels: { en: 'Whole amount', de: 'Voller Betrag' },
    cell: ({ netCents, currency }) => wholeUnits(netCents, currency),
  },
  amountOf({ en: 'Net', de: 'Netto' }, ({ netCents }) => netCents),
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

/** Reads the recapitulative statement. */
export async function* readEcSales(db: Database, read: Reader, query: ExportQuery): AsyncGenerator<EcSale> {
  yield* await read(() => listEcSales(db, query))
}
