import { eq } from 'drizzle-orm'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { releaseOrderCredit } from '#server/orders/release-order-credit.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Adds money that has come by transfer or check to an order, which the caller has locked, and takes it off what its buyer owes; returns the order. */
export async function receiveMoney(tx: Transaction, row: OrderRow, cents: number): Promise<OrderRow> {
  const receivedCents = row.order.receivedCents + cents
  await tx.update(orders).set({ receivedCents }).where(eq(orders.id, row.id))
  await releaseOrderCredit(tx, row.order, cents)
  return { ...row, order: { ...row.order, receivedCents } }
}
