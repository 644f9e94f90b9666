import { eq, sql } from 'drizzle-orm'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

interface Refunded {
  /** On its way back and arrived there. */
  askedCents: number
  /** Arrived there. */
  doneCents: number
  restockedQuantity: number
}

/** Writes down how much of an order's money has gone back; an order all of whose money has is `refunded`. */
export async function noteRefunds(
  tx: Transaction,
  orderId: string,
  { askedCents, doneCents, restockedQuantity }: Refunded,
): Promise<void> {
  // Whoever pays back at the provider's own dashboard does not know what we have asked for at the same time.
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
