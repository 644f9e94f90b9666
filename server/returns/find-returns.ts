import { type SQL, sql } from 'drizzle-orm'
import { type ReturnFilter, returnFilters, type ReturnReason } from '#contract/returns.ts'
import { withIndexedNumbers } from '#server/orders/order-rules.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { countFilters } from '#server/platform/database/count-filters.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { allOf, readWords } from '#server/platform/database/search.ts'
import { isId } from '#server/platform/ids.ts'
import { readReturnName } from '#server/returns/return-rules.ts'

export interface ReturnLineRow {
  /** The id of the line of the order. */
  lineId: number
  position: number
  productId: string
  productName: string
  shownName: string | null
  brand: string | null
  sku: string | null
  units: number
  reason: ReturnReason
  photoUrl: string | null
  receivedUnits: number
  restockedUnits: number
  scrappedUnits: number
}

/** Holds a return with its lines, and what its order says. */
export interface ReturnRow {
  id: string
  orderId: string
  position: number
  isWithdrawal: boolean
  requestedAt: Date
  note: string | null
  feePercent: number
  approvedAt: Date | null
  refusedAt: Date | null
  answer: string | null
  cancelledAt: Date | null
  receivedAt: Date | null
  requestHash: string | null
  orderNumber: number
  buyerId: string
  buyerName: string
  buyerEmail: string
  currency: string
  /** Whether money of the order can go back, or be credited. */
  isRefundable: boolean
  /** Whether units of it are still with the buyer: a refund may have taken them back without it. */
  mayArrive: boolean
  lines: ReturnLineRow[]
  /** The money that was paid back or credited for it; 0 if the fee took all, null before. */
  refundedCents: number | null
  /** The restocking fee that was taken off. */
  feeCents: number
  /** Set if that was credited, or has yet to be sent by hand. */
  refundWay: 'credit' | 'to-send' | null
  /** The order that replaces its units; null once all of it is cancelled. */
  replacement: { id: string; number: number } | null
}

/** Whether money of its order can go back, or be credited. */
const isRefundable = sql`disputed_at IS NULL AND CASE WHEN paid_at IS NULL
  THEN confirmed_at IS NOT NULL AND orders.cancelled_at IS NULL AND credited_cents < total_cents
  ELSE transaction_id IS NOT NULL AND refund_asked_cents < total_cents - credited_cents END`

/** Selects the order that replaces the units of a return, unless all of it is cancelled. */
const fromReplacement = sql`FROM orders replacement WHERE replacement.id = replacement_id AND EXISTS (
  SELECT FROM order_lines WHERE order_id = replacement.id AND cancelled_quantity < quantity)`

const filterConditions: Record<ReturnFilter, SQL> = {
  requested: sql`approved_at IS NULL AND refused_at IS NULL AND returns.cancelled_at IS NULL`,
  approved: sql`approved_at IS NOT NULL AND received_at IS NULL AND returns.cancelled_at IS NULL`,
  refused: sql`refused_at IS NOT NULL`,
  cancelled: sql`returns.cancelled_at IS NOT NULL`,
  received: sql`received_at IS NOT NULL`,
  withdrawn: sql`is_withdrawal AND returns.cancelled_at IS NULL
    AND NOT EXISTS (SELECT FROM refunds WHERE return_id = returns.id AND state <> 'failed') AND NOT EXISTS (SELECT ${fromReplacement})
    AND EXISTS (SELECT FROM orders WHERE orders.id = returns.order_id AND ${isRefundable})`,
}

/** Returns the condition of returns that a filter shows: of a state, as `returnState` has it, or withdrawals to pay back. */
export const inReturnFilter = (filter: ReturnFilter): SQL => filterConditions[filter]

/** Selects returns whose units are still to come: neither refused, cancelled nor received. */
export const isOpenReturn = sql`refused_at IS NULL AND returns.cancelled_at IS NULL AND received_at IS NULL`

const times = ['requestedAt', 'approvedAt', 'refusedAt', 'cancelledAt', 'receivedAt'] as const

async function selectReturns(db: Database | Transaction, where: SQL, rest: SQL = sql``): Promise<ReturnRow[]> {
  const { rows } = await db.execute<{ [Key in keyof ReturnRow]: ReturnRow[Key] }>(sql`
    SELECT returns.id, order_id AS "orderId", position, is_withdrawal AS "isWithdrawal", requested_at AS "requestedAt", returns.note, returns.fee_percent::double precision AS "feePercent",
      approved_at AS "approvedAt", refused_at AS "refusedAt", answer, returns.cancelled_at AS "cancelledAt", received_at AS "receivedAt",
      request_hash AS "requestHash", orders.number::double precision AS "orderNumber", buyer_id AS "buyerId", buyer_name AS "buyerName",
      buyer_email AS "buyerEmail", currency,
      ${isRefundable} AS "isRefundable",
      EXISTS (SELECT FROM return_lines JOIN order_lines ON order_lines.id = order_line_id
        WHERE return_id = returns.id AND shipped_quantity > returned_quantity) AS "mayArrive",
      (SELECT json_agg(json_build_object('lineId', line.id, 'position', line.position, 'productId', product_id, 'productName', product_name,
          'shownName', shown_name, 'brand', brand, 'sku', sku, 'units', part.units, 'reason', reason, 'photoUrl', photo_url,
          'receivedUnits', received_units, 'restockedUnits', restocked_units, 'scrappedUnits', scrapped_units) ORDER BY line.position)
        FROM return_lines part JOIN order_lines line ON line.id = order_line_id WHERE return_id = returns.id) AS lines,
      (SELECT sum(amount_cents) FROM refunds WHERE return_id = returns.id AND state <> 'failed')::double precision AS "refundedCents",
      (SELECT coalesce(sum(fee_cents), 0) FROM refunds WHERE return_id = returns.id AND state <> 'failed')::double precision AS "feeCents",
      (SELECT CASE WHEN bool_or(intent_id IS NULL AND amount_cents > 0) THEN 'credit' WHEN bool_or(state = 'pending' AND method <> 'card') THEN 'to-send' END
        FROM (SELECT intent_id, refunds.amount_cents, state, method FROM refunds LEFT JOIN payments USING (intent_id)
          WHERE return_id = returns.id AND state <> 'failed') AS refund) AS "refundWay",
      (SELECT json_build_object('id', replacement.id, 'number', replacement.number) ${fromReplacement}) AS replacement
    FROM returns JOIN orders ON orders.id = order_id WHERE ${where} ${rest}`)
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(times.map((name) => [name, row[name] && new Date(row[name])])) as Pick<
      ReturnRow,
      (typeof times)[number]
    >),
  }))
}

