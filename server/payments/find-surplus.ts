import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { refunds } from '#server/payments/payments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Holds the money that came above what an order costs, and what of it was sent back. */
export interface Surplus {
  cameCents: number
  returnedCents: number
}

/** Returns the surplus of orders by their ids; those without any are left out. */
export async function findSurplus(db: Database, orderIds: readonly string[]): Promise<Map<string, Surplus>> {
  const rows = await db
    .select({
      orderId: refunds.orderId,
      cameCents: sql<number>`sum(${refunds.amountCents})::double precision`,
      returnedCents: sql<number>`coalesce(sum(${refunds.amountCents}) FILTER (WHERE ${refunds.state} = 'succeeded'), 0)::double precision`,
    })
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...orderIds]), eq(refunds.isSurplus, true), ne(refunds.state, 'failed')))
    .groupBy(refunds.orderId)
  return new Map(rows.map(({ orderId, ...surplus }) => [orderId, surplus]))
}
