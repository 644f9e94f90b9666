import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { AddressInput } from '#contract/addresses.ts'
import type { Language } from '#contract/language.ts'
import type { timelineKinds } from '#contract/orders.ts'
import type { offlineMethods } from '#contract/payments.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { fitVerdicts } from '#contract/vehicles.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** Holds the shipping method of an order as it was offered; `isUnpriced` is freight that is quoted later, which is not free. */
export interface OrderShipping {
  id: string
  name: string
  /** What the seller calls it, where that is another name. */
  ownName?: string
  kind: string
  isUnpriced?: true
  days?: { from: number; to: number }
  carrier?: string
  service?: string
}

/** Holds the terms of an order on account. */
export interface OrderTerms {
  netDays: number
}

/** Stores orders; the state is derived from the timestamps that are set. */
export const orders = pgTable('orders', {
  id: uuid('id').primaryKey(),
  /** Shown as `BY-1001`, with what the seller has chosen before it. */
  number: bigint('number', { mode: 'number' })
    .notNull()
    .default(sql`nextval('order_numbers')`)
    .unique(),
  buyerId: uuid('buyer_id').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email').notNull(),
  address: text('address').notNull(),
  phoneNumber: text('phone_number').notNull(),
  /** The buyer's own number of the purchase. */
  poNumber: text('po_number'),
  note: text('note'),
  lineCount: smallint('line_count').notNull().default(1),
  /** The units of all lines. */
  units: integer('units').notNull(),
  totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
  discountCents: cents('discount_cents'),
  /** As the buyer saw it: with tax if prices include tax, after its discount. */
  shippingCents: cents('shipping_cents'),
  shippingNetCents: cents('shipping_net_cents'),
  shippingTaxCents: cents('shipping_tax_cents'),
  /** Of lines and shipping. */
  taxCents: cents('tax_cents'),
  /** Holds the amount that was added or taken off so that the total can be paid. */
  roundingCents: cents('rounding_cents'),
  pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
  /** The shipping method as it was offered. */
  shipping: jsonb('shipping').$type<OrderShipping>(),
  delivery: jsonb('delivery').$type<AddressInput>(),
  billing: jsonb('billing').$type<AddressInput>(),
  /** Because of which the buyer owes no tax. */
  buyerTaxNumber: text('buyer_tax_number'),
  /** Set for an order on account, which is confirmed and ships before it is paid. */
  terms: jsonb('terms').$type<OrderTerms>(),
  /** The address of the terms of sale that the buyer accepted with the order. */
  acceptedTerms: text('accepted_terms'),
  confirmedAt: timestamptz('confirmed_at'),
  /** When staff set the freight that was on request. */
  freightSetAt: timestamptz('freight_set_at'),
  /** Whether the buyer pays in advance by bank transfer; a card is taken, too. */
  byTransfer: boolean('by_transfer').notNull().default(false),
  /** When the buyer was reminded of the transfer. */
  remindedAt: timestamptz('reminded_at'),
  /** The reminders of an open sum that staff sent, and when the last one went. */
  reminderCount: smallint('reminder_count').notNull().default(0),
  lastReminderAt: timestamptz('last_reminder_at'),
  currency: text('currency').notNull().default('usd'),
  idempotencyKey: text('idempotency_key'),
  openSlot: smallint('open_slot'),
  placedAt: timestamptz('placed_at').notNull().defaultNow(),
  /** The member of staff who placed it for the buyer; null if the buyer did. */
  placedBy: uuid('placed_by'),
  expiresAt: timestamptz('expires_at').notNull(),
  paidAt: timestamptz('paid_at'),
  transactionId: text('transaction_id').unique(),
  /** When the first parcel was shipped, and once nothing is left to ship, the last one. */
  firstShippedAt: timestamptz('first_shipped_at'),
  shippedAt: timestamptz('shipped_at'),
  /** When its buyer was told that it can be picked up. */
  readyAt: timestamptz('ready_at'),
  cancelledAt: timestamptz('cancelled_at'),
  cancelledBy: uuid('cancelled_by'),
  expiredAt: timestamptz('expired_at'),
  refundedAt: timestamptz('refunded_at'),
  /** Set while the order is paid but out of stock. */
  awaitingStockSince: timestamptz('awaiting_stock_since'),
  /** Refunded and pending cents; `refundedCents` has the refunded part. */
  refundAskedCents: bigint('refund_asked_cents', { mode: 'number' }).notNull().default(0),
  refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
  /** Whether units still come although all of its money goes back: those that were cancelled had cost what was left of it. */
  stillComes: boolean('still_comes').notNull().default(false),
  /** What need not be paid any more: credits on orders that are not paid. */
  creditedCents: bigint('credited_cents', { mode: 'number' }).notNull().default(0),
  /** Money by transfer or check that has arrived, in however many parts. What is open is total − credited − received. */
  receivedCents: bigint('received_cents', { mode: 'number' }).notNull().default(0),
  restockedQuantity: integer('restocked_quantity').notNull().default(0),
  disputedAt: timestamptz('disputed_at'),
  /** Of the first ten lines, for the search. */
  productNames: text('product_names').notNull().default(''),
  partNumbers: text('part_numbers').notNull().default(''),
  /** Of the page that it was placed on; mails about it are in it. */
  language: text('language').$type<Language>().notNull().default('en'),
})

