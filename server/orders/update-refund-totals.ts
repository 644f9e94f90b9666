import { eq, sql } from 'drizzle-orm'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

interface RefundTotals {
  /** The refunded and the pending amount. */
  askedCents: number
  /** The refunded amount. */
  doneCents: number
  restockedQuantity: number
}

/** Writes down how much of an order's money has gone back; an order all of whose money has is `refunded`. */
export async function updateRefundTotals(
  tx: Transaction,
  orderId: string,
  { askedCents, doneCents, restockedQuantity }: RefundTotals,
): Promise<void> {
  // A refund made at the provider's dashboard may exceed what was requested here.
  await tx
    .update(orders)
    .set({
      refundAskedCents: sql`least(${askedCents}::bigint, total_cents)`,
      refundedCents: sql`least(${doneCents}::bigint, total_cents)`,
      refundedAt: sql`CASE WHEN ${doneCents}::bigint >= total_cents THEN coalesce(refunded_at, now()) END`,
      restockedQuantity,
    })
    .where(eq(orders.id, orderId))
}
