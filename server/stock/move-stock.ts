import { type SQL, sql } from 'drizzle-orm'
import type { StockMovementReason } from '#contract/catalog.ts'
import type { MovementKind } from '#server/stock/stock.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes units of a product, or of an order line, to move; negative ones take a movement back. */
export type Movement =
  | { kind: 'opening' | 'correction'; productId: string; units: number; note?: string | undefined }
  | { kind: 'reserve' | 'release' | 'restock'; lineId: number; units: number; reason: StockMovementReason }
  | { kind: 'ship' | 'write-off' | 'cancel' | 'return'; lineId: number; units: number }

/** Names units of an order line. */
export interface LineUnits {
  lineId: number
  units: number
}

interface Effect {
  available?: 1 | -1
  shelf?: 1 | -1
  shipped?: 1
  cancelled?: 1
  returned?: 1
}

/**
 * Lists what one unit of a movement changes. What a line holds is on the shelf, but not available, so that it changes by the change on the
 * shelf less that of what is available. Units that are written off leave the shelf; those that are cancelled are no longer owed.
 */
const effects: Record<MovementKind, Effect> = {
  opening: { available: 1, shelf: 1 },
  correction: { available: 1, shelf: 1 },
  reserve: { available: -1 },
  release: { available: 1 },
  ship: { shelf: -1, shipped: 1 },
  'write-off': { shelf: -1 },
  cancel: { cancelled: 1 },
  return: { returned: 1 },
  restock: { available: 1, shelf: 1 },
}

/**
 * Moves units: writes the movements, the available quantities of products, and the counters of order lines, in one statement. Products are
 * locked in the order of their ids; the caller has locked the orders of the lines. Units to reserve are taken as far as they are
 * available, for the first movements first: returns those that are missing.
 */
export async function moveStock(
  tx: Transaction,
  movements: readonly Movement[],
  by: { id: string } | undefined,
): Promise<LineUnits[]> {
  const given = movements.flatMap((movement, n) => {
    const { available = 0, shelf = 0, shipped = 0, cancelled = 0, returned = 0 } = effects[movement.kind]
    const reason = movement.kind === 'opening' || movement.kind === 'correction' ? movement.kind : undefined
    return movement.units === 0 ? [] : [{ n, reason, ...movement, available, shelf, shipped, cancelled, returned }]
  })
  if (given.length === 0) return []
  // The rest is calculated from the locked rows: an UPDATE checks constraints on the row version that it read first.
  const { rows } = await tx.execute<{ line_id: string; missing: number }>(sql`
    WITH given AS (
      SELECT n, kind, units, coalesce(line.product_id, "productId") AS product_id, line.order_id, line.id AS line_id, reason, note,
        available, shelf, shipped, cancelled, returned,
        sum(units) FILTER (WHERE kind = 'reserve') OVER (PARTITION BY coalesce(line.product_id, "productId") ORDER BY n) AS wanted
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (n integer, kind text, units integer, "productId" uuid, "lineId" bigint,
        reason text, note text, available integer, shelf integer, shipped integer, cancelled integer, returned integer)
      LEFT JOIN order_lines line ON line.id = "lineId"),
    stock AS MATERIALIZED (
      SELECT id AS product_id, available_quantity FROM products
      WHERE id IN (SELECT product_id FROM given) ORDER BY id FOR NO KEY UPDATE),
    moving AS (
      SELECT given.*, CASE kind WHEN 'reserve' THEN least(units, greatest(available_quantity - (wanted - units), 0)) ELSE units END AS moved
      FROM given JOIN stock USING (product_id)),
    stocked AS (
      UPDATE products SET available_quantity = left_over
      FROM (
        SELECT product_id, stock.available_quantity + sum(moved * available) AS left_over FROM moving JOIN stock USING (product_id)
        GROUP BY product_id, stock.available_quantity HAVING sum(moved * available) <> 0) rest
      WHERE id = rest.product_id),
    counted AS (
      UPDATE order_lines SET held_quantity = held_quantity + held, shipped_quantity = shipped_quantity + sums.shipped,
        cancelled_quantity = cancelled_quantity + sums.cancelled, returned_quantity = returned_quantity + sums.returned
      FROM (
        SELECT line_id, sum(moved * (shelf - available)) AS held, sum(moved * shipped) AS shipped, sum(moved * cancelled) AS cancelled,
          sum(moved * returned) AS returned
        FROM moving GROUP BY line_id) sums
      WHERE id = line_id),
    written AS (
      INSERT INTO stock_movements (product_id, order_id, order_line_id, kind, units, available_change, shelf_change, reason, note, moved_by)
      SELECT product_id, order_id, line_id, kind, moved, moved * available, moved * shelf, reason, note, ${by?.id ?? null}::uuid
      FROM moving WHERE moved <> 0 ORDER BY n)
    SELECT line_id, units - moved AS missing FROM moving WHERE moved <> units ORDER BY n`)
  return rows.map(({ line_id: id, missing }) => ({ lineId: Number(id), units: missing }))
}

/**
 * Makes the statement that takes the units of new lines out of stock, as a part of the one that places an order: it has the products with
 * what is left over, locked and compared with prices and rules. That one inserts the lines with `held_quantity`.
 */
export const takeNewLines = (taken: SQL): SQL => sql`
  UPDATE products SET available_quantity = left_over FROM ${taken} WHERE products.id = product_id`

/** Makes the statement that writes the movements of new lines (id, product_id, order_id, quantity). */
export const reserveNewLines = (lines: SQL, by: SQL): SQL => sql`
  INSERT INTO stock_movements (product_id, order_id, order_line_id, kind, units, available_change, shelf_change, reason, moved_by)
  SELECT product_id, order_id, id, 'reserve', quantity, -quantity, 0, 'order-placed', ${by} FROM ${lines}`

/** Returns the units of lines that movements of a kind have moved, by the ids of the lines. */
export async function sumMoved(
  tx: Transaction,
  lineIds: readonly number[],
  kind: MovementKind,
): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ id: number; units: number }>(sql`
    SELECT order_line_id::double precision AS id, sum(units)::integer AS units FROM stock_movements
    WHERE order_line_id = ANY (${sql.param(lineIds)}::bigint[]) AND kind = ${kind} GROUP BY 1`)
  return new Map(rows.map(({ id, units }) => [id, units]))
}
