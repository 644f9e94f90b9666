import { type Static, Type } from 'typebox'
import { ByLanguage } from '#contract/by-language.ts'
import { fitVerdicts } from '#contract/vehicles.ts'
import { endpoint, IdParams, Line, NonBlankText, Quantity, Success, Text } from '#contract/endpoint.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'
import { Order } from '#contract/orders.ts'
import { maxCountedRows, pageQuery, SearchText } from '#contract/pagination.ts'
import { orderReaders } from '#contract/permissions.ts'

/** Lists the reasons that a buyer chooses from. */
export const buyerReasons = ['not-needed', 'does-not-fit', 'defective', 'damaged', 'wrong-part', 'missing'] as const

/** Lists all reasons of returned units. */
export const returnReasons = [...buyerReasons, 'withdrawal'] as const
export type ReturnReason = (typeof returnReasons)[number]

/**
 * Says of each reason whether the seller's restocking fee is taken off, and whether units are scrapped unless staff say otherwise: they
 * cannot be sold.
 */
export const returnReasonRules: Record<ReturnReason, { hasFee: boolean; isScrapped: boolean }> = {
  'not-needed': { hasFee: true, isScrapped: false },
  'does-not-fit': { hasFee: true, isScrapped: false },
  defective: { hasFee: false, isScrapped: true },
  damaged: { hasFee: false, isScrapped: true },
  'wrong-part': { hasFee: false, isScrapped: false },
  missing: { hasFee: false, isScrapped: true },
  withdrawal: { hasFee: false, isScrapped: false },
}

/** Sets the days in which a consumer may withdraw, counted from the delivery. */
export const withdrawalDays = 14

/** Lists the states of a return; goods that are received may be paid back, replaced, both or neither. */
export const returnStates = ['requested', 'approved', 'refused', 'cancelled', 'received'] as const
export type ReturnState = (typeof returnStates)[number]

/** Lists what can be done with a return. */
export const returnActions = ['approve', 'refuse', 'cancel', 'receive', 'refund', 'replace'] as const

const ReturnLine = Type.Object({
  /** The position in the order, from 1. */
  line: Type.Integer(),
  /** As the buyer saw it, for staff as it is called in the main language. */
  name: Type.String(),
  brand: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  /** The units that the buyer sends back. */
  units: Type.Integer(),
  reason: Type.Enum(returnReasons),
  /** The address of the buyer's picture. */
  photo: Type.Optional(Type.String()),
  receivedUnits: Type.Integer(),
  restockedUnits: Type.Integer(),
  scrappedUnits: Type.Integer(),
})

/** Describes a return of goods; times are ISO 8601 in UTC. */
export const Return = Type.Object({
  _id: Type.String(),
  /** Names the return for people, as `BY-1001-R1`; it stands on its slip. */
  number: Type.String(),
  state: Type.Enum(returnStates),
  /** Set if a consumer withdrew from the contract. */
  withdrawal: Type.Optional(Type.Literal(true)),
  orderId: Type.String(),
  orderNumber: Type.String(),
  buyerName: Type.String(),
  email: Type.String(),
  requestedAt: Type.String(),
  /** The buyer's words. */
  note: Type.Optional(Type.String()),
  /** The seller's words. */
  answer: Type.Optional(Type.String()),
  approvedAt: Type.Optional(Type.String()),
  refusedAt: Type.Optional(Type.String()),
  cancelledAt: Type.Optional(Type.String()),
  receivedAt: Type.Optional(Type.String()),
  lines: Type.Array(ReturnLine),
  /** The restocking fee in percent, as the buyer was told of it as they asked; absent if there is none. */
  feePercent: Type.Optional(Type.Number()),
  /** What was paid back, or credited, in the currency of the order: 0 if the fee took all; absent before. */
  refunded: Type.Optional(Type.Number()),
  /** Set if that was taken off an order that is not paid, or has yet to be sent by hand. */
  refundWay: Type.Optional(Type.Enum(['credit', 'to-send'] as const)),
  /** The order that replaces its units at no charge. */
  replacement: Type.Optional(Type.Object({ _id: Type.String(), number: Type.String() })),
  currency: Type.String(),
  /** The actions that the caller may take now. */
  actions: Type.Array(Type.Enum(returnActions)),
})
export type Return = Static<typeof Return>

