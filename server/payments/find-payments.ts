import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type PaymentRow, payments, refunds } from '#server/payments/payments.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Returns the payment with this transaction id, if it is known. */
export async function findPayment(db: Database | Transaction, intentId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}

/** Returns the open payment of an order, neither cancelled nor unmatched. */
export async function findOpenPayment(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNull(payments.canceledAt), isNull(payments.heldAt)))
  return row
}

/** Selects unmatched payments that are not fully refunded, including those with an amount of zero. */
export const isUnmatched = and(
  isNotNull(payments.heldAt),
  sql`coalesce((SELECT sum(refunds.amount_cents) FROM refunds
    WHERE refunds.intent_id = ${payments.intentId} AND refunds.state = 'succeeded'), -1) < ${payments.receivedCents}`,
)

/** Returns the sum of pending and successful refunds of a payment. */
export async function sumActiveRefunds(tx: Transaction, intentId: string) {
  const [sums] = await tx
    .select({
      askedCents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::double precision`,
      doneCents: sql<number>`coalesce(sum(${refunds.amountCents}) FILTER (WHERE ${refunds.state} = 'succeeded'), 0)::double precision`,
      restockedQuantity: sql<number>`coalesce(sum(${refunds.restockedQuantity}), 0)::integer`,
    })
    .from(refunds)
    .where(and(eq(refunds.intentId, intentId), ne(refunds.state, 'failed')))
  return sums ?? { askedCents: 0, doneCents: 0, restockedQuantity: 0 }
}
