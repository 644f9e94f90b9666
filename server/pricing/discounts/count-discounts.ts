import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Counts the discounts that have not ended, and those of them that buyers get now. */
export async function countDiscounts(db: Database): Promise<{ active: number; all: number }> {
  const { rows } = await db.execute<{ active: number; all: number }>(sql`
    SELECT count(*)::int AS "all",
      (count(*) FILTER (WHERE active AND coalesce(starts_at <= now(), true) AND coalesce(used_count < usage_limit, true)))::int AS active
    FROM discounts WHERE coalesce(ends_at > now(), true)`)
  return rows[0] ?? { active: 0, all: 0 }
}
