import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint, FilledText, IdParams, Quantity, Success, Text } from '#contract/endpoint.ts'
import { pageQuery, SearchWords } from '#contract/paging.ts'

/** `paid_short` is paid, but its units were gone when the money came: it is refunded, or waits until stock is back. */
export const orderStates = ['unpaid', 'paid', 'paid_short', 'shipped', 'cancelled', 'expired', 'refunded'] as const

/** What an admin can narrow the list to. */
export const orderFilters = [...orderStates, 'disputed'] as const

/** The orders in which an admin can read the list; a minus turns one round. */
export const orderSorts = ['-placed', 'placed', '-total', 'total'] as const

/** What can happen to an order: the lines of its story. */
export const timelineKinds = [
  'placed',
  'paid',
  'paid_late',
  'paid_short',
  'allocated',
  'shipped',
  'cancelled',
  'expired',
  'refund_requested',
  'refunded',
  'refund_failed',
  'payment_held',
  'payment_returned',
  'dispute_opened',
  'dispute_closed',
] as const

/** An order as it crosses the wire; `totalPrice` is in dollars, moments are ISO 8601 in UTC. */
export const Order = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  buyerName: Type.String(),
  email: Type.String(),
  address: Type.String(),
  phoneNumber: Type.String(),
  quantity: Type.Integer(),
  totalPrice: Type.Number(),
  paid: Type.Boolean(),
  transactionId: Type.Optional(Type.String()),
  shipped: Type.Boolean(),
  state: Type.Enum(orderStates),
  productId: Type.String(),
  placedAt: Type.String(),
  paidAt: Type.Optional(Type.String()),
  shippedAt: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.String()),
  /** Dollars that have gone back to the buyer; absent while there are none. */
  refundedAmount: Type.Optional(Type.Number()),
  /** The buyer's bank disputes the payment, or has taken it back: nothing ships. Absent otherwise. */
  disputed: Type.Optional(Type.Literal(true)),
})
export type Order = Static<typeof Order>

export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/orders',
  whoMayCall: 'owner-or-admin',
  summary: 'The orders of one buyer, newest first, without cancelled and expired ones.',
  query: Type.Object({ ...pageQuery, email: EmailAddress }),
  answer: Type.Array(Order),
  problems: ['not-allowed'],
})

export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/orders',
  whoMayCall: 'signed-in',
  summary:
    'Places an unpaid order and takes its units out of stock; both or neither. An `Idempotency-Key` header makes a repeated call safe.',
  body: Type.Object({
    productId: Type.Optional(Text(200, 1)),
    name: Type.Optional(FilledText(120)),
    buyerName: Type.Optional(Text(200)),
    email: Type.Optional(EmailAddress),
    address: FilledText(500),
    phoneNumber: Type.Union([FilledText(40), Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 })]),
    quantity: Quantity(1),
    totalPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), order: Order }),
  problems: [
    'product-not-found',
    'below-minimum',
    'out-of-stock',
    'price-changed',
    'total-not-payable',
    'too-many-open-orders',
    'idempotency-key-reused',
    'not-allowed',
  ],
})

export const getOrder = endpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/order/:id',
  whoMayCall: 'owner-or-admin',
  summary: 'One order; for everybody but its buyer and admins it does not exist.',
  params: IdParams,
  answer: Order,
  problems: ['order-not-found'],
})

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'DELETE',
  path: '/orders/:id',
  whoMayCall: 'owner-or-admin',
  summary: 'Cancels an unpaid order and gives its units back, once.',
  params: IdParams,
  answer: Success,
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'payment-in-progress',
    'payment-provider-unavailable',
    'payment-provider-refused',
  ],
})

export const listAllOrders = endpoint({
  name: 'listAllOrders',
  method: 'GET',
  path: '/all-orders',
  whoMayCall: 'admin',
  summary:
    'The orders of every buyer, newest first or as `sort` says; `q` searches product, buyer, e-mail and order id.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchWords),
    state: Type.Optional(Type.Enum(orderFilters)),
    sort: Type.Optional(Type.Enum(orderSorts)),
  }),
  answer: Type.Array(Order),
  problems: [],
})

export const shipOrder = endpoint({
  name: 'shipOrder',
  method: 'PATCH',
  path: '/ship-order/:id',
  whoMayCall: 'admin',
  summary: 'Marks a paid order as shipped.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-move-not-allowed', 'order-disputed'],
})

export const allocateOrder = endpoint({
  name: 'allocateOrder',
  method: 'POST',
  path: '/order/:id/allocate',
  whoMayCall: 'admin',
  summary: 'Takes the units of a `paid_short` order out of stock, as soon as there are enough: it is `paid` then.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-move-not-allowed', 'not-enough-stock'],
})
