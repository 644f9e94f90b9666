import { hasPermission, orderReaders, type Permission } from '#contract/permissions.ts'
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ResponseBody } from '#contract/endpoint.ts'
import { type countOrders, orderFilters, type orderSorts } from '#contract/orders.ts'
import { maxRows } from '#contract/pagination.ts'
import { activeUserByEmail } from '#server/accounts/find-user.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { addOwnNumbers, findProductsByNumber } from '#server/catalog/search/read-search.ts'
import { orderMessages } from '#server/orders/order-messages.tables.ts'
import { orderTags } from '#server/orders/order-notes.tables.ts'
import { linesInWords, type OrderState, stateFacts } from '#server/orders/order-rules.ts'
import { orderName } from '#contract/order-name.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { countFilters } from '#server/platform/database/count-filters.ts'
import { type DayRange, inDayRange } from '#server/platform/database/day-range.ts'
import { isId, parseId } from '#server/platform/ids.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { allOf, readList } from '#server/platform/database/search.ts'

/** Holds an order with its first line, and what has shipped; `listOrderLines` returns all lines. */
export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]

export interface LastShipment {
  id: string
  position: number
  shippedAt: string
  announcedAt: string | null
  carrier: string | null
  trackingNumber: string | null
  /** The units of all parcels of the order. */
  units: number
}

/** Selects the last parcel of an order that was not undone, also in `RETURNING`, where Drizzle would leave out the table of a column. */
export const lastShipment = sql<LastShipment | null>`CASE WHEN orders.first_shipped_at IS NOT NULL THEN (
  SELECT json_build_object('id', id, 'position', position, 'shippedAt', shipped_at, 'announcedAt', announced_at,
    'carrier', carrier, 'trackingNumber', tracking_number,
    'units', (SELECT sum(shipped_quantity) FROM order_lines WHERE order_id = orders.id))
  FROM shipments WHERE order_id = orders.id AND undone_at IS NULL ORDER BY position DESC LIMIT 1) END`

function selectOrders(db: Database | Transaction, where: SQL | undefined, limit: number, order = newestFirst) {
  return db
    .select({ id: orders.id, order: orders, firstLine: orderLines, lastShipment })
    .from(orders)
    .innerJoin(orderLines, isFirstLine)
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

/** Joins the first line of an order, so that a list has one row per order. */
export const isFirstLine = and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 1))

const newestFirst = [desc(orders.placedAt), desc(orders.id)]

/** Selects the id of the buyer with an e-mail. */
const buyerOf = (db: Database, email: string) => db.select({ id: users.id }).from(users).where(activeUserByEmail(email))

/** Cancelled and expired orders, which a buyer sees only when asking for them. */
const closedStates: readonly OrderState[] = ['cancelled', 'expired']
const isNotClosed = and(isNull(orders.cancelledAt), isNull(orders.expiredAt))

/** Selects when an order on account is due, as `dueAt` computes it. */
const dueOf = sql`greatest(${orders.confirmedAt}, ${orders.freightSetAt}) + make_interval(hours => 24 * (${orders.terms} ->> 'netDays')::integer)`

/** Selects orders whose total is without freight, as `awaitsFreight` has it of unpaid ones, in the form of their index. */
export const isFreightOpen = sql`(${orders.shipping} ->> 'isUnpriced' = 'true')`
const isFreightKnown = sql`${isFreightOpen} IS NOT TRUE`

type RefundFilter = 'refund_failed' | 'refund_to_send'

export interface OrderSearch {
  /** Beginnings of words in the products' names, part numbers, the order's number, PO number or id, the buyer's name or e-mail. */
  words?: string | undefined
  state?: (typeof orderFilters)[number] | undefined
  /** Selects the orders of filters about refunds, of which `payments` knows. */
  refundFilters: Record<RefundFilter, SQL>
  sort?: (typeof orderSorts)[number] | undefined
  /** The days on which they were placed. */
  days?: DayRange | undefined
  /** The id of a tag. */
  tag?: string | undefined
}

/** Returns the orders of a buyer, without cancelled and expired ones unless asked for, newest first unless `sort` says otherwise. */
export async function listBuyerOrders(
  db: Database,
  email: string,
  search: OrderSearch,
  page: Page,
): Promise<OrderRow[]> {
  const buyer = buyerOf(db, email)
  const own = and(eq(orders.buyerId, buyer), search.state ? undefined : isNotClosed)
  if (search.words === undefined) return readOrders(db, search, { own }, page)
  const [parts, productIds] = await readNumbers(db, search.words)
  // Few enough to compare every line that is not in the words of its order, or has another name there, each different product once.
  const beyond = sql`(
    WITH different AS MATERIALIZED (
      SELECT product_id, concat_ws(' ', product_name, shown_name, sku) AS words, array_agg(order_id) AS order_ids
      FROM ${orders} JOIN ${orderLines} ON order_id = orders.id AND (position > ${linesInWords} OR shown_name IS NOT NULL)
      WHERE buyer_id = ${buyer} GROUP BY 1, 2)
    SELECT unnest(order_ids) FROM different WHERE product_id = ANY (${sql.param(productIds)}::uuid[])
      OR words_of(different.words) @@ ${allOf(parts)}::tsquery)`
  const found = or(sql`${orders}.words @@ ${allOf(parts)}::tsquery`, sql`${orders.id} IN ${beyond}`)
  return readOrders(db, search, { own, found }, page)
}

