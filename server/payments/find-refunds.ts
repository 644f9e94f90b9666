import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { refunds } from '#server/payments/payments.tables.ts'
import type { RefundWithEmail } from '#server/payments/present-payment.ts'
import type { Database } from '#server/platform/database/database.ts'

const selectRefunds = (db: Database, where: SQL): Promise<RefundWithEmail[]> =>
  db
    .select({ refund: refunds, email: users.email })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(where)
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))

/** Returns all refunds of an order, oldest first. */
export const listOrderRefunds = (db: Database, orderId: string) => selectRefunds(db, eq(refunds.orderId, orderId))

export const listPaymentRefunds = (db: Database, intentIds: string[]) =>
  selectRefunds(db, inArray(refunds.intentId, intentIds))

/** Returns an existing refund. */
export async function getRefund(db: Database, id: string): Promise<RefundWithEmail> {
  const [row] = await selectRefunds(db, eq(refunds.id, id))
  if (!row) throw new Error(`Refund ${id} is not there`)
  return row
}