/** Describes what may be returned of an order, and the seller's rules. */
export const OrderReturns = Type.Object({
  returns: Type.Array(Return),
  /** The units of lines that the caller may return now; empty if none. */
  returnable: Type.Array(Type.Object({ line: Type.Integer(), units: Type.Integer() })),
  /** The last day on which the buyer may ask, as `2026-11-24`; absent before the first parcel and where only staff enter returns. */
  until: Type.Optional(Type.String()),
  /** Set while the buyer may withdraw from the contract: the last day. */
  withdrawableUntil: Type.Optional(Type.String()),
  feePercent: Type.Number(),
  /** Who pays the way back, in the seller's words and the language of the call. */
  wayBack: Type.String(),
  /** The return that this order replaces. */
  replaces: Type.Optional(Type.Object({ _id: Type.String(), number: Type.String(), orderId: Type.String() })),
})
export type OrderReturns = Static<typeof OrderReturns>

export const listOrderReturns = endpoint('listOrderReturns', 'GET', '/order/:id/returns', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Returns the returns of an order, what may be returned of it, and the rules of the shop.',
  params: IdParams,
  answer: OrderReturns,
  problems: ['order-not-found'],
})

const Returned = Type.Object({ success: Type.Literal(true), return: Return })
const lineNumber = Type.Integer({ minimum: 1, maximum: maxLines })

export const requestReturn = endpoint('requestReturn', 'POST', '/order/:id/returns', {
  idempotencyKey: true,
  access: 'owner-or-admin',
  permission: 'orders',
  summary:
    'Asks to return units that have shipped. The buyer may within the days of the shop; what staff enter is approved at once. An `Idempotency-Key` header makes a repeated call safe.',
  params: IdParams,
  body: Type.Object({
    /** Several entries of one line are added up, if reason and photo are the same. */
    lines: Type.Array(
      Type.Object({
        line: lineNumber,
        units: Quantity(1),
        reason: Type.Enum(buyerReasons),
        /** The address that an upload of a picture by the caller has answered. */
        photo: Type.Optional(Text(maxLengths.link, 1)),
      }),
      { minItems: 1, maxItems: maxLines },
    ),
    note: Type.Optional(Text(maxLengths.returnNote)),
  }),
  answer: Returned,
  problems: [
    'order-not-found',
    'order-line-not-found',
    'return-units-too-many',
    'return-too-late',
    'returns-not-offered',
    'image-not-yours',
    'return-line-twice',
    'idempotency-key-reused',
    'too-many-requests',
  ],
})

export const withdrawOrder = endpoint('withdrawOrder', 'POST', '/order/:id/withdrawal', {
  idempotencyKey: true,
  access: 'owner-or-admin',
  permission: 'orders',
  summary: `Withdraws from the contract, as consumers in the EU may within ${withdrawalDays} days of the delivery: of \`lines\`, or of all that has shipped. It is accepted at once, and confirmed by mail with date and time. An \`Idempotency-Key\` header makes a repeated call safe.`,
  params: IdParams,
  body: Type.Object({
    lines: Type.Optional(
      Type.Array(Type.Object({ line: lineNumber, units: Quantity(1) }), { minItems: 1, maxItems: maxLines }),
    ),
  }),
  bodyOptional: true,
  answer: Returned,
  problems: [
    'order-not-found',
    'order-line-not-found',
    'return-units-too-many',
    'withdrawal-not-offered',
    'withdrawal-too-late',
    'nothing-to-return',
    'idempotency-key-reused',
  ],
})

/** Lists the filters for staff: the states, and `withdrawn` for withdrawals whose money the seller still owes. */
export const returnFilters = [...returnStates, 'withdrawn'] as const
export type ReturnFilter = (typeof returnFilters)[number]

