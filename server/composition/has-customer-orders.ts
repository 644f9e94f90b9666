import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Whether there are orders that are neither of the demo nor tests; with real payments, what staff has paid is no test. Orders under way end
 * first, and new ones wait for the end of the transaction.
 */
export async function hasCustomerOrders(tx: Transaction, hasRealPayments: boolean): Promise<boolean> {
  await tx.execute(sql`LOCK TABLE orders IN SHARE MODE`)
  const { rows } = await tx.execute(sql`
    SELECT FROM orders o LEFT JOIN users u ON u.id = o.buyer_id
    WHERE o.confirmed_at IS NOT NULL OR (${hasRealPayments} AND o.paid_at IS NOT NULL) OR (
      u.role = 'admin' OR u.staff_role_id IS NOT NULL
        OR u.id IN (SELECT value::uuid FROM shop_facts WHERE name = 'demo-customer')) IS NOT TRUE
    LIMIT 1`)
  return rows.length > 0
}
