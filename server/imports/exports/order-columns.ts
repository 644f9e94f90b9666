import { currentStore } from '#contract/current-store.ts'
import { toAmount } from '#contract/currency.ts'
import type { Language } from '#contract/language.ts'
import { clockText } from '#contract/time-zone.ts'
import { dueAt } from '#server/orders/account-rules.ts'
import type { ExportedOrder } from '#server/orders/list-order-export.ts'
import { costCents, isUnpaid, openCents } from '#server/orders/order-rules.ts'
import type { Surplus } from '#server/payments/find-surplus.ts'
import type { WrittenCell } from '#server/imports/files/write-table.ts'

type Line = ExportedOrder['lines'][number]

interface OrderColumn {
  labels: Record<Language, string>
  /** Set if the cell is an amount of money. */
  isAmount?: true
  cell: (order: OrderWithSurplus, line: Line, language: Language) => WrittenCell
}

interface OrderWithSurplus extends ExportedOrder {
  surplus: Surplus | undefined
}

/** Words for the states in other languages than English, in which each says itself what it is. */
const stateWords: Partial<Record<Language, Record<ExportedOrder['state'], string>>> = {
  de: {
    unpaid: 'unbezahlt',
    paid: 'bezahlt',
    confirmed: 'auf Rechnung',
    paid_short: 'im Rückstand',
    shipped: 'versandt',
    cancelled: 'storniert',
    expired: 'verfallen',
    refunded: 'erstattet',
  },
}

/** Words for the state of an unpaid order that waits for a bank transfer. */
const awaitingTransfer: Record<Language, string> = { en: 'awaiting transfer', de: 'wartet auf Überweisung' }

/** Lists what parcels have, each once. */
const listed = (texts: readonly (string | null)[]): string => [...new Set(texts.filter(Boolean))].join(', ')

/** Makes a column of moments with the clocks of the store, whose zone its header names. */
const moment = (
  labels: Record<Language, string>,
  date: (order: ExportedOrder['order']) => Date | null,
): OrderColumn => {
  const { timeZone } = currentStore()
  return {
    labels: { en: `${labels.en} (${timeZone})`, de: `${labels.de} (${timeZone})` },
    cell({ order }) {
      const time = date(order)
      return time === null ? '' : clockText(time, timeZone)
    },
  }
}

/** Makes a column of the whole order: its amounts are only in the row of the first line, so that they can be added up. */
const once = (
  labels: Record<Language, string>,
  cents: (order: ExportedOrder['order'], surplus: Surplus) => number,
): OrderColumn => ({
  labels,
  isAmount: true,
  cell: ({ order, lines, surplus = { cameCents: 0, returnedCents: 0 } }, line) =>
    line === lines[0] ? toAmount(cents(order, surplus), order.currency) : null,
})

