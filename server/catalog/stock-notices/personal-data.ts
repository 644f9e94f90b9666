import { sql } from 'drizzle-orm'

/** Selects what a person waits for. */
export const stockNoticeData = {
  stockNotices: ({ id, email }: { id: string; email: string | null }) => sql`
    SELECT to_jsonb(stock_notices) - '{id,user_id,token}'::text[] AS row
    FROM stock_notices WHERE user_id = ${id} OR stock_notices.email = ${email} ORDER BY asked_at`,
}
