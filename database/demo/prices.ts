import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** These keep one price for everyone at every quantity. */
const productsOfOnePrice = 4

/**
 * Prepares price breaks, and two customer groups with a list each, all switched off: half of the products are cheaper from five and from
 * twenty times their minimum on, workshops pay 8 % less, and fleets have prices of their own for every third product.
 */
export async function addDemoPrices(tx: Transaction): Promise<void> {
  await tx.execute(sql`UPDATE price_lists SET active = false WHERE is_base`)
  await tx.execute(sql`
    WITH ranked AS (SELECT *, row_number() OVER (ORDER BY position) AS nth FROM products WHERE archived_at IS NULL)
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
    SELECT list.id, ranked.id, minimum_quantity * times, greatest(1, round(price_cents * (100 - percent) / 100.0)::integer)
    FROM ranked, price_lists list, (VALUES (5, 4), (20, 9)) AS step (times, percent)
    WHERE is_base AND nth > ${productsOfOnePrice} AND nth % 2 = 0
      AND (maximum_quantity IS NULL OR minimum_quantity * times <= maximum_quantity)`)
  await tx.execute(sql`
    WITH named AS (INSERT INTO customer_groups (name) VALUES ('Workshops'), ('Fleets') RETURNING id, name)
    INSERT INTO price_lists (name, group_id, adjust_percent)
    SELECT CASE name WHEN 'Workshops' THEN 'Workshop prices' ELSE 'Fleet prices' END, id, CASE name WHEN 'Workshops' THEN -8 END
    FROM named ORDER BY name DESC`)
  await tx.execute(sql`
    WITH ranked AS (SELECT *, row_number() OVER (ORDER BY position) AS nth FROM products WHERE archived_at IS NULL)
    INSERT INTO prices (price_list_id, product_id, from_quantity, cents)
    SELECT list.id, ranked.id, 1, CASE WHEN nth > ${productsOfOnePrice}
      THEN greatest(1, round(price_cents * 0.88)::integer) ELSE price_cents END
    FROM ranked, price_lists list
    WHERE list.name = 'Fleet prices' AND nth > ${productsOfOnePrice} AND nth % 3 = 0
      OR list.name = 'Workshop prices' AND nth <= ${productsOfOnePrice}`)
}
