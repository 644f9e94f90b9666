import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { refunds } from '#server/payments/payments.tables.ts'
import type { RefundWithName } from '#server/payments/present-payment.ts'
import type { Database } from '#server/platform/database.ts'

const selectRefunds = (db: Database, where: SQL): Promise<RefundWithName[]> =>
  db
    .select({ refund: refunds, email: users.email })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(where)
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))

/** Everything that goes back to the buyer of an order, or has gone, or could not; oldest first. */
export const listRefundsOf = (db: Database, orderId: string) => selectRefunds(db, eq(refunds.orderId, orderId))

export const listRefundsOfPayments = (db: Database, intentIds: string[]) =>
  selectRefunds(db, inArray(refunds.intentId, intentIds))

/** One refund, which exists. */
export async function getRefund(db: Database, id: string): Promise<RefundWithName> {
  const [row] = await selectRefunds(db, eq(refunds.id, id))
  if (!row) throw new Error(`Refund ${id} is not there`)
  return row
}
