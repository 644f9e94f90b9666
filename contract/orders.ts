import { AddressInput } from '#contract/addresses.ts'
import { maxLengths, maxLines, maxPriceCents } from '#contract/max-lengths.ts'
import { askingKinds, DespiteRequests } from '#contract/order-messages.ts'
import { type Static, Type } from 'typebox'
import {
  DeliveryAddress,
  Price,
  EmailAddress,
  EmailQuery,
  endpoint,
  type ResponseBody,
  Line,
  NonBlankText,
  IdParams,
  PersonNameOrEmpty,
  PhoneNumber,
  Quantity,
  Text,
} from '#contract/endpoint.ts'
import { Place } from '#contract/place.ts'
import { BulkIds, BulkResult, Preview } from '#contract/bulk.ts'
import { OrderFor } from '#contract/carts.ts'
import { Tag, TagId } from '#contract/tags.ts'
import { orderReaders } from '#contract/permissions.ts'
import { ChosenVehicle } from '#contract/chosen-vehicle.ts'
import { dayRangeQuery, maxCountedRows, pageQuery, SearchText } from '#contract/pagination.ts'

/**
 * Lists the order states. `paid_short` is paid but out of stock: it waits for stock or is refunded. `confirmed` is on account: it ships
 * before it is paid.
 */
export const orderStates = [
  'unpaid',
  'confirmed',
  'paid',
  'paid_short',
  'shipped',
  'cancelled',
  'expired',
  'refunded',
] as const

/**
 * Lists the filters for admins; `to_ship` are the orders that may ship now, paid or on account, `partly_shipped` those of which a part
 * has shipped and a part is to come, `ready_for_pickup` those that wait for
 * their buyers to pick them up, `awaiting_transfer` the unpaid ones that wait for a bank transfer, `owed` those on account that are not paid,
 * shipped or not, `partly_paid` those of whose money a part has come, `overdue` those of both whose day is past,
 * `freight_to_quote` the open orders whose total is without freight, of which nothing is due,
 * `to_answer` those whose buyer waits for an answer, `refund_failed` those whose
 * latest refund has failed, `refund_to_send` those of whose money staff have to send some back by hand.
 */
export const orderFilters = [
  ...orderStates,
  'to_ship',
  'partly_shipped',
  'ready_for_pickup',
  'awaiting_transfer',
  'disputed',
  'owed',
  'partly_paid',
  'overdue',
  'freight_to_quote',
  'to_answer',
  'refund_failed',
  'refund_to_send',
] as const

/** Lists the sort orders; a minus reverses one. */
export const orderSorts = ['-placed', 'placed', '-total', 'total', '-open', 'open', '-due', 'due'] as const

/** Limits the orders that the history of a buyer's products is read from. */
export const boughtOrders = 2000

/** Lists the kinds of timeline entries of an order. */
export const timelineKinds = [
  'placed',
  'terms_accepted',
  'confirmed',
  'paid',
  'paid_late',
  'paid_short',
  'payment_received',
  'payment_taken_back',
  'reminded',
  'allocated',
  'ready_for_pickup',
  'shipped',
  'shipment_corrected',
  'shipment_undone',
  'cancelled',
  'expired',
  'return_requested',
  'withdrawn',
  'return_approved',
  'return_refused',
  'return_cancelled',
  'return_received',
  'return_replaced',
  'units_cancelled',
  'credited',
  'details_changed',
  'freight_set',
  'payment_method_changed',
  'refund_requested',
  'refunded',
  'refund_failed',
  'payment_held',
  'payment_returned',
  'dispute_opened',
  'dispute_closed',
] as const

