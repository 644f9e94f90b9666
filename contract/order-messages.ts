import { type Static, Type } from 'typebox'
import { AddressInput } from '#contract/addresses.ts'
import { endpoint, IdParams, NonBlankText, Quantity, Text } from '#contract/endpoint.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'

/** Lists what buyers ask about an order. */
export const askingKinds = ['question', 'cancellation', 'change'] as const
/** Lists the kinds of messages about an order; the shop writes answers. */
export const messageKinds = [...askingKinds, 'answer'] as const

/** Whether an order ships although its buyer waits for an answer about it; otherwise that is `order-asked-about`. */
export const DespiteRequests = Type.Optional(Type.Boolean())

/** Limits the messages of the buyer of an order. */
export const maxOrderMessages = 200

/** Describes the details of an order that its buyer can change until the first parcel. */
export const ChangedDetails = Type.Object({
  /** The text of the delivery address, and the address by its fields if the order has those. */
  address: Type.Optional(Type.String()),
  delivery: Type.Optional(AddressInput),
  /** Set if the new delivery address is the billing address, too; otherwise that stays. */
  withBilling: Type.Optional(Type.Literal(true)),
  phoneNumber: Type.Optional(Type.String()),
  poNumber: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
})
export type ChangedDetails = Static<typeof ChangedDetails>

/** Describes units of a line of an order, by its position. */
export const UnitsOfLine = Type.Object({ line: Type.Integer({ minimum: 1, maximum: maxLines }), units: Quantity(1) })

/** Describes a message about an order, which its buyer and staff see. */
export const OrderMessage = Type.Object({
  _id: Type.String(),
  kind: Type.Enum(messageKinds),
  message: Type.String(),
  /** The line that it is about, by its position. */
  line: Type.Optional(Type.Integer()),
  /** The units whose cancellation is asked for. */
  units: Type.Optional(Type.Array(UnitsOfLine)),
  /** The details whose change is asked for. */
  change: Type.Optional(ChangedDetails),
  at: Type.String(),
  from: Type.Enum(['buyer', 'shop'] as const),
  /** The email address of the member of staff; for staff only. */
  by: Type.Optional(Type.String()),
  /** Set while it waits for staff. */
  open: Type.Optional(Type.Literal(true)),
})
export type OrderMessage = Static<typeof OrderMessage>

export const sendOrderMessage = endpoint('sendOrderMessage', 'POST', '/order/:id/messages', {
  idempotencyKey: true,
  access: 'owner-or-admin',
  permission: 'orders',
  summary:
    'Sends a message about an order, or a line of it: its buyer’s goes to the shop by mail, and an answer of staff to the buyer. Both see it on the order. An `Idempotency-Key` header makes a repeated call safe.',
  params: IdParams,
  body: Type.Object({
    message: NonBlankText(maxLengths.orderMessage),
    line: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLines })),
  }),
  answer: Type.Object({ success: Type.Literal(true), message: OrderMessage }),
  problems: [
    'too-many-requests',
    'order-not-found',
    'order-line-not-found',
    'too-many-messages',
    'idempotency-key-reused',
  ],
})

export const closeOrderMessage = endpoint('closeOrderMessage', 'POST', '/order/:id/messages/:message/done', {
  access: 'admin',
  permission: 'orders',
  summary: 'Says that nothing is left to do about a message of a buyer; safe to repeat.',
  params: Type.Object({ ...IdParams.properties, message: Text(200, 1) }),
  problems: ['order-not-found', 'message-not-found'],
})
