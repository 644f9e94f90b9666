import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Text } from '#contract/endpoint.ts'
import { dayRangeQuery } from '#contract/pagination.ts'
import { languages } from '#contract/language.ts'
import { OrderAmounts } from '#contract/orders.ts'
import { offlineMethods } from '#contract/payments.ts'
import { orderReaders } from '#contract/permissions.ts'

export const documentKinds = ['invoice', 'credit_note'] as const

/** Describes an issued paper as it was issued; nothing but `isVoid` ever changes. Days are those of the store, like `2026-11-24`. */
export const Document = Type.Object({
  _id: Type.String(),
  kind: Type.Enum(documentKinds),
  /** As printed: `BY-1001`, or `BY-1001-C1` for the first credit note of that order. */
  number: Type.String(),
  orderId: Type.String(),
  orderNumber: Type.String(),
  issuedOn: Type.String(),
  /** Only of an invoice that was not paid when it was issued. */
  dueOn: Type.Optional(Type.String()),
  /** Of the order. */
  language: Type.Enum(languages),
  /** Set if the refund of a credit note failed, or the order was cancelled before it was paid: then the paper does not count. */
  isVoid: Type.Optional(Type.Literal(true)),
  /** Name, address and contacts, in lines. */
  seller: Type.String(),
  taxNumber: Type.Optional(Type.String()),
  buyer: Type.Object({
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    /** In lines. */
    address: Type.String(),
    /** Because of which the buyer owes no tax. */
    taxNumber: Type.Optional(Type.String()),
  }),
  /** The address of the delivery in lines, if it is another one. */
  delivery: Type.Optional(Type.String()),
  orderedOn: Type.Optional(Type.String()),
  poNumber: Type.Optional(Type.String()),
  /** The invoice that a credit note corrects; absent if that was deleted before. */
  invoice: Type.Optional(Type.Object({ number: Type.String(), issuedOn: Type.String() })),
  lines: Type.Array(
    Type.Object({
      /** The position in the order, from 1. */
      line: Type.Integer(),
      name: Type.String(),
      brand: Type.Optional(Type.String()),
      sku: Type.Optional(Type.String()),
      /** Names the buyer's job that it is for. */
      job: Type.Optional(Type.String()),
      quantity: Type.Integer(),
      /** The price of `pricePer` units; absent on credit notes. */
      unitPrice: Type.Optional(Type.Number()),
      /** 100 or 1,000; absent for 1. */
      pricePer: Type.Optional(Type.Integer()),
      /** The price without tax, to four decimals; only if prices include tax. */
      netUnitPrice: Type.Optional(Type.Number()),
      /** Before the discount; of a credit note without tax. */
      amount: Type.Number(),
      /** The share of the line in the discount of the order. */
      discount: Type.Optional(Type.Number()),
      /** The rate of its tax as a fraction in decimals, where not all lines have the same. */
      taxRate: Type.Optional(Type.String()),
    }),
  ),
  /** Holds the amount by which a credit note reduces the price of the order, besides the units that came back. */
  priceReduction: Type.Optional(Type.Number()),
  /** Of a credit note: `items` are its lines and the price reduction less the fee, and all but the total is without tax. */
  amounts: OrderAmounts,
  shippingMethod: Type.Optional(Type.Object({ name: Type.String(), onRequest: Type.Optional(Type.Literal(true)) })),
  /** How an invoice was paid before it was issued. */
  paid: Type.Optional(
    Type.Object({
      on: Type.String(),
      transactionId: Type.Optional(Type.String()),
      method: Type.Optional(Type.Enum(offlineMethods)),
      reference: Type.Optional(Type.String()),
    }),
  ),
  /** The days from the order until an invoice is due. */
  netDays: Type.Optional(Type.Integer()),
  /** Where to pay an invoice. */
  bankDetails: Type.Optional(Type.String()),
  /** The restocking fee that a credit note takes off, without tax, and its tax. */
  fee: Type.Optional(Type.Object({ amount: Type.Number(), tax: Type.Number() })),
  /** Holds the buyer's note of the order, or the seller's of the refund. */
  note: Type.Optional(Type.String()),
})
export type Document = Static<typeof Document>

export const getInvoice = endpoint('getInvoice', 'GET', '/order/:id/invoice', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Returns the invoice of an order that was paid or placed on account, as it was issued.',
  params: IdParams,
  answer: Document,
  problems: ['order-not-found', 'invoice-not-found'],
})

export const getCreditNote = endpoint('getCreditNote', 'GET', '/credit-note/:id', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Returns the credit note of a refund as it was issued, by the id of the refund.',
  params: IdParams,
  answer: Document,
  problems: ['credit-note-not-found'],
})

