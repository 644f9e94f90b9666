import { type SQL, sql } from 'drizzle-orm'

/** Selects what each order holds of products: the units that are reserved for it and still on the shelf. */
export const heldUnits = (productIds: readonly string[]): SQL => sql`
  SELECT product_id, orders.id, orders.number, sum(held_quantity)::integer AS units
  FROM order_lines JOIN orders ON orders.id = order_id
  WHERE held_quantity > 0 AND product_id = ANY (${sql.param(productIds)}::uuid[]) GROUP BY product_id, orders.id`
