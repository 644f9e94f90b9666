import { AddressInput } from '#contract/addresses.ts'
import { orderReaders } from '#contract/permissions.ts'
import { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { fitVerdicts } from '#contract/vehicles.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { Price, endpoint, IdParams, NonBlankText, Quantity, Text } from '#contract/endpoint.ts'
import { BulkIds, BulkResult, Preview } from '#contract/bulk.ts'
import { Order, OrderAmounts, timelineKinds } from '#contract/orders.ts'
import { OrderMessage, UnitsOfLine } from '#contract/order-messages.ts'
import { Shipment } from '#contract/shipments.ts'

/** Lists the reasons for refunds, named as by the card provider, which knows no units that the shop does not deliver. */
export const refundReasons = ['requested_by_customer', 'not_delivered', 'duplicate', 'fraudulent'] as const

/** Lists the refund states. `requested`: not yet accepted by the provider, retried automatically; `pending`: in progress. */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const

/** Lists how money comes that an admin records. */
export const offlineMethods = ['bank_transfer', 'check'] as const

/** Describes a refund. Amounts are in the currency of the store, times ISO 8601 in UTC. */
export const Refund = Type.Object({
  _id: Type.String(),
  amount: Type.Number(),
  state: Type.Enum(refundStates),
  reason: Type.Enum(refundReasons),
  /** A message to the buyer; may be empty. */
  note: Type.String(),
  /** The restocking fee that was taken off. */
  fee: Type.Optional(Type.Number()),
  /** The number of units restocked with the refund. */
  restockedUnits: Type.Integer(),
  /** Set if the shop refunded automatically because the order was cancelled or already paid. */
  automatic: Type.Boolean(),
  requestedAt: Type.String(),
  /** The time it succeeded or failed. */
  endedAt: Type.Optional(Type.String()),
  /** The reason it failed, as a sentence. */
  failure: Type.Optional(Type.String()),
  /** What the bank's list or the check says of money that was sent by hand. */
  reference: Type.Optional(Type.String()),
  /** Absent for a credit. */
  transactionId: Type.Optional(Type.String()),
  /** Set for a credit: the order costs less, and no money is sent. */
  credit: Type.Optional(Type.Literal(true)),
  /** Set for money that the seller still has to send by hand. */
  toSend: Type.Optional(Type.Literal(true)),
  /** The number of its credit note, once it has one. */
  creditNote: Type.Optional(Type.String()),
  /** The e-mail of the admin who requested it; shown to admins only. */
  requestedBy: Type.Optional(Type.String()),
})
export type Refund = Static<typeof Refund>

/** Describes an attempt to pay by card. */
export const PaymentAttempt = Type.Object({
  at: Type.String(),
  state: Type.Enum(['succeeded', 'declined'] as const),
  /** The network in lower case, e.g. `visa`; `last4` are the card's last digits. */
  brand: Type.Optional(Type.String()),
  last4: Type.Optional(Type.String()),
  /** The bank's reason, in a sentence. */
  declineReason: Type.Optional(Type.String()),
  /** The same as the provider's code, e.g. `insufficient_funds`. */
  declineCode: Type.Optional(Type.String()),
  transactionId: Type.String(),
})
export type PaymentAttempt = Static<typeof PaymentAttempt>

/** Describes a payment that does not match its order; it waits for an admin. */
export const UnmatchedPayment = Type.Object({
  /** The transaction id. */
  _id: Type.String(),
  orderId: Type.String(),
  orderNumber: Type.String(),
  /** The product of the first line of the order. */
  productName: Type.String(),
  lineCount: Type.Integer(),
  buyerName: Type.String(),
  email: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  /** The total of the order, in `orderCurrency`. */
  orderTotal: Type.Number(),
  orderCurrency: Type.String(),
  reason: Type.Enum(['amount', 'currency', 'owner'] as const),
  heldAt: Type.String(),
  /** The amount refunded or being refunded, in the currency of the payment. */
  returned: Type.Number(),
  /** The latest refund; absent before the first. */
  refund: Type.Optional(Refund),
})
export type UnmatchedPayment = Static<typeof UnmatchedPayment>

/** Lists the dispute states. `open` and `lost` block shipping and refunds. */
export const disputeStates = ['open', 'won', 'lost'] as const

/** Describes a dispute opened by the buyer's bank. */
export const Dispute = Type.Object({
  _id: Type.String(),
  state: Type.Enum(disputeStates),
  reason: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  openedAt: Type.String(),
  closedAt: Type.Optional(Type.String()),
})
export type Dispute = Static<typeof Dispute>

/** Describes an entry of the timeline of an order; the amount is in the currency of the store or in `currency`. */
export const TimelineEntry = Type.Object({
  at: Type.String(),
  kind: Type.Enum(timelineKinds),
  /** Admins are `shop` for a buyer. */
  actor: Type.Enum(['buyer', 'admin', 'shop', 'provider'] as const),
  /** The e-mail of the actor; shown to admins only. */
  email: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Number()),
  /** The sum of refunds that were started and do not go out, since the payment was taken back. */
  withdrawn: Type.Optional(Type.Number()),
  currency: Type.Optional(Type.String()),
  units: Type.Optional(Type.Integer()),
  /** The number of the parcel that it is about. */
  shipment: Type.Optional(Type.String()),
  /** The number of the return that it is about. */
  return: Type.Optional(Type.String()),
  /** Why it was refunded, does not match, was sent back or disputed, as a code; for a closed dispute `won` or `lost`. */
  reason: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  /** The address of the terms of sale that were accepted. */
  termsAddress: Type.Optional(Type.String()),
  /** How money came or went that an admin recorded, and what the bank's list or the check says. */
  method: Type.Optional(Type.Enum(offlineMethods)),
  reference: Type.Optional(Type.String()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/**
 * Lists what can be done with an order. `record-surplus` is a payment although nothing is open, `refund` of one that is not paid a credit; `cancel-units` and `change` are for its buyer until the
 * first parcel, and `ask-to-cancel` is instead of `cancel-units` where the shop wants to be asked.
 */
export const orderActions = [
  'pay',
  'record-payment',
  'record-surplus',
  'remind',
  'cancel',
  'cancel-units',
  'ask-to-cancel',
  'change',
  'set-freight',
  'ship',
  'allocate',
  'refund',
] as const

const NetAndTax = Type.Object({ net: Type.Number(), tax: Type.Number() })

export const OrderDetails = Type.Object({
  order: Order,
  /** The buyer, for staff who see customers; absent once the account is removed. */
  customerId: Type.Optional(Type.String()),
  lines: Type.Array(
    Type.Object({
      /** The position in the order, from 1. */
      line: Type.Integer(),
      productId: Type.String(),
      /** As the buyer saw it, for staff as it is called in the main language. */
      name: Type.String(),
      /** Holds the name that the buyer saw instead; for staff only, absent if it is the same. */
      nameForBuyer: Type.Optional(Type.String()),
      /** The name of the brand when it was ordered. */
      brand: Type.Optional(Type.String()),
      sku: Type.Optional(Type.String()),
      img: Type.String(),
      quantity: Type.Integer(),
      /** The price of `pricePer` units, in the currency of the store. */
      unitPrice: Type.Number(),
      /** 100 or 1,000; absent for 1. */
      pricePer: Type.Optional(Type.Integer()),
      /** The price without tax, in the currency of the store, to four decimals; only if prices include tax. */
      netUnitPrice: Type.Optional(Type.Number()),
      /** Before the discount. */
      totalPrice: Type.Number(),
      /** The share of the line in the discount of the order. */
      discount: Type.Optional(Type.Number()),
      /** Names the buyer's job that it is for. */
      job: Type.Optional(Type.String()),
      /** The vehicle that the buyer had chosen, and what the shop said of it when it was ordered. */
      vehicle: Type.Optional(NamedVehicle),
      fitVerdict: Type.Optional(Type.Enum(fitVerdicts)),
      /** The units that have shipped, that are not sent any more, that came back, and that are still to come. */
      units: Type.Object({
        shipped: Type.Integer(),
        cancelled: Type.Integer(),
        returned: Type.Integer(),
        toCome: Type.Integer(),
      }),
      /** The units that a backordered order is short of. */
      shortUnits: Type.Optional(Type.Integer()),
      /** The units that a refund could restock. */
      restockableUnits: Type.Optional(Type.Integer()),
      /** Holds the part of it that a refund or a cancellation could take back; shown to those who may do either. */
      refundable: Type.Optional(
        Type.Object({
          /** The units that refunds have taken back, restocked or not. */
          returnedUnits: Type.Integer(),
          /** The units that another order replaces, so that no money goes back for them. */
          replacedUnits: Type.Optional(Type.Integer()),
          /** Holds the amount that the buyer paid for the line. */
          paid: NetAndTax,
          /** Holds the part of it that is left. */
          left: NetAndTax,
          /** The place of its tax in `refundableTaxes`, from 0. */
          tax: Type.Integer(),
        }),
      ),
    }),
  ),
  /** The parcels that were not undone, first to last. */
  shipments: Type.Array(Shipment),
  /** Holds the cost of the order when it was placed, by its parts. */
  amounts: OrderAmounts,
  /** The address of the delivery by its fields, and that of the invoice, if it is another one; absent for an order that has only lines of text. */
  deliveryAddress: Type.Optional(AddressInput),
  billingAddress: Type.Optional(AddressInput),
  /** The shipping method that the buyer chose. */
  shippingMethod: Type.Optional(
    Type.Object({
      /** As lines have it: staff see what the seller calls it. */
      name: Type.String(),
      nameForBuyer: Type.Optional(Type.String()),
      /** As `pickup`. */
      kind: Type.String(),
      /** The promised time of delivery in days. */
      days: Type.Optional(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
      /** Set if the freight is not in the total: it is quoted on request. */
      onRequest: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** Describes the seller as an order shows it now; texts of several lines. The invoice has its own. */
  invoice: Type.Object({
    /** Name and address of the shop; empty if it has not said. */
    seller: Type.String(),
    taxNumber: Type.Optional(Type.String()),
    /** Because of which the buyer owes no tax, as it was when the order was placed. */
    buyerTaxNumber: Type.Optional(Type.String()),
    /** Where to pay. */
    bankDetails: Type.Optional(Type.String()),
  }),
  money: Type.Object({
    currency: Type.String(),
    total: Type.Number(),
    captured: Type.Number(),
    /** Refunded, pending and still refundable amounts; of an order that is not paid, what can be credited. */
    refunded: Type.Number(),
    refunding: Type.Number(),
    /** The money above what the order costs, and what of it was sent back by hand. */
    surplus: Type.Optional(Type.Object({ came: Type.Number(), returned: Type.Number() })),
    refundable: Type.Number(),
    /** The amount that was credited before it was paid; absent if none was. */
    credited: Type.Optional(Type.Number()),
    /** What is still to be paid, as long as it is not paid. */
    open: Type.Optional(Type.Number()),
    /** Lists the paid amount of each rate of tax, and the part of the delivery that is left at it; shown to those who may refund. */
    refundableTaxes: Type.Optional(
      Type.Array(
        Type.Object({
          /** A fraction; absent where the tax is in proportion to the net. */
          rate: Type.Optional(Type.Number()),
          paid: NetAndTax,
          shippingLeft: NetAndTax,
        }),
      ),
    ),
    /** Set if an admin recorded the payment: refunds are then paid by hand and recorded, too. */
    method: Type.Optional(Type.Enum(offlineMethods)),
    reference: Type.Optional(Type.String()),
  }),
  /** The payments by transfer or check, oldest first, also those that were taken back; days are those of the store. */
  payments: Type.Array(
    Type.Object({
      _id: Type.String(),
      amount: Type.Number(),
      method: Type.Enum(offlineMethods),
      reference: Type.String(),
      receivedOn: Type.String(),
      takenBackAt: Type.Optional(Type.String()),
      /** Whether the caller may take it back now. */
      mayTakeBack: Type.Optional(Type.Literal(true)),
      /** Whether all of it waits to be sent back, so that nothing becomes open without it. */
      isSurplus: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** The number of units that a refund could restock. */
  restockableUnits: Type.Integer(),
  /** Oldest first. */
  timeline: Type.Array(TimelineEntry),
  attempts: Type.Array(PaymentAttempt),
  refunds: Type.Array(Refund),
  /** What buyer and shop wrote about it, oldest first. */
  messages: Type.Array(OrderMessage),
  heldPayments: Type.Array(UnmatchedPayment),
  dispute: Type.Optional(Dispute),
  /** Set for its buyer as long as the mail that the order was placed waits until the email address is verified. */
  mailsWait: Type.Optional(Type.Literal(true)),
  /** The actions that the caller may take now. */
  actions: Type.Array(Type.Enum(orderActions)),
})
export type OrderDetails = Static<typeof OrderDetails>

export const getOrderDetails = endpoint('getOrderDetails', 'GET', '/order/:id/details', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary:
    'Returns everything about one order: lines, money, timeline, payment attempts, refunds, disputes, and the allowed actions.',
  params: IdParams,
  answer: OrderDetails,
  problems: ['order-not-found'],
})

const SentByHand = {
  /** The day of the store on which money was sent by hand, as `2026-11-24`; today if absent. */
  sentOn: Type.Optional(Type.String({ format: 'day' })),
  /** Holds the text of the bank's list or the check of money that was sent by hand. */
  reference: Type.Optional(NonBlankText(maxLengths.paymentReference)),
}

export const refundOrder = endpoint('refundOrder', 'POST', '/order/:id/refunds', {
  idempotencyKey: true,
  access: 'admin',
  permission: 'refunds',
  summary:
    'Refunds a paid order, in full or in part; money that did not come by card is sent back by hand, and this records it. An order that is not paid is credited: it costs less. An `Idempotency-Key` header makes a repeated call safe.',
  params: IdParams,
  body: Type.Object({
    /** In the currency of the store; defaults to what `lines`, if any are given, and `shipping` cost, or without both to the remaining amount. */
    amount: Type.Optional(Price),
    reason: Type.Enum(refundReasons),
    note: Type.Optional(Text(maxLengths.refundNote)),
    ...SentByHand,
    /** The units of each line, by its position, that came back or are not delivered; restocked ones belong to them. */
    lines: Type.Optional(
      Type.Array(Type.Object({ line: Type.Integer({ minimum: 1, maximum: maxLines }), units: Quantity(1) }), {
        maxItems: maxLines,
      }),
    ),
    /** Whether the delivery is paid back, too. */
    shipping: Type.Optional(Type.Boolean()),
    /** The number of units to restock, from the first line on; defaults to none. */
    restockUnits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    /** The units to restock of each line, by its position, instead of `restockUnits`. */
    restockLines: Type.Optional(
      Type.Array(Type.Object({ line: Type.Integer({ minimum: 1, maximum: maxLines }), units: Quantity(1) }), {
        maxItems: maxLines,
      }),
    ),
  }),
  answer: Type.Object({ success: Type.Literal(true), refund: Refund, order: Order }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'order-disputed',
    'refund-too-large',
    'credit-too-large',
    'payment-in-progress',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
    'refund-empty',
    'refund-not-payable',
    'restock-too-large',
    'return-too-large',
    'payment-day-not-valid',
    'idempotency-key-reused',
  ],
})

/**
 * Lists why a cancellation of a buyer is a question to the shop: the shop wants to be asked, or what would be left of a line could not be
 * ordered so, or only at a higher price.
 */
export const askReasons = ['shop-asks', 'below-minimum', 'not-a-multiple', 'price-break'] as const

export const cancelUnits = endpoint('cancelUnits', 'POST', '/order/:id/cancellations', {
  idempotencyKey: true,
  access: 'owner-or-admin',
  permission: 'orders',
  summary:
    'Cancels units of an order that have not shipped: those of `lines`, or all. What they cost goes back to the card, is sent by hand, or need not be paid; with all of an order of which nothing has shipped, also the delivery. Its buyer can do so until the first parcel; if the shop wants to be asked, or less of a line would be left than its minimum or its price break takes, it becomes a message (`asked`, `because`). With `preview`, nothing is done. Units that staff cancel leave the stock unless `restock` says that they are there. An `Idempotency-Key` header makes a repeated call safe.',
  params: IdParams,
  body: Type.Object({
    /** Several entries of one line are added up. */
    lines: Type.Optional(Type.Array(UnitsOfLine, { minItems: 1, maxItems: maxLines })),
    /** A message to the other side; may be empty. */
    note: Type.Optional(Text(maxLengths.refundNote)),
    /** Whether the units go back on sale; those that a buyer cancels always do. */
    restock: Type.Optional(Type.Boolean()),
    preview: Preview,
  }),
  bodyOptional: true,
  answer: Type.Object({
    success: Type.Literal(true),
    order: Order,
    /** What goes back or is credited; absent for units that cost nothing, and for an unpaid order that is cancelled as a whole. */
    refund: Type.Optional(Refund),
    asked: Type.Optional(Type.Literal(true)),
    /** Why it was asked; a preview says to staff what a buyer would have to ask for. */
    because: Type.Optional(Type.Enum(askReasons)),
  }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'too-many-requests',
    'order-disputed',
    'order-line-not-found',
    'cancellation-too-large',
    'nothing-to-cancel',
    'too-many-messages',
    'credit-too-large',
    'rest-not-payable',
    'refund-too-large',
    'refund-not-payable',
    'permission-missing',
    'payment-in-progress',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
    'idempotency-key-reused',
  ],
})

const ChangeParams = Type.Object({ ...IdParams.properties, message: Text(200, 1) })
const ChangedAmounts = Type.Object({ shipping: Type.Number(), tax: Type.Number(), total: Type.Number() })

export const previewChange = endpoint('previewChange', 'GET', '/order/:id/messages/:message/change', {
  access: 'admin',
  permission: 'orders',
  summary: 'Returns the address that a buyer asks for, and what the order would cost there.',
  params: ChangeParams,
  answer: Type.Object({
    /** The addresses in lines. */
    from: Type.String(),
    to: Type.String(),
    currency: Type.String(),
    before: ChangedAmounts,
    /** Absent where nobody can say: the shipping method does not go there, or is quoted. */
    after: Type.Optional(ChangedAmounts),
    /** Whether the order can cost more: it has neither an invoice nor a credit, and is dearer there. */
    mayCharge: Type.Boolean(),
  }),
  problems: ['order-not-found', 'message-not-found', 'change-answered'],
})

export const applyChange = endpoint('applyChange', 'POST', '/order/:id/messages/:message/change', {
  access: 'admin',
  permission: 'orders',
  summary:
    'Changes the delivery address as the buyer asked, and mails the buyer. With `charge`, the total that it costs there, the order costs that from now on; without it, the price stays as ordered.',
  params: ChangeParams,
  body: Type.Object({ charge: Type.Optional(Price) }),
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: [
    'order-not-found',
    'message-not-found',
    'change-answered',
    'change-not-chargeable',
    'change-costs-otherwise',
    'order-move-not-allowed',
    'order-disputed',
    'payment-in-progress',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
    'total-not-payable',
    'order-too-large',
  ],
})

export const sendRefundByHand = endpoint('sendRefundByHand', 'POST', '/order/:id/refunds/:refund/sent', {
  access: 'admin',
  permission: 'refunds',
  summary:
    'Records that the money of a refund that waits for it was sent by hand, which tells the buyer; safe to repeat.',
  params: Type.Object({ ...IdParams.properties, refund: Text(200, 1) }),
  body: Type.Object(SentByHand),
  bodyOptional: true,
  answer: Type.Object({ success: Type.Literal(true), refund: Refund, order: Order }),
  problems: ['order-not-found', 'refund-not-found', 'payment-day-not-valid'],
})

export const listUnmatchedPayments = endpoint('listUnmatchedPayments', 'GET', '/held-payments', {
  access: 'admin',
  permission: 'refunds',
  summary: 'Lists payments that do not match their order and are not refunded yet, newest first; at most 1,000.',
  answer: Type.Array(UnmatchedPayment),
})

export const refundUnmatchedPayment = endpoint('refundUnmatchedPayment', 'POST', '/held-payments/:id/refund', {
  access: 'admin',
  permission: 'refunds',
  summary: 'Refunds an unmatched payment in full; safe to repeat.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), refund: Refund }),
  problems: ['payment-not-found'],
})

export const createPaymentIntent = endpoint('createPaymentIntent', 'POST', '/create-payment-intent', {
  access: 'signed-in',
  summary:
    'Opens the payment of an order, or returns the open one. Without `orderId` it is the caller’s newest unpaid order of `totalPrice` in the currency of the store.',
  body: Type.Object({
    orderId: Type.Optional(Text(200, 1)),
    totalPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), clientSecret: Type.String(), orderId: Type.String() }),
  problems: [
    'order-not-found',
    'no-matching-order',
    'order-move-not-allowed',
    'order-partly-paid',
    'total-not-payable',
    'payment-held',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
  ],
})

export const recordPayment = endpoint('recordPayment', 'PATCH', '/order/:id', {
  access: 'owner-or-admin',
  permission: 'refunds',
  summary: 'Marks an order as paid, after verifying the transaction with the card provider.',
  params: IdParams,
  body: Type.Object({ transactionId: Text(255, 1) }),
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'payment-not-confirmed',
    'payment-mismatch',
    'payment-held',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
  ],
})

/** Limits the saved cards of a buyer. */
export const maxSavedCards = 20

/** Describes a card that a buyer has saved at the card provider. */
export const SavedCard = Type.Object({
  _id: Type.String(),
  /** The network in lower case, e.g. `visa`; `last4` are the card's last digits. */
  brand: Type.String(),
  last4: Type.String(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
})
export type SavedCard = Static<typeof SavedCard>

const providerProblems = ['payment-provider-unavailable', 'payment-provider-refused', 'cards-not-chargeable'] as const

export const listSavedCards = endpoint('listSavedCards', 'GET', '/saved-cards', {
  access: 'signed-in',
  summary: `Lists the cards that the caller has saved, newest first, each once; at most ${maxSavedCards}.`,
  answer: Type.Array(SavedCard),
  problems: providerProblems,
})

export const createSetupIntent = endpoint('createSetupIntent', 'POST', '/create-setup-intent', {
  access: 'signed-in',
  summary: `Opens an intent of the card provider that saves a card of the caller without a payment; it takes one card, and a declined one ends it. At most ${maxSavedCards} cards are saved, and few are tried in an hour.`,
  answer: Type.Object({ success: Type.Literal(true), clientSecret: Type.String() }),
  problems: ['saved-cards-full', 'too-many-requests', ...providerProblems],
})

export const removeSavedCard = endpoint('removeSavedCard', 'DELETE', '/saved-card/:id', {
  access: 'signed-in',
  summary: 'Removes a saved card of the caller.',
  params: IdParams,
  problems: ['saved-card-not-found', ...providerProblems],
})

const OfflinePaymentFields = {
  method: Type.Enum(offlineMethods),
  /** Holds the text of the bank's list or the check. */
  reference: NonBlankText(maxLengths.paymentReference),
  /** The day of the store on which it came, as `2026-11-24`; today if absent. */
  receivedOn: Type.Optional(Type.String({ format: 'day' })),
  /** Set for money of orders that are paid or cancelled, which is refused otherwise: all of it waits to be sent back. */
  isSurplus: Type.Optional(Type.Literal(true)),
}

const offlineProblems = [
  'order-not-found',
  'order-move-not-allowed',
  'payment-is-surplus',
  'nothing-open',
  'expired-order-partly-paid',
  'payment-day-not-valid',
  'payment-in-progress',
  'idempotency-key-reused',
  ...providerProblems,
] as const

export const recordOfflinePayment = endpoint('recordOfflinePayment', 'POST', '/order/:id/offline-payment', {
  idempotencyKey: true,
  access: 'admin',
  permission: 'refunds',
  summary:
    'Records money of an order that came by bank transfer or check, all that is open or an `amount`. An `Idempotency-Key` header makes a repeated call safe; without it, the same amount, reference and day count once. Once all has come, the order is paid, and what is above its open sum waits as a refund to send; one that has expired is taken up again with what is in stock. It frees the credit of an order on account.',
  params: IdParams,
  body: Type.Object({
    ...OfflinePaymentFields,
    /** In the currency of the store; all that is open if absent. */
    amount: Type.Optional(Price),
  }),
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: offlineProblems,
})

/** Limits the orders that one payment pays, or that one reminder is about. */
export const maxPaidOrders = 100

export const recordOfflinePayments = endpoint('recordOfflinePayments', 'POST', '/offline-payments', {
  idempotencyKey: true,
  access: 'admin',
  permission: 'refunds',
  summary:
    'Records one payment by bank transfer or check for several orders of one buyer, all or nothing. An `Idempotency-Key` header makes a repeated call safe.',
  body: Type.Object({
    ...OfflinePaymentFields,
    orders: Type.Array(
      Type.Object({
        id: Text(200, 1),
        /** All that is open if absent. */
        amount: Type.Optional(Price),
      }),
      { minItems: 1, maxItems: maxPaidOrders },
    ),
  }),
  answer: Type.Object({ success: Type.Literal(true), orders: Type.Array(Order) }),
  problems: [...offlineProblems, 'orders-of-several-buyers', 'order-listed-twice'],
})

export const takeBackPayment = endpoint('takeBackPayment', 'POST', '/order/:id/offline-payment/:paymentId/take-back', {
  access: 'admin',
  permission: 'refunds',
  summary:
    'Takes back a payment that was recorded by mistake, also one that made its order paid; what it paid is open again, and money of it that was to be sent back is withdrawn. Safe to repeat.',
  params: Type.Object({ ...IdParams.properties, paymentId: Text(200, 1) }),
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: [
    'order-not-found',
    'payment-not-found',
    'order-move-not-allowed',
    'payment-refunded',
    'credit-limit-in-the-way',
    'rest-not-payable',
  ],
})

export const remindOfPayment = endpoint('remindOfPayment', 'POST', '/payment-reminders', {
  access: 'admin',
  permission: 'refunds',
  summary:
    'Reminds a buyer by one mail of what is open of one or several orders, with their days. A second mail about an order on the same day needs `again`.',
  body: Type.Object({
    orders: Type.Array(Text(200, 1), { minItems: 1, maxItems: maxPaidOrders }),
    again: Type.Optional(Type.Literal(true)),
  }),
  answer: Type.Object({ success: Type.Literal(true), orders: Type.Array(Order) }),
  problems: [
    'order-not-found',
    'orders-of-several-buyers',
    'order-listed-twice',
    'nothing-open',
    'not-due-yet',
    'reminded-today',
  ],
})

export const remindOfOrders = endpoint('remindOfOrders', 'POST', '/payment-reminders-of-many', {
  access: 'admin',
  permission: 'refunds',
  summary:
    'Reminds the buyers of up to 200 orders of what is open, each by one mail about all of theirs, and counts it on each order. Orders of which nothing is open or whose buyers were reminded today are refused and leave the others. With `preview`, nothing is sent.',
  body: Type.Object({ ids: BulkIds, preview: Preview }),
  answer: Type.Object({
    ...BulkResult.properties,
    /** The mails that went, or would go. */
    mails: Type.Integer(),
  }),
})

export const receiveCardEvent = endpoint('receiveCardEvent', 'POST', '/webhooks/stripe', {
  access: 'anyone',
  summary: 'Receives the card provider’s signed webhooks; safe to repeat. The signature authenticates the caller.',
  signedBody: true,
  answer: Type.Object({ received: Type.Literal(true) }),
  problems: [
    'signature-invalid',
    'event-unreadable',
    'payment-provider-unavailable',
    'payment-provider-refused',
    'cards-not-chargeable',
  ],
})
