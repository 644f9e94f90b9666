import { and, eq } from 'drizzle-orm'
import { findUserForToken } from '#server/accounts/find-user.ts'
import { getProduct } from '#server/catalog/find-products.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { type InsertedOrder, insertOrder, type NewOrder } from '#server/orders/insert-order.ts'
import { mostOpenOrders, payableCents } from '#server/orders/order-rules.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
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
 * Places an unpaid order and takes its units out of stock: both or neither. With an idempotency key a repeated wish answers the
 * first order. Throws the refusals that the contract names for this call.
 */
export async function placeOrder(db: Database, buyer: Actor, wish: OrderWish, rules: OrderingRules): Promise<OrderRow> {
  const order: NewOrder = {
    id: newId(),
    buyerId: buyer.id,
    buyerName: wish.buyerName,
    buyerEmail: buyer.email,
    address: wish.address,
    phoneNumber: wish.phoneNumber,
    productId: wish.productId,
    quantity: wish.quantity,
    expectedTotalCents: wish.expectedTotalCents ?? null,
    idempotencyKey: wish.idempotencyKey ?? null,
    ttlMinutes: rules.orderTtlMinutes,
    isLimited: rules.limitOpenOrders,
  }
  const inserted = await insertOrder(db, order)
  return inserted ? toRow(order, inserted) : refuse(db, buyer, wish, rules)
}

function toRow(order: NewOrder, inserted: InsertedOrder): OrderRow {
  const { id, buyerId, buyerName, buyerEmail, address, phoneNumber, productId, quantity, idempotencyKey } = order
  return {
    id,
    order: {
      id,
      buyerId,
      buyerName,
      buyerEmail,
      address,
      phoneNumber,
      idempotencyKey,
      totalCents: Number(inserted.total_cents),
      currency: 'usd',
      openSlot: null,
      placedAt: inserted.placed_at,
      expiresAt: inserted.expires_at,
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
      productNames: inserted.product_name,
    },
    line: {
      id: Number(inserted.line_id),
      orderId: id,
      productId,
      productName: inserted.product_name,
      quantity,
      unitPriceCents: inserted.unit_price_cents,
    },
  }
}

/** Finds out why nothing was taken and throws it; when the reason has just gone away, the order is tried again. */
async function refuse(db: Database, buyer: Actor, wish: OrderWish, rules: OrderingRules): Promise<OrderRow> {
  if (wish.idempotencyKey !== undefined) {
    // The first try may have taken the last units: then this wish is fulfilled already.
    const before = await findByKey(db, buyer, wish.idempotencyKey)
    if (before) return assertSameWish(before, wish)
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
  // Removed, or deleting the account, while this order was on its way.
  if (!(await findUserForToken(db, buyer.id))) throw problem('session-ended')
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

function assertSameWish(row: OrderRow, wish: OrderWish): OrderRow {
  const isSame =
    row.line.productId === wish.productId &&
    row.line.quantity === wish.quantity &&
    row.order.address === wish.address &&
    row.order.phoneNumber === wish.phoneNumber
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}