/** Lists the orders that were placed or paid, and about which buyer or seller may still get a mail. */
export const orderConfirmations = pgTable('order_confirmations', {
  orderId: uuid('order_id').primaryKey(),
  /** Set if only the mail to the buyer is left. */
  sellerTold: boolean('seller_told').notNull().default(false),
})

/** Records the events of an order after it was placed; the actor is null for the shop and the card provider. */
export const orderEvents = pgTable('order_events', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: uuid('order_id').notNull(),
  kind: text('kind').$type<OrderEventKind>().notNull(),
  happenedAt: timestamptz('happened_at').notNull().defaultNow(),
  happenedBy: uuid('happened_by'),
  facts: jsonb('facts').$type<OrderEventFacts>().notNull().default({}),
})

export type OrderEventKind = Exclude<(typeof timelineKinds)[number], 'placed' | 'terms_accepted'>

export interface OrderEventFacts {
  transactionId?: string
  amountCents?: number
  /** The total of the order before it became another one. */
  totalBeforeCents?: number
  /** What was to go back and does not, since the payment was taken back. */
  withdrawnCents?: number
  currency?: string
  units?: number
  /** The position of a parcel. */
  shipment?: number
  /** The position of a return. */
  return?: number
  /** How money came or went that an admin recorded. */
  method?: (typeof offlineMethods)[number]
  reference?: string
  /** The reason for a refund, an unmatched payment or a failure. */
  reason?: string
}

/** Stores the lines of orders, 1 to 1,000 each. */
export const orderLines = pgTable('order_lines', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  /** From 1. */
  position: smallint('position').notNull().default(1),
  productId: uuid('product_id').notNull(),
  /** The seller's own, in the main language of then. */
  productName: text('product_name').notNull(),
  /** Holds the name that the buyer saw in the language of the order, where it is another one. */
  shownName: text('shown_name'),
  /** The name of the brand when it was ordered. */
  brand: text('brand'),
  /** The part number when it was ordered. */
  sku: text('sku'),
  quantity: integer('quantity').notNull(),
  /** The price of `pricePer` units. */
  unitPriceCents: integer('unit_price_cents').notNull(),
  pricePer: smallint('price_per').notNull().default(1),
  /** Half a cent is rounded up. */
  totalCents: bigint('total_cents', { mode: 'number' })
    .notNull()
    .generatedAlwaysAs(sql`line_total(quantity, unit_price_cents, price_per)`),
  discountCents: cents('discount_cents'),
  /** After the discount, without tax; null where there is neither. */
  netCents: bigint('net_cents', { mode: 'number' }),
  taxCents: cents('tax_cents'),
  taxClass: text('tax_class'),
  /** The price list that the price is of; null for the price of the product. */
  priceListId: bigint('price_list_id', { mode: 'number' }),
  /** Names the buyer's job that it is for. */
  job: text('job'),
  /** The units that are reserved for it and on the shelf; `server/stock` writes these four. */
  heldQuantity: integer('held_quantity').notNull().default(0),
  shippedQuantity: integer('shipped_quantity').notNull().default(0),
  /** The units that are neither shipped nor owed any more. */
  cancelledQuantity: integer('cancelled_quantity').notNull().default(0),
  returnedQuantity: integer('returned_quantity').notNull().default(0),
  /** The vehicle that the buyer had chosen, and what was shown of it then. */
  vehicle: jsonb('vehicle').$type<NamedVehicle>(),
  fitVerdict: text('fit_verdict', { enum: fitVerdicts }),
})
