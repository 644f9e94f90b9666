import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { claimPaid, confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const cards = ['4242424242424242', '4000000000000002', '5555555555554444', '4111111111111111', '4242424242424241']

test('no card number is in any table of any schema, nor in a log line of any level', async () => {
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  await using shop = await openTestShop({ log })
  const buyer = await shop.signUp('careful')
  const product = await shop.addProduct()
  for (const card of cards) {
    const order = await placeOrder(shop, buyer, product, 1)
    const { intentId } = await confirmCard(shop, await openPayment(shop, buyer, order), card)
    await claimPaid(shop, buyer, order, intentId)
    // In a field where it does not belong: rejected, and not stored.
    await claimPaid(shop, buyer, order, card)
    await shop.call('GET', `/order/${card}`, { token: buyer.token })
  }
  await waitUntil(async () => {
    const { rows } = await shop.db.execute('SELECT 1 FROM cards.events WHERE next_attempt_at IS NOT NULL')
    return rows.length === 0
  }, 'every event has been delivered')

  const { rows: tables } = await shop.db.execute<{ schema: string; name: string }>(
    sql`SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  let rowCount = 0
  for (const { schema, name } of tables) {
    const { rows } = await shop.db.execute<{ text: string }>(
      sql`SELECT t::text AS text FROM ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    )
    rowCount += rows.length
    for (const { text } of rows) assertClean(text, `${schema}.${name}`)
  }
  assert.ok(tables.length > 20 && rowCount > 60, `${tables.length} tables with ${rowCount} rows`)
  assert.ok(logged.length > 0)
  for (const line of logged) assertClean(line, 'a log line')
})

function assertClean(text: string, where: string): void {
  const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '')
  for (const card of cards) assert.ok(!digits.includes(card), `${where}: ${text.slice(0, 300)}`)
}
