import { bigint, date, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { AddressInput } from '#contract/addresses.ts'
import type { documentKinds } from '#contract/documents.ts'
import type { Language } from '#contract/language.ts'
import type { TaxGroup } from '#server/tax/compute-tax.ts'

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Holds all that a paper says, in cents and days of the store; 0018-documents.sql writes it. What is unknown is absent. */
export interface DocumentFacts {
  seller: {
    name: string
    company: string
    address: string
    phone: string
    email: string
    companyNumber: string
    /** For orders without a tax registration. */
    taxNumber: string
    /** The number under which the tax was collected. */
    registration?: string
  }
  buyer: { name: string; email: string; phone: string; taxNumber?: string; billing?: AddressInput }
  delivery: { text: string; address?: AddressInput; method?: string; isOnRequest?: true }
  references: {
    order: string
    orderedOn?: string
    purchaseOrder?: string
    /** Names the invoice that a credit note corrects. */
    invoice?: string
    invoicedOn?: string
  }
  note?: string
  lines: {
    line: number
    name: string
    brand?: string
    partNumber?: string
    job?: string
    quantity: number
    unitPriceCents?: number
    pricePer?: number
    totalCents?: number
    discountCents?: number
    /** After the discount, without tax; absent where there is neither. */
    netCents?: number
    taxCents?: number
    taxClass?: string
  }[]
  priceReductionCents?: number
  /** The restocking fee that a credit note takes off. */
  fee?: { netCents: number; taxCents: number }
  amounts: {
    itemsCents: number
    discount?: { name: string; code?: string; amountCents: number; shippingCents: number }
    shippingCents?: number
    taxes: TaxGroup[]
    taxCents: number
    includesTax: boolean
    roundingCents: number
    totalCents: number
  }
  /** Of an invoice: how it was paid before it was issued, or until when and where to pay. */
  payment?: {
    paidOn?: string
    transaction?: string
    method?: string
    reference?: string
    netDays?: number
    bankDetails?: string
  }
}

/** Stores the issued papers. Nothing changes a row; triggers write them, and refuse everything else. */
export const documents = pgTable('issued_documents', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** As printed. */
  name: text('name').notNull().unique(),
  kind: text('kind').$type<(typeof documentKinds)[number]>().notNull(),
  orderId: uuid('order_id').notNull(),
  /** Of a credit note. */
  refundId: uuid('refund_id').unique(),
  issuedOn: date('issued_on').notNull(),
  dueOn: date('due_on'),
  language: text('language').$type<Language>().notNull(),
  currency: text('currency').notNull(),
  netCents: cents('net_cents'),
  taxCents: cents('tax_cents'),
  roundingCents: cents('rounding_cents'),
  grossCents: cents('gross_cents'),
  facts: jsonb('facts').$type<DocumentFacts>().notNull(),
  /** The version of `facts`. */
  schema: smallint('schema').notNull().default(1),
})
export type DocumentRow = typeof documents.$inferSelect