/** Returns the columns of an export of orders of the store, which has one row for each line of an order. */
export const listOrderColumns = (): OrderColumn[] => [
  { labels: { en: 'Order', de: 'Bestellung' }, cell: ({ number }) => number },
  moment({ en: 'Placed', de: 'Bestellt' }, ({ placedAt }) => placedAt),
  {
    labels: { en: 'State', de: 'Status' },
    cell: ({ state, order }, _, language) =>
      state === 'unpaid' && order.byTransfer ? awaitingTransfer[language] : (stateWords[language]?.[state] ?? state),
  },
  { labels: { en: 'Buyer', de: 'Kunde' }, cell: ({ order }) => order.buyerName },
  { labels: { en: 'Email', de: 'E-Mail' }, cell: ({ order }) => order.buyerEmail },
  { labels: { en: 'PO number', de: 'Kundenbestellnummer' }, cell: ({ order }) => order.poNumber },
  { labels: { en: 'Delivery address', de: 'Lieferadresse' }, cell: ({ order }) => order.address },
  { labels: { en: 'Invoice address', de: 'Rechnungsadresse' }, cell: ({ billing }) => billing },
  { labels: { en: 'Phone', de: 'Telefon' }, cell: ({ order }) => order.phoneNumber },
  { labels: { en: 'Line', de: 'Position' }, cell: (_, { position }) => position },
  { labels: { en: 'Brand', de: 'Marke' }, cell: (_, { brand }) => brand },
  { labels: { en: 'Part number', de: 'Teilenummer' }, cell: (_, { sku }) => sku },
  { labels: { en: 'Product', de: 'Produkt' }, cell: (_, { productName }) => productName },
  { labels: { en: 'Quantity', de: 'Menge' }, cell: (_, { quantity }) => quantity },
  { labels: { en: 'Shipped units', de: 'Versandte Menge' }, cell: (_, { shippedQuantity }) => shippedQuantity },
  { labels: { en: 'Cancelled units', de: 'Stornierte Menge' }, cell: (_, { cancelledQuantity }) => cancelledQuantity },
  {
    labels: { en: 'Returned units', de: 'Zurückgekommene Menge' },
    cell: (_, { returnedQuantity }) => returnedQuantity,
  },
  {
    labels: { en: 'Price', de: 'Preis' },
    isAmount: true,
    cell: ({ order }, line) => toAmount(line.unitPriceCents, order.currency),
  },
  { labels: { en: 'Price per', de: 'Preis je' }, cell: (_, { pricePer }) => pricePer },
  {
    labels: { en: 'Line total', de: 'Summe der Position' },
    isAmount: true,
    cell: ({ order }, line) => toAmount(line.totalCents, order.currency),
  },
  {
    labels: { en: 'Line discount', de: 'Rabatt der Position' },
    isAmount: true,
    cell: ({ order }, line) => toAmount(line.discountCents, order.currency),
  },
  {
    labels: { en: 'Line tax', de: 'Steuer der Position' },
    isAmount: true,
    cell: ({ order }, line) => toAmount(line.taxCents, order.currency),
  },
  { labels: { en: 'Job', de: 'Kommission' }, cell: (_, { job }) => job },
  once({ en: 'Shipping', de: 'Versand' }, ({ shippingCents }) => shippingCents),
  once({ en: 'Order discount', de: 'Rabatt der Bestellung' }, ({ discountCents }) => discountCents),
  once({ en: 'Order tax', de: 'Steuer der Bestellung' }, ({ taxCents }) => taxCents),
  once({ en: 'Order total', de: 'Summe der Bestellung' }, ({ totalCents }) => totalCents),
  once({ en: 'Credited', de: 'Gutgeschrieben' }, ({ creditedCents }) => creditedCents),
  once(
    { en: 'Received', de: 'Eingegangen' },
    (order, { cameCents }) => cameCents + (order.paidAt ? costCents(order) : order.receivedCents),
  ),
  once({ en: 'Open', de: 'Offen' }, (order) => (isUnpaid(order) ? openCents(order) : 0)),
  once({ en: 'Refunded', de: 'Erstattet' }, ({ refundedCents }, { returnedCents }) => refundedCents + returnedCents),
  { labels: { en: 'Currency', de: 'Währung' }, cell: ({ order }) => order.currency.toUpperCase() },
  moment({ en: 'Due', de: 'Fällig' }, (order) => (isUnpaid(order) ? (dueAt(order) ?? order.expiresAt) : null)),
  moment({ en: 'Paid', de: 'Bezahlt' }, ({ paidAt }) => paidAt),
  { labels: { en: 'Transaction', de: 'Transaktion' }, cell: ({ order }) => order.transactionId },
  moment({ en: 'Shipped', de: 'Versandt' }, ({ shippedAt }) => shippedAt),
  {
    labels: { en: 'Carrier', de: 'Versanddienst' },
    cell: ({ shipments }) => listed(shipments.map(({ carrier }) => carrier)),
  },
  {
    labels: { en: 'Tracking number', de: 'Sendungsnummer' },
    cell: ({ shipments }) => listed(shipments.map((one) => one.trackingNumber)),
  },
  { labels: { en: 'Note', de: 'Bemerkung' }, cell: ({ order }) => order.note },
]
