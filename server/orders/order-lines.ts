import { sql } from 'drizzle-orm'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import type { fitVerdicts } from '#contract/vehicles.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Selects the ids of products that were ordered. */
export const orderedProducts = sql`SELECT product_id AS id FROM order_lines`

/** Holds a line with its units, see `server/stock/move-stock.ts`. */
export interface OrderLine {
  id: number
  position: number
  productId: string
  productName: string
  shownName: string | null
  brand: string | null
  sku: string | null
  quantity: number
  unitPriceCents: number
  pricePer: number
  totalCents: number
  discountCents: number
  /** After the discount, without tax; null where there is neither. */
  netCents: number | null
  taxCents: number
  taxClass: string | null
  job: string | null
  /** The vehicle that it was ordered for, and what was shown of it. */
  vehicle: NamedVehicle | null
  fitVerdict: (typeof fitVerdicts)[number] | null
  /** The units that are reserved for it and on the shelf. */
  held: number
  shipped: number
  /** The units that are neither shipped nor owed any more. */
  cancelled: number
  returned: number
}

/** Returns the lines of an order in their order. */
export async function listOrderLines(db: Database | Transaction, orderId: string): Promise<OrderLine[]> {
  const { rows } = await db.execute<OrderLine & Record<string, unknown>>(sql`
    SELECT id::double precision AS id, position, product_id AS "productId", product_name AS "productName", shown_name AS "shownName", brand, sku, quantity,
      unit_price_cents AS "unitPriceCents", price_per AS "pricePer", total_cents::double precision AS "totalCents",
      discount_cents::double precision AS "discountCents", net_cents::double precision AS "netCents",
      tax_cents::double precision AS "taxCents", tax_class AS "taxClass", job, vehicle, fit_verdict AS "fitVerdict",
      held_quantity AS held, shipped_quantity AS shipped, cancelled_quantity AS cancelled, returned_quantity AS returned
    FROM order_lines
    WHERE order_id = ${orderId} ORDER BY position`)
  return rows
}

/** Returns how many units of a line are still to be shipped. */
export const unitsOwed = ({ quantity, shipped, cancelled }: OrderLine): number => quantity - shipped - cancelled

/** Returns how many units a line still needs: those that it owes and does not hold. */
export const unitsShort = (line: OrderLine): number => unitsOwed(line) - line.held

/** Returns how many units of a line can go into stock with a refund: those that it holds, and those that are shipped and have not come back. */
export const unitsToRestock = ({ held, shipped, returned }: OrderLine): number => held + shipped - returned

/** Returns how many units of a line were cancelled or have come back. */
export const unitsTakenBack = ({ cancelled, returned }: OrderLine): number => cancelled + returned