/** Counts the orders of a buyer by state, and in all those that the list shows. */
export async function countBuyerOrders(db: Database, email: string): Promise<ResponseBody<typeof countOrders>> {
  const states = await db
    .select({ state: stateColumn, count: count() })
    .from(orders)
    .where(eq(orders.buyerId, buyerOf(db, email)))
    .groupBy(stateColumn)
  const open = states.filter(({ state }) => !closedStates.includes(state))
  return { count: open.reduce((sum, { count: each }) => sum + each, 0), states }
}

/** Returns all orders, newest first unless `sort` says otherwise. */
export async function listAllOrders(db: Database, search: OrderSearch, page: Page): Promise<OrderRow[]> {
  const { words } = search
  if (words === undefined) return readOrders(db, search, {}, page)
  const [parts, productIds] = await readNumbers(db, words)
  const beyond = await findBeyondWords(db, productIds)
  if (beyond.length === 0) return readOrders(db, search, { parts }, page)
  const found = or(sql`${orders}.words @@ ${allOf(parts)}::tsquery`, inArray(orders.id, beyond))
  return readOrders(db, search, { found }, page)
}

/** Maps the sorts but that by time to what they compare: what is open of closed and paid orders is nothing. */
const sortKeys: Partial<Record<string, PgColumn | SQL>> = {
  total: orders.totalCents,
  open: sql`CASE WHEN ${and(isNull(orders.paidAt), isNotClosed, isFreightKnown)}
    THEN ${orders.totalCents} - ${orders.creditedCents} - ${orders.receivedCents} ELSE 0 END`,
  due: sql`coalesce(${dueOf}, ${orders.expiresAt})`,
}

/** Reads a page of orders: of `own` ones, and those that are `found`, or whose words fit `parts`. */
function readOrders(
  db: Database,
  { words, state, sort = '-placed', refundFilters, ...more }: OrderSearch,
  { own, found, parts = [] }: { own?: SQL | undefined; found?: SQL | undefined; parts?: readonly string[] },
  page: Page,
): Promise<OrderRow[]> {
  return readList(
    {
      keys: [sortKeys[sort.replace('-', '')] ?? orders.placedAt, orders.id],
      direction: sort.startsWith('-') ? 'descending' : 'ascending',
      where: and(own, narrowed(more), state && inFilter(state, refundFilters), found),
      q: words,
      parts,
      page,
    },
    (where, order, limit) => selectOrders(db, where, limit, order),
  )
}

const narrowed = ({ days = {}, tag }: Pick<OrderSearch, 'days' | 'tag'>): SQL | undefined =>
  and(
    inDayRange(orders.placedAt, days),
    tag === undefined
      ? undefined
      : sql`${orders.id} IN (SELECT order_id FROM ${orderTags} WHERE tag_id = ${Number(tag)})`,
  )

/** Counts the orders of each filter, as `all` in all. */
export const countAllOrders = (db: Database, search: Pick<OrderSearch, 'days' | 'tag' | 'refundFilters'>) =>
  countFilters(
    db,
    ['all' as const, ...orderFilters],
    (filter) =>
      sql`${orders} WHERE ${and(narrowed(search), filter === 'all' ? undefined : inFilter(filter, search.refundFilters)) ?? true}`,
  )

/** Returns the numbers of orders by their ids; those that do not exist are missing. */
export async function findOrderNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter(isId)
  const rows = await db.select({ id: orders.id, number: orders.number }).from(orders).where(inArray(orders.id, known))
  return new Map(rows.map(({ id, number }) => [id, orderName(number)]))
}

/** Returns the parts of a `tsquery` for the words of a search, and the products that it may be the number of. */
export const readNumbers = (db: Database, words: string) =>
  Promise.all([addOwnNumbers(db, words), /\d/.test(words) ? findProductsByNumber(db, words) : []])

