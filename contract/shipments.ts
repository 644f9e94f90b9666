import { languages } from '#contract/language.ts'
import { type Static, Type } from 'typebox'
import { BulkIds, BulkResult } from '#contract/bulk.ts'
import { endpoint, IdParams, Line, Quantity, Text } from '#contract/endpoint.ts'
import { maxLengths, maxLines } from '#contract/max-lengths.ts'
import { DespiteRequests } from '#contract/order-messages.ts'
import { Order } from '#contract/orders.ts'
import { orderReaders } from '#contract/permissions.ts'

/** Limits how long a parcel can be undone; mail and webhook go afterwards. */
export const undoMinutes = 10

/** Describes a parcel of an order; times are ISO 8601 in UTC. */
export const Shipment = Type.Object({
  _id: Type.String(),
  /** Names the parcel for people, as `BY-1001-2`. */
  number: Type.String(),
  carrier: Type.Optional(Type.String()),
  trackingNumber: Type.Optional(Type.String()),
  shippedAt: Type.String(),
  /** Until when it can be undone; for staff who ship, absent afterwards. */
  undoableUntil: Type.Optional(Type.String()),
  lines: Type.Array(
    Type.Object({
      /** The position in the order, from 1. */
      line: Type.Integer(),
      units: Type.Integer(),
      /** As the buyer saw it, for staff as it is called in the main language. */
      name: Type.String(),
      /** The name of the brand when it was ordered. */
      brand: Type.Optional(Type.String()),
      /** The part number when it was ordered. */
      sku: Type.Optional(Type.String()),
    }),
  ),
})
export type Shipment = Static<typeof Shipment>

const tracking = {
  carrier: Type.Optional(Line(maxLengths.carrier)),
  trackingNumber: Type.Optional(Line(maxLengths.trackingNumber)),
}
const ShipmentParams = Type.Object({ ...IdParams.properties, shipment: Text(200, 1) })
const Shipped = Type.Object({ success: Type.Literal(true), shipment: Shipment, order: Order })
const byStaff = { access: 'admin', permission: 'shipping', answer: Shipped } as const

export const createShipment = endpoint('createShipment', 'POST', '/order/:id/shipments', {
  idempotencyKey: true,
  ...byStaff,
  summary: `Ships units of an order that is paid or on account as a parcel: those of \`lines\`, or all that are left. Mail and webhook go after ${undoMinutes} minutes, unless it is undone. An \`Idempotency-Key\` header makes a repeated call safe.`,
  params: IdParams,
  body: Type.Object({
    /** The units of lines, by their positions; several entries of one line are added up. */
    lines: Type.Optional(
      Type.Array(Type.Object({ line: Type.Integer({ minimum: 1, maximum: maxLines }), units: Quantity(1) }), {
        minItems: 1,
        maxItems: maxLines,
      }),
    ),
    ...tracking,
    despiteRequests: DespiteRequests,
  }),
  bodyOptional: true,
  problems: [
    'order-not-found',
    'order-move-not-allowed',
    'order-disputed',
    'order-asked-about',
    'order-line-not-found',
    'shipment-too-large',
    'nothing-to-ship',
    'shipment-undone',
    'idempotency-key-reused',
  ],
})

export const updateShipment = endpoint('updateShipment', 'PATCH', '/order/:id/shipments/:shipment', {
  ...byStaff,
  summary:
    'Adds or corrects carrier and tracking number of a parcel; an empty text removes one. If the buyer was told already, one more mail tells the correction.',
  params: ShipmentParams,
  body: Type.Object(tracking),
  problems: ['order-not-found', 'shipment-not-found', 'shipment-undone'],
})

export const undoShipment = endpoint('undoShipment', 'POST', '/order/:id/shipments/:shipment/undo', {
  ...byStaff,
  summary: `Undoes a parcel within ${undoMinutes} minutes, once: units, state and stock are as before, and nobody is told. Its number is not used again.`,
  params: ShipmentParams,
  problems: [
    'order-not-found',
    'shipment-not-found',
    'shipment-undone',
    'shipment-announced',
    'shipment-refunded',
    'shipment-in-return',
  ],
})

export const undoShipments = endpoint('undoShipments', 'POST', '/undo-shipments', {
  access: 'admin',
  permission: 'shipping',
  summary: `Undoes parcels by their ids, each by itself, within ${undoMinutes} minutes; those that were undone before are \`unchanged\`.`,
  body: Type.Object({ ids: BulkIds }),
  answer: BulkResult,
  problems: ['shipment-not-found', 'shipment-announced', 'shipment-refunded', 'shipment-in-return'],
})

export const readyOrder = endpoint('readyOrder', 'POST', '/order/:id/ready', {
  access: 'admin',
  permission: 'shipping',
  summary:
    'Says that an order can be picked up, and mails its buyer; safe to repeat. It is picked up as a parcel without carrier and number.',
  params: IdParams,
  answer: Type.Object({ success: Type.Literal(true), order: Order }),
  problems: ['order-not-found', 'order-not-for-pickup', 'order-move-not-allowed', 'order-disputed', 'nothing-to-ship'],
})

/** Says what helps to pack the lines of an order that are not all shipped. */
export const PackingFacts = Type.Object({
  /** Of the buyer, for the packing slip. */
  language: Type.Enum(languages),
  lines: Type.Array(
    Type.Object({
      /** The position in the order, from 1. */
      line: Type.Integer(),
      /** All numbers of the product, also barcodes, and the one that was ordered; folded, as `foldNumber` does it. */
      numbers: Type.Array(Type.String()),
      /** Of one unit, in kilograms; absent if it is not known. */
      weight: Type.Optional(Type.Number()),
    }),
  ),
})
export type PackingFacts = Static<typeof PackingFacts>

export const getPackingFacts = endpoint('getPackingFacts', 'GET', '/order/:id/packing', {
  access: 'admin',
  permission: orderReaders,
  summary:
    'Returns the part numbers and barcodes by which the lines of an order are packed, their weights, and the language of its packing slip.',
  params: IdParams,
  answer: PackingFacts,
  problems: ['order-not-found'],
})
