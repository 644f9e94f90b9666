import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database.ts'
import type { Figure } from '#server/platform/metrics.ts'

/** What the shop's own rows say of its state: the same whichever process is asked. */
export async function readShopFigures(db: Database): Promise<Figure[]> {
  const { rows } = await db.execute<{ name: string; label: string; value: string }>(sql`
    SELECT 'orders' AS name, state AS label, count(*) AS value FROM (
      SELECT CASE
        WHEN refunded_at IS NOT NULL THEN 'refunded' WHEN shipped_at IS NOT NULL THEN 'shipped'
        WHEN awaiting_stock_since IS NOT NULL THEN 'paid_short' WHEN paid_at IS NOT NULL THEN 'paid'
        WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN expired_at IS NOT NULL THEN 'expired' ELSE 'unpaid' END AS state
      FROM orders) each_order GROUP BY state
    UNION ALL
    SELECT 'payments', state, count(*) FROM (
      SELECT CASE WHEN held_at IS NOT NULL THEN 'held' WHEN succeeded_at IS NOT NULL THEN 'succeeded'
        WHEN canceled_at IS NOT NULL THEN 'canceled' ELSE 'open' END AS state
      FROM payments) each_payment GROUP BY state
    UNION ALL SELECT 'payments_received_cents', currency, sum(amount_cents) FROM payments
      WHERE succeeded_at IS NOT NULL AND held_at IS NULL GROUP BY currency
    UNION ALL SELECT 'refunds', state, count(*) FROM refunds GROUP BY state
    UNION ALL SELECT 'disputes', state, count(*) FROM disputes GROUP BY state
    UNION ALL SELECT 'jobs', name, count(*) FROM jobs.job WHERE state < 'completed' GROUP BY name
    UNION ALL SELECT 'outbox_messages', CASE WHEN given_up_at IS NULL THEN 'waiting' ELSE 'given-up' END, count(*)
      FROM outbox WHERE sent_at IS NULL AND (queued_at IS NOT NULL OR given_up_at IS NOT NULL) GROUP BY 2
    UNION ALL SELECT 'outbox_oldest_seconds', 'waiting', coalesce(extract(epoch FROM now() - min(written_at)), 0)
      FROM outbox WHERE sent_at IS NULL AND queued_at IS NOT NULL AND given_up_at IS NULL`)
  return rows.map(({ name, label, value }) => {
    const { help, by } = figures[name] ?? { help: name, by: 'label' }
    return { name: `boltyard_${name}`, help, labels: { [by]: label }, value: Number(value) }
  })
}

const figures: Readonly<Record<string, { help: string; by: string }>> = {
  orders: { help: 'Orders by state; those that expired are one of them.', by: 'state' },
  payments: { help: 'Payments by state.', by: 'state' },
  payments_received_cents: { help: 'Money that has come in, in cents.', by: 'currency' },
  refunds: { help: 'Refunds by state.', by: 'state' },
  disputes: { help: 'Disputes by state.', by: 'state' },
  jobs: { help: 'Jobs that wait or run, by queue.', by: 'queue' },
  outbox_messages: { help: 'Messages that have not gone out.', by: 'state' },
  outbox_oldest_seconds: { help: 'How long the oldest of the waiting messages has waited.', by: 'state' },
}
