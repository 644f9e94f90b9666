import { eq, sql } from 'drizzle-orm'
import { orders } from '#server/orders/orders.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Records whether a dispute blocks shipping the order. */
export async function updateDispute(tx: Transaction, orderId: string, isBlocked: boolean): Promise<void> {
  await tx
    .update(orders)
    .set({ disputedAt: isBlocked ? sql`coalesce(disputed_at, now())` : null })
    .where(eq(orders.id, orderId))
}
