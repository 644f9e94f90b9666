import { eq, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { AddressInput } from '#contract/addresses.ts'
import { payableRange } from '#contract/payment-limits.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { insertWideOrder, type OrderCart } from '#server/orders/insert-wide-order.ts'
import { createChargesVersion } from '#server/orders/charges-version.ts'
import type { ChargedAmounts } from '#server/orders/order-amounts.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { maxOpenOrders } from '#server/orders/order-rules.ts'
import { shownName } from '#server/orders/shown-name.ts'
import { orderLines, orders, type OrderTerms } from '#server/orders/orders.tables.ts'
import { type Database, isDatabaseUnavailable, sqlState } from '#server/platform/database/database.ts'
import { inTurn, type Turns } from '#server/platform/in-turn.ts'
import { createBatcher } from '#server/platform/database/batcher.ts'
import { priceFor, quantityRuleFor } from '#server/pricing/price-for.ts'

/** Holds what is asked for and by whom: the input of `placeOrder` and, with its line as JSON, a row of the statement. */
export interface NewOrder {
  id: string
  buyerId: string
  buyerName: string
  buyerEmail: string
  address: string
  phoneNumber: string
  poNumber: string | null
  note: string | null
  /** Its fields, of which `address` is the text. */
  delivery?: AddressInput | undefined
  billing?: AddressInput | undefined
  /** 1 to 1,000. */
  lines: readonly NewLine[]
  /** Holds the charges besides the lines, which then have the prices that they were calculated with. */
  amounts?: ChargedAmounts | undefined
  /** Set for an order on account. */
  terms?: OrderTerms | undefined
  /** For how many days the stock is reserved of an order that is paid by bank transfer, if the buyer's address is verified. */
  transferDays?: number | undefined
  /** The address of the terms of sale that the buyer accepted. */
  acceptedTerms?: string | undefined
  /** The buyer's cart that the lines are taken out of. */
  cartId?: string | undefined
  /** The total that the buyer agreed to; undefined accepts the current price. */
  expectedTotalCents: number | undefined
  idempotencyKey: string | undefined
  language: Language
  /** Of its prices; that of the shop, in lower case. */
  currency: string
}

export interface NewLine {
  productId: string
  quantity: number
  /** The price that the buyer agreed to, in cents; undefined accepts the current one. */
  unitPriceCents: number | undefined
  /** The number of units that it is for. */
  pricePer?: number | undefined
  /** Names the job that it is for, in the buyer's words. */
  job: string | null
}

export interface OrderingRules {
  orderTtlMinutes: number
  /** Whether `maxOpenOrders` holds; only load tests lift it. */
  limitOpenOrders: boolean
}

export interface Ordering extends OrderingRules {
  charging: Charging
  /** Reads what tax and shipping are calculated from, see `createChargesVersion`. */
  chargesVersion: ReturnType<typeof createChargesVersion>
  /**
   * Inserts an order and reserves its stock: both or neither. Returns undefined if it was not accepted. Orders that arrive while
   * the queue is busy are inserted as one batch; those of several lines, of a cart or with more than prices one at a time.
   */
  insertOrder(order: NewOrder): Promise<OrderRow | undefined>
}

type Outcome = OrderRow | Error
type InsertBatch = (batch: NewOrder[]) => Promise<Map<NewOrder, Outcome>>

/** Orders of one product use one queue, so that their statements do not block each other. */
const queueCount = 3

/** Whether an order needs more than the statement of one line. */
const isWide = ({ lines, cartId, amounts, terms, transferDays, acceptedTerms, delivery, billing }: NewOrder) =>
  lines.length > 1 ||
  [cartId, amounts, terms, transferDays, acceptedTerms, delivery, billing].some((part) => part !== undefined)

const queueOf = ({ lines: [line] }: NewOrder) => Number.parseInt(line?.productId.slice(-6) ?? '0', 16) % queueCount

/** Creates the queues of orders of this process. */
export function createOrdering(
  db: Database,
  rules: OrderingRules,
  { orderCart, charging }: { orderCart: OrderCart; charging: Charging },
): Ordering {
  const statement = prepareStatement(db, rules)
  const insertOrders = async (batch: NewOrder[]) => {
    const asked = JSON.stringify(
      batch.map(({ lines: [line], ...order }) => ({ ...order, ...line, ...payableRange('card', order.currency) })),
    )
    const rows = new Map((await statement.execute({ batch: asked })).map((row) => [row.id, row]))
    return new Map(
      batch.flatMap((order): [NewOrder, OrderRow][] => {
        const row = rows.get(order.id)
        return row ? [[order, row]] : []
      }),
    )
  }
  const turns: Turns = new Map()
  // One after the other. Buyers take turns: one who sends forty orders delays another by one of them, not by all.
  const insertWide = (order: NewOrder) =>
    inTurn(turns, order.buyerId, () => inTurn(turns, 'all', () => insertWideOrder(db, rules, order, orderCart)))
  const queues = Array.from({ length: queueCount }, () => createBatcher(withoutFailing(insertOrders)))
  return {
    ...rules,
    charging,
    chargesVersion: createChargesVersion(db),
    async insertOrder(order) {
      if (isWide(order)) return insertWide(order)
      const outcome = await queues[queueOf(order)]?.(order)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
}

/** Retries each order of a failed batch alone: a failing order must not fail the others. */
const withoutFailing =
  (insertOrders: InsertBatch): InsertBatch =>
  async (batch) => {
    try {
      return await insertOrders(batch)
    } catch (error) {
      // Without a response it is unknown whether they were written, and a retry could write them twice.
      const isUndone = !isDatabaseUnavailable(error) || abortedStates.includes(sqlState(error) ?? '')
      if (batch.length === 1 || !isUndone) throw error
    }
    const alone = batch.map((order) =>
      insertOrders([order]).catch((reason: unknown) => new Map([[order, asError(reason)]])),
    )
    return new Map((await Promise.all(alone)).flatMap((outcome) => [...outcome]))
  }

/** Lists the states of statements that PostgreSQL aborted: timeout, serialization failure, deadlock. One locked row can abort the batch. */
const abortedStates = ['57014', '40001', '40P01']

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Prepares the statement that inserts a batch. Everything that can change concurrently is checked in it, on locked rows; an order
 * that is not returned was rejected. Rows are locked in one order (buyers, products, open slots and keys by buyer) to avoid
 * deadlocks. If stock runs short, earlier orders win. The remaining stock is calculated from the locked rows, because an UPDATE
 * checks constraints on the row version that it read first. The arrays hide the batch size, so that one plan fits all.
 */
function prepareStatement(db: Database, { orderTtlMinutes, limitOpenOrders }: OrderingRules) {
  const slot = sql`(
    SELECT slot FROM generate_series(1, ${maxOpenOrders}) slot
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = asked."buyerId" AND open_slot = slot)
    OFFSET nth - 1 LIMIT 1)`
  const parts = {
    asked: sql`
      SELECT *, row_number() OVER (PARTITION BY "buyerId" ORDER BY id) AS nth
      FROM jsonb_to_recordset(${sql.placeholder('batch')}) AS input (id uuid, "buyerId" uuid, "buyerName" text,
        "buyerEmail" text, address text, "phoneNumber" text, "poNumber" text, note text, "productId" uuid, quantity integer,
        "unitPriceCents" integer, "pricePer" integer, job text, "expectedTotalCents" bigint, "idempotencyKey" text, language text, currency text, least bigint, most bigint)`,
    buyers: sql`
      SELECT id AS "buyerId" FROM users
      WHERE id = ANY (ARRAY(SELECT "buyerId" FROM asked)) AND removed_at IS NULL ORDER BY id FOR KEY SHARE`,
    stock: sql`
      SELECT id AS "productId", name, brand_id, sku, price_cents, price_per, minimum_quantity, order_multiple, maximum_quantity,
        available_quantity FROM products
      WHERE id = ANY (ARRAY(SELECT "productId" FROM asked)) AND archived_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    fit: sql`
      SELECT *, sum(quantity) OVER (PARTITION BY "productId" ORDER BY id) AS taken_so_far
      FROM (
        SELECT asked.*, name, sku, price_per, available_quantity, price.price_cents, price.price_list_id,
          line_total(quantity, price.price_cents, price_per) AS total_cents, ${shownName(sql`asked."productId"`, sql`asked.language`, sql`stock.name`)} AS shown_name,
          (SELECT brands.name FROM brands WHERE brands.id = brand_id) AS brand,
          ${limitOpenOrders ? slot : sql`0`} AS slot
        FROM asked JOIN buyers USING ("buyerId") JOIN stock USING ("productId")
        CROSS JOIN LATERAL ${priceFor(sql`"productId"`, sql`stock.price_cents`, sql`"buyerId"`, sql`quantity`)} price
        CROSS JOIN LATERAL ${quantityRuleFor(sql`"productId"`, sql`minimum_quantity, order_multiple, maximum_quantity`, sql`"buyerId"`)} rule
        WHERE quantity BETWEEN rule.minimum AND least(available_quantity, rule.maximum)
          AND quantity % rule.multiple = 0 AND price.price_cents = coalesce("unitPriceCents", price.price_cents)
          AND price_per = coalesce("pricePer", price_per)) able
      WHERE total_cents = coalesce("expectedTotalCents", total_cents) AND slot IS NOT NULL
        AND total_cents BETWEEN least AND most AND (SELECT charges_version()) IS NULL
        AND currency = (SELECT lower(currency) FROM store)`,
    // From here on the name means the inserted rows, so that they are read as any order.
    orders: sql`
      INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, idempotency_key,
        open_slot, expires_at, units, po_number, note, product_names, part_numbers, language, currency)
      SELECT id, "buyerId", "buyerName", "buyerEmail", address, "phoneNumber", total_cents, "idempotencyKey", nullif(slot, 0),
        now() + ${orderTtlMinutes} * interval '1 minute', quantity, "poNumber", note, name,
        coalesce(sku, ''), language, currency
      FROM fit WHERE taken_so_far <= available_quantity ORDER BY "buyerId", id
      ON CONFLICT DO NOTHING
      RETURNING *`,
    done: sql`SELECT * FROM fit WHERE id IN (SELECT id FROM orders)`,
    sold: sql`
      UPDATE products SET available_quantity = left_over
      FROM (
        SELECT "productId", available_quantity - sum(quantity) AS left_over FROM done
        GROUP BY "productId", available_quantity) rest
      WHERE id = rest."productId"`,
    confirmations: sql`INSERT INTO order_confirmations (order_id) SELECT id FROM done`,
    order_lines: sql`
      INSERT INTO order_lines (order_id, product_id, product_name, shown_name, brand, sku, quantity, unit_price_cents, price_per, price_list_id, job)
      SELECT id, "productId", name, shown_name, brand, sku, quantity, price_cents, price_per, price_list_id, job FROM done RETURNING *`,
    moved: sql`
      INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, moved_by)
      SELECT product_id, -line.quantity, 'order-placed', done.id, line.id, "buyerId"
      FROM order_lines line JOIN done ON done.id = order_id`,
  }
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({ id: orders.id, order: orders, firstLine: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .prepare('insert_orders')
}