/** Describes an order on the wire; times are ISO 8601 in UTC. */
export const Order = Type.Object({
  _id: Type.String(),
  /** Names the order for people, as `BY-1001`; it begins as the seller has chosen. */
  number: Type.String(),
  /** The product, or that of the first line and the number of the others: 'Vented front brake disc and 3 more'. */
  name: Type.String(),
  /** The product of the first line: as the buyer saw it, for staff as it is called in the main language. */
  productName: Type.String(),
  /** Holds the name that the buyer saw instead; for staff only, absent if it is the same. */
  productNameForBuyer: Type.Optional(Type.String()),
  /** The brand of the first line when it was ordered. */
  brand: Type.Optional(Type.String()),
  /** The part number of the first line when it was ordered. */
  sku: Type.Optional(Type.String()),
  buyerName: Type.String(),
  email: Type.String(),
  address: Type.String(),
  /** The address of the invoice in lines, if it is another one. */
  billing: Type.Optional(Type.String()),
  phoneNumber: Type.String(),
  lineCount: Type.Integer(),
  /** The units of all lines. */
  quantity: Type.Integer(),
  totalPrice: Type.Number(),
  /** Of all its amounts: an ISO 4217 code in lower case. */
  currency: Type.String(),
  paid: Type.Boolean(),
  transactionId: Type.Optional(Type.String()),
  /** Whether nothing is left to ship. */
  shipped: Type.Boolean(),
  /** The units that have shipped; absent if none have. */
  shippedUnits: Type.Optional(Type.Integer()),
  state: Type.Enum(orderStates),
  /** The product of the first line. */
  productId: Type.String(),
  /** The buyer's own number of the purchase. */
  poNumber: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  placedAt: Type.String(),
  paidAt: Type.Optional(Type.String()),
  /** The time of the last parcel, once nothing is left to ship. */
  shippedAt: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.String()),
  /** Set for an order that the buyer wants to pay in advance by bank transfer. */
  byTransfer: Type.Optional(Type.Literal(true)),
  /** Set for an order that is paid by invoice. */
  onAccount: Type.Optional(
    Type.Object({
      /** The days from the order until it is due. */
      netDays: Type.Integer(),
      /** Absent while the freight is not in the total. */
      dueAt: Type.Optional(Type.String()),
      /** Set while it is due and not paid. */
      overdue: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** Of the last parcel. */
  carrier: Type.Optional(Type.String()),
  trackingNumber: Type.Optional(Type.String()),
  /** Set for an order that its buyer picks up, and when it was ready for that. */
  pickup: Type.Optional(Type.Literal(true)),
  readyAt: Type.Optional(Type.String()),
  /** The carrier of its shipping method, by whom it probably ships. */
  methodCarrier: Type.Optional(Type.String()),
  /** Set while the total is without freight, which the shop quotes: nothing can be paid until then. */
  freightOnRequest: Type.Optional(Type.Literal(true)),
  /** What is still to be paid; absent while freight is not in the total, and once it is paid or closed. */
  open: Type.Optional(Type.Number()),
  /** The part of the money that has come by transfer or check, until it is paid. */
  received: Type.Optional(Type.Number()),
  /** The reminders of the open sum that staff sent; absent before the first. */
  reminders: Type.Optional(Type.Object({ count: Type.Integer(), lastAt: Type.String() })),
  /** The refunded amount in the currency of the store; absent if there is none. */
  refundedAmount: Type.Optional(Type.Number()),
  /** Set while a dispute is open or lost; the order does not ship then. */
  disputed: Type.Optional(Type.Literal(true)),
})
export type Order = Static<typeof Order>

export const listOrders = endpoint('listOrders', 'GET', '/orders', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary:
    'Lists the orders of one buyer, newest first or as `sort` says, without cancelled and expired ones unless `state` asks for them; `q` searches the order number, the purchase order number, and products and part numbers of all lines.',
  query: Type.Object({
    ...pageQuery,
    email: EmailAddress,
    q: Type.Optional(SearchText),
    state: Type.Optional(Type.Enum(orderStates)),
    sort: Type.Optional(Type.Enum(orderSorts)),
  }),
  answer: Type.Array(Order),
  problems: ['not-allowed'],
})

/** Describes an order of another shop, from before: history only. `productId` is the product on sale that has the part number of a line. */
export const PastOrder = Type.Object({
  _id: Type.String(),
  number: Type.String(),
  orderedOn: Type.String(),
  currency: Type.String(),
  total: Type.Number(),
  lines: Type.Array(
    Type.Object({
      partNumber: Type.String(),
      name: Type.String(),
      quantity: Type.Integer(),
      price: Type.Number(),
      productId: Type.Optional(Type.String()),
    }),
  ),
})
export type PastOrder = Static<typeof PastOrder>

export const listPastOrders = endpoint('listPastOrders', 'GET', '/past-orders', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Lists the orders that a buyer placed before this shop, newest first, as a file of orders has told them.',
  query: Type.Object({ ...pageQuery, email: EmailAddress }),
  answer: Type.Array(PastOrder),
  problems: ['not-allowed'],
})

