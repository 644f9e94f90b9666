import { type SQL, sql } from 'drizzle-orm'
import type { OrderLine } from '#server/orders/order-lines.ts'
import type { shipments } from '#server/orders/shipments/shipments.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'

type Columns = typeof shipments.$inferSelect

/** Holds a parcel with its lines, in the order of the lines of the order. */
export interface ShipmentRow extends Pick<
  Columns,
  | 'id'
  | 'orderId'
  | 'position'
  | 'carrier'
  | 'trackingNumber'
  | 'shippedAt'
  | 'undoneAt'
  | 'announcedAt'
  | 'requestHash'
> {
  lines: ShipmentLine[]
}

export interface ShipmentLine extends Pick<
  OrderLine,
  'position' | 'productName' | 'shownName' | 'brand' | 'sku' | 'shipped' | 'returned'
> {
  lineId: number
  /** The units in the parcel. */
  units: number
}

async function selectShipments(db: Database | Transaction, where: SQL): Promise<ShipmentRow[]> {
  const { rows } = await db.execute<{ [Key in keyof ShipmentRow]: ShipmentRow[Key] }>(sql`
    SELECT id, order_id AS "orderId", position, carrier, tracking_number AS "trackingNumber", shipped_at AS "shippedAt",
      undone_at AS "undoneAt", announced_at AS "announcedAt", request_hash AS "requestHash",
      (SELECT json_agg(json_build_object('lineId', line.id, 'position', line.position, 'productName', product_name, 'shownName', shown_name,
          'brand', brand, 'sku', sku, 'shipped', shipped_quantity, 'returned', returned_quantity, 'units', part.units) ORDER BY line.position)
        FROM shipment_lines part JOIN order_lines line ON line.id = order_line_id WHERE shipment_id = shipments.id) AS lines
    FROM shipments WHERE ${where} ORDER BY position`)
  return rows.map((row) => ({
    ...row,
    shippedAt: new Date(row.shippedAt),
    undoneAt: row.undoneAt && new Date(row.undoneAt),
    announcedAt: row.announcedAt && new Date(row.announcedAt),
  }))
}

/** Returns the parcels of an order that were not undone, first to last. */
export const listShipments = (db: Database | Transaction, orderId: string): Promise<ShipmentRow[]> =>
  selectShipments(db, sql`order_id = ${orderId} AND undone_at IS NULL`)

/** Returns parcels by their ids. */
export const findShipments = (db: Database | Transaction, ids: readonly string[]): Promise<ShipmentRow[]> =>
  selectShipments(db, sql`id = ANY (${sql.param(ids)}::uuid[])`)

/** Returns a parcel of an order, also one that was undone; throws `shipment-not-found`. */
export async function getShipment(tx: Transaction, orderId: string, id: string): Promise<ShipmentRow> {
  const [shipment] = await selectShipments(tx, sql`order_id = ${orderId} AND id = ${parseId(id, 'shipment-not-found')}`)
  if (!shipment) throw problem('shipment-not-found')
  return shipment
}

/** Returns the id of the parcel of an order that was made with this idempotency key. */
export async function findShipmentByKey(tx: Transaction, orderId: string, key: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM shipments WHERE order_id = ${orderId} AND idempotency_key = ${key}`,
  )
  return rows[0]?.id
}
