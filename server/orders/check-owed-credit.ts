import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the buyers who do not owe exactly what is open of orders on account that are neither paid nor cancelled; empty if none. */
export async function checkOwedCredit(db: Database) {
  const { rows } = await db.execute<{ id: string; stored: number; owed: number }>(sql`
    SELECT coalesce(user_id, buyer_id) AS id, coalesce(owed_cents, 0)::double precision AS stored,
      coalesce(owed, 0)::double precision AS owed
    FROM customer_terms FULL JOIN (
      SELECT buyer_id, sum(total_cents - credited_cents - received_cents) AS owed FROM orders
      WHERE confirmed_at IS NOT NULL AND paid_at IS NULL AND cancelled_at IS NULL GROUP BY buyer_id) open ON buyer_id = user_id
    WHERE coalesce(owed_cents, 0) <> coalesce(owed, 0)`)
  return rows
}