export const getPastOrder = endpoint('getPastOrder', 'GET', '/past-order/:id', {
  access: 'signed-in',
  summary: 'Returns an order that the caller placed before this shop.',
  params: IdParams,
  answer: PastOrder,
  problems: ['order-not-found'],
})

export const countOrders = endpoint('countOrders', 'GET', '/order-counts', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Counts the orders of one buyer, in all without cancelled and expired ones, and by state.',
  query: EmailQuery,
  answer: Type.Object({
    count: Type.Integer(),
    /** Without states that no order is in. */
    states: Type.Array(Type.Object({ state: Type.Enum(orderStates), count: Type.Integer() })),
  }),
  problems: ['not-allowed'],
})

/** Describes a product that the caller has paid for; `quantity`, and the price in the currency of the store, are those of the last time. */
export const BoughtProduct = Type.Object({
  productId: Type.String(),
  /** As it was called then. */
  name: Type.String(),
  quantity: Type.Integer(),
  unitPrice: Type.Number(),
  /** The number of units that the price is for, 100 or 1,000; absent for 1. */
  pricePer: Type.Optional(Type.Integer()),
  /** The last order with it. */
  orderId: Type.String(),
  orderNumber: Type.String(),
  orderedAt: Type.String(),
  /** The orders with it. */
  orderCount: Type.Integer(),
})
export type BoughtProduct = Static<typeof BoughtProduct>

export const listBoughtProducts = endpoint('listBoughtProducts', 'GET', '/bought-products', {
  access: 'signed-in',
  summary: `Lists the products in the caller's latest ${boughtOrders.toLocaleString('en')} paid orders, those bought last first, at most ${maxLines.toLocaleString('en')}.`,
  answer: Type.Array(BoughtProduct),
})

/** Lists why the code of a discount is refused. */
export const discountProblems = [
  'discount-code-unknown',
  'discount-too-many-codes',
  'discount-not-valid',
  'discount-ended',
  'discount-used-up',
  'discount-used-before',
  'discount-no-products',
  'discount-below-minimum',
] as const

/** Lists how an order is paid: by card or bank transfer before it ships, or on account by an invoice afterwards. */
export const paymentMethods = ['card', 'transfer', 'invoice'] as const

/** Describes a shipping method that can be chosen for a place; amounts are in the currency of the store. */
export const ShippingChoice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  /** Absent for freight that is quoted on request, which is not free. */
  price: Type.Optional(Type.Number()),
  /** The promised time of delivery in days. */
  days: Type.Optional(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
  carrier: Type.Optional(Type.String()),
  service: Type.Optional(Type.String()),
  /** Holds the amount that is missing for free shipping. */
  missingForFree: Type.Optional(Type.Number()),
})
export type ShippingChoice = Static<typeof ShippingChoice>

/** Describes the tax of one rate and reason; `rate` is a fraction in decimals, amounts are in the currency of the store. */
export const TaxRow = Type.Object({
  country: Type.String(),
  region: Type.String(),
  name: Type.String(),
  rate: Type.String(),
  reason: Type.String(),
  taxable: Type.Number(),
  amount: Type.Number(),
})
export type TaxRow = Static<typeof TaxRow>

