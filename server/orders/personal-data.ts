import { sql } from 'drizzle-orm'

/** Selects the orders of a buyer with lines, parcels and messages; amounts are in the smallest unit of their currency. */
export const orderData = {
  orders: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(bought) - '{buyer_id,placed_by,cancelled_by,idempotency_key,open_slot,words,product_names,part_numbers}'::text[]
      || jsonb_build_object(
        'lines', (SELECT jsonb_agg(to_jsonb(line) - '{id,order_id,price_list_id}'::text[] ORDER BY line.position)
          FROM order_lines line WHERE line.order_id = bought.id),
        'parcels', (SELECT jsonb_agg(to_jsonb(parcel) - '{id,order_id,shipped_by,undone_by,idempotency_key,request_hash}'::text[] ORDER BY parcel.position)
          FROM shipments parcel WHERE parcel.order_id = bought.id),
        'events', (SELECT jsonb_agg(jsonb_build_object('kind', kind, 'happened_at', happened_at) ORDER BY event.id)
          FROM order_events event WHERE event.order_id = bought.id),
        'messages', (SELECT jsonb_agg(to_jsonb(said) - '{id,order_id,written_by,idempotency_key}'::text[] ORDER BY written_at)
          FROM order_messages said WHERE said.order_id = bought.id)) AS row
    FROM orders bought WHERE buyer_id = ${id} ORDER BY number`,
  pastOrders: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(past) - '{id,buyer_id}'::text[] || jsonb_build_object('lines', (
      SELECT jsonb_agg(to_jsonb(line) - '{order_id,key}'::text[] ORDER BY line.position)
      FROM past_order_lines line WHERE line.order_id = past.id)) AS row
    FROM past_orders past WHERE buyer_id = ${id} ORDER BY ordered_on, past.id`,
}

/** Selects what staff noted on the orders of a buyer, which only they see. */
export const staffOrderData = {
  orderNotes: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('number', number, 'note', noted.note, 'written_at', written_at) AS row
    FROM order_notes noted JOIN orders ON orders.id = order_id WHERE buyer_id = ${id} ORDER BY written_at`,
  orderTags: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('number', number, 'tag', tags.name, 'tagged_at', tagged_at) AS row
    FROM order_tags JOIN tags ON tags.id = tag_id JOIN orders ON orders.id = order_id WHERE buyer_id = ${id} ORDER BY tagged_at`,
}
