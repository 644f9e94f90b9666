import { sql } from 'drizzle-orm'

/** Selects the carts and saved lists of a buyer. */
export const cartData = {
  cartsAndLists: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(cart) - '{id,user_id,version,share_key}'::text[] || jsonb_build_object('lines', (
      SELECT coalesce(jsonb_agg(to_jsonb(line) - '{id,cart_id}'::text[] ORDER BY added_at, line.id), '[]')
      FROM cart_lines line WHERE cart_id = cart.id)) AS row
    FROM carts cart WHERE user_id = ${id} ORDER BY created_at`,
}
