import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Confirms the address of a mailed link for all that it waits for; repeating it changes nothing. Throws `stock-notice-not-found`. */
export async function confirmAddress(db: Database, token: string): Promise<void> {
  const { rowCount } = await db.execute(sql`
    UPDATE stock_notices SET confirmed_at = coalesce(confirmed_at, now())
    WHERE email = (SELECT email FROM stock_notices WHERE token = ${token})`)
  if (!rowCount) throw problem('stock-notice-not-found')
}