export const listReturns = endpoint('listReturns', 'GET', '/returns', {
  access: 'admin',
  permission: orderReaders,
  summary:
    'Lists the returns of all orders, newest first; `q` searches the number of the return or the order, buyer and part number.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchText),
    state: Type.Optional(Type.Enum(returnFilters)),
  }),
  answer: Type.Array(Return),
})

export const countReturns = endpoint('countReturns', 'GET', '/return-counts', {
  access: 'admin',
  permission: orderReaders,
  summary: `Counts returns by state, as \`all\` in all, and as \`withdrawn\` the withdrawals to pay back; each count ends at ${maxCountedRows.toLocaleString('en')}.`,
  answer: Type.Array(Type.Object({ filter: Type.Enum(['all', ...returnFilters]), count: Type.Integer() })),
})

export const getReturn = endpoint('getReturn', 'GET', '/return/:id', {
  access: 'owner-or-admin',
  permission: orderReaders,
  summary: 'Returns one return by its id, or by the number on its slip, such as BY-1001-R1.',
  params: IdParams,
  answer: Return,
  problems: ['return-not-found'],
})

const byStaff = { access: 'admin', permission: 'orders', params: IdParams, answer: Returned } as const

export const approveReturn = endpoint('approveReturn', 'POST', '/return/:id/approve', {
  ...byStaff,
  summary: 'Approves a return; the buyer gets a mail with its number and a slip to print.',
  body: Type.Object({ answer: Type.Optional(Text(maxLengths.returnNote)) }),
  bodyOptional: true,
  problems: ['return-not-found', 'own-return', 'return-move-not-allowed'],
})

export const refuseReturn = endpoint('refuseReturn', 'POST', '/return/:id/refuse', {
  ...byStaff,
  summary: 'Refuses a return with an answer, which the buyer gets by mail. A withdrawal cannot be refused.',
  body: Type.Object({ answer: NonBlankText(maxLengths.returnNote) }),
  problems: ['return-not-found', 'return-move-not-allowed'],
})

export const cancelReturn = endpoint('cancelReturn', 'POST', '/return/:id/cancel', {
  ...byStaff,
  access: 'owner-or-admin',
  summary: 'Cancels a return that is not received yet.',
  problems: ['return-not-found', 'return-move-not-allowed'],
})

/** Says how a return is paid back. */
const RefundChoice = Type.Object({
  /** Whether the restocking fee of the shop is taken off; it is if absent. */
  fee: Type.Optional(Type.Boolean()),
  /** Whether the delivery is paid back, too; it is not if absent. */
  shipping: Type.Optional(Type.Boolean()),
})

const Received = Type.Array(
  Type.Object({
    line: lineNumber,
    /** What arrived, and what of it goes into stock or is scrapped. */
    received: Quantity(0),
    restocked: Quantity(0),
    scrapped: Quantity(0),
  }),
  { minItems: 1, maxItems: maxLines },
)

export const receiveReturn = endpoint('receiveReturn', 'POST', '/return/:id/receive', {
  ...byStaff,
  permission: ['orders', 'shipping'],
  summary:
    'Receives the units of a return, once, and puts them into stock or scraps them; those that are neither stay apart. With `refund`, they are paid back in the same step, for which the caller needs the permission refunds.',
  body: Type.Object({ lines: Received, refund: Type.Optional(RefundChoice) }),
  problems: [
    'return-not-found',
    'return-move-not-allowed',
    'order-line-not-found',
    'return-units-too-many',
    'line-received-twice',
    'return-divided-wrong',
    'nothing-received',
    'return-not-refundable',
    'not-allowed',
    'order-disputed',
    'refund-empty',
    'refund-not-payable',
    'refund-too-large',
  ],
})

export const refundReturn = endpoint('refundReturn', 'POST', '/return/:id/refund', {
  ...byStaff,
  permission: 'refunds',
  summary: 'Pays back the units of a return that were received, once.',
  body: RefundChoice,
  bodyOptional: true,
  problems: [
    'return-not-found',
    'return-move-not-allowed',
    'return-not-refundable',
    'order-disputed',
    'refund-empty',
    'refund-not-payable',
    'refund-too-large',
  ],
})

