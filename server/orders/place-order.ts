import { and, eq, isNotNull } from 'drizzle-orm'
import { assessLine, lineTotalCents } from '#contract/assess-line.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { prepareGetProduct } from '#server/catalog/find-products.ts'
import { findOrderByKey, type OrderRow } from '#server/orders/find-orders.ts'
import type { NewOrder, Ordering } from '#server/orders/insert-order.ts'
import { maxOpenOrders, payableCents } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toDollars } from '#server/platform/money.ts'
import { problem } from '#server/platform/http/problem.ts'

export type PlaceOrderInput = Omit<NewOrder, 'id' | 'buyerId' | 'buyerEmail'>

/**
 * Places an unpaid order and reserves its stock: both or neither. With an idempotency key, a repeated request returns the first
 * order. Throws the problems of the endpoint.
 */
export async function placeOrder(
  db: Database,
  ordering: Ordering,
  buyer: Actor,
  input: PlaceOrderInput,
): Promise<OrderRow> {
  const order = { ...input, id: newId(), buyerId: buyer.id, buyerEmail: buyer.email }
  return (await ordering.insertOrder(order)) ?? throwRefusal(db, ordering, buyer, input)
}

/** Finds out why nothing was taken and throws it; when the reason has just gone away, the order is tried again. */
async function throwRefusal(db: Database, ordering: Ordering, buyer: Actor, input: PlaceOrderInput): Promise<OrderRow> {
  if (input.idempotencyKey !== undefined) {
    // An earlier attempt may have taken the last units: then the order exists already.
    const before = await findOrderByKey(db, buyer.id, input.idempotencyKey)
    if (before) return assertSameInput(before, input)
  }
  const product = await prepareGetProduct(db)(input.productId)
  const rule = {
    minimum: product.minimumQuantity,
    multiple: product.orderMultiple,
    maximum: product.maximumQuantity ?? undefined,
    available: product.availableQuantity,
  }
  const price = { priceCents: product.priceCents, pricePer: 1 }
  const { code, offer } = assessLine({ active: true, ...price, ...rule }, input)
  if (code) throw problem(code, knownFacts({ ...rule, nearest: offer.quantity }))
  const totalCents = lineTotalCents(price, input.quantity)
  if (input.expectedTotalCents !== undefined && input.expectedTotalCents !== totalCents) {
    throw problem('price-changed', { total: toDollars(totalCents), price: toDollars(product.priceCents) })
  }
  if (totalCents < payableCents.least || totalCents > payableCents.most) throw problem('total-not-payable')
  if (ordering.limitOpenOrders && (await countOpenOrders(db, buyer)) >= maxOpenOrders) {
    throw problem('too-many-open-orders', { limit: maxOpenOrders })
  }
  // Removed, or deleting the account, while this order was on its way.
  if (!(await findTokenUsers(db, [buyer.id])).has(buyer.id)) throw problem('session-ended')
  return placeOrder(db, ordering, buyer, input)
}

/** Leaves out what is undefined. */
const knownFacts = (facts: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, number] => fact[1] !== undefined))

const countOpenOrders = (db: Database, buyer: Actor) =>
  db.$count(orders, and(eq(orders.buyerId, buyer.id), isNotNull(orders.openSlot)))

function assertSameInput(row: OrderRow, input: PlaceOrderInput): OrderRow {
  const isSame =
    row.line.productId === input.productId &&
    row.line.quantity === input.quantity &&
    row.order.address === input.address &&
    row.order.phoneNumber === input.phoneNumber
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}