/** Describes the amounts of an order in its currency: `total` is what the buyer pays. */
export const OrderAmounts = Type.Object({
  /** The sum of the lines. */
  items: Type.Number(),
  discount: Type.Optional(
    Type.Object({
      name: Type.String(),
      code: Type.Optional(Type.String()),
      /** Off the lines. */
      amount: Type.Number(),
      /** Off the shipping. */
      shipping: Type.Optional(Type.Number()),
    }),
  ),
  /** After its discount; absent if none is chosen, or none is charged. */
  shipping: Type.Optional(Type.Number()),
  taxes: Type.Array(TaxRow),
  tax: Type.Number(),
  /** Whether prices, and so items and shipping, include the tax. */
  includesTax: Type.Boolean(),
  /** Holds the rounding by which the total can be paid; only in currencies with three decimals. */
  rounding: Type.Optional(Type.Number()),
  total: Type.Number(),
  /** An ISO 4217 code in lower case. */
  currency: Type.String(),
})
export type OrderAmounts = Static<typeof OrderAmounts>

export const quoteOrder = endpoint('quoteOrder', 'POST', '/order-quote', {
  access: 'anyone',
  optionalSignIn: true,
  summary:
    'Calculates what an order of up to 1,000 lines costs at a place: discount, shipping methods, shipping, tax and total, and says what is still to choose. Of a signed-in buyer, with the prices and terms of that buyer; staff who may place orders can ask `for` a customer. Nothing is stored.',
  body: Type.Object({
    for: OrderFor,
    lines: Type.Array(Type.Object({ productId: Type.String({ format: 'uuid' }), quantity: Quantity(1) }), {
      minItems: 1,
      maxItems: maxLines,
    }),
    place: Type.Optional(Place),
    /** The code of a discount. */
    code: Type.Optional(Text(maxLengths.discountCode)),
    /** The id of one of `shippingMethods`; without it, the cheapest that has a price. */
    shippingMethod: Type.Optional(Text(200, 1)),
  }),
  answer: Type.Object({
    ...OrderAmounts.properties,
    /** Says what the shop charges; if neither, the other fields about them are absent or empty. */
    charges: Type.Object({ tax: Type.Boolean(), shipping: Type.Boolean() }),
    /** Lists the parts that an order lacks; the total is without them. */
    needs: Type.Array(Type.Enum(['place', 'shippingMethod'])),
    shippingMethods: Type.Array(ShippingChoice),
    /** The one that the total counts. */
    shippingMethod: Type.Optional(Type.String()),
    /** The products because of which all of it goes as freight on request, where the others have a price without them. */
    freightProducts: Type.Optional(Type.Array(Type.String())),
    /** Holds the sentence about the tax. */
    note: Type.Optional(Type.String()),
    /**
     * The countries of which one verified tax number of the buyer takes the tax away, or has done so. Empty where buyers have such
     * numbers, but none counts; absent elsewhere.
     */
    taxIdCountries: Type.Optional(Type.Array(Type.String())),
  }),
  problems: [
    'customer-not-found',
    'permission-missing',
    'lines-refused',
    'country-unknown',
    'region-unknown',
    'postal-code-elsewhere',
    'no-shipping-to-place',
    'shipping-unavailable',
    'tax-unavailable',
    ...discountProblems,
  ],
})
export type OrderQuote = ResponseBody<typeof quoteOrder>

