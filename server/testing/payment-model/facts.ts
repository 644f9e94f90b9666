import type pg from 'pg'
import type { Model } from './model.ts'

export interface Facts {
  orders: OrderFact[]
  events: { order_id: string; kind: string; facts: { reason?: string } }[]
  movements: { order_id: string | null; available_change: number; shelf_change: number }[]
  available: number
  held: number
  payments: { intent_id: string; order_id: string; succeeded_at: string | null; held_at: string | null }[]
  refunds: {
    order_id: string
    intent_id: string
    amount_cents: number
    state: string
    failure: string | null
    provider_refund_id: string | null
    origin: string
    restocked_quantity: number
  }[]
  intents: { id: string; order_id: string; status: string; received: number; back: number; arrived: number }[]
  mails: { kind: string; text_body: string }[]
}

export interface OrderFact {
  id: string
  number: number
  total_cents: number
  units: number
  paid_at: string | null
  transaction_id: string | null
  first_shipped_at: string | null
  shipped_at: string | null
  cancelled_at: string | null
  expired_at: string | null
  refunded_at: string | null
  awaiting_stock_since: string | null
  refund_asked_cents: number
  refunded_cents: number
  credited_cents: number
}

const query = `
  WITH mine AS (SELECT * FROM orders WHERE buyer_id = $1),
  intents AS (
    SELECT i.id, metadata->>'order_id' AS order_id, i.status, i.amount_received_cents AS received,
      (SELECT coalesce(sum(r.amount_cents), 0) FROM cards.refunds r
       WHERE r.payment_intent_id = i.id AND r.status IN ('pending', 'succeeded')) AS back,
      (SELECT coalesce(sum(r.amount_cents), 0) FROM cards.refunds r
       WHERE r.payment_intent_id = i.id AND r.status = 'succeeded') AS arrived
    FROM cards.payment_intents i WHERE metadata->>'order_id' IN (SELECT id::text FROM mine))
  SELECT json_build_object(
    'orders', (SELECT json_agg(to_jsonb(mine) || jsonb_build_object('units',
        (SELECT sum(quantity) FROM order_lines WHERE order_id = mine.id))) FROM mine),
    'events', (SELECT json_agg(e ORDER BY e.id) FROM order_events e WHERE order_id IN (SELECT id FROM mine)),
    'movements', (SELECT json_agg(m) FROM stock_movements m WHERE product_id = $2),
    'available', (SELECT available_quantity FROM products WHERE id = $2),
    'held', (SELECT sum(held_quantity) FROM order_lines WHERE product_id = $2),
    'payments', (SELECT json_agg(p) FROM payments p WHERE order_id IN (SELECT id FROM mine)),
    'refunds', (SELECT json_agg(r) FROM refunds r WHERE order_id IN (SELECT id FROM mine)),
    'intents', (SELECT json_agg(i) FROM intents i),
    'mails', (SELECT json_agg(o) FROM outbox o WHERE recipient = $3)) AS facts`

/** Reads all that the shop and the provider have recorded about the orders of a buyer. */
export async function readFacts(
  pool: pg.Pool,
  { buyer, productId }: Pick<Model, 'buyer' | 'productId'>,
): Promise<Facts> {
  const { rows } = await pool.query<{ facts: { [Name in keyof Facts]: Facts[Name] | null } }>(query, [
    buyer.id,
    productId,
    buyer.email,
  ])
  const found = rows[0]?.facts
  return {
    orders: found?.orders ?? [],
    events: found?.events ?? [],
    movements: found?.movements ?? [],
    available: found?.available ?? 0,
    held: found?.held ?? 0,
    payments: found?.payments ?? [],
    refunds: found?.refunds ?? [],
    intents: found?.intents ?? [],
    mails: found?.mails ?? [],
  }
}
