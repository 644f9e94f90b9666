import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { demoOrders } from '#server/setup/demo-orders.ts'

/** Waits for the orders under way; new ones wait for the end of the transaction. */
export const lockOrders = (tx: Transaction) => tx.execute(sql`LOCK TABLE orders IN SHARE MODE`)

/** Whether there are orders that are neither of the demo nor tests; with real payments, what staff has paid is no test. */
export async function hasCustomerOrders(db: Database | Transaction, hasRealPayments: boolean): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM orders o LEFT JOIN users u ON u.id = o.buyer_id
    WHERE o.id NOT IN (${demoOrders(hasRealPayments)}) AND (
      o.confirmed_at IS NOT NULL OR (${hasRealPayments} AND o.paid_at IS NOT NULL) OR (
        u.role = 'admin' OR u.staff_role_id IS NOT NULL
          OR u.id IN (SELECT value::uuid FROM shop_facts WHERE name = 'demo-customer')) IS NOT TRUE)
    LIMIT 1`)
  return rows.length > 0
}
