import { sql } from 'drizzle-orm'

/** Selects the returns of a buyer. */
export const returnData = {
  returns: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(returns) - '{id,requested_by,approved_by,refused_by,cancelled_by,received_by,idempotency_key,request_hash}'::text[]
      || jsonb_build_object('lines', (
        SELECT jsonb_agg(to_jsonb(part) - 'return_id' ORDER BY order_line_id) FROM return_lines part WHERE return_id = returns.id)) AS row
    FROM returns JOIN orders ON orders.id = order_id WHERE buyer_id = ${id} ORDER BY requested_at`,
}
