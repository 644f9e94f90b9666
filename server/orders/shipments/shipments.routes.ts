import type { FastifyInstance } from 'fastify'
import { shipOrder, shipOrders } from '#contract/orders.ts'
import * as endpoints from '#contract/shipments.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrderNames, getOrderFor } from '#server/orders/find-orders.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { checkShippable, createShipment, type ShippedOrder } from '#server/orders/shipments/create-shipment.ts'
import { findParcelKeys } from '#server/orders/shipments/find-parcel-keys.ts'
import { listPackingFacts } from '#server/orders/shipments/list-packing-facts.ts'
import type { ShipmentKeys } from '#server/orders/shipments/lock-shipment.ts'
import { markReady } from '#server/orders/shipments/mark-ready.ts'
import { presentShipment } from '#server/orders/shipments/present-shipment.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import { type UndoDeps, undoShipment } from '#server/orders/shipments/undo-shipment.ts'
import { updateShipment } from '#server/orders/shipments/update-shipment.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import { runBulk } from '#server/platform/http/run-bulk.ts'

interface ShipmentsDeps {
  db: Database
  queueMail: QueueMail
  findSellerSettings: FindSellerSettings
  findReturnable: UndoDeps['findReturnable']
  now: () => Date
}

export function shipmentsRoutes(
  app: FastifyInstance,
  { db, queueMail, findSellerSettings, findReturnable, now }: ShipmentsDeps,
): void {
  const undo = (keys: ShipmentKeys, actor: Actor) => undoShipment(db, { findReturnable, now: now() }, keys, actor)
  const present = ({ row, shipment }: ShippedOrder, reader: Actor) => ({
    success: true as const,
    shipment: presentShipment(row, shipment, { reader, now: now() }),
    order: presentOrder(row),
  })

  registerEndpoint(app, endpoints.createShipment, async ({ params, body, actor, idempotencyKey }) => {
    const { lines, despiteRequests = false } = body ?? {}
    const input = { ...readTracking(body), lines, despiteRequests, idempotencyKey }
    return present(await createShipment(db, params.id, input, actor, now()), actor)
  })

  registerEndpoint(app, endpoints.updateShipment, async ({ params, body, actor }) => {
    const { carrier, trackingNumber } = readTracking(body)
    const changes = {
      ...(body.carrier !== undefined && { carrier }),
      ...(body.trackingNumber !== undefined && { trackingNumber }),
    }
    const keys = { orderId: params.id, shipmentId: params.shipment }
    return present(await updateShipment(db, keys, changes, actor, queueMail), actor)
  })

  registerEndpoint(app, endpoints.undoShipment, async ({ params, actor }) =>
    present(await undo({ orderId: params.id, shipmentId: params.shipment }, actor), actor),
  )

  registerEndpoint(app, shipOrder, async ({ params, body, actor }) => {
    const { despiteRequests = false } = body ?? {}
    const { row } = await createShipment(db, params.id, { ...readTracking(body), despiteRequests }, actor, now())
    return { success: true as const, order: presentOrder(row) }
  })

  registerEndpoint(app, shipOrders, async ({ body, actor }) => {
    const { ids, carrier, trackingNumbers = {}, despiteRequests = false, preview } = body
    const shipments: { _id: string; number: string }[] = []
    const numbers = new Map(Object.entries(trackingNumbers).map(([id, number]) => [id.toLowerCase(), number]))
    const result = await runBulk(
      ids,
      async (id) => {
        if (preview) await checkShippable(db, await getOrderFor(db, id, actor))
        else {
          const tracking = readTracking({ carrier, trackingNumber: numbers.get(id.toLowerCase()) })
          const { row, shipment } = await createShipment(db, id, { ...tracking, despiteRequests }, actor, now())
          shipments.push({ _id: shipment.id, number: shipmentName(row.order.number, shipment.position) })
        }
        return 'done'
      },
      (refused) => findOrderNames(db, refused),
    )
    return { ...result, shipments }
  })

  registerEndpoint(app, endpoints.undoShipments, async ({ body: { ids }, actor }) => {
    const parcels = await findParcelKeys(db, ids)
    return runBulk(
      ids,
      async (id) => {
        const parcel = parcels.get(id.toLowerCase())
        if (!parcel) throw problem('shipment-not-found')
        try {
          await undo(parcel, actor)
          return 'done'
        } catch (error) {
          if (error instanceof Problem && error.code === 'shipment-undone') return 'unchanged'
          throw error
        }
      },
      async () => new Map([...parcels].map(([id, { name }]) => [id, name])),
    )
  })

  registerEndpoint(app, endpoints.readyOrder, async ({ params, actor }) => ({
    success: true as const,
    order: presentOrder(
      await markReady(db, params.id, actor, {
        queueMail,
        findSeller: async () => (await findSellerSettings(db)).seller,
        now: now(),
      }),
    ),
  }))

  registerEndpoint(app, endpoints.getPackingFacts, ({ params, actor }) => listPackingFacts(db, params.id, actor))
}

const readTracking = (body: { carrier?: string | undefined; trackingNumber?: string | undefined } | undefined) => ({
  carrier: body?.carrier?.trim() || null,
  trackingNumber: body?.trackingNumber?.trim() || null,
})