export const placeOrder = endpoint('placeOrder', 'POST', '/orders', {
  idempotencyKey: true,
  access: 'signed-in',
  summary:
    'Places an unpaid order of one product, or of 1 to 1,000 `lines`, and reserves its stock; all or nothing. An `Idempotency-Key` header makes a repeated call safe. Staff who may place orders can do so `for` a customer, who is emailed where to pay; the order names them.',
  body: Type.Object({
    for: OrderFor,
    /** The product of an order of one line, by its id or its name; `lines` takes their place. */
    productId: Type.Optional(Text(200, 1)),
    name: Type.Optional(NonBlankText(maxLengths.productName)),
    /** They tell products of one name apart. */
    sku: Type.Optional(NonBlankText(maxLengths.partNumber)),
    brand: Type.Optional(Text(maxLengths.brand)),
    buyerName: Type.Optional(PersonNameOrEmpty),
    email: Type.Optional(EmailAddress),
    address: DeliveryAddress,
    phoneNumber: PhoneNumber,
    /** The address by its fields, which `address` is then written from. Needed if tax or shipping is charged. */
    delivery: Type.Optional(AddressInput),
    /** The address of the invoice, if it is another one. */
    billing: Type.Optional(AddressInput),
    quantity: Type.Optional(Quantity(1)),
    /** One product may stand in several lines, for several jobs. */
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          productId: Type.String({ format: 'uuid' }),
          quantity: Quantity(1),
          /** The price that the buyer saw, in the currency of the store; another one refuses the line. */
          unitPrice: Type.Optional(Price),
          /** The number of units that `unitPrice` is for; 1 if absent. */
          pricePer: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
          /** Names the job that it is for, in the buyer's words. */
          job: Type.Optional(Text(maxLengths.job)),
        }),
        { minItems: 1, maxItems: maxLines },
      ),
    ),
    /** The vehicle that the buyer has chosen: lines keep it with what the shop says of it. */
    vehicle: Type.Optional(ChosenVehicle),
    /** The buyer's own number of the purchase. */
    poNumber: Type.Optional(Line(maxLengths.poNumber)),
    note: Type.Optional(Text(maxLengths.orderNote)),
    /** The cart of the buyer, by its id or as `active`, that the lines are of: they leave it as the order is placed. */
    cartId: Type.Optional(Text(200, 1)),
    /** The code of a discount. */
    code: Type.Optional(Text(maxLengths.discountCode)),
    /** The id of a shipping method of the quote; without it, the cheapest delivery that has a price. */
    shippingMethod: Type.Optional(Text(200, 1)),
    /** By card, if absent. On account is for buyers whom an admin allows it; by bank transfer only if the store has `transferDays`. */
    payBy: Type.Optional(Type.Enum(paymentMethods)),
    /**
     * Whether the buyer accepted the terms of sale of the shop; the order keeps the address of the version. If the shop has terms, an
     * order of `lines` is refused without it (`terms-not-accepted`); one of `productId` or `name`, or `for` a customer, is taken, and says
     * that none were accepted.
     */
    termsAccepted: Type.Optional(Type.Literal(true)),
    /** The address of the terms that the buyer saw (`versionUrl` of the legal texts); another one than the shop has by now is `terms-changed`. */
    termsAddress: Type.Optional(Text(maxLengths.termsAddress, 1)),
    /** The total that the buyer saw, in the currency of the store; another one is `price-changed`. */
    totalPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), order: Order }),
  problems: [
    'customer-not-found',
    'permission-missing',
    'product-not-found',
    'product-ambiguous',
    'below-minimum',
    'above-maximum',
    'not-a-multiple',
    'out-of-stock',
    'price-changed',
    'lines-refused',
    'total-not-payable',
    'order-too-large',
    'too-many-open-orders',
    'customer-without-terms',
    'customer-needs-po-number',
    'customer-above-credit-limit',
    'idempotency-key-reused',
    'cart-not-found',
    'cart-changed',
    'cart-ordered',
    'country-unknown',
    'address-incomplete',
    'region-unknown',
    'postal-code-elsewhere',
    'postal-code-invalid',
    'delivery-needed',
    'no-shipping-to-place',
    'shipping-unavailable',
    'shipping-method-needed',
    'tax-unavailable',
    ...discountProblems,
    'discount-changed',
    'terms-not-allowed',
    'transfer-not-offered',
    'terms-changed',
    'terms-not-accepted',
    'po-number-needed',
    'credit-limit-reached',
    'vehicle-not-found',
    'built-outside-year',
    'not-allowed',
  ],
})

export const getOrder = endpoint('getOrder', 'GET', '/order/:id', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Returns one order; only its buyer and admins can see it.',
  params: IdParams,
  answer: Order,
  problems: ['order-not-found'],
})

export const cancelOrder = endpoint('cancelOrder', 'DELETE', '/orders/:id', {
  access: 'owner-or-admin',
  permission: 'orders',
  summary:
    'Cancels an order that is not paid and releases its stock, once. Of one on account, which only staff cancel here, as long as nothing has shipped, all is credited; what has come of the money, staff send back.',
  params: IdParams,
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'order-disputed',
    'cancellation-too-large',
    'nothing-to-cancel',
    'credit-too-large',
    'refund-not-payable',
    'payment-in-progress',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
  ],
})

