import { and, eq } from 'drizzle-orm'
import { getProduct } from '#server/catalog/find-products.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { mostOpenOrders, payableCents } from '#server/orders/order-rules.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { brokenConstraint, type Database, retrying } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toDollars } from '#server/platform/money.ts'
import { problem } from '#server/platform/problem.ts'

export interface OrderWish {
  productId: string
  quantity: number
  buyerName: string
  address: string
  phoneNumber: string
  /** What the buyer saw and agreed to; undefined: whatever it costs now. */
  expectedTotalCents: number | undefined
  idempotencyKey: string | undefined
}

export interface OrderingRules {
  orderTtlMinutes: number
  /** Whether `mostOpenOrders` holds; only load tests lift it. */
  limitOpenOrders: boolean
}

/**
 * Places an unpaid order and takes its units out of stock, in one statement: both or neither. With an idempotency key a
 * repeated wish answers the first order. Throws the refusals that the contract names for this call.
 */
export async function placeOrder(db: Database, buyer: Actor, wish: OrderWish, rules: OrderingRules): Promise<OrderRow> {
  try {
    return (await retrying(() => insertOrder(db, buyer, wish, rules))) ?? (await refuse(db, buyer, wish, rules))
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'orders_idempotency_key':
        return repeatedOrder(db, buyer, wish)
      case 'orders_open_slot':
        // Another order of the same buyer took the place in this moment: look for the next one.
        return placeOrder(db, buyer, wish, rules)
      default:
        throw error
    }
  }
}

const freeSlot = `(
  SELECT slot FROM generate_series(1, ${mostOpenOrders}) slot
  WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = $2 AND open_slot = slot) LIMIT 1)`

// Every condition that could change under our feet stands in the UPDATE: no row back is the refusal.
const statement = (slot: string) => `
  WITH place AS (SELECT ${slot}::smallint AS slot),
  taken AS (
    UPDATE products SET available_quantity = available_quantity - $3::integer
    WHERE id = $4 AND archived_at IS NULL AND minimum_quantity <= $3::integer AND available_quantity >= $3::integer
      AND ($5::bigint IS NULL OR price_cents::bigint * $3::integer = $5::bigint)
      AND price_cents::bigint * $3::integer BETWEEN ${payableCents.least} AND ${payableCents.most}
      AND EXISTS (SELECT 1 FROM place WHERE slot IS NOT NULL)
    RETURNING id, name, price_cents),
  placed AS (
    INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, idempotency_key,
      open_slot, expires_at, product_names)
    SELECT $1, $2, $6, $7, $8, $9, taken.price_cents::bigint * $3::integer, $10, nullif(place.slot, 0),
      now() + $11::integer * interval '1 minute', taken.name
    FROM taken, place
    RETURNING total_cents, placed_at, expires_at),
  lined AS (
    INSERT INTO order_lines (order_id, product_id, product_name, quantity, unit_price_cents)
    SELECT $1, taken.id, taken.name, $3::integer, taken.price_cents FROM taken RETURNING id),
  moved AS (
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, moved_by)
    SELECT taken.id, -$3::integer, 'order-placed', $1, $2 FROM taken)
  SELECT taken.name, taken.price_cents, placed.total_cents, placed.placed_at, placed.expires_at, lined.id AS line_id
  FROM taken, placed, lined`

const limited = { name: 'place_order', text: statement(freeSlot) }
/** The statement without the limit of open orders: what a load test compares itself with. */
export const unlimitedPlaceOrder = { name: 'place_order_unlimited', text: statement('0') }

interface Placed {
  name: string
  price_cents: number
  total_cents: string
  placed_at: Date
  expires_at: Date
  line_id: string
}

async function insertOrder(db: Database, buyer: Actor, wish: OrderWish, rules: OrderingRules) {
  const id = newId()
  const { rows } = await db.$client.query<Placed>({
    ...(rules.limitOpenOrders ? limited : unlimitedPlaceOrder),
    values: [
      id,
      buyer.id,
      wish.quantity,
      wish.productId,
      wish.expectedTotalCents ?? null,
      wish.buyerName,
      buyer.email,
      wish.address,
      wish.phoneNumber,
      wish.idempotencyKey ?? null,
      rules.orderTtlMinutes,
    ],
  })
  const [placed] = rows
  if (!placed) return undefined
  const row: OrderRow = {
    id,
    order: {
      id,
      buyerId: buyer.id,
      buyerName: wish.buyerName,
      buyerEmail: buyer.email,
      address: wish.address,
      phoneNumber: wish.phoneNumber,
      totalCents: Number(placed.total_cents),
      currency: 'usd',
      idempotencyKey: wish.idempotencyKey ?? null,
      openSlot: null,
      placedAt: placed.placed_at,
      expiresAt: placed.expires_at,
      paidAt: null,
      transactionId: null,
      shippedAt: null,
      shippedBy: null,
      cancelledAt: null,
      cancelledBy: null,
      expiredAt: null,
      refundedAt: null,
      awaitingStockSince: null,
      refundAskedCents: 0,
      refundedCents: 0,
      restockedQuantity: 0,
      disputedAt: null,
      productNames: placed.name,
    },
    line: {
      id: Number(placed.line_id),
      orderId: id,
      productId: wish.productId,
      productName: placed.name,
      quantity: wish.quantity,
      unitPriceCents: placed.price_cents,
    },
  }
  return row
}

/** Finds out why nothing was taken and throws it; when the reason has just gone away, the order is tried again. */
async function refuse(db: Database, buyer: Actor, wish: OrderWish, rules: OrderingRules): Promise<OrderRow> {
  if (wish.idempotencyKey !== undefined) {
    // The first try may have taken the last units: then this wish is fulfilled already.
    const before = await findByKey(db, buyer, wish.idempotencyKey)
    if (before) return repeatedOrder(db, buyer, wish)
  }
  const product = await getProduct(db, wish.productId)
  const facts = { minimum: product.minimumQuantity, available: product.availableQuantity }
  if (wish.quantity > product.availableQuantity) throw problem('out-of-stock', facts)
  if (wish.quantity < product.minimumQuantity) throw problem('below-minimum', facts)
  const totalCents = product.priceCents * wish.quantity
  if (wish.expectedTotalCents !== undefined && wish.expectedTotalCents !== totalCents) {
    throw problem('price-changed', { total: toDollars(totalCents), price: toDollars(product.priceCents) })
  }
  if (totalCents < payableCents.least || totalCents > payableCents.most) throw problem('total-not-payable')
  if (rules.limitOpenOrders && (await countOpenOrders(db, buyer)) >= mostOpenOrders) {
    throw problem('too-many-open-orders', { limit: mostOpenOrders })
  }
  return placeOrder(db, buyer, wish, rules)
}

const countOpenOrders = async (db: Database, buyer: Actor) =>
  (await db.$client.query('SELECT 1 FROM orders WHERE buyer_id = $1 AND open_slot IS NOT NULL', [buyer.id])).rows.length

async function findByKey(db: Database, buyer: Actor, key: string) {
  const [row] = await db
    .select({ id: orders.id, order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.buyerId, buyer.id), eq(orders.idempotencyKey, key)))
  return row
}

async function repeatedOrder(db: Database, buyer: Actor, wish: OrderWish): Promise<OrderRow> {
  const row = wish.idempotencyKey === undefined ? undefined : await findByKey(db, buyer, wish.idempotencyKey)
  const isSame =
    row !== undefined &&
    row.line.productId === wish.productId &&
    row.line.quantity === wish.quantity &&
    row.order.address === wish.address &&
    row.order.phoneNumber === wish.phoneNumber
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}
