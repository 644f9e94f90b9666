import { sql } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses.ts'
import type { Language } from '#contract/language.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import type { fitVerdicts } from '#contract/vehicles.ts'
import { payableRange } from '#contract/payment-limits.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { reserveCredit } from '#server/customers/reserve-credit.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { isFirstLine, type OrderRow } from '#server/orders/find-orders.ts'
import type { ChargedAmounts } from '#server/orders/order-amounts.ts'
import { linesInWords, maxOpenOrders } from '#server/orders/order-rules.ts'
import { orderLines, orders, type OrderTerms } from '#server/orders/orders.tables.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { shownName } from '#server/orders/shown-name.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'
import { inTurn, type Turns } from '#server/platform/in-turn.ts'
import { useDiscount } from '#server/pricing/discounts/use-discount.ts'
import { priceFor, quantityRuleFor } from '#server/pricing/price-for.ts'
import { reserveNewLines, takeNewLines } from '#server/stock/move-stock.ts'

/** Holds what is asked for and by whom, with what it costs. */
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
  /** 1 to 1,000, with the prices that `amounts` were calculated with. */
  lines: readonly NewLine[]
  amounts: ChargedAmounts
  /** Set for an order on account. */
  terms?: OrderTerms | undefined
  /** Whether the buyer pays in advance by bank transfer. */
  byTransfer: boolean
  /** For how many days the stock is reserved, if the buyer's address is verified or staff order; undefined for the time of card orders. */
  reservedDays?: number | undefined
  /** The member of staff who places it for the buyer. */
  placedBy?: AuditActor | undefined
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
  /** Set if it replaces units: it costs nothing, whatever prices and rules for quantities are now. */
  isFree?: true
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
  /** The vehicle that the buyer has chosen, and what the shop says of it. */
  vehicle?: NamedVehicle
  fitVerdict?: (typeof fitVerdicts)[number]
}

/** Takes the lines of an order out of the buyer's cart; throws if they are not in it. */
export type OrderCart = (tx: Transaction, order: NewOrder & { cartId: string }) => Promise<void>

export interface OrderingRules {
  orderTtlMinutes: number
  /** Whether `maxOpenOrders` holds; only load tests lift it. */
  limitOpenOrders: boolean
}

interface OrderingDeps {
  orderCart: OrderCart
  charging: Charging
  queueMail: QueueMail
}

export interface Ordering extends OrderingRules {
  charging: Charging
  /** Inserts an order and reserves its stock: both or neither. Returns undefined if it was not accepted. */
  insertOrder(order: NewOrder): Promise<OrderRow | undefined>
  /**
   * Inserts an order at no charge in one transaction with what it is made of, which `make` locks, and with what `link` writes about it.
   * Returns undefined if it was not accepted.
   */
  insertFreeOrder(
    make: (tx: Transaction) => Promise<NewOrder>,
    link: (tx: Transaction, row: OrderRow) => Promise<void>,
  ): Promise<OrderRow | undefined>
}

/**
 * Creates the ordering of this process. Orders of one buyer take turns, since each takes the next of the buyer's open slots, and so do
 * orders of one product: for a row that another order has changed meanwhile, PostgreSQL starts the whole statement a second time.
 */
export function createOrdering(db: Database, rules: OrderingRules, deps: OrderingDeps): Ordering {
  const statement = prepareInsert(rules)
  const turns: Turns = new Map()
  return {
    ...rules,
    charging: deps.charging,
    insertOrder: (order) => inTurn(turns, lockedBy(order), () => insertOrder(db, statement, deps, order)),
    insertFreeOrder: (make, link) =>
      unlessRefused(db, async (tx) => {
        const row = await writeOrder(tx, statement, deps, await make(tx))
        await link(tx, row)
        return row
      }),
  }
}

/** Lists the ids of the rows that an order locks. */
const lockedBy = ({ buyerId, lines }: NewOrder) => [buyerId, ...lines.map(({ productId }) => productId)]

/** Rolls back an order that is not accepted. */
class NotAcceptedError extends Error {}

type Insert = ReturnType<typeof prepareInsert>

