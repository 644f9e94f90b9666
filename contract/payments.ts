import { type Static, Type } from 'typebox'
import { Dollars, endpoint, IdParams, Text } from '#contract/endpoint.ts'
import { Order, timelineKinds } from '#contract/orders.ts'

/** Why money goes back; the card provider's own words. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const

/** `requested`: the provider has not answered yet, and is asked again by itself; `pending`: it is at it. */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const

/** Money that goes back. Amounts are in dollars, moments ISO 8601 in UTC. */
export const Refund = Type.Object({
  _id: Type.String(),
  amount: Type.Number(),
  state: Type.Enum(refundStates),
  reason: Type.Enum(refundReasons),
  /** A sentence to the buyer; empty when there is none. */
  note: Type.String(),
  /** Units that went back on the shelf with it. */
  restockedUnits: Type.Integer(),
  /** The shop sent it back by itself, because the money came for an order that was cancelled or paid already. */
  automatic: Type.Boolean(),
  requestedAt: Type.String(),
  /** When it succeeded or failed. */
  endedAt: Type.Optional(Type.String()),
  /** Why the provider could not send it; in a sentence. */
  failure: Type.Optional(Type.String()),
  transactionId: Type.String(),
  /** Who asked for it; only an admin sees it. */
  requestedBy: Type.Optional(Type.String()),
})
export type Refund = Static<typeof Refund>

/** A try to pay with one card. */
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

/** Money that arrived but is not exactly an order's: it pays nothing until an admin has looked. */
export const HeldPayment = Type.Object({
  /** The transaction id. */
  _id: Type.String(),
  orderId: Type.String(),
  productName: Type.String(),
  buyerName: Type.String(),
  email: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  /** What the order would have cost, in `orderCurrency`. */
  orderTotal: Type.Number(),
  orderCurrency: Type.String(),
  reason: Type.Enum(['amount', 'currency', 'owner'] as const),
  heldAt: Type.String(),
  /** How much of it has gone back or is on its way there, in its own currency. */
  returned: Type.Number(),
  /** The latest try to send it back; absent before the first. */
  refund: Type.Optional(Refund),
})
export type HeldPayment = Static<typeof HeldPayment>

/** `open` and `lost` stand in the way of shipping and refunds. */
export const disputeStates = ['open', 'won', 'lost'] as const

/** The buyer's bank asks the money back. */
export const Dispute = Type.Object({
  _id: Type.String(),
  state: Type.Enum(disputeStates),
  reason: Type.String(),
  amount: Type.Number(),
  openedAt: Type.String(),
  closedAt: Type.Optional(Type.String()),
})
export type Dispute = Static<typeof Dispute>

/** One line of an order's story. */
export const TimelineEntry = Type.Object({
  at: Type.String(),
  /** Stable, for icons: what kind of thing happened. */
  kind: Type.Enum(timelineKinds),
  /** `You`, `The shop` or `The card provider`; for an admin the buyer's or the admin's e-mail. */
  who: Type.String(),
  /** A sentence. */
  what: Type.String(),
})
export type TimelineEntry = Static<typeof TimelineEntry>

export const orderActions = ['pay', 'cancel', 'ship', 'allocate', 'refund'] as const

export const OrderDetails = Type.Object({
  order: Order,
  lines: Type.Array(
    Type.Object({
      productId: Type.String(),
      name: Type.String(),
      img: Type.String(),
      quantity: Type.Integer(),
      unitPrice: Type.Number(),
      totalPrice: Type.Number(),
    }),
  ),
  money: Type.Object({
    currency: Type.String(),
    total: Type.Number(),
    captured: Type.Number(),
    /** What has gone back, what is on its way back, and what could still be refunded. */
    refunded: Type.Number(),
    refunding: Type.Number(),
    refundable: Type.Number(),
  }),
  /** Units that a refund could put back on the shelf. */
  restockableUnits: Type.Integer(),
  /** Oldest first. */
  timeline: Type.Array(TimelineEntry),
  attempts: Type.Array(PaymentAttempt),
  refunds: Type.Array(Refund),
  heldPayments: Type.Array(HeldPayment),
  dispute: Type.Optional(Dispute),
  /** What the caller may do with the order right now. */
  actions: Type.Array(Type.Enum(orderActions)),
})
export type OrderDetails = Static<typeof OrderDetails>

export const getOrderDetails = endpoint({
  name: 'getOrderDetails',
  method: 'GET',
  path: '/order/:id/details',
  whoMayCall: 'owner-or-admin',
  summary:
    'Everything about one order: lines, money, its story, payment attempts, refunds, disputes, and what can be done.',
  params: IdParams,
  answer: OrderDetails,
  problems: ['order-not-found'],
})

export const refundOrder = endpoint({
  name: 'refundOrder',
  method: 'POST',
  path: '/order/:id/refunds',
  whoMayCall: 'admin',
  summary:
    'Sends money of a paid order back, all that is left or a part of it. An `Idempotency-Key` header makes a repeated call safe.',
  params: IdParams,
  body: Type.Object({
    /** Dollars; without it, all that is left. */
    amount: Type.Optional(Dollars),
    reason: Type.Enum(refundReasons),
    note: Type.Optional(Text(500)),
    /** How many units go back on the shelf; without it, none. */
    restockUnits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), refund: Refund, order: Order }),
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'order-disputed',
    'refund-too-large',
    'restock-too-large',
    'idempotency-key-reused',
  ],
})

export const listHeldPayments = endpoint({
  name: 'listHeldPayments',
  method: 'GET',
  path: '/held-payments',
  whoMayCall: 'admin',
  summary: 'Payments that are not exactly their order’s and have not gone back yet, newest first; at most 1,000.',
  answer: Type.Array(HeldPayment),
  problems: [],
})

export const refundHeldPayment = endpoint({
  name: 'refundHeldPayment',
  method: 'POST',
  path: '/held-payments/:id/refund',
  whoMayCall: 'admin',
  summary: 'Sends a held payment back as a whole; safe to repeat.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), refund: Refund }),
  problems: ['payment-not-found'],
})

export const createPaymentIntent = endpoint({
  name: 'createPaymentIntent',
  method: 'POST',
  path: '/create-payment-intent',
  whoMayCall: 'signed-in',
  summary:
    'Opens the payment of an order, or answers the one that is open. Without `orderId` it is the caller’s newest unpaid order of `totalPrice` dollars.',
  body: Type.Object({
    orderId: Type.Optional(Text(200, 1)),
    totalPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), clientSecret: Type.String(), orderId: Type.String() }),
  problems: [
    'order-not-found',
    'no-matching-order',
    'order-move-not-allowed',
    'payment-held',
    'payment-provider-unavailable',
    'payment-provider-refused',
  ],
})

export const recordPayment = endpoint({
  name: 'recordPayment',
  method: 'PATCH',
  path: '/order/:id',
  whoMayCall: 'owner-or-admin',
  summary: 'Marks an order as paid, after asking the card provider about the transaction.',
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
  ],
})

export const receiveCardEvent = endpoint({
  name: 'receiveCardEvent',
  method: 'POST',
  path: '/webhooks/stripe',
  whoMayCall: 'anyone',
  summary: 'Takes the card provider’s signed events; safe to repeat. Its signature is the proof of who calls.',
  answer: Type.Object({ received: Type.Literal(true) }),
  problems: ['signature-invalid', 'payment-provider-unavailable'],
})
