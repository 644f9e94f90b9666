import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import {
  DeliveryAddress,
  EmailAddress,
  endpoint,
  NonBlankText,
  IdParams,
  PersonNameOrEmpty,
  PhoneNumber,
  Quantity,
  Success,
  Text,
} from '#contract/endpoint.ts'
import { pageQuery, SearchText } from '#contract/pagination.ts'

/** Lists the order states. `paid_short` is paid but out of stock: it waits for stock or is refunded. */
export const orderStates = ['unpaid', 'paid', 'paid_short', 'shipped', 'cancelled', 'expired', 'refunded'] as const

/** Lists the filters for admins. */
export const orderFilters = [...orderStates, 'disputed'] as const

/** Lists the sort orders for admins; a minus reverses one. */
export const orderSorts = ['-placed', 'placed', '-total', 'total'] as const

/** Lists the kinds of timeline entries of an order. */
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

/** Describes an order on the wire; `totalPrice` is in dollars, times are ISO 8601 in UTC. */
export const Order = Type.Object({
  _id: Type.String(),
  /** What people call it, as `BY-1001`. */
  number: Type.String(),
  name: Type.String(),
  /** The part number when it was ordered. */
  sku: Type.Optional(Type.String()),
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
  carrier: Type.Optional(Type.String()),
  trackingNumber: Type.Optional(Type.String()),
  /** The refunded amount in dollars; absent if there is none. */
  refundedAmount: Type.Optional(Type.Number()),
  /** Set while a dispute is open or lost; the order does not ship then. */
  disputed: Type.Optional(Type.Literal(true)),
})
export type Order = Static<typeof Order>

export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/orders',
  access: 'owner-or-admin',
  summary: 'Lists the orders of one buyer, newest first, without cancelled and expired ones.',
  query: Type.Object({ ...pageQuery, email: EmailAddress }),
  answer: Type.Array(Order),
  problems: ['not-allowed'],
})

export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/orders',
  access: 'signed-in',
  summary:
    'Places an unpaid order and reserves its stock; both or neither. An `Idempotency-Key` header makes a repeated call safe.',
  body: Type.Object({
    productId: Type.Optional(Text(200, 1)),
    name: Type.Optional(NonBlankText(120)),
    /** Tells products of one name apart. */
    sku: Type.Optional(NonBlankText(64)),
    buyerName: Type.Optional(PersonNameOrEmpty),
    email: Type.Optional(EmailAddress),
    address: DeliveryAddress,
    phoneNumber: PhoneNumber,
    quantity: Quantity(1),
    totalPrice: Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), order: Order }),
  problems: [
    'product-not-found',
    'product-ambiguous',
    'below-minimum',
    'above-maximum',
    'not-a-multiple',
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
  access: 'owner-or-admin',
  summary: 'Returns one order; only its buyer and admins can see it.',
  params: IdParams,
  answer: Order,
  problems: ['order-not-found'],
})

export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'DELETE',
  path: '/orders/:id',
  access: 'owner-or-admin',
  summary: 'Cancels an unpaid order and releases its stock, once.',
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
  access: 'admin',
  summary:
    'The orders of every buyer, newest first or as `sort` says; `q` searches product, part number, order number, buyer, e-mail and order id.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchText),
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
  access: 'admin',
  summary: 'Marks a paid order as shipped; the buyer is told the carrier and the tracking number, if they are given.',
  params: IdParams,
  body: Type.Object({
    carrier: Type.Optional(Text(maxLengths.carrier)),
    trackingNumber: Type.Optional(Text(maxLengths.trackingNumber)),
  }),
  bodyOptional: true,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-move-not-allowed', 'order-disputed'],
})

export const allocateOrder = endpoint({
  name: 'allocateOrder',
  method: 'POST',
  path: '/order/:id/allocate',
  access: 'admin',
  summary: 'Reserves the stock of a backordered (`paid_short`) order once there is enough; the order becomes `paid`.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-move-not-allowed', 'not-enough-stock'],
})
