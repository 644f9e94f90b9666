import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { sharedCounts } from '#server/platform/shared-counts.ts'
import { until } from '#server/testing/until.ts'

test('two processes count an address together; one that asks little is counted by each alone', async () => {
  await using shop = await openTestShop()
  const Store = sharedCounts(shop.db, pino({ level: 'silent' }))
  const Other = sharedCounts(shop.db, pino({ level: 'silent' }))
  const [here, there] = [new Store({}), new Other({})]
  // A window so long that this test never sees its end.
  const windowMs = 1e12
  const ask = (store: InstanceType<typeof Store>, address: string) => {
    let current = 0
    store.incr(address, (_error, result) => (current = result?.current ?? 0), windowMs, 1200)
    return current
  }
  for (let call = 0; call < 700; call++) ask(here, '203.0.113.7')
  for (let call = 0; call < 500; call++) ask(there, '203.0.113.7')
  ask(here, '203.0.113.8')
  await until(() => ask(there, '203.0.113.7') > 1200, 'both know of both')
  assert.equal(ask(there, '203.0.113.8'), 1)
  const { rows } = await shop.db.$client.query<{ count: number }>('SELECT count(*)::integer FROM request_counts')
  assert.deepEqual(rows, [{ count: 1 }])
})
