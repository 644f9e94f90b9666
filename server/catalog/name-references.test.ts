import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { findNameHolders } from '#server/catalog/name-references.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('names, numbers and brands of new products are looked up by indexes, however many products there are', async () => {
  await using shop = await openTestShop()
  const statements: SQL[] = []
  const asked = [{ row: 1, id: crypto.randomUUID(), name: 'Oil filter', sku: 'OF-100', brand: '' }]
  const execute = async (statement: SQL) => ({ rows: (statements.push(statement), []) })
  await findNameHolders({ execute } as never, asked)
  const plan = await shop.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    return (await tx.execute(sql`EXPLAIN ${statements[0] ?? sql`SELECT 1`}`)).rows
  })
  assert.match(JSON.stringify(plan), /part_number_keys/)
  assert.doesNotMatch(JSON.stringify(plan), /Seq Scan on (products|part_number)/)
})
