import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { generate } from '#database/generate.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { checkFacets } from '#server/catalog/attributes/check-facets.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'

const shops: ({ url: string; db: Database } & AsyncDisposable)[] = []
before(async () => {
  for (let created = 0; created < 2; created++) {
    const { url, [Symbol.asyncDispose]: drop } = await createTestDatabase()
    const db = openDatabase(url, pino({ level: 'silent' }), 2, { withoutTimeout: true })
    await migrate(db.$client, migrationFolders)
    shops.push({ url, db, [Symbol.asyncDispose]: () => db.$client.end().then(drop) })
  }
})
after(() => Promise.all(shops.map((shop) => shop[Symbol.asyncDispose]())))

const size = { products: 40, orders: 500, lines: 3, seed: 7 }

test('a made-up shop keeps every law, has every index, is the same again from the same seed, and is made once', async () => {
  const [one, other] = shops
  assert.ok(one && other)
  const schema = await serialize(one.db, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`)
  assert.equal(await generate(one.url, size, () => undefined), true)
  assert.deepEqual(await checkStock(one.db), [])
  assert.deepEqual(await checkFacets(one.db), [])
  assert.deepEqual(await checkReservedStock(one.db), [])
  assert.deepEqual(await checkPayments(one.db), [])
  assert.deepEqual(await checkDocuments(one.db), [])
  assert.equal(
    await serialize(one.db, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    schema,
  )
  assert.deepEqual(await missingFacts(one.db), [])
  const described = await one.db.$client.query(
    'SELECT FROM products WHERE brand_id IS NOT NULL AND attributes IS NOT NULL',
  )
  assert.ok((described.rowCount ?? 0) > size.products / 2)
  assert.equal(await generate(one.url, size, () => undefined), false)

  assert.equal(await generate(other.url, size, () => undefined), true)
  const rows =
    'SELECT * FROM orders JOIN order_lines ON order_id = orders.id JOIN products ON products.id = product_id ORDER BY orders.id'
  assert.equal(await serialize(other.db, rows), await serialize(one.db, rows))
})

/** Returns what triggers would have derived of the rows and the generator did not. */
const missingFacts = async (db: Database) =>
  (
    await db.$client.query(`
      (SELECT key, start, id::text FROM part_numbers, part_number_keys_of(number) EXCEPT SELECT key, start, part_number_id::text FROM part_number_keys)
      UNION ALL
      (SELECT key, start, part_number_id::text FROM part_number_keys EXCEPT SELECT key, start, id::text FROM part_numbers, part_number_keys_of(number))
      UNION ALL
      SELECT other_names, 0, id::text FROM products WHERE other_names
        <> coalesce((SELECT string_agg(name, ' ' ORDER BY language) FROM product_texts WHERE product_id = id), '')
      UNION ALL
      SELECT word, 0, '' FROM products, unnest(plain_words(fold_text(name || ' ' || other_names))) AS word
      WHERE word !~ '[0-9]' AND word NOT IN (SELECT word FROM dictionary)`)
  ).rows as unknown[]

const serialize = async (db: Database, query: string) => JSON.stringify((await db.$client.query(query)).rows)
