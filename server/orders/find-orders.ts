import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { livingUser } from '#server/accounts/find-user.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

/** An order with its line; through the present calls an order has exactly one. */
export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

/** No list is longer than this. */
const mostRows = 1000

function selectOrders(db: Database | Transaction, where: SQL | undefined, limit = mostRows) {
  return db
    .select({ order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(where)
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(limit)
}

/** The orders a buyer sees, newest first: cancelled and expired ones have left the list. */
export function listOrdersOf(db: Database, email: string): Promise<OrderRow[]> {
  return selectOrders(
    db,
    and(
      eq(orders.buyerId, db.select({ id: users.id }).from(users).where(livingUser(email))),
      isNull(orders.cancelledAt),
      isNull(orders.expiredAt),
    ),
  )
}

export const listAllOrders = (db: Database): Promise<OrderRow[]> => selectOrders(db, undefined)

/** An order that this person may see, its own or any for an admin; otherwise it does not exist: `order-not-found`. */
export async function getOrderFor(db: Database | Transaction, id: string, actor: Actor): Promise<OrderRow> {
  const row = await findOrder(db, parseId(id, 'order-not-found'))
  if (!row || (actor.role !== 'admin' && row.order.buyerId !== actor.id)) throw problem('order-not-found')
  return row
}

/** One order by its well-formed id. */
export async function findOrder(db: Database | Transaction, id: string): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(db, eq(orders.id, id), 1)
  return row
}

/** The buyer's newest unpaid order of exactly this total. */
export async function findUnpaidOrderOfTotal(db: Database, buyerId: string, totalCents: number) {
  const [row] = await selectOrders(
    db,
    and(
      eq(orders.buyerId, buyerId),
      eq(orders.totalCents, totalCents),
      isNull(orders.paidAt),
      isNull(orders.cancelledAt),
      isNull(orders.expiredAt),
    ),
    1,
  )
  return row
}
