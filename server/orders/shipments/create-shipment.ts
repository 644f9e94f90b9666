import { sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, type OrderLine, unitsOwed } from '#server/orders/order-lines.ts'
import { isAskedAbout } from '#server/orders/order-messages.ts'
import { isShippable, orderState } from '#server/orders/order-rules.ts'
import { findShipmentByKey, getShipment, type ShipmentRow } from '#server/orders/shipments/find-shipments.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import type { Tracking } from '#server/orders/shipments/shipments.tables.ts'
import { updateShippedTimes } from '#server/orders/shipments/update-shipped-times.ts'
import { hashRequest } from '#server/platform/http/idempotency-key.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'
import { type LineUnits, moveStock } from '#server/stock/move-stock.ts'

export interface ShipmentInput extends Tracking {
  /** The units of lines by their positions; undefined for all that are left. */
  lines?: readonly { line: number; units: number }[] | undefined
  /** Whether it ships although its buyer waits for an answer. */
  despiteRequests: boolean
  idempotencyKey?: string | undefined
}

/** Holds an order with one of its parcels, as both are after a change. */
export interface ShippedOrder {
  row: OrderRow
  shipment: ShipmentRow
}

/**
 * Ships units of an order that is paid or on account as a parcel, all that are left or those that are named; `announceShipments` tells it
 * later. Throws `order-not-found`, `order-move-not-allowed`, `order-disputed`, `order-asked-about`, `order-line-not-found`, `shipment-too-large`,
 * `nothing-to-ship` or `idempotency-key-reused`.
 */
export async function createShipment(
  db: Database,
  orderId: string,
  input: ShipmentInput,
  actor: Actor,
  now: Date,
): Promise<ShippedOrder> {
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor)
    const repeated = await findRepeated(tx, row, input)
    if (repeated) return { row: await getOrderFor(tx, row.id, actor), shipment: repeated }
    assertShippable(row)
    const lines = await listOrderLines(tx, row.id)
    const parts = choose(lines, input.lines)
    await moveStock(
      tx,
      parts.map((part) => ({ kind: 'ship', ...part })),
      actor,
    )
    const shipment = await insertShipment(tx, row.id, { input, parts, lines, actor, now })
    const updated = await updateShippedTimes(tx, row.id)
    const { carrier, trackingNumber } = shipment
    await recordAuditEvent(tx, actor, {
      kind: 'order-shipped',
      subject: { type: 'order', id: row.id },
      before: { state: orderState(row.order) },
      after: {
        state: orderState(updated.order),
        shipment: shipmentName(row.order.number, shipment.position),
        units: sumOf(parts),
        ...(carrier !== null && { carrier }),
        ...(trackingNumber !== null && { trackingNumber }),
      },
    })
    return { row: { ...row, ...updated }, shipment }
  })
}

/** Checks that all that is left of an order can be shipped; throws as `createShipment` does. */
export async function checkShippable(db: Database | Transaction, row: OrderRow): Promise<void> {
  assertShippable(row)
  choose(await listOrderLines(db, row.id), undefined)
}

function assertShippable({ order }: OrderRow): void {
  if (isShippable(order)) return
  const state = orderState(order)
  if (state !== 'paid' && state !== 'confirmed') throw problem('order-move-not-allowed', { state, move: 'shipped' })
  if (order.disputedAt) throw problem('order-disputed')
  throw problem('order-move-not-allowed', { state: 'being refunded', move: 'shipped' })
}

/** Returns the units to ship by line; several entries of one line are added up. */
function choose(lines: readonly OrderLine[], asked: ShipmentInput['lines']): LineUnits[] {
  const units = new Map<number, number>()
  for (const one of asked ?? lines.map((line) => ({ line: line.position, units: unitsOwed(line) })))
    units.set(one.line, (units.get(one.line) ?? 0) + one.units)
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  const chosen = [...units].flatMap(([position, wanted]) => {
    const line = byPosition.get(position)
    if (!line) throw problem('order-line-not-found', { line: position })
    if (wanted > line.held)
      throw problem('shipment-too-large', { name: line.productName, left: line.held, over: wanted - line.held })
    return wanted > 0 ? [{ lineId: line.id, units: wanted }] : []
  })
  if (chosen.length === 0) throw problem('nothing-to-ship')
  return chosen
}

const sumOf = (parts: readonly LineUnits[]) => parts.reduce((sum, { units }) => sum + units, 0)

interface NewShipment {
  input: ShipmentInput
  parts: readonly LineUnits[]
  lines: readonly OrderLine[]
  actor: Actor
  now: Date
}

/** Writes a parcel with its lines and the event of its order. Its number is the next one, also after those that were undone. */
async function insertShipment(
  tx: Transaction,
  orderId: string,
  { input, parts, lines, actor, now }: NewShipment,
): Promise<ShipmentRow> {
  const { carrier, trackingNumber, despiteRequests, idempotencyKey = null } = input
  const id = newId()
  const hash = idempotencyKey === null ? null : hashOf(input)
  const { rows } = await tx.execute<{ position: number }>(sql`
    WITH shipment AS (
      INSERT INTO shipments (id, order_id, position, carrier, tracking_number, shipped_at, shipped_by, idempotency_key, request_hash)
      SELECT ${id}::uuid, ${orderId}::uuid, coalesce(max(position), 0) + 1, ${carrier}::text, ${trackingNumber}::text,
        ${now.toISOString()}::timestamptz, ${actor.id}::uuid, ${idempotencyKey}::text, ${hash}::text
      FROM shipments WHERE order_id = ${orderId} HAVING ${despiteRequests} OR NOT ${isAskedAbout(orderId)} RETURNING *),
    parts AS (
      INSERT INTO shipment_lines (shipment_id, order_line_id, units)
      SELECT shipment.id, "lineId", units
      FROM shipment, jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS part ("lineId" bigint, units integer)),
    event AS (
      INSERT INTO order_events (order_id, kind, happened_by, facts)
      SELECT order_id, 'shipped', shipped_by, jsonb_build_object('shipment', position, 'units', ${sumOf(parts)}::integer) FROM shipment)
    SELECT position FROM shipment`)
  const [row] = rows
  // Asked here, so that it takes no statement of its own; what moved before is taken back.
  if (!row) throw problem('order-asked-about')
  const byId = new Map(lines.map((line) => [line.id, line]))
  return {
    id,
    orderId,
    position: row.position,
    carrier,
    trackingNumber,
    shippedAt: now,
    undoneAt: null,
    announcedAt: null,
    requestHash: hash,
    lines: parts.flatMap(({ lineId, units }) => {
      const line = byId.get(lineId)
      return line ? [{ ...line, lineId, units, shipped: line.shipped + units }] : []
    }),
  }
}

/** Returns the parcel that the same call has made before; throws `idempotency-key-reused` or `shipment-undone`. */
async function findRepeated(tx: Transaction, row: OrderRow, input: ShipmentInput): Promise<ShipmentRow | undefined> {
  if (input.idempotencyKey === undefined) return undefined
  const id = await findShipmentByKey(tx, row.id, input.idempotencyKey)
  if (id === undefined) return undefined
  const shipment = await getShipment(tx, row.id, id)
  if (shipment.requestHash !== hashOf(input)) throw problem('idempotency-key-reused')
  if (shipment.undoneAt)
    throw problem('shipment-undone', { shipment: shipmentName(row.order.number, shipment.position) })
  return shipment
}

const hashOf = ({ lines, carrier, trackingNumber }: ShipmentInput) =>
  hashRequest([lines?.map(({ line, units }) => [line, units]), carrier, trackingNumber])
