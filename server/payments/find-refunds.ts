import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { RefundedUnits } from '#server/orders/undo-restock.ts'
import { creditNotes, payments, refundLines, refunds } from '#server/payments/payments.tables.ts'
import type { RefundWithEmail } from '#server/payments/present-payment.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Selects orders whose latest refund has failed: the buyer still waits for the money. */
export const hasFailedRefund: SQL = sql`EXISTS (
  SELECT FROM refunds failed WHERE failed.order_id = ${orders.id} AND failed.state = 'failed' AND NOT EXISTS (
    SELECT FROM refunds later WHERE later.order_id = failed.order_id AND later.requested_at > failed.requested_at))`

/** Selects orders with money that staff have to send back by hand. */
export const hasRefundToSend: SQL = sql`EXISTS (
  SELECT FROM refunds JOIN payments USING (intent_id) WHERE refunds.order_id = ${orders.id} AND refunds.state = 'pending' AND method <> 'card')`

/** Maps the filters of orders that are about refunds to their conditions. */
export const refundFilters = { refund_failed: hasFailedRefund, refund_to_send: hasRefundToSend }

const selectRefunds = (db: Database, where: SQL): Promise<RefundWithEmail[]> =>
  db
    .select({
      refund: refunds,
      email: users.email,
      orderNumber: orders.number,
      // Its paper comes with the invoice.
      creditPosition: sql<number | null>`CASE WHEN invoiced_at(orders) IS NOT NULL THEN ${creditNotes.position} END`,
      method: payments.method,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(creditNotes, eq(creditNotes.refundId, refunds.id))
    .leftJoin(payments, eq(payments.intentId, refunds.intentId))
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(where)
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))

/** Returns all refunds of an order, oldest first. */
export const listOrderRefunds = (db: Database, orderId: string) => selectRefunds(db, eq(refunds.orderId, orderId))

export const listPaymentRefunds = (db: Database, intentIds: string[]) =>
  selectRefunds(db, inArray(refunds.intentId, intentIds))

/** Returns the units of each line that a refund pays back, and what it did with them; `units` are those that were restocked. */
export const listRefundLines = (
  db: Database | Transaction,
  refundId: string,
): Promise<(RefundedUnits & { returnedUnits: number; hasFee: boolean })[]> =>
  db
    .select({
      lineId: refundLines.orderLineId,
      units: refundLines.restockedQuantity,
      returnedUnits: refundLines.returnedQuantity,
      cancelledUnits: refundLines.cancelledQuantity,
      backUnits: refundLines.backQuantity,
      hasFee: refundLines.hasFee,
    })
    .from(refundLines)
    .where(eq(refundLines.refundId, refundId))
    .orderBy(asc(refundLines.orderLineId))

/** Returns an existing refund. */
export async function getRefund(db: Database, id: string): Promise<RefundWithEmail> {
  const [row] = await selectRefunds(db, eq(refunds.id, id))
  if (!row) throw new Error(`Refund ${id} is not there`)
  return row
}
