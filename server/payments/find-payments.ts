import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type PaymentRow, payments, refunds } from '#server/payments/payments.tables.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

/** The payment of this transaction id, if it is one of ours. */
export async function findPayment(db: Database | Transaction, intentId: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}

/** The payment of an order that is neither cancelled nor held, if there is one. */
export async function findOpenPayment(db: Database, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isNull(payments.canceledAt), isNull(payments.heldAt)))
  return row
}

/** Money that is held and has not gone back yet, or not all of it; a success of nothing stays, too. */
export const isStillHeld = and(
  isNotNull(payments.heldAt),
  sql`coalesce((SELECT sum(refunds.amount_cents) FROM refunds
    WHERE refunds.intent_id = ${payments.intentId} AND refunds.state = 'succeeded'), -1) < ${payments.receivedCents}`,
)

/** What goes back, or has gone back, of a payment. */
export async function sumLiveRefunds(tx: Transaction, intentId: string) {
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
