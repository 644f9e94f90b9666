import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { orderFilters, orderSorts } from '#contract/orders.ts'
import { livingUser } from '#server/accounts/find-user.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { type Page, rowsAfter } from '#server/platform/paging.ts'
import { problem } from '#server/platform/problem.ts'
import { readList } from '#server/platform/search.ts'

/** An order with its line; through the present calls an order has exactly one. */
export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

function selectOrders(db: Database | Transaction, where: SQL | undefined, limit: number, order = newestFirst) {
  return db
    .select({ id: orders.id, order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

const newestFirst = [desc(orders.placedAt), desc(orders.id)]

const behind = (page: Page) => rowsAfter(page, 'descending', [orders.placedAt, orders.id])

/** The orders a buyer sees, newest first: cancelled and expired ones have left the list. */
export function listOrdersOf(db: Database, email: string, page: Page): Promise<OrderRow[]> {
  const buyer = db.select({ id: users.id }).from(users).where(livingUser(email))
  const where = and(eq(orders.buyerId, buyer), isNull(orders.cancelledAt), isNull(orders.expiredAt), behind(page))
  return selectOrders(db, where, page.limit + 1)
}

export interface OrderSearch {
  /** Beginnings of words in the products' names, the buyer's name or e-mail, or the order's id. */
  words?: string | undefined
  state?: (typeof orderFilters)[number] | undefined
  sort?: (typeof orderSorts)[number] | undefined
}

/** The orders of everybody, newest first unless `sort` says otherwise. */
export function listAllOrders(
  db: Database,
  { words, state, sort = '-placed' }: OrderSearch,
  page: Page,
): Promise<OrderRow[]> {
  return readList(
    {
      keys: [sort.endsWith('total') ? orders.totalCents : orders.placedAt, orders.id],
      direction: sort.startsWith('-') ? 'descending' : 'ascending',
      where: state && statePrints[state],
      q: words,
      page,
    },
    (where, order, limit) => selectOrders(db, where, limit, order),
  )
}

/** What the rows of a state look like: the same facts as in `orderState`. */
const statePrints: Record<(typeof orderFilters)[number], SQL> = {
  unpaid: sql`paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL`,
  paid: sql`paid_at IS NOT NULL AND awaiting_stock_since IS NULL AND shipped_at IS NULL AND refunded_at IS NULL`,
  paid_short: sql`awaiting_stock_since IS NOT NULL AND refunded_at IS NULL`,
  shipped: sql`shipped_at IS NOT NULL AND refunded_at IS NULL`,
  cancelled: sql`cancelled_at IS NOT NULL`,
  expired: sql`expired_at IS NOT NULL`,
  refunded: sql`refunded_at IS NOT NULL`,
  // One that the bank has decided stays with its order, but asks nobody to do anything.
  disputed: sql`disputed_at IS NOT NULL AND (
    SELECT count(*) FILTER (WHERE kind = 'dispute_opened') > count(*) FILTER (WHERE kind = 'dispute_closed')
    FROM order_events WHERE order_id = orders.id)`,
}

/** An order that this person may see, its own or any for an admin; otherwise it does not exist: `order-not-found`. */
export async function getOrderFor(db: Database | Transaction, id: string, actor: Actor): Promise<OrderRow> {
  return visibleTo(actor, await findOrder(db, parseId(id, 'order-not-found')))
}

/** The same, and nobody else changes the order before the transaction ends. */
export async function lockOrderFor(tx: Transaction, id: string, actor: Actor): Promise<OrderRow> {
  return visibleTo(actor, await lockOrder(tx, parseId(id, 'order-not-found')))
}

function visibleTo(actor: Actor, row: OrderRow | undefined): OrderRow {
  if (!row || (actor.role !== 'admin' && row.order.buyerId !== actor.id)) throw problem('order-not-found')
  return row
}

/** One order by its well-formed id, which nobody else changes before the transaction ends. Whoever locks more locks the order first. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(tx, eq(orders.id, id), 1).for('update', { of: orders })
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
