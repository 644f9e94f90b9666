import { mostOpenOrders, payableCents } from '#server/orders/order-rules.ts'
import { type Database, isDatabaseAway, sqlState } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'

/** An order with everything that the database needs to decide on it. */
export interface NewOrder {
  id: string
  buyerId: string
  buyerName: string
  buyerEmail: string
  address: string
  phoneNumber: string
  productId: string
  quantity: number
  expectedTotalCents: number | null
  idempotencyKey: string | null
  ttlMinutes: number
  /** Whether `mostOpenOrders` holds. */
  isLimited: boolean
}

/** What the database adds to an order that it has taken. */
export interface InsertedOrder {
  id: string
  product_name: string
  unit_price_cents: number
  total_cents: string
  placed_at: Date
  expires_at: Date
  line_id: string
}

type Outcome = InsertedOrder | Error

type Lane = (order: NewOrder) => Promise<Outcome | undefined>

/** Orders of one product keep to one lane, so that its statements never wait for each other; other products have other lanes. */
const laneCount = 3
const lanesOf = new WeakMap<Database, Lane[]>()

/**
 * Writes an order and takes its units: both or neither. Undefined if something stood against it at that moment. Orders that
 * arrive while their lane's statement is out travel together in the next one; a lone order waits for nothing.
 */
export async function insertOrder(db: Database, order: NewOrder): Promise<InsertedOrder | undefined> {
  let lanes = lanesOf.get(db)
  if (!lanes) {
    lanes = Array.from({ length: laneCount }, () => gather((together: NewOrder[]) => insertTogether(db, together)))
    lanesOf.set(db, lanes)
  }
  const outcome = await lanes[Number.parseInt(order.productId.slice(-6), 16) % laneCount]?.(order)
  if (outcome instanceof Error) throw outcome
  return outcome
}

async function insertTogether(db: Database, together: NewOrder[]): Promise<Map<NewOrder, Outcome>> {
  try {
    return await insertOrders(db, together)
  } catch (error) {
    // Without an answer nobody knows whether they were written, and asking again could write them twice.
    const isUndone = !isDatabaseAway(error) || givenUp.includes(sqlState(error) ?? '')
    if (together.length === 1 || !isUndone) throw error
  }
  // What one order met is no matter of its neighbours: each is tried alone.
  const alone = together.map((order) => insertOrders(db, [order]))
  const outcomes = await Promise.allSettled(alone)
  return new Map(
    outcomes.flatMap((outcome, index): [NewOrder, Outcome][] => {
      if (outcome.status === 'fulfilled') return [...outcome.value]
      const order = together[index]
      return order ? [[order, asError(outcome.reason)]] : []
    }),
  )
}

/** PostgreSQL took the statement back: too late, a conflict, a deadlock. One of them may have waited for a row that somebody holds. */
const givenUp = ['57014', '40001', '40P01']

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

const columns = [
  'id',
  'buyerId',
  'buyerName',
  'buyerEmail',
  'address',
  'phoneNumber',
  'productId',
  'quantity',
  'expectedTotalCents',
  'idempotencyKey',
  'ttlMinutes',
  'isLimited',
] as const satisfies (keyof NewOrder)[]

// All that could change under our feet is decided here, on locked rows: an order that does not come back was refused. Rows are
// locked in one order (buyers, products, places and keys by buyer), so that two processes never wait for each other. Of orders that
// want more of a product than there is, the first get it. What is left is reckoned from the locked rows: an UPDATE checks the row
// that it first sees, which may be older, against the table's rules. The inner SELECTs hide how many orders come, so that one plan serves all.
const statement = {
  name: 'insert_orders',
  text: `
  WITH buyers AS (
    SELECT id AS buyer_id FROM users WHERE id = ANY ($2::uuid[]) AND removed_at IS NULL ORDER BY id FOR KEY SHARE),
  asked AS (
    SELECT *, row_number() OVER (PARTITION BY buyer_id ORDER BY turn) AS nth
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::text[]), (SELECT $4::text[]), (SELECT $5::text[]),
      (SELECT $6::text[]), (SELECT $7::uuid[]), (SELECT $8::integer[]), (SELECT $9::bigint[]), (SELECT $10::text[]),
      (SELECT $11::integer[]), (SELECT $12::boolean[])) WITH ORDINALITY
      AS wish (id, buyer_id, buyer_name, buyer_email, address, phone_number, product_id, quantity, expected_cents,
        idempotency_key, ttl_minutes, is_limited, turn)),
  shelf AS (
    SELECT id AS product_id, name, price_cents, minimum_quantity, available_quantity FROM products
    WHERE id = ANY ($7::uuid[]) AND archived_at IS NULL ORDER BY id FOR NO KEY UPDATE),
  fit AS (
    SELECT *, sum(quantity) OVER (PARTITION BY product_id ORDER BY turn) AS taken_so_far
    FROM (
      SELECT *, price_cents::bigint * quantity AS total_cents, CASE WHEN is_limited THEN (
        SELECT slot FROM generate_series(1, ${mostOpenOrders}) slot
        WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = asked.buyer_id AND open_slot = slot)
        OFFSET nth - 1 LIMIT 1) ELSE 0 END AS slot
      FROM asked JOIN buyers USING (buyer_id) JOIN shelf USING (product_id)
      WHERE quantity BETWEEN minimum_quantity AND available_quantity) able
    WHERE total_cents = coalesce(expected_cents, total_cents) AND slot IS NOT NULL
      AND total_cents BETWEEN ${payableCents.least} AND ${payableCents.most}),
  placed AS (
    INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, idempotency_key,
      open_slot, expires_at, product_names)
    SELECT id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, idempotency_key, nullif(slot, 0),
      now() + ttl_minutes * interval '1 minute', name
    FROM fit WHERE taken_so_far <= available_quantity ORDER BY buyer_id, turn
    ON CONFLICT DO NOTHING
    RETURNING id, placed_at, expires_at),
  done AS (SELECT * FROM fit JOIN placed USING (id)),
  sold AS (
    UPDATE products SET available_quantity = left_over
    FROM (SELECT product_id, available_quantity - sum(quantity) AS left_over FROM done GROUP BY product_id, available_quantity) rest
    WHERE id = rest.product_id),
  lined AS (
    INSERT INTO order_lines (order_id, product_id, product_name, quantity, unit_price_cents)
    SELECT id, product_id, name, quantity, price_cents FROM done RETURNING id, order_id),
  moved AS (
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, moved_by)
    SELECT product_id, -quantity, 'order-placed', id, buyer_id FROM done)
  SELECT done.id, name AS product_name, price_cents AS unit_price_cents, total_cents, placed_at, expires_at,
    lined.id AS line_id
  FROM done JOIN lined ON lined.order_id = done.id`,
}

async function insertOrders(db: Database, together: NewOrder[]): Promise<Map<NewOrder, InsertedOrder>> {
  const column = (name: keyof NewOrder) => together.map((order) => order[name])
  const { rows } = await db.$client.query<InsertedOrder>({ ...statement, values: columns.map(column) })
  const byId = new Map(together.map((order) => [order.id, order]))
  return new Map(
    rows.flatMap((row): [NewOrder, InsertedOrder][] => {
      const order = byId.get(row.id)
      return order ? [[order, row]] : []
    }),
  )
}
