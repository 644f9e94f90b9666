import { sql } from 'drizzle-orm'
import { stateColumn } from '#server/orders/find-orders.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Gauges } from '#server/platform/observability/metrics.ts'

/** Returns gauges from the database, the same for every process. */
export async function readShopMetrics(db: Database): Promise<Gauges[]> {
  const { rows } = await db.execute<{ name: string; label: string; value: string }>(sql`
    SELECT 'orders' AS name, state AS label, count(*) AS value FROM (SELECT ${stateColumn} AS state FROM orders) each_order
    GROUP BY state
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
    UNION ALL SELECT 'webhook_deliveries', CASE WHEN due_at IS NULL THEN 'failed' ELSE 'waiting' END, count(*)
      FROM webhook_deliveries WHERE delivered_at IS NULL GROUP BY 2
    UNION ALL SELECT 'outbox_oldest_seconds', 'waiting', coalesce(extract(epoch FROM now() - min(written_at)), 0)
      FROM outbox WHERE sent_at IS NULL AND queued_at IS NOT NULL AND given_up_at IS NULL`)
  return rows.map(({ name, label, value }) => {
    const { help, by } = figures[name] ?? { help: name, by: 'label' }
    return { name: `boltyard_${name}`, help, labels: { [by]: label }, value: Number(value) }
  })
}

const figures: Readonly<Record<string, { help: string; by: string }>> = {
  orders: { help: 'Orders by state, including expired ones.', by: 'state' },
  payments: { help: 'Payments by state.', by: 'state' },
  payments_received_cents: { help: 'Money received, in cents.', by: 'currency' },
  refunds: { help: 'Refunds by state.', by: 'state' },
  disputes: { help: 'Disputes by state.', by: 'state' },
  jobs: { help: 'Jobs that wait or run, by queue.', by: 'queue' },
  outbox_messages: { help: 'Messages that were not sent.', by: 'state' },
  webhook_deliveries: { help: 'Messages to webhooks that are not delivered.', by: 'state' },
  outbox_oldest_seconds: { help: 'Age of the oldest waiting message, in seconds.', by: 'state' },
}
