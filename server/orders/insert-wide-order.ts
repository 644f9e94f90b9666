import { sql } from 'drizzle-orm'
import { payableRange } from '#contract/payment-limits.ts'
import { reserveCredit } from '#server/customers/reserve-credit.ts'
import { findOrder, type OrderRow } from '#server/orders/find-orders.ts'
import type { NewOrder, OrderingRules } from '#server/orders/insert-order.ts'
import type { OrderAmounts } from '#server/orders/order-amounts.ts'
import { linesInWords, maxOpenOrders } from '#server/orders/order-rules.ts'
import { shownName } from '#server/orders/shown-name.ts'
import { useDiscount } from '#server/pricing/discounts/use-discount.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { priceFor, quantityRuleFor } from '#server/pricing/price-for.ts'

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
      await takeAllowances(tx, order)
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
  const { amounts, terms, transferDays } = order
  const transferMinutes = transferDays === undefined ? null : transferDays * 24 * 60
  const lines = JSON.stringify(
    order.lines.map((line, index) => ({ ...line, ...amounts?.lines[index], position: index + 1 })),
  )
  // Accounts are made at will: one without a verified address does not reserve stock for days, see `confirmOrders`.
  const reserved = sql`CASE WHEN email_verified_at IS NULL THEN least(${transferMinutes}::integer, ${orderTtlMinutes})
    ELSE coalesce(${transferMinutes}::integer, ${orderTtlMinutes}) END`
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  const { least, most } = payableRange(
    terms ? 'invoice' : transferDays === undefined ? 'card' : 'transfer',
    order.currency,
  )
  const { rows } = await tx.execute(sql`
    WITH buyer AS (SELECT id, email_verified_at FROM users WHERE id = ${order.buyerId} AND removed_at IS NULL FOR KEY SHARE),
    priced AS (
      SELECT input.*, name, ${shownName(sql`products.id`, sql`${order.language}`, sql`products.name`)} AS shown_name,
        (SELECT brands.name FROM brands WHERE brands.id = brand_id) AS brand, sku, price.price_cents, price_per, price_list_id,
        line_total(quantity, price.price_cents, price_per) AS total_cents
      FROM jsonb_to_recordset(${lines}::jsonb) AS input
        (position smallint, "productId" uuid, quantity integer, "unitPriceCents" integer, "pricePer" integer, job text,
          "discountCents" bigint, "netCents" bigint, "taxCents" bigint, "taxClass" text)
      JOIN products ON id = "productId" AND archived_at IS NULL AND price_per = coalesce("pricePer", price_per)
      CROSS JOIN LATERAL ${priceFor(sql`id`, sql`products.price_cents`, sql`${order.buyerId}::uuid`, sql`quantity`)} price
      WHERE price.price_cents = coalesce("unitPriceCents", price.price_cents)),
    summed AS (
      SELECT count(*) AS line_count, sum(quantity) AS units, sum(total_cents) AS items, coalesce(${amounts?.totalCents ?? null}::bigint, sum(total_cents)) AS total,
        string_agg(name, ', ' ORDER BY position) FILTER (WHERE position <= ${linesInWords}) AS names,
        coalesce(string_agg(sku, ' ' ORDER BY position) FILTER (WHERE position <= ${linesInWords}), '') AS numbers
      FROM priced),
    placed AS (
      INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, po_number, note, language, expires_at,
        line_count, units, total_cents, product_names, part_numbers, discount_cents, shipping_cents, shipping_net_cents,
        shipping_tax_cents, tax_cents, rounding_cents, currency, prices_include_tax, shipping, delivery, billing, buyer_tax_number, terms,
        accepted_terms, by_transfer, confirmed_at, paid_at)
      SELECT ${order.id}, buyer.id, ${order.buyerName}, ${order.buyerEmail}, ${order.address}, ${order.phoneNumber},
        ${order.poNumber}, ${order.note}, ${order.language}, now() + ${reserved} * interval '1 minute',
        line_count, units, total, names, numbers, ${amounts?.discountCents ?? 0}, ${amounts?.shippingCents ?? 0},
        ${amounts?.shippingNetCents ?? 0}, ${amounts?.shippingTaxCents ?? 0}, ${amounts?.taxCents ?? 0}, ${amounts?.roundingCents ?? 0}, ${order.currency},
        ${amounts?.includesTax ?? false}, ${json(amounts?.shipping)}::jsonb, ${json(order.delivery)}::jsonb,
        ${json(order.billing)}::jsonb, ${amounts?.buyerTaxNumber ?? null}, ${json(terms)}::jsonb, ${order.acceptedTerms ?? null},
        ${transferDays !== undefined}, CASE WHEN ${terms !== undefined} THEN now() END,
        CASE WHEN total = 0 THEN now() END
      FROM summed, buyer WHERE (${transferDays === undefined} OR (SELECT bank_details <> '' FROM store)) AND line_count = ${order.lines.length}
        AND ${order.currency} = (SELECT lower(currency) FROM store) AND items = coalesce(${amounts?.itemsCents ?? null}::bigint, items)
        AND (SELECT charges_version()) IS NOT DISTINCT FROM ${amounts?.chargesVersion ?? null}::text
        AND total = coalesce(${order.expectedTotalCents ?? null}::bigint, total)
        -- An order that costs nothing is paid as it is placed.
        AND (total BETWEEN ${least}::bigint AND ${most}::bigint OR total = 0 AND ${amounts !== undefined})
      RETURNING id, paid_at),
    taxes AS (
      INSERT INTO order_taxes (order_id, position, country, region, name, rate, reason, taxable_cents, tax_cents, provider, provider_ref)
      SELECT placed.id, n, country, region, name, rate, reason, "taxableCents", "taxCents", provider, "providerRef"
      FROM placed, ROWS FROM (jsonb_to_recordset(${JSON.stringify(amounts?.taxes ?? [])}::jsonb) AS (country text, region text, name text,
        rate numeric, reason text, "taxableCents" bigint, "taxCents" bigint, provider text, "providerRef" text)) WITH ORDINALITY AS tax
          (country, region, name, rate, reason, "taxableCents", "taxCents", provider, "providerRef", n)),
    discounted AS (
      INSERT INTO order_discounts (order_id, discount_id, code, name, kind, amount_cents, shipping_cents)
      SELECT placed.id, "discountId", code, name, kind, "amountCents", "shippingCents"
      FROM placed, jsonb_to_recordset(${JSON.stringify(discountRows(amounts))}::jsonb) AS discount ("discountId" uuid, code text, name text,
        kind text, "amountCents" bigint, "shippingCents" bigint)),
    paid AS (INSERT INTO order_events (order_id, kind) SELECT id, 'paid' FROM placed WHERE paid_at IS NOT NULL),
    line AS (
      INSERT INTO order_lines (order_id, position, product_id, product_name, shown_name, brand, sku, quantity, unit_price_cents, price_per, price_list_id, job,
        discount_cents, net_cents, tax_cents, tax_class)
      SELECT placed.id, position, "productId", name, shown_name, brand, sku, quantity, price_cents, price_per, price_list_id, job,
        coalesce("discountCents", 0), "netCents", coalesce("taxCents", 0), "taxClass" FROM priced, placed ORDER BY position
      RETURNING id, product_id, quantity)
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, moved_by)
    SELECT product_id, -quantity, 'order-placed', ${order.id}, id, ${order.buyerId} FROM line RETURNING id`)
  if (rows.length === 0) throw new NotAcceptedError()
}