/** Inserts an order: with one statement, and in a transaction if it takes lines out of a cart, credit or a discount, costs nothing, or staff place it. */
async function insertOrder(
  db: Database,
  statement: Insert,
  deps: OrderingDeps,
  order: NewOrder,
): Promise<OrderRow | undefined> {
  const { cartId, amounts, terms, placedBy } = order
  if (cartId === undefined && !terms && !amounts.discount && amounts.totalCents > 0 && !placedBy)
    return (await statement(db).execute(valuesOf(order)))[0]
  return unlessRefused(db, (tx) => writeOrder(tx, statement, deps, order))
}

/** Runs a transaction; undefined if its order was not accepted. */
async function unlessRefused(
  db: Database,
  work: (tx: Transaction) => Promise<OrderRow>,
): Promise<OrderRow | undefined> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (error instanceof NotAcceptedError) return undefined
    throw error
  }
}

/** Writes an order with what it takes out of a cart, credit and a discount; one that costs nothing is paid. Throws `NotAcceptedError`. */
async function writeOrder(
  tx: Transaction,
  statement: Insert,
  { orderCart, queueMail }: OrderingDeps,
  order: NewOrder,
): Promise<OrderRow> {
  const { cartId, amounts, terms, buyerId, placedBy } = order
  if (cartId !== undefined) await orderCart(tx, { ...order, cartId })
  const [row] = await statement(tx).execute(valuesOf(order))
  if (!row) throw new NotAcceptedError()
  // The credit and the discount are locked after the products.
  if (terms) await reserveCredit(tx, { buyerId, cents: amounts.totalCents })
  const { discount } = amounts
  if (discount && !order.isFree)
    await useDiscount(tx, { orderId: row.id, buyerId, discountId: discount.id, version: discount.version })
  if (placedBy) await recordAuditEvent(tx, placedBy, { kind: 'order-placed', subject: { type: 'order', id: row.id } })
  return amounts.totalCents === 0 && !amounts.shipping?.isUnpriced
    ? payOrder(tx, queueMail, row, { transactionId: null, facts: {} })
    : row
}

/** Returns the values of the statement: the order, its lines, taxes and discounts, each as JSON. */
function valuesOf({ lines, amounts, reservedDays, placedBy, cartId: _, ...order }: NewOrder) {
  const { lines: shares, taxes, discount, ...sums } = amounts
  const method = order.terms ? 'invoice' : order.byTransfer ? 'transfer' : 'card'
  const { least, most } = payableRange(method, order.currency)
  return {
    order: JSON.stringify({
      ...sums,
      ...order,
      reservedMinutes: reservedDays === undefined ? null : reservedDays * 24 * 60,
      placedBy: placedBy?.id ?? null,
      lineCount: lines.length,
      least,
      most,
    }),
    lines: JSON.stringify(lines.map((line, index) => ({ ...line, ...shares[index], position: index + 1 }))),
    taxes: JSON.stringify(taxes.map((tax, index) => ({ ...tax, position: index + 1 }))),
    discounts: JSON.stringify(discount ? [{ ...discount, discountId: discount.id, lineCents: undefined }] : []),
  }
}

const given = sql.placeholder

/**
 * Prepares the statement that inserts an order; PostgreSQL keeps its plan. The app has calculated the order, and everything that can change
 * meanwhile is compared here, on locked rows; an order that is not returned was not accepted. The remaining stock is calculated from the
 * locked rows, because an UPDATE checks constraints on the row version that it read first. Rows are locked in one order (buyer, products by
 * id, open slot and key), so that orders at once cannot deadlock.
 */