/** Returns the returns of an order, first to last. */
export const listReturnsOf = (db: Database | Transaction, orderId: string): Promise<ReturnRow[]> =>
  selectReturns(db, sql`order_id = ${orderId}`, sql`ORDER BY position`)

/** Returns a return by its id or by the number on its slip. */
export async function findReturn(db: Database | Transaction, idOrNumber: string): Promise<ReturnRow | undefined> {
  const name = readReturnName(idOrNumber)
  if (!isId(idOrNumber) && !name) return undefined
  const where = isId(idOrNumber)
    ? sql`returns.id = ${idOrNumber}`
    : sql`orders.number = ${name?.orderNumber} AND position = ${name?.position}`
  return (await selectReturns(db, where))[0]
}

/** Returns the return of an order that was asked for with this idempotency key. */
export async function findReturnByKey(tx: Transaction, orderId: string, key: string): Promise<ReturnRow | undefined> {
  return (await selectReturns(tx, sql`order_id = ${orderId} AND returns.idempotency_key = ${key}`))[0]
}

/** Returns the return that an order replaces. */
export async function findReplaced(db: Database, orderId: string): Promise<ReturnRow | undefined> {
  return (await selectReturns(db, sql`replacement_id = ${orderId}`))[0]
}

/** Returns a page of all returns, newest first, and one more. */
export async function searchReturns(
  db: Database,
  { q, state }: { q?: string | undefined; state?: ReturnFilter | undefined },
  { limit, after }: Page,
): Promise<ReturnRow[]> {
  const conditions = [
    ...(state ? [inReturnFilter(state)] : []),
    ...(q?.trim() ? [matches(q)] : []),
    ...(after === undefined
      ? []
      : [sql`(requested_at, returns.id) < (SELECT requested_at, id FROM returns WHERE id = ${after})`]),
  ]
  const where = conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`
  return selectReturns(db, where, sql`ORDER BY requested_at DESC, returns.id DESC LIMIT ${limit + 1}`)
}

/** Matches the number of a return, or the words of its order. */
function matches(q: string): SQL {
  const name = readReturnName(q)
  if (name) return sql`orders.number = ${name.orderNumber} AND position = ${name.position}`
  return sql`words @@ ${allOf(readWords(withIndexedNumbers(q)).map(({ part }) => part))}::tsquery`
}

/** Counts the returns of each filter, as `all` in all. */
export const countReturns = (db: Database) =>
  countFilters(
    db,
    ['all' as const, ...returnFilters],
    (filter) => sql`returns WHERE ${filter === 'all' ? sql`true` : inReturnFilter(filter)}`,
  )

/** Returns the units of each line of an order, by its position, that have shipped, have not come back and are in no open return. */
export async function findReturnable(
  db: Database | Transaction,
  orderId: string,
): Promise<Map<number, { lineId: number; name: string; units: number }>> {
  const { rows } = await db.execute<{ line_id: number; position: number; name: string; units: number }>(sql`
    SELECT id::double precision AS line_id, position, product_name AS name, shipped_quantity - returned_quantity - coalesce((
      SELECT sum(return_lines.units) FROM return_lines JOIN returns ON returns.id = return_id
      WHERE order_line_id = order_lines.id AND ${isOpenReturn}), 0)::integer AS units
    FROM order_lines WHERE order_id = ${orderId} ORDER BY position`)
  return new Map(
    rows.map(({ line_id: lineId, position, name, units }) => [position, { lineId, name, units: Math.max(units, 0) }]),
  )
}

/** Returns the units of an order that other orders replace, by the positions of their lines: all, or those that came back. */
export async function findReplacedUnits(
  db: Database | Transaction,
  orderId: string,
  which: 'all' | 'received' = 'all',
): Promise<Map<number, number>> {
  const replaced = (await listReturnsOf(db, orderId)).filter(
    ({ replacement, receivedAt }) => replacement !== null && (which === 'all' || receivedAt !== null),
  )
  const units = new Map<number, number>()
  for (const { receivedAt, lines } of replaced)
    for (const { position, units: asked, receivedUnits } of lines)
      units.set(position, (units.get(position) ?? 0) + (receivedAt ? receivedUnits : asked))
  return units
}

/** Returns when the last parcel of an order was shipped; undefined before the first. */
export async function findLastShippedAt(db: Database | Transaction, orderId: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`SELECT max(shipped_at) AS at FROM shipments WHERE order_id = ${orderId} AND undone_at IS NULL`,
  )
  return rows[0]?.at ? new Date(rows[0].at) : undefined
}