/** Lists what changes what a buyer owes. */
export const ledgerKinds = [...documentKinds, 'payment', 'payment_taken_back', 'refund'] as const

/** Describes a paper or a movement of money on its day of the store; what a buyer owes more is above zero. */
export const LedgerEntry = Type.Object({
  day: Type.String(),
  kind: Type.Enum(ledgerKinds),
  /** Of the paper, or of the order that the money is for. */
  number: Type.String(),
  orderId: Type.String(),
  buyerName: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  method: Type.Optional(Type.String()),
  /** Holds the text of the bank's list or the check. */
  reference: Type.Optional(Type.String()),
  /** The last day to pay an invoice. */
  dueOn: Type.Optional(Type.String()),
  /** The buyer's own number of the order. */
  poNumber: Type.Optional(Type.String()),
})
export type LedgerEntry = Static<typeof LedgerEntry>

/** Describes what a buyer was billed and has paid on days, oldest first, in the currency of the store. */
export const Statement = Type.Object({
  /** The address is that of the latest invoice or order in lines; empty before the first. */
  buyer: Type.Object({ _id: Type.String(), name: Type.String(), email: Type.String(), address: Type.String() }),
  /** Name, address and contacts, in lines. */
  seller: Type.String(),
  bankDetails: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  to: Type.String(),
  currency: Type.String(),
  /** What the buyer owed before the first day and owes after the last one. */
  opening: Type.Number(),
  closing: Type.Number(),
  entries: Type.Array(Type.Object({ ...LedgerEntry.properties, balance: Type.Number() })),
})
export type Statement = Static<typeof Statement>

export const getStatement = endpoint('getStatement', 'GET', '/statement', {
  access: 'signed-in',
  summary:
    'Returns the statement of account of the caller, or for staff who see orders that of a `customer`: invoices, credit notes, payments and refunds with the running balance.',
  query: Type.Object({ ...dayRangeQuery, customer: Type.Optional(Text(200, 1)) }),
  answer: Statement,
  problems: ['customer-not-found', 'dates-reversed'],
})

/** Limits the rows that the page of the journal shows; the file has all. */
export const maxJournalRows = 500

export const getJournal = endpoint('getJournal', 'GET', '/journal', {
  access: 'admin',
  permission: 'orders',
  summary: `Lists each invoice, credit note, payment and refund on its day, oldest first, at most ${maxJournalRows}; the export \`journal\` has all.`,
  query: Type.Object(dayRangeQuery),
  answer: Type.Object({
    rows: Type.Array(LedgerEntry),
    /** Set if there are more. */
    more: Type.Optional(Type.Literal(true)),
  }),
  problems: ['dates-reversed'],
})

/** Lists the days that a tax report can be by: of the invoice, of its order, or of its payment. */
export const taxDays = ['issued', 'ordered', 'paid'] as const

export const getTaxReport = endpoint('getTaxReport', 'GET', '/tax-report', {
  access: 'admin',
  permission: 'orders',
  summary:
    'Sums up the tax of invoices less credit notes by place, rate and reason; invoices count on their own day, or on that of the order or of its payment, credit notes on their own.',
  query: Type.Object({ ...dayRangeQuery, by: Type.Optional(Type.Enum(taxDays)) }),
  answer: Type.Array(
    Type.Object({
      country: Type.String(),
      region: Type.String(),
      name: Type.String(),
      /** A fraction in decimals. */
      rate: Type.String(),
      /** `untaxed` where the order has no tax. */
      reason: Type.String(),
      taxable: Type.Number(),
      exempt: Type.Number(),
      tax: Type.Number(),
      currency: Type.String(),
    }),
  ),
  problems: ['dates-reversed'],
})

export const getEcSalesList = endpoint('getEcSalesList', 'GET', '/ec-sales-list', {
  access: 'admin',
  permission: 'orders',
  summary:
    'Sums up deliveries free of tax to businesses in other member states of the European Union by VAT number, of invoices less credit notes by their own days; empty in shops elsewhere.',
  query: Type.Object(dayRangeQuery),
  answer: Type.Array(
    Type.Object({
      /** The beginning of the VAT number, such as `EL` for Greece; without a number, the country of the delivery. */
      country: Type.String(),
      /** Absent if the papers have none that is valid in another member state. */
      taxNumber: Type.Optional(Type.String()),
      buyerName: Type.String(),
      /** Without tax. */
      net: Type.Number(),
      /** `net` rounded to whole units of the currency, as tax offices want it. */
      wholeNet: Type.Integer(),
      currency: Type.String(),
    }),
  ),
  problems: ['dates-reversed'],
})