function prepareInsert({ orderTtlMinutes, limitOpenOrders }: OrderingRules) {
  // Accounts are made at will: one without a verified address does not reserve stock for days, see `confirmOrders`.
  const minutes = sql`CASE WHEN email_verified_at IS NULL AND "placedBy" IS NULL THEN least("reservedMinutes", ${orderTtlMinutes}::integer)
    ELSE coalesce("reservedMinutes", ${orderTtlMinutes}::integer) END`
  const freeSlot = sql`(
    SELECT slot FROM generate_series(1, ${maxOpenOrders}) slot
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE buyer_id = "buyerId" AND open_slot = slot) LIMIT 1)`
  const parts = {
    asked: sql`
      SELECT *, ${limitOpenOrders ? freeSlot : sql`NULL::integer`} AS slot
      FROM jsonb_to_record(${given('order')}::jsonb) AS input (id uuid, "buyerId" uuid, "buyerName" text, "buyerEmail" text, address text,
        "phoneNumber" text, "poNumber" text, note text, delivery jsonb, billing jsonb, terms jsonb, "acceptedTerms" text,
        "byTransfer" boolean, "reservedMinutes" integer, "placedBy" uuid, "expectedTotalCents" bigint, "idempotencyKey" text, language text, currency text, "lineCount" integer,
        "itemsCents" bigint, "discountCents" bigint, shipping jsonb, "shippingCents" bigint, "shippingNetCents" bigint,
        "shippingTaxCents" bigint, "includesTax" boolean, "taxCents" bigint, "roundingCents" bigint, "totalCents" bigint,
        "chargesVersion" text, "buyerTaxNumber" text, "isFree" boolean, least bigint, most bigint)`,
    wanted: sql`
      SELECT * FROM jsonb_to_recordset(${given('lines')}::jsonb) AS input (position smallint, "productId" uuid, quantity integer,
        "unitPriceCents" bigint, "pricePer" integer, job text, vehicle jsonb, "fitVerdict" text, "discountCents" bigint, "netCents" bigint, "taxCents" bigint, "taxClass" text)`,
    buyer: sql`
      SELECT email_verified_at FROM users WHERE id = (SELECT "buyerId" FROM asked) AND removed_at IS NULL FOR KEY SHARE`,
    stock: sql`
      SELECT id AS product_id, name, brand_id, sku, price_cents AS own_cents, price_per, minimum_quantity, order_multiple,
        maximum_quantity, available_quantity
      FROM products WHERE id = ANY (ARRAY(SELECT "productId" FROM wanted)) AND archived_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    priced: sql`
      SELECT wanted.*, product_id, name, ${shownName(sql`stock.product_id`, sql`asked.language`, sql`stock.name`)} AS shown_name,
        (SELECT brands.name FROM brands WHERE brands.id = brand_id) AS brand, sku, price_per, available_quantity, price.price_cents,
        price_list_id, CASE WHEN "isFree" THEN NULL ELSE rule.maximum END AS maximum, line_total(quantity, price.price_cents, price_per) AS total_cents,
        CASE WHEN "isFree" THEN line_total(quantity, price.price_cents, price_per) ELSE wanted."discountCents" END AS discount_cents
      FROM wanted JOIN stock ON product_id = "productId" CROSS JOIN asked
      CROSS JOIN LATERAL ${priceFor(sql`product_id`, sql`own_cents`, sql`"buyerId"`, sql`quantity`)} price
      CROSS JOIN LATERAL ${quantityRuleFor(sql`product_id`, sql`minimum_quantity, order_multiple, maximum_quantity`, sql`"buyerId"`)} rule
      WHERE ("isFree" OR quantity >= rule.minimum AND quantity % rule.multiple = 0)
        AND price.price_cents = coalesce("unitPriceCents", price.price_cents) AND price_per = coalesce("pricePer", price_per)`,
    taken: sql`
      SELECT product_id, available_quantity - sum(quantity) AS left_over,
        sum(quantity) <= least(available_quantity, min(maximum)) AS fits
      FROM priced GROUP BY product_id, available_quantity`,
    summed: sql`
      SELECT count(*) AS line_count, sum(quantity) AS units, sum(total_cents) AS items,
        string_agg(name, ', ' ORDER BY position) FILTER (WHERE position <= ${linesInWords}) AS names,
        coalesce(string_agg(sku, ' ' ORDER BY position) FILTER (WHERE position <= ${linesInWords}), '') AS numbers
      FROM priced HAVING (SELECT bool_and(fits) FROM taken)`,
    // From here on the name means the inserted row, so that it is read as any order.
    orders: sql`
      INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, po_number, note, language, expires_at,
        line_count, units, total_cents, product_names, part_numbers, discount_cents, shipping_cents, shipping_net_cents,
        shipping_tax_cents, tax_cents, rounding_cents, currency, prices_include_tax, shipping, delivery, billing, buyer_tax_number, terms,
        accepted_terms, by_transfer, placed_by, confirmed_at, open_slot, idempotency_key)
      SELECT id, "buyerId", "buyerName", "buyerEmail", address, "phoneNumber", "poNumber", note, language,
        now() + ${minutes} * interval '1 minute', line_count, units, "totalCents", names, numbers, CASE WHEN "isFree" THEN items ELSE "discountCents" END, "shippingCents",
        "shippingNetCents", "shippingTaxCents", "taxCents", "roundingCents", currency, "includesTax", shipping, delivery, billing,
        "buyerTaxNumber", terms, "acceptedTerms", "byTransfer", "placedBy", CASE WHEN terms IS NOT NULL THEN now() END,
        CASE WHEN terms IS NULL AND "totalCents" > 0 AND "placedBy" IS NULL THEN slot END, "idempotencyKey"
      FROM asked, buyer, summed
      WHERE line_count = "lineCount"
        AND ("isFree" OR items = "itemsCents" AND charges_version() IS NOT DISTINCT FROM "chargesVersion")
        AND "totalCents" = coalesce("expectedTotalCents", "totalCents") AND ("totalCents" BETWEEN least AND most OR "totalCents" = 0)
        AND ${limitOpenOrders ? sql`(slot IS NOT NULL OR terms IS NOT NULL OR "totalCents" = 0 OR "placedBy" IS NOT NULL)` : sql`true`}
        AND EXISTS (SELECT FROM store WHERE lower(store.currency) = asked.currency AND (NOT "byTransfer" OR bank_details <> ''))
      ON CONFLICT DO NOTHING
      RETURNING *`,
    taxes: sql`
      INSERT INTO order_taxes (order_id, position, country, region, name, rate, reason, taxable_cents, tax_cents, provider, provider_ref)
      SELECT orders.id, tax.position, tax.country, tax.region, tax.name, rate, reason, "taxableCents", "taxCents", provider, "providerRef"
      FROM orders, jsonb_to_recordset(${given('taxes')}::jsonb) AS tax (position smallint, country text, region text, name text,
        rate numeric, reason text, "taxableCents" bigint, "taxCents" bigint, provider text, "providerRef" text)`,
    discounted: sql`
      INSERT INTO order_discounts (order_id, discount_id, code, name, kind, amount_cents, shipping_cents)
      SELECT orders.id, "discountId", code, name, kind, orders.discount_cents, "shippingCents"
      FROM orders, jsonb_to_recordset(${given('discounts')}::jsonb) AS discount ("discountId" uuid, code text, name text, kind text,
        "shippingCents" bigint)`,
    confirmations: sql`INSERT INTO order_confirmations (order_id) SELECT id FROM orders`,
    sold: takeNewLines(sql`(SELECT * FROM taken WHERE EXISTS (SELECT FROM orders)) sold`),
    order_lines: sql`
      INSERT INTO order_lines (order_id, position, product_id, product_name, shown_name, brand, sku, quantity, held_quantity, unit_price_cents,
        price_per, price_list_id, job, vehicle, fit_verdict, discount_cents, net_cents, tax_cents, tax_class)
      SELECT orders.id, priced.position, product_id, priced.name, shown_name, brand, sku, quantity, quantity, price_cents, price_per, price_list_id, job, vehicle,
        "fitVerdict", priced.discount_cents, "netCents", "taxCents", "taxClass"
      FROM priced, orders ORDER BY priced.position RETURNING *`,
    moved: reserveNewLines(
      sql`(SELECT order_lines.*, buyer_id FROM order_lines JOIN orders ON orders.id = order_id) line`,
      sql`buyer_id`,
    ),
  }
  return preparedOnce((db) =>
    db
      .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
      .select({ id: orders.id, order: orders, firstLine: orderLines, lastShipment: sql<null>`NULL` })
      .from(orders)
      .innerJoin(orderLines, isFirstLine)
      .prepare('insert_order'),
  )
}
