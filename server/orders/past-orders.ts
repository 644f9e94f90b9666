import { sql } from 'drizzle-orm'
import { currentCurrency, toAmount } from '#contract/currency.ts'
import type { PastOrder } from '#contract/orders.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Names a line of an order that was placed before this shop: `key` is its part number or name, and which of those with it. */
export interface PastLineName {
  number: string
  key: string
}

/** Describes such a line with its order, as a file has both. */
export interface PastLine extends PastLineName {
  buyerId: string
  email: string
  day: string
  /** Of the order; null if it is the sum of its lines. */
  totalCents: number | null
  partNumber: string
  name: string
  quantity: number
  priceCents: number
  [column: string]: unknown
}

const columns = sql`
  past.number, line.key, buyer_id AS "buyerId", users.email, ordered_on::text AS day, total_cents::float8 AS "totalCents",
  part_number AS "partNumber", line.name, quantity, price_cents::float8 AS "priceCents"`
const from = sql`past_orders past JOIN past_order_lines line ON order_id = past.id JOIN users ON users.id = buyer_id`

/** Returns lines by their names; `lock` holds their orders. */
export async function readPastLines(
  tx: Transaction,
  names: readonly PastLineName[],
  { lock = false }: { lock?: boolean } = {},
): Promise<PastLine[]> {
  const { rows } = await tx.execute<PastLine>(sql`
    SELECT ${columns} FROM ${from}
      JOIN jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS wanted (number text, key text)
        ON wanted.number = past.number AND wanted.key = line.key
    ORDER BY past.number, line.position ${lock ? sql`FOR UPDATE OF past` : sql``}`)
  return rows
}

/** Returns the buyers of past orders by the numbers of these. */
export async function findPastBuyers(tx: Transaction, numbers: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ number: string; buyerId: string }>(
    sql`SELECT number, buyer_id AS "buyerId" FROM past_orders WHERE number = ANY (${sql.param(numbers)}::text[])`,
  )
  return new Map(rows.map(({ number, buyerId }) => [number, buyerId]))
}

/** Adds and changes lines with their orders; an order keeps its buyer. */
export async function writePastLines(tx: Transaction, lines: readonly Omit<PastLine, 'email'>[]): Promise<void> {
  const given = JSON.stringify(lines.map((line, index) => ({ ...line, id: newId(), index })))
  const record = sql`jsonb_to_recordset(${given}::jsonb) AS given (id uuid, index integer, number text, key text, "buyerId" uuid, day date,
    "totalCents" bigint, "partNumber" text, name text, quantity integer, "priceCents" bigint)`
  await tx.execute(sql`
    INSERT INTO past_orders (id, number, buyer_id, ordered_on, total_cents, currency)
    SELECT DISTINCT ON (number) id, number, "buyerId", day, "totalCents", ${currentCurrency().code.toLowerCase()} FROM ${record}
    ORDER BY number, index
    ON CONFLICT (number) DO UPDATE SET ordered_on = excluded.ordered_on, total_cents = coalesce(excluded.total_cents, past_orders.total_cents)`)
  await tx.execute(sql`
    INSERT INTO past_order_lines (order_id, key, position, part_number, name, quantity, price_cents)
    SELECT past.id, key, index + (SELECT coalesce(max(position), 0) + 1 FROM past_order_lines WHERE order_id = past.id), "partNumber", given.name,
      quantity, "priceCents"
    FROM ${record} JOIN past_orders past ON past.number = given.number
    ON CONFLICT (order_id, key) DO UPDATE SET part_number = excluded.part_number, name = excluded.name, quantity = excluded.quantity,
      price_cents = excluded.price_cents`)
}

/** Deletes lines, and the orders that have none then. */
export async function deletePastLines(tx: Transaction, names: readonly PastLineName[]): Promise<void> {
  await tx.execute(sql`
    DELETE FROM past_order_lines USING past_orders past, jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS wanted (number text, key text)
    WHERE order_id = past.id AND wanted.number = past.number AND wanted.key = past_order_lines.key`)
  await tx.execute(sql`
    DELETE FROM past_orders WHERE number = ANY (${sql.param(names.map(({ number }) => number))}::text[])
      AND NOT EXISTS (SELECT FROM past_order_lines WHERE order_id = past_orders.id)`)
}

/** Lists all lines behind a cursor, in the order of their numbers. */
export async function listPastLines(
  db: Database | Transaction,
  { after, limit }: { after: PastLineName; limit: number },
): Promise<PastLine[]> {
  const { rows } = await db.execute<PastLine>(sql`
    SELECT ${columns} FROM ${from} WHERE (past.number, line.key) > (${after.number}, ${after.key})
    ORDER BY past.number, line.key LIMIT ${limit}`)
  return rows
}

/** Deletes the past orders of a deleted account: they are history only. */
export async function erasePastOrders(tx: Transaction, { id }: { id: string }): Promise<void> {
  await tx.execute(sql`DELETE FROM past_orders WHERE buyer_id = ${id}`)
}

interface PastOrderRow {
  id: string
  number: string
  day: string
  currency: string
  total: number
  lines: { partNumber: string; name: string; quantity: number; cents: number; productId: string | null }[]
  [column: string]: unknown
}

/** Selects past orders with their lines and the products on sale that have their numbers, as far as one alone does. */
const shown = sql`
  past.id, number, ordered_on::text AS day, currency, coalesce(total_cents, sums.total)::float8 AS total, sums.lines
  FROM past_orders past CROSS JOIN LATERAL (
    SELECT sum(quantity * price_cents) AS total, json_agg(json_build_object('partNumber', part_number, 'name', name, 'quantity', quantity,
      'cents', price_cents, 'productId', (
        SELECT min(products.id::text) FROM products
        WHERE part_number <> '' AND archived_at IS NULL AND part_number_identity(sku) = part_number_identity(part_number) HAVING count(*) = 1))
      ORDER BY position) AS lines
    FROM past_order_lines WHERE order_id = past.id) sums`

/** Returns a past order as the API has it. */
export const presentPastOrder = ({ id, number, day, currency, total, lines }: PastOrderRow): PastOrder => ({
  _id: id,
  number,
  orderedOn: day,
  currency,
  total: toAmount(total, currency),
  lines: lines.map(({ cents, productId, ...line }) => ({
    ...line,
    price: toAmount(cents, currency),
    ...(productId !== null && { productId }),
  })),
})

/** Returns the past orders of a buyer, newest first, and one beyond the page. */
export async function listPastOrders(db: Database, email: string, { limit, after }: Page): Promise<PastOrderRow[]> {
  const { rows } = await db.execute<PastOrderRow>(sql`
    SELECT ${shown} WHERE buyer_id = (SELECT id FROM users WHERE email = ${email.toLowerCase()} AND removed_at IS NULL)
      AND (${after ?? null}::uuid IS NULL OR (ordered_on, past.id) < (SELECT ordered_on, id FROM past_orders WHERE id = ${after ?? null}::uuid))
    ORDER BY ordered_on DESC, past.id DESC LIMIT ${limit + 1}`)
  return rows
}

/** Returns a past order of a buyer; throws `order-not-found`. */
export async function getPastOrder(db: Database, id: string, buyer: { id: string }): Promise<PastOrder> {
  const { rows } = isId(id)
    ? await db.execute<PastOrderRow>(sql`SELECT ${shown} WHERE past.id = ${id} AND buyer_id = ${buyer.id}`)
    : { rows: [] }
  if (!rows[0]) throw problem('order-not-found')
  return presentPastOrder(rows[0])
}