const discountRows = (amounts: OrderAmounts | undefined) => {
  if (!amounts?.discount) return []
  const { id: discountId, code, name, kind, shippingCents } = amounts.discount
  return [{ discountId, code, name, kind, amountCents: amounts.discountCents, shippingCents }]
}

/** Locks the products, checks again what the lines were written with, and takes the units. */
async function takeStock(tx: Transaction, order: NewOrder): Promise<void> {
  const buyer = sql`${order.buyerId}::uuid`
  const { rows } = await tx.execute<{ fits: boolean }>(sql`
    WITH line AS (
      SELECT id, product_id, quantity, unit_price_cents, price_per, price_list_id FROM order_lines WHERE order_id = ${order.id}),
    stock AS MATERIALIZED (
      SELECT id AS product_id, price_cents, price_per, minimum_quantity, order_multiple, maximum_quantity, available_quantity
      FROM products WHERE id IN (SELECT product_id FROM line) AND archived_at IS NULL ORDER BY id FOR NO KEY UPDATE),
    wanted AS (
      SELECT product_id, count(*) AS lines, available_quantity - sum(quantity) AS left_over,
        sum(quantity) <= least(available_quantity, min(rule.maximum)) AND bool_and(quantity >= rule.minimum
          AND quantity % rule.multiple = 0 AND unit_price_cents = price.price_cents AND line.price_per = stock.price_per
          AND line.price_list_id IS NOT DISTINCT FROM price.price_list_id) AS fits
      FROM line JOIN stock USING (product_id)
      CROSS JOIN LATERAL ${priceFor(sql`product_id`, sql`stock.price_cents`, buyer, sql`quantity`)} price
      CROSS JOIN LATERAL ${quantityRuleFor(sql`product_id`, sql`minimum_quantity, order_multiple, maximum_quantity`, buyer)} rule
      GROUP BY product_id, available_quantity),
    verdict AS (
      SELECT coalesce(bool_and(fits) AND sum(lines) = ${order.lines.length}, false) AS fits FROM wanted),
    sold AS (
      UPDATE products SET available_quantity = left_over FROM wanted, verdict WHERE id = wanted.product_id AND verdict.fits)
    SELECT fits FROM verdict`)
  if (!rows[0]?.fits) throw new NotAcceptedError()
}

/** Takes the total out of the credit of a buyer on account, and a use of the discount: these are locked after products. */
async function takeAllowances(tx: Transaction, { id: orderId, buyerId, amounts, terms }: NewOrder): Promise<void> {
  if (terms && amounts) await reserveCredit(tx, { buyerId, cents: amounts.totalCents })
  const discount = amounts?.discount
  if (discount) await useDiscount(tx, { orderId, buyerId, discountId: discount.id, version: discount.version })
}

/** Gives an unpaid order its slot, and the order its key: these are locked after products. */
async function openOrder(tx: Transaction, { limitOpenOrders }: OrderingRules, order: NewOrder): Promise<void> {
  const slot = sql`(
    SELECT slot FROM generate_series(1, ${maxOpenOrders}) slot
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = ${order.buyerId} AND open_slot = slot) LIMIT 1)`
  const isOpen = sql`paid_at IS NULL AND confirmed_at IS NULL`
  const { rows } = await tx.execute(sql`
    WITH opened AS (
      UPDATE orders SET open_slot = ${limitOpenOrders ? sql`CASE WHEN ${isOpen} THEN ${slot} END` : sql`NULL`},
        idempotency_key = ${order.idempotencyKey ?? null}
      WHERE id = ${order.id} RETURNING id, ${limitOpenOrders ? sql`open_slot IS NULL AND ${isOpen}` : sql`false`} AS is_refused)
    INSERT INTO order_confirmations (order_id) SELECT id FROM opened WHERE NOT is_refused RETURNING order_id`)
  if (rows.length === 0) throw new NotAcceptedError()
}
