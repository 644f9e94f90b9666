import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { listMigrations, migrate } from '#server/platform/database/migrate.ts'
import { newId } from '#server/platform/ids.ts'
import { checkStock } from '#server/stock/check-stock.ts'

/** Lists orders of ten units: their facts, the movements by reason, their refunds, and what the line has afterwards. */
const orders: readonly {
  facts: string[]
  moved: readonly (readonly [reason: string, change: number])[]
  refunds?: readonly { at: string; returned: number | null; restocked: number; state?: string }[]
  units: { held?: number; shipped?: number; cancelled?: number; returned?: number }
}[] = [
  { facts: [], moved: [], units: { held: 10 } },
  { facts: ['cancelled_at'], moved: [['order-cancelled', 10]], units: {} },
  { facts: ['paid_at'], moved: [], units: { held: 10 } },
  { facts: ['paid_at', 'shipped_at'], moved: [], units: { shipped: 10 } },
  // Late money that found four of ten.
  {
    facts: ['paid_at', 'awaiting_stock_since'],
    moved: [
      ['order-expired', 10],
      ['order-taken-up', -4],
    ],
    units: { held: 4 },
  },
  // Before the shipment five are refunded, two of which are in stock again.
  {
    facts: ['paid_at'],
    moved: [['order-restocked', 2]],
    refunds: [{ at: '2026-01-03', returned: 5, restocked: 2 }],
    units: { held: 5, cancelled: 5 },
  },
  {
    facts: ['paid_at', 'shipped_at'],
    moved: [['order-restocked', 2]],
    refunds: [
      { at: '2026-01-03', returned: 5, restocked: 2 },
      { at: '2026-01-03', returned: 3, restocked: 0, state: 'failed' },
    ],
    units: { shipped: 5, cancelled: 5 },
  },
  // After it; the second by the version that wrote only what is restocked.
  {
    facts: ['paid_at', 'shipped_at'],
    moved: [
      ['order-restocked', 1],
      ['order-restocked', 2],
    ],
    refunds: [
      { at: '2026-01-09', returned: 5, restocked: 1 },
      { at: '2026-01-09', returned: null, restocked: 2 },
    ],
    units: { shipped: 10, returned: 7 },
  },
  // All money went back, no unit was named.
  { facts: ['paid_at', 'refunded_at'], moved: [], units: {} },
]

test('units of orders of before are those of their movements and refunds', async () => {
  await using database = await createTestDatabase()
  const db = openDatabase(database.url, pino({ level: 'silent' }), 1, { withoutTimeout: true })
  const pool = db.$client
  try {
    const names = await listMigrations(migrationFolders)
    await migrate(pool, migrationFolders, new Set(names.filter((name) => name < 'shop/0310')))
    const [buyer, product] = [newId(), newId()]
    // Only the rows that count here, without their papers.
    await pool.query(`ALTER TABLE orders DISABLE TRIGGER USER; ALTER TABLE order_lines DISABLE TRIGGER USER`)
    await pool.query(`INSERT INTO users (id, email, display_name) VALUES ($1, 'old@crowd.test', 'Old')`, [buyer])
    await pool.query(
      `INSERT INTO products (id, name, description, image_url, price_cents, minimum_quantity, available_quantity) VALUES ($1, 'Old part', '', '', 100, 1, 0)`,
      [product],
    )
    await pool.query(`INSERT INTO stock_movements (product_id, quantity, reason) VALUES ($1, 200, 'opening')`, [
      product,
    ])
    for (const { facts, moved, refunds = [] } of orders) {
      const id = newId()
      const at = (fact: string) => (fact === 'shipped_at' ? '2026-01-05' : '2026-01-02')
      await pool.query(
        `INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, transaction_id, refund_asked_cents, refunded_cents, expires_at${facts.map((fact) => `, ${fact}`).join('')})
         VALUES ($1, $2, 'Old', 'old@crowd.test', 'x', '1', 1000, $3, $4, $4, now()${facts.map((fact) => `, '${at(fact)}'`).join('')})`,
        [id, buyer, facts.includes('paid_at') ? `pi_${id}` : null, facts.includes('refunded_at') ? 1000 : 0],
      )
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO order_lines (order_id, product_id, product_name, quantity, unit_price_cents) VALUES ($1, $2, 'Old part', 10, 100) RETURNING id`,
        [id, product],
      )
      const line = rows[0]?.id
      // The version before orders of many lines named none.
      await pool.query(
        `INSERT INTO stock_movements (product_id, quantity, reason, order_id) VALUES ($1, -10, 'order-placed', $2)`,
        [product, id],
      )
      for (const [round, [reason, change]] of moved.entries()) {
        await pool.query(
          `INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, round, moved_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [product, change, reason, id, line, round + 1, refunds[round]?.at ?? '2026-01-02'],
        )
      }
      if (refunds.length > 0)
        await pool.query(
          `INSERT INTO payments (intent_id, order_id, amount_cents, currency) VALUES ('pi_' || $1, $1::uuid, 1000, 'usd')`,
          [id],
        )
      for (const { at: requestedAt, returned, restocked, state = 'succeeded' } of refunds) {
        const refund = newId()
        await pool.query(
          `INSERT INTO refunds (id, intent_id, order_id, amount_cents, currency, reason, state, origin, requested_at, ended_at)
           VALUES ($1, $2, $3, 1, 'usd', 'duplicate', $4, 'shop', $5, $5)`,
          [refund, `pi_${id}`, id, state, requestedAt],
        )
        await pool.query(
          `INSERT INTO refund_lines (refund_id, order_line_id, restocked_quantity, returned_quantity) VALUES ($1, $2, $3, $4)`,
          [refund, line, restocked, returned],
        )
      }
    }
    await pool.query(`UPDATE products SET available_quantity = (SELECT sum(quantity) FROM stock_movements)`)
    await pool.query(`ALTER TABLE orders ENABLE TRIGGER USER; ALTER TABLE order_lines ENABLE TRIGGER USER`)
    await migrate(pool, migrationFolders)
    const { rows: units } = await db.execute(sql`
      SELECT held_quantity AS held, shipped_quantity AS shipped, cancelled_quantity AS cancelled, returned_quantity AS returned
      FROM order_lines ORDER BY id`)
    const none = { held: 0, shipped: 0, cancelled: 0, returned: 0 }
    assert.deepEqual(
      units,
      orders.map((order) => ({ ...none, ...order.units })),
    )
    assert.deepEqual([...(await checkStock(db)), ...(await checkReservedStock(db))], [])
  } finally {
    await pool.end()
  }
})
