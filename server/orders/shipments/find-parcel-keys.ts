import { eq, inArray } from 'drizzle-orm'
import { orders } from '#server/orders/orders.tables.ts'
import type { ShipmentKeys } from '#server/orders/shipments/lock-shipment.ts'
import { shipmentName } from '#server/orders/shipments/shipment-name.ts'
import { shipments } from '#server/orders/shipments/shipments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'

/** Returns parcels with their orders and names by their ids; those that do not exist are missing. */
export async function findParcelKeys(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShipmentKeys & { name: string }>> {
  const rows = await db
    .select({ id: shipments.id, orderId: orders.id, number: orders.number, position: shipments.position })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(inArray(shipments.id, ids.filter(isId)))
  return new Map(
    rows.map(({ id, orderId, number, position }) => [
      id,
      { orderId, shipmentId: id, name: shipmentName(number, position) },
    ]),
  )
}
