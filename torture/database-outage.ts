import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { type Faults, createFaultyProxy, noFaults } from '#server/testing/faulty-postgres-proxy.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { audit } from '#torture/run-audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Result, check, never, info } from '#torture/result.ts'
import { countDuplicateOrders, findLosses } from '#torture/find-losses.ts'
import { addProducts } from '#torture/buyers.ts'
import { openShop } from '#torture/open-shop.ts'
import { logProgress } from '#torture/log-progress.ts'
import { startWorkload } from '#torture/workload.ts'

const faultMs = 6000

/** Cuts, silences and slows the database connection, loses responses, and makes transactions conflict. */
export async function databaseOutage(): Promise<Result[]> {
  await using database = await createTestDatabase()
  await using faulty = await createFaultyProxy(database.url, Math.random)
  await using line = await createTcpProxy(faulty.url)
  await using shop = await openShop({ DATABASE_URL: line.url, LOG_LEVEL: 'fatal' })
  const { url, admin, buyers, directory } = shop
  const products = await addProducts(url, admin, 10)
  const trade = startWorkload({ url, buyers, products, ordersPerSecond: 60, withPictures: false })
  const { ledger } = trade
  const figures: Result[] = []

  async function during(what: string, begin: () => void, end: () => void, seconds = faultMs / 1000): Promise<void> {
    await waitUntil(() => ledger.acknowledgedAt.length > 20, 'some orders')
    logProgress(what)
    const before = ledger.refusals.length
    const health: number[] = []
    begin()
    const begunAt = performance.now()
    while (performance.now() - begunAt < seconds * 1000) {
      const response = await call(url, 'GET', '/healthz')
      if (response.status === 200) health.push(response.ms)
      await delay(250)
    }
    end()
    const mendedAt = performance.now()
    await waitUntil(() => (ledger.acknowledgedAt.at(-1) ?? 0) > mendedAt, 'the next order')
    const back = (ledger.acknowledgedAt.find((at) => at > mendedAt) ?? Infinity) - mendedAt
    await waitUntil(async () => (await call(url, 'GET', '/readyz')).status === 200, 'the shop is ready')
    const refusals = ledger.refusals.slice(before)
    figures.push(
      check(
        `${what}: 503 with Retry-After`,
        refusals.every(({ hasRetryAfter }) => hasRetryAfter),
        `${refusals.filter(({ hasRetryAfter }) => hasRetryAfter).length} of ${refusals.length}`,
        'all',
      ),
      ...(refusals.length > 0
        ? [
            atMost(
              `${what}: a refusal`,
              refusals.map(({ ms }) => ms),
              5000,
            ),
          ]
        : []),
      atMost(`${what}: from mended to the next order`, [back], 5000),
      atMost(`${what}: /healthz meanwhile`, health, 1000),
    )
  }

  const faults = (given: Partial<Faults>) => () => void (faulty.faults = { ...noFaults, ...given })
  const none = faults({})
  const repair = () => line.repair()
  await during('cut', () => line.cut(), repair)
  await during('silent', () => line.swallow(), repair)
  await during('100 ms slower each way', faults({ slowMs: 100 }), none)
  await during('3 % of statements in transactions cut', faults({ cutsInTransaction: 0.03 }), none)
  await during('10 % of the answers to commits lost', faults({ lostAnswers: 0.1 }), none)
  const seen = ledger.refusals.length
  await during('45 % of transactions end with 40001', faults({ conflicts: 0.45 }), none)
  await during('45 % of transactions end with 40P01', faults({ conflicts: 0.45, sqlState: '40P01' }), none)
  figures.push(
    never(
      'conflicts that a client saw',
      Array<string>(ledger.refusals.length - seen).fill('503'),
      ` of ${faulty.happened.conflicts} injected`,
    ),
  )
  await trade.end()
  figures.push(
    never('acknowledged and lost', await findLosses(database.url, ledger), ` of ${ledger.orders.size} orders`),
    never('orders doubled', Array<string>(await countDuplicateOrders(database.url, ledger)).fill('one')),
    never('answers other than success or 503', ledger.surprises),
    never(
      'breaches of the laws of stock, orders and money',
      await audit({ DATABASE_URL: database.url, DATA_DIR: directory }),
    ),
    info('injected', `${faulty.happened.cuts} cuts in transactions, ${faulty.happened.lostAnswers} lost answers`),
  )
  return figures
}