export const previewReturnRefund = endpoint('previewReturnRefund', 'POST', '/return/:id/refund-preview', {
  access: 'admin',
  permission: orderReaders,
  params: IdParams,
  summary:
    'Calculates what units of a return are paid back with: for the goods and the delivery, less the restocking fee.',
  body: Type.Object({
    ...RefundChoice.properties,
    /** Defaults to what was received or, before that, to all units. */
    lines: Type.Optional(
      Type.Array(Type.Object({ line: lineNumber, units: Quantity(0) }), { minItems: 1, maxItems: maxLines }),
    ),
  }),
  answer: Type.Object({
    goods: Type.Number(),
    shipping: Type.Number(),
    /** What the delivery would add. */
    shippingLeft: Type.Number(),
    fee: Type.Number(),
    amount: Type.Number(),
    currency: Type.String(),
    /** Set if the order is not paid: it lowers what is owed. */
    credit: Type.Optional(Type.Literal(true)),
  }),
  problems: ['return-not-found', 'order-line-not-found', 'return-not-refundable'],
})

export const replaceReturn = endpoint('replaceReturn', 'POST', '/return/:id/replacement', {
  ...byStaff,
  summary: 'Places an order that replaces the units of a return at no charge, once. It is ready to ship.',
  answer: Type.Object({ success: Type.Literal(true), return: Return, order: Order }),
  problems: ['return-not-found', 'own-return', 'return-move-not-allowed', 'replacement-not-possible'],
})

const settings = {
  /** For how many days after the last parcel a buyer may ask for a return; 0 if only staff enter returns. */
  days: Type.Integer({ minimum: 0, maximum: 1000 }),
  /** Taken off what is refunded of parts that were not needed or do not fit. */
  feePercent: Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01 }),
  /** Who pays the way back, in the seller's words, by language; without one, that of the main language of the shop. */
  wayBack: ByLanguage(Line(maxLengths.wayBack)),
  /** Whether buyers withdraw from the contract online, as consumers in the EU may. */
  withdrawal: Type.Boolean(),
  /** How many days a delivery takes at most; the days to withdraw begin after them. */
  deliveryDays: Type.Integer({ minimum: 0, maximum: 365 }),
}
export const ReturnSettings = Type.Object(settings)
export type ReturnSettings = Static<typeof ReturnSettings>

export const getReturnSettings = endpoint('getReturnSettings', 'GET', '/return-settings', {
  access: 'admin',
  permission: ['settings', ...orderReaders],
  summary: 'Returns the rules of the shop for returns.',
  answer: ReturnSettings,
})

export const updateReturnSettings = endpoint('updateReturnSettings', 'PUT', '/return-settings', {
  access: 'admin',
  permission: 'settings',
  summary: 'Changes the rules of the shop for returns.',
  body: ReturnSettings,
  answer: Success,
})

/** Describes why a product comes back. */
export const ReturnedProduct = Type.Object({
  productId: Type.String(),
  name: Type.String(),
  sku: Type.Optional(Type.String()),
  /** The units that buyers asked to return, in all and by reason. */
  units: Type.Integer(),
  reasons: Type.Array(Type.Object({ reason: Type.Enum(returnReasons), units: Type.Integer() })),
  /** Of the units that did not fit: the buyers' vehicles, and what the shop had said of each. */
  notFitting: Type.Optional(
    Type.Array(Type.Object({ vehicle: Type.String(), verdict: Type.Enum(fitVerdicts), units: Type.Integer() })),
  ),
})
export type ReturnedProduct = Static<typeof ReturnedProduct>

const Day = Type.String({ format: 'day', description: 'A day in the time zone of the store, as 2026-11-24.' })

export const listReturnReasons = endpoint('listReturnReasons', 'GET', '/return-reasons', {
  access: 'admin',
  permission: 'orders',
  summary:
    'Lists products with the reasons for which they come back, by the day on which a return was asked for, those with most units first, at most 1,000.',
  query: Type.Object({ from: Day, to: Day }),
  answer: Type.Array(ReturnedProduct),
  problems: ['period-not-valid'],
})