/** Names a parcel by its id, and for people as `BY-1001-2`. */
const ParcelName = Type.Object({ _id: Type.String(), number: Type.String() })

/** Describes an order for staff: with the tags and the number of notes that its buyer never sees. */
export const ManagedOrder = Type.Object({
  ...Order.properties,
  /** Absent if there are none. */
  tags: Type.Optional(Type.Array(Tag)),
  /** Of the invoice address, else of the buyer's address book; absent without any. */
  company: Type.Optional(Type.String()),
  /** Names whom the invoice is addressed to: the company, else the person. */
  addressee: Type.String(),
  /** The price in its parts; what was credited before it was paid, and what has come of the rest. */
  sums: Type.Object({
    net: Type.Number(),
    tax: Type.Number(),
    rounding: Type.Optional(Type.Number()),
    credited: Type.Number(),
    received: Type.Number(),
  }),
  /** The product for which a search found an order of several lines, with its units of all lines. */
  matched: Type.Optional(
    Type.Object({
      name: Type.String(),
      brand: Type.Optional(Type.String()),
      sku: Type.Optional(Type.String()),
      quantity: Type.Integer(),
    }),
  ),
  noteCount: Type.Optional(Type.Integer()),
  /** What its buyer has asked for and staff have not answered; absent if nothing is open. */
  openMessages: Type.Optional(Type.Array(Type.Enum(askingKinds))),
  /** The last parcel, and until when it can be undone; for staff who ship, absent afterwards. */
  undoable: Type.Optional(Type.Object({ ...ParcelName.properties, until: Type.String() })),
})
export type ManagedOrder = Static<typeof ManagedOrder>

/** Narrows all orders beside their state. */
const managedOrderQuery = {
  ...dayRangeQuery,
  tag: Type.Optional(TagId),
}

export const listAllOrders = endpoint('listAllOrders', 'GET', '/all-orders', {
  access: 'admin',
  permission: orderReaders,
  summary:
    'The orders of every buyer, newest first or as `sort` says; `q` searches product, part number, order number, purchase order number, buyer, e-mail and order id; `from` and `to` are days on which they were placed.',
  query: Type.Object({
    ...pageQuery,
    ...managedOrderQuery,
    q: Type.Optional(SearchText),
    state: Type.Optional(Type.Enum(orderFilters)),
    sort: Type.Optional(Type.Enum(orderSorts)),
  }),
  answer: Type.Array(ManagedOrder),
})

export const countAllOrders = endpoint('countAllOrders', 'GET', '/all-order-counts', {
  access: 'admin',
  permission: orderReaders,
  summary: `Counts the orders of every buyer by filter, as \`all\` in all, in one statement; each count ends at ${maxCountedRows.toLocaleString('en')}.`,
  query: Type.Object(managedOrderQuery),
  answer: Type.Array(Type.Object({ filter: Type.Enum(['all', ...orderFilters]), count: Type.Integer() })),
})

export const shipOrders = endpoint('shipOrders', 'POST', '/ship-orders', {
  access: 'admin',
  permission: 'shipping',
  summary:
    'Ships all that is left of orders, each by itself, and tells their buyers ten minutes later; with `preview`, only says which ones can be shipped and why others cannot.',
  body: Type.Object({
    ids: BulkIds,
    carrier: Type.Optional(Line(maxLengths.carrier)),
    /** The tracking numbers by the ids of the orders. */
    trackingNumbers: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Line(maxLengths.trackingNumber))),
    despiteRequests: DespiteRequests,
    preview: Preview,
  }),
  answer: Type.Object({
    ...BulkResult.properties,
    /** The parcels, for `POST /undo-shipments`. */
    shipments: Type.Array(ParcelName),
  }),
  problems: ['order-not-found', 'order-move-not-allowed', 'order-disputed', 'order-asked-about', 'nothing-to-ship'],
})