/** Returns the newest orders that have one of these products among the lines that are not in the words of the order. */
async function findBeyondWords(db: Database, productIds: readonly string[]): Promise<string[]> {
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

const inFilter = (
  filter: (typeof orderFilters)[number],
  refundFilters: OrderSearch['refundFilters'],
): SQL | undefined =>
  filter === 'refund_failed' || filter === 'refund_to_send' ? refundFilters[filter] : inState(filter)

/** Returns the condition of the rows in this state; the indexes of states are made for conditions of this form. */
export function inState(state: Exclude<(typeof orderFilters)[number], RefundFilter>): SQL | undefined {
  if (state === 'disputed') return isDisputed
  if (state === 'owed') return isOnAccount
  if (state === 'freight_to_quote') return isFreightToQuote
  if (state === 'to_answer') return hasOpenMessage
  if (state === 'partly_paid') return isPartlyPaid
  if (state === 'overdue')
    return or(and(isOnAccount, isDue), and(isPartlyPaid, inState('unpaid'), lt(orders.expiresAt, sql`now()`)))
  if (state === 'to_ship')
    return and(or(inState('paid'), inState('confirmed')), isNull(orders.disputedAt), hasMoneyLeft, hasUnitsToShip)
  if (state === 'partly_shipped')
    return and(isNotNull(orders.firstShippedAt), isNull(orders.shippedAt), isNull(orders.refundedAt))
  if (state === 'ready_for_pickup')
    return and(
      isNotNull(orders.readyAt),
      isNull(orders.shippedAt),
      isNull(orders.refundedAt),
      isNull(orders.cancelledAt),
    )
  if (state === 'awaiting_transfer') return and(inState('unpaid'), orders.byTransfer)
  const at = state === 'unpaid' ? isSet.length : stateNames.indexOf(state)
  return and(isSet[at], ...isSet.slice(0, at).map(not))
}

/** Selects orders whose money does not all go back, as `isShippable` has it. */
const hasMoneyLeft = or(
  lt(orders.refundAskedCents, sql`${orders.totalCents} - ${orders.creditedCents}`),
  eq(orders.refundAskedCents, 0),
  orders.stillComes,
)

/** Selects orders of which units are still to be shipped: all of them may be cancelled, and not all of their money refunded. */
const hasUnitsToShip = sql`EXISTS (
  SELECT FROM ${orderLines} WHERE ${orderLines.orderId} = ${orders.id} AND shipped_quantity + cancelled_quantity < ${orderLines.quantity})`

/** Selects orders on account that have an invoice and are neither paid nor credited as a whole, shipped or not. */
const isOnAccount = and(
  isNotNull(orders.confirmedAt),
  isNull(orders.paidAt),
  isNull(orders.cancelledAt),
  lt(orders.creditedCents, orders.totalCents),
  isFreightKnown,
)

/** Selects orders of whose money a part has come by transfer or check. */
const isPartlyPaid = and(gt(orders.receivedCents, 0), isNull(orders.paidAt), isNull(orders.cancelledAt))

/** Selects orders on account whose due date is past. */
const isDue = sql`store_day(${dueOf}) < store_day(now())`

/** Selects orders with a message of their buyer that waits for staff. */
const hasOpenMessage = sql`${orders.id} IN (
  SELECT ${orderMessages.orderId} FROM ${orderMessages} WHERE answered_at IS NULL AND ${orderMessages.kind} <> 'answer')`

/** Selects orders whose freight is to be set, shipped or not. */
const isFreightToQuote = and(isFreightOpen, isNull(orders.paidAt), isNotClosed)

/** Selects open disputes only; decided ones need no action. */
const isDisputed = sql`disputed_at IS NOT NULL AND (
  SELECT count(*) FILTER (WHERE kind = 'dispute_opened') > count(*) FILTER (WHERE kind = 'dispute_closed')
  FROM order_events WHERE order_id = orders.id)`

/** Returns an order of this user, or any order for staff with a permission; throws `order-not-found`. */
export async function getOrderFor(
  db: Database | Transaction,
  id: string,
  actor: Actor,
  permission?: Permission,
): Promise<OrderRow> {
  return visibleTo(actor, await findOrder(db, parseId(id, 'order-not-found')), permission)
}

/** Returns the order like `getOrderFor` and locks its row until the transaction ends. */
export async function lockOrderFor(
  tx: Transaction,
  id: string,
  actor: Actor,
  permission?: Permission,
): Promise<OrderRow> {
  return visibleTo(actor, await lockOrder(tx, parseId(id, 'order-not-found')), permission)
}

/** Returns the order if this user may see it, or as staff may do what needs the permission; throws `order-not-found`. */
export function visibleTo<Row extends { order: { buyerId: string } }>(
  actor: Actor,
  row: Row | undefined,
  permission: Permission | readonly Permission[] = orderReaders,
): Row {
  if (!row || !isVisibleTo(actor, row.order, permission)) throw problem('order-not-found')
  return row
}

/** Whether this user may see an order, or as staff may do what needs the permission. */
export const isVisibleTo = (
  actor: Actor,
  { buyerId }: { buyerId: string },
  permission: Permission | readonly Permission[] = orderReaders,
): boolean => buyerId === actor.id || hasPermission(actor, permission)

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

/** Returns whether the account of a buyer still exists. */
export async function hasAccount(db: Database | Transaction, buyerId: string): Promise<boolean> {
  const isBuyer = and(eq(users.id, buyerId), isNull(users.removedAt))
  return (await db.select({ id: users.id }).from(users).where(isBuyer)).length > 0
}
