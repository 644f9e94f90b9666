import { type SQL, sql } from 'drizzle-orm'
import type { AccessTokenClaims } from '#server/identity/access-token.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Selects the ids of the orders that the demo has placed itself; what a person orders as its customer is none of them. With real payments,
 * one that somebody has paid by card is the seller's: the books need it.
 */
export const demoOrders = (hasRealPayments: boolean): SQL => sql`
  SELECT demo.id::uuid FROM demo_rows demo WHERE table_name = 'orders'
    AND NOT (${hasRealPayments} AND EXISTS (
      SELECT FROM payments WHERE order_id = demo.id::uuid AND method = 'card' AND succeeded_at IS NOT NULL))`

/** Whose orders the demo places, and the staff that work on them. */
export interface DemoPeople {
  customer: AccessTokenClaims
  admin: AccessTokenClaims
}

/** Returns the people of the demo; undefined where it places no orders: they were placed, there are others, or somebody is missing. */
export async function findDemoPeople(db: Database): Promise<DemoPeople | undefined> {
  const { rows } = await db.execute<{ name: string; userId: string; version: number }>(sql`
    SELECT name, id AS "userId", token_version AS version FROM shop_facts JOIN users ON id = value::uuid
    WHERE shop_facts.name IN ('demo-customer', 'first-admin') AND removed_at IS NULL AND disabled_at IS NULL
      AND NOT EXISTS (SELECT FROM orders) AND NOT EXISTS (SELECT FROM shop_facts WHERE name IN ('demo-orders', 'demo-removed'))`)
  const customer = rows.find(({ name }) => name === 'demo-customer')
  const admin = rows.find(({ name }) => name === 'first-admin')
  return customer && admin && { customer, admin }
}

/** Remembers all orders there are as the demo's. */
export async function recordDemoOrders(db: Database): Promise<void> {
  await db.execute(sql`INSERT INTO demo_rows (table_name, id, facts) SELECT 'orders', id::text, '{}' FROM orders`)
  await db.execute(sql`INSERT INTO shop_facts (name, value) VALUES ('demo-orders', now()::text)`)
}