export const shipOrder = endpoint('shipOrder', 'PATCH', '/ship-order/:id', {
  access: 'admin',
  permission: 'shipping',
  summary:
    'Ships all that is left of an order that is paid or on account, as one parcel; the buyer is told ten minutes later, with carrier and tracking number, if they are given.',
  params: IdParams,
  body: Type.Object({
    carrier: Type.Optional(Line(maxLengths.carrier)),
    trackingNumber: Type.Optional(Line(maxLengths.trackingNumber)),
    despiteRequests: DespiteRequests,
  }),
  bodyOptional: true,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-move-not-allowed', 'order-disputed', 'order-asked-about', 'nothing-to-ship'],
})

export const changePaymentMethod = endpoint('changePaymentMethod', 'PUT', '/order/:id/payment-method', {
  access: 'owner-or-admin',
  permission: 'orders',
  summary:
    'Makes an unpaid order by card one by bank transfer or on account, under the conditions of `payBy` of a new order; repeated, it changes nothing. With `preview`, it only says what the order would come to.',
  params: IdParams,
  body: Type.Object({ payBy: Type.Enum(['transfer', 'invoice']) }),
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'order-too-large',
    'transfer-not-offered',
    'terms-not-allowed',
    'po-number-needed',
    'credit-limit-reached',
  ],
})

const Freight = Type.Number({ minimum: 0, maximum: maxPriceCents, format: 'price-or-zero' })

export const setFreight = endpoint('setFreight', 'PUT', '/order/:id/freight', {
  access: 'admin',
  permission: 'orders',
  summary:
    'Sets the freight of an order whose total is without it (`freightOnRequest`), with tax in it if the prices of the order have, and mails the buyer; 0 if it is in the prices. With it comes the invoice of an order on account, which is due from then. As long as nothing of the order is paid, credited or invoiced, another call corrects it, which says with `instead` what was set before; repeated, it changes nothing.',
  params: IdParams,
  body: Type.Object({ freight: Freight, instead: Type.Optional(Freight), preview: Preview }),
  answer: Type.Object({
    success: Type.Literal(true),
    order: Order,
    /** With `preview`, which changes nothing: what the order would come to. */
    total: Type.Optional(Type.Number()),
  }),
  problems: [
    'order-not-found',
    'freight-is-set',
    'freight-is-final',
    'payment-in-progress',
    'order-too-large',
    'total-not-payable',
    'credit-limit-in-the-way',
    'tax-unavailable',
  ],
})

export const changeOrder = endpoint('changeOrder', 'PATCH', '/order/:id/details', {
  access: 'owner-or-admin',
  permission: 'orders',
  summary:
    'Changes delivery address, phone, purchase order number and note of an order, its buyer until the first parcel; what is left out stays, and so does the billing address unless `withBilling` changes it, too. Papers that were issued stay as they are. An address where the order may cost more becomes a request to the shop (`asked`), and the other fields are changed; at a cheaper one the price stays as ordered (`priceKept`).',
  params: IdParams,
  body: Type.Object({
    address: Type.Optional(DeliveryAddress),
    /** The address by its fields, which `address` is then written from; for orders that have fields. */
    delivery: Type.Optional(AddressInput),
    /** Whether `delivery` is the billing address, too; without, that stays, even if it was the same. */
    withBilling: Type.Optional(Type.Boolean()),
    phoneNumber: Type.Optional(PhoneNumber),
    /** Empty takes it off. */
    poNumber: Type.Optional(Line(maxLengths.poNumber)),
    note: Type.Optional(Text(maxLengths.orderNote)),
  }),
  answer: Type.Object({
    success: Type.Literal(true),
    order: Order,
    asked: Type.Optional(Type.Literal(true)),
    priceKept: Type.Optional(Type.Literal(true)),
  }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'order-disputed',
    'delivery-needed',
    'po-number-needed',
    'too-many-messages',
    'too-many-requests',
    'country-unknown',
    'address-incomplete',
    'region-unknown',
    'postal-code-elsewhere',
    'postal-code-invalid',
  ],
})

export const allocateOrder = endpoint('allocateOrder', 'POST', '/order/:id/allocate', {
  access: 'admin',
  permission: 'orders',
  summary: 'Reserves the stock of a backordered (`paid_short`) order once there is enough; the order becomes `paid`.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-move-not-allowed', 'not-enough-stock'],
})
