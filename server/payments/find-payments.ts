import { and, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import { isFirstLine, lastShipment, type OrderRow } from '#server/orders/find-orders.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import { type PaymentRow, payments, refunds } from '#server/payments/payments.tables.ts'
import { commitsAwaited } from '#server/platform/database/await-commits.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'

const intentId = sql.placeholder('intentId')

/** Returns the payment with this transaction id, if it is known. */
export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, id))
  return row
}

/** Tells what a payment did when it was settled. */
export const settlementColumns = {
  intentId: payments.intentId,
  succeededAt: payments.succeededAt,
  heldAt: payments.heldAt,
}

/** Returns whether a payment was settled and what its order was paid by. */
export async function findSettlement(db: Database, id: string) {
  const [row] = await settlementById(db).execute({ intentId: id })
  return row
}

const settlementById = preparedOnce((db) =>
  db
    .select({ ...settlementColumns, transactionId: orders.transactionId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.intentId, intentId))
    .prepare('find_settlement'),
)

/**
 * Returns an order by a well-formed id with the payment that has this transaction id, if that is one of its own; one that was paid by it is
 * read once it is safe to say so.
 */
export async function findOrderWithPayment(db: Database, keys: { orderId: string; intentId: string }) {
  const [row] = await orderWithPayment(db).execute(keys)
  return row
}

const orderWithPayment = preparedOnce((db) =>
  db
    .select({
      id: orders.id,
      order: orders,
      firstLine: orderLines,
      lastShipment,
      payment: settlementColumns,
      awaited: sql`CASE WHEN ${orders.transactionId} = ${intentId} THEN ${commitsAwaited} END`,
    })
    .from(orders)
    .innerJoin(orderLines, isFirstLine)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.intentId, intentId)))
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare('find_order_with_payment'),
)

type LockedPayment = OrderRow & { payment: PaymentRow }

/** Returns a payment with its order and locks both until the transaction ends, the order first, as everywhere. */
export async function lockPayment(tx: Transaction, id: string): Promise<LockedPayment | undefined> {
  const [row] = await lockById(tx).execute({ intentId: id })
  return row
}

/** Locks the order of the payment `intentId`, then the payment. Rows that are locked are read as they are after the wait, others as they were before. */
export const lockingParts = {
  ordered: sql`SELECT * FROM orders WHERE id = (SELECT order_id FROM payments WHERE intent_id = ${intentId}) FOR UPDATE`,
  locked: sql`SELECT * FROM payments WHERE intent_id = ${intentId} AND order_id IN (SELECT id FROM ordered) FOR UPDATE`,
}

/** Makes the names of the tables mean the rows that `lockingParts` has locked. */
export const lockedRows = { orders: sql`SELECT * FROM ordered`, payments: sql`SELECT * FROM locked` }

const lockById = preparedOnce((db) => {
  const parts = { ...lockingParts, ...lockedRows }
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({ id: orders.id, order: orders, firstLine: orderLines, lastShipment, payment: payments })
    .from(orders)
    .innerJoin(orderLines, isFirstLine)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .prepare('lock_payment')
})

/** Selects card payments that are neither cancelled nor unmatched: an order has at most one. */
export const isOpen = and(isNull(payments.canceledAt), isNull(payments.heldAt), eq(payments.method, 'card'))

/** Returns the open card payment of an order. */
export async function findOpenPayment(db: Database | Transaction, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isOpen))
  return row
}

/** Selects unmatched payments that are not fully refunded, including those with an amount of zero. */
export const isUnmatched = and(
  isNotNull(payments.heldAt),
  sql`coalesce((SELECT sum(refunds.amount_cents) FROM refunds
    WHERE refunds.intent_id = ${payments.intentId} AND refunds.state = 'succeeded'), -1) < ${payments.receivedCents}`,
)

/** Returns the sum of pending and successful refunds of a payment, without what its order did not cost any more. */
export async function sumActiveRefunds(tx: Transaction, id: string) {
  const [sums] = await tx
    .select({
      askedCents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::double precision`,
      doneCents: sql<number>`coalesce(sum(${refunds.amountCents}) FILTER (WHERE ${refunds.state} = 'succeeded'), 0)::double precision`,
      restockedQuantity: sql<number>`coalesce(sum(${refunds.restockedQuantity}), 0)::integer`,
    })
    .from(refunds)
    .where(and(eq(refunds.intentId, id), ne(refunds.state, 'failed'), not(refunds.isSurplus)))
  return sums ?? { askedCents: 0, doneCents: 0, restockedQuantity: 0 }
}
