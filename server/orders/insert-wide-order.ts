import { sql } from 'drizzle-orm'
import { findOrder, type OrderRow } from '#server/orders/find-orders.ts'
import type { NewOrder, OrderingRules } from '#server/orders/insert-order.ts'
import { linesInWords, maxOpenOrders, payableCents } from '#server/orders/order-rules.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'

/** Takes the lines of an order out of the buyer's cart; throws if they are not in it. */
export type OrderCart = (tx: Transaction, order: NewOrder & { cartId: string }) => Promise<void>

/** Rolls back an order that is not accepted. */
class NotAcceptedError extends Error {}

/**
 * Inserts an order of several lines or of a cart, reserves its stock and takes it out of the cart: all or nothing. Returns undefined if it was not accepted. What needs no
 * locks is written first, products are locked and taken last: orders of one line, which `insert-order.ts` batches, wait for 1,000
 * lines only as long as those are taken. Rows are locked in the same order there.
 */
export async function insertWideOrder(
  db: Database,
  rules: OrderingRules,
  order: NewOrder,
  orderCart: OrderCart,
): Promise<OrderRow | undefined> {
  try {
    await db.transaction(async (tx) => {
      const { cartId } = order
      if (cartId !== undefined) await orderCart(tx, { ...order, cartId })
      await writeLines(tx, rules, order)
      await takeStock(tx, order)
      await openOrder(tx, rules, order)
    })
  } catch (error) {
    // Another order of the buyer has just taken the slot, or has this key.
    const isTaken = ['orders_open_slot', 'orders_idempotency_key'].includes(violatedConstraint(error) ?? '')
    if (isTaken || error instanceof NotAcceptedError) return undefined
    throw error
  }
  return findOrder(db, order.id)
}

/** Writes the order, its lines and their stock movements, which are rolled back if the stock cannot be taken. */
async function writeLines(tx: Transaction, { orderTtlMinutes }: OrderingRules, order: NewOrder): Promise<void> {
  const lines = JSON.stringify(order.lines.map((line, index) => ({ ...line, position: index + 1 })))
  const { rows } = await tx.execute(sql`
    WITH buyer AS (SELECT id FROM users WHERE id = ${order.buyerId} AND removed_at IS NULL FOR KEY SHARE),
    priced AS (
      SELECT input.*, name, sku, price_cents, price_per, line_total(quantity, price_cents, price_per) AS total_cents
      FROM jsonb_to_recordset(${lines}::jsonb) AS input
        (position smallint, "productId" uuid, quantity integer, "unitPriceCents" integer, "pricePer" integer, job text)
      JOIN products ON id = "productId" AND archived_at IS NULL AND price_cents = coalesce("unitPriceCents", price_cents)
        AND price_per = coalesce("pricePer", price_per)),
    summed AS (
      SELECT count(*) AS line_count, sum(quantity) AS units, sum(total_cents) AS total_cents,
        string_agg(name, ', ' ORDER BY position) FILTER (WHERE position <= ${linesInWords}) AS names,
        coalesce(string_agg(sku, ' ' ORDER BY position) FILTER (WHERE position <= ${linesInWords}), '') AS numbers
      FROM priced),
    placed AS (
      INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, po_number, note, language, expires_at,
        line_count, units, total_cents, product_names, part_numbers)
      SELECT ${order.id}, buyer.id, ${order.buyerName}, ${order.buyerEmail}, ${order.address}, ${order.phoneNumber},
        ${order.poNumber}, ${order.note}, ${order.language}, now() + ${orderTtlMinutes} * interval '1 minute',
        line_count, units, total_cents, names, numbers
      FROM summed, buyer WHERE line_count = ${order.lines.length}
        AND total_cents = coalesce(${order.expectedTotalCents ?? null}::bigint, total_cents)
        AND total_cents BETWEEN ${payableCents.least} AND ${payableCents.most}
      RETURNING id),
    line AS (
      INSERT INTO order_lines (order_id, position, product_id, product_name, sku, quantity, unit_price_cents, price_per, job)
      SELECT placed.id, position, "productId", name, sku, quantity, price_cents, price_per, job FROM priced, placed ORDER BY position
      RETURNING id, product_id, quantity)
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, moved_by)
    SELECT product_id, -quantity, 'order-placed', ${order.id}, id, ${order.buyerId} FROM line RETURNING id`)
  if (rows.length === 0) throw new NotAcceptedError()
}

/** Locks the products, checks again what the lines were written with, and takes the units. */
async function takeStock(tx: Transaction, order: NewOrder): Promise<void> {
  const { rows } = await tx.execute<{ fits: boolean }>(sql`
    WITH line AS (SELECT id, product_id, quantity, unit_price_cents, price_per FROM order_lines WHERE order_id = ${order.id}),
    stock AS MATERIALIZED (
      SELECT id AS product_id, price_cents, price_per, minimum_quantity, order_multiple, maximum_quantity, available_quantity
      FROM products WHERE id IN (SELECT product_id FROM line) AND archived_at IS NULL ORDER BY id FOR NO KEY UPDATE),
    wanted AS (
      SELECT product_id, count(*) AS lines, available_quantity - sum(quantity) AS left_over,
        sum(quantity) <= least(available_quantity, maximum_quantity) AND bool_and(quantity >= minimum_quantity
          AND quantity % order_multiple = 0 AND unit_price_cents = price_cents AND line.price_per = stock.price_per) AS fits
      FROM line JOIN stock USING (product_id) GROUP BY product_id, available_quantity, maximum_quantity),
    verdict AS (
      SELECT coalesce(bool_and(fits) AND sum(lines) = ${order.lines.length}, false) AS fits FROM wanted),
    sold AS (
      UPDATE products SET available_quantity = left_over FROM wanted, verdict WHERE id = wanted.product_id AND verdict.fits)
    SELECT fits FROM verdict`)
  if (!rows[0]?.fits) throw new NotAcceptedError()
}

/** Gives the order its slot and key: these are locked after products. */
async function openOrder(tx: Transaction, { limitOpenOrders }: OrderingRules, order: NewOrder): Promise<void> {
  const slot = sql`(
    SELECT slot FROM generate_series(1, ${maxOpenOrders}) slot
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = ${order.buyerId} AND open_slot = slot) LIMIT 1)`
  const { rows } = await tx.execute(sql`
    WITH open AS (
      UPDATE orders SET open_slot = ${limitOpenOrders ? slot : sql`NULL`}, idempotency_key = ${order.idempotencyKey ?? null}
      WHERE id = ${order.id} RETURNING id, open_slot)
    INSERT INTO order_confirmations (order_id) SELECT id FROM open WHERE ${limitOpenOrders ? sql`open_slot IS NOT NULL` : sql`true`}
    RETURNING order_id`)
  if (rows.length === 0) throw new NotAcceptedError()
}
