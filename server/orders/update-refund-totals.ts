import { eq, sql } from 'drizzle-orm'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { moveStock } from '#server/stock/move-stock.ts'

interface RefundTotals {
  /** The refunded and the pending amount. */
  askedCents: number
  /** The refunded amount. */
  doneCents: number
  restockedQuantity: number
}

/**
 * Writes down how much of an order's money has gone back; an order all of whose money has is `refunded`: then it does not ship any more, and
 * what it holds is written off, unless units still come. Returns whether it is. The caller has locked it.
 */
export async function updateRefundTotals(
  tx: Transaction,
  orderId: string,
  { askedCents, doneCents, restockedQuantity }: RefundTotals,
  stillComes?: boolean,
): Promise<boolean> {
  // A refund made at the provider's dashboard may exceed what was requested here.
  const [order] = await tx
    .update(orders)
    .set({
      refundAskedCents: sql`least(${askedCents}::bigint, total_cents - credited_cents)`,
      refundedCents: sql`least(${doneCents}::bigint, total_cents - credited_cents)`,
      ...(stillComes !== undefined && { stillComes }),
      refundedAt: sql`CASE WHEN ${doneCents}::bigint >= greatest(total_cents - credited_cents, 1) AND NOT ${stillComes ?? orders.stillComes} THEN coalesce(refunded_at, now()) END`,
      restockedQuantity,
    })
    .where(eq(orders.id, orderId))
    .returning({ refundedAt: orders.refundedAt })
  if (!order?.refundedAt) return false
  const lines = await listOrderLines(tx, orderId)
  await moveStock(
    tx,
    lines.map(({ id, held }) => ({ kind: 'write-off', lineId: id, units: held })),
    undefined,
  )
  return true
}
