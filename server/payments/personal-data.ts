import { sql } from 'drizzle-orm'

/** Selects the payments and refunds of a buyer, and the number at the card provider; amounts are in the smallest unit of their currency. */
export const paymentData = {
  payments: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(payment) - '{recorded_by,taken_back_by,idempotency_key,request_hash}'::text[] AS row
    FROM payments payment JOIN orders ON orders.id = order_id WHERE buyer_id = ${id} ORDER BY payment.created_at`,
  refunds: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(refund) - '{id,requested_by,idempotency_key}'::text[] AS row
    FROM refunds refund JOIN orders ON orders.id = order_id WHERE buyer_id = ${id} ORDER BY requested_at`,
  cardCustomers: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('customer_id', customer_id) AS row FROM card_customers WHERE user_id = ${id}`,
}
