import { eq, sql } from 'drizzle-orm'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Writes down whether a dispute stands in the way of shipping an order. */
export async function noteDispute(tx: Transaction, orderId: string, isBlocked: boolean): Promise<void> {
  await tx
    .update(orders)
    .set({ disputedAt: isBlocked ? sql`coalesce(disputed_at, now())` : null })
    .where(eq(orders.id, orderId))
}
