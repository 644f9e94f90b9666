import { and, desc, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { orderFilters, orderSorts } from '#contract/orders.ts'
import { maxRows } from '#contract/pagination.ts'
import { activeUserByEmail } from '#server/accounts/find-user.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { addOwnNumbers, findProductsByNumber } from '#server/catalog/search/read-search.ts'
import { linesInWords, type OrderState, stateFacts } from '#server/orders/order-rules.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { allOf, readList } from '#server/platform/database/search.ts'

/** Holds an order with its first line; `listOrderLines` returns all. */
export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

function selectOrders(db: Database | Transaction, where: SQL | undefined, limit: number, order = newestFirst) {
  return db
    .select({ id: orders.id, order: orders, firstLine: orderLines })
    .from(orders)
    .innerJoin(orderLines, isFirstLine)
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

/** Joins the first line of an order, so that a list has one row per order. */
export const isFirstLine = and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 1))

const newestFirst = [desc(orders.placedAt), desc(orders.id)]

const afterCursor = (page: Page) => rowsAfter(page, 'descending', [orders.placedAt, orders.id])

/** Returns the orders of a buyer, newest first, without cancelled and expired ones. */
export function listBuyerOrders(db: Database, email: string, page: Page): Promise<OrderRow[]> {
  const buyer = db.select({ id: users.id }).from(users).where(activeUserByEmail(email))
  const where = and(eq(orders.buyerId, buyer), isNull(orders.cancelledAt), isNull(orders.expiredAt), afterCursor(page))
  return selectOrders(db, where, page.limit + 1)
}

export interface OrderSearch {
  /** Beginnings of words in the products' names, part numbers, the order's number, PO number or id, the buyer's name or e-mail. */
  words?: string | undefined
  state?: (typeof orderFilters)[number] | undefined
  sort?: (typeof orderSorts)[number] | undefined
}

/** Returns all orders, newest first unless `sort` says otherwise. */
export async function listAllOrders(
  db: Database,
  { words, state, sort = '-placed' }: OrderSearch,
  page: Page,
): Promise<OrderRow[]> {
  const [parts, beyond] =
    words === undefined ? [[], []] : await Promise.all([addOwnNumbers(db, words), findBeyondWords(db, words)])
  const found = or(sql`${orders}.words @@ ${allOf(parts)}::tsquery`, inArray(orders.id, beyond))
  return readList(
    {
      keys: [sort.endsWith('total') ? orders.totalCents : orders.placedAt, orders.id],
      direction: sort.startsWith('-') ? 'descending' : 'ascending',
      where: and(state && inState(state), beyond.length > 0 ? found : undefined),
      q: words,
      parts: beyond.length > 0 ? [] : parts,
      page,
    },
    (where, order, limit) => selectOrders(db, where, limit, order),
  )
}

/** Returns the newest orders that have the product with this number among the lines that are not in the words of the order. */
async function findBeyondWords(db: Database, number: string): Promise<string[]> {
  const productIds = /\d/.test(number) ? await findProductsByNumber(db, number) : []
  if (productIds.length === 0) return []
  const rows = await db
    .selectDistinct({ id: orderLines.orderId })
    .from(orderLines)
    .where(and(inArray(orderLines.productId, productIds), gt(orderLines.position, sql.raw(String(linesInWords)))))
    .orderBy(desc(orderLines.orderId))
    .limit(maxRows)
  return rows.map(({ id }) => id)
}

const stateNames = stateFacts.map(([state]) => state)
const isSet = stateFacts.map(([, fact]) => sql`${orders[fact]} IS NOT NULL`)

/** Selects the state of an order as `orderState` computes it. */
export const stateColumn = sql<OrderState>`CASE ${sql.join(
  stateNames.map((state, at) => sql`WHEN ${isSet[at]} THEN ${sql.raw(`'${state}'`)}`),
  sql` `,
)} ELSE 'unpaid' END`

/** Returns the condition of the rows in this state; the indexes of states are made for conditions of this form. */
export function inState(state: (typeof orderFilters)[number]): SQL | undefined {
  if (state === 'disputed') return isDisputed
  const at = state === 'unpaid' ? isSet.length : stateNames.indexOf(state)
  return and(isSet[at], ...isSet.slice(0, at).map(not))
}

/** Selects open disputes only; decided ones need no action. */
const isDisputed = sql`disputed_at IS NOT NULL AND (
  SELECT count(*) FILTER (WHERE kind = 'dispute_opened') > count(*) FILTER (WHERE kind = 'dispute_closed')
  FROM order_events WHERE order_id = orders.id)`

/** Returns an order of this user, or any order for an admin; throws `order-not-found`. */
export async function getOrderFor(db: Database | Transaction, id: string, actor: Actor): Promise<OrderRow> {
  return visibleTo(actor, await findOrder(db, parseId(id, 'order-not-found')))
}

/** Returns the order like `getOrderFor` and locks its row until the transaction ends. */
export async function lockOrderFor(tx: Transaction, id: string, actor: Actor): Promise<OrderRow> {
  return visibleTo(actor, await lockOrder(tx, parseId(id, 'order-not-found')))
}

function visibleTo(actor: Actor, row: OrderRow | undefined): OrderRow {
  if (!row || (actor.role !== 'admin' && row.order.buyerId !== actor.id)) throw problem('order-not-found')
  return row
}

/** Returns an order by a well-formed id and locks its row. The order is always locked before other rows. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(tx, eq(orders.id, id), 1).for('update', { of: orders })
  return row
}

/** Returns an order by a well-formed id. */
export async function findOrder(db: Database | Transaction, id: string): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(db, eq(orders.id, id), 1)
  return row
}

/** Returns the order that a buyer placed with this idempotency key. */
export async function findOrderByKey(db: Database, buyerId: string, key: string): Promise<OrderRow | undefined> {
  const [row] = await selectOrders(db, and(eq(orders.buyerId, buyerId), eq(orders.idempotencyKey, key)), 1)
  return row
}

/** Returns the newest unpaid order of a buyer with this total. */
export async function findUnpaidOrderOfTotal(db: Database, buyerId: string, totalCents: number) {
  const [row] = await selectOrders(
    db,
    and(eq(orders.buyerId, buyerId), eq(orders.totalCents, totalCents), inState('unpaid')),
    1,
  )
  return row
}
