import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import { cuttableProxy } from '#server/testing/cuttable-proxy.ts'
import { type Faults, faultyLine, noFaults } from '#server/testing/faulty-line.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { until } from '#server/testing/until.ts'
import { audit } from '#torture/audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Figure, holds, never, told } from '#torture/figure.ts'
import { countDoubled, findLosses } from '#torture/find-losses.ts'
import { addProduct, enter, owner, ownersSettings, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'
import { startTrade } from '#torture/trade.ts'

const faultMs = 6000

/** The line to the database is cut, goes silent, is slow, loses answers, and the database wants things again. */
export async function databaseAway(): Promise<Figure[]> {
  await using database = await scratchPostgres()
  await using faulty = await faultyLine(database.url)
  await using line = await cuttableProxy(faulty.url)
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const shop = await runShopProcess(directory, {
    ...ownersSettings,
    DATABASE_URL: line.url,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
  })
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await Promise.all(Array.from({ length: 10 }, () => addProduct(url, admin, 1_000_000)))
    const trade = startTrade({ url, buyers, products, ordersPerSecond: 60, withPictures: false })
    const { ledger } = trade
    const figures: Figure[] = []

    async function during(what: string, begin: () => void, end: () => void, seconds = faultMs / 1000): Promise<void> {
      await until(() => ledger.acknowledgedAt.length > 20, 'some orders')
      stage(what)
      const before = ledger.refusals.length
      const health: number[] = []
      begin()
      const begunAt = performance.now()
      while (performance.now() - begunAt < seconds * 1000) {
        const answer = await call(url, 'GET', '/healthz')
        if (answer.status === 200) health.push(answer.ms)
        await delay(250)
      }
      end()
      const mendedAt = performance.now()
      await until(() => (ledger.acknowledgedAt.at(-1) ?? 0) > mendedAt, 'the next order')
      const back = (ledger.acknowledgedAt.find((at) => at > mendedAt) ?? Infinity) - mendedAt
      await until(async () => (await call(url, 'GET', '/readyz')).status === 200, 'the shop is ready')
      const refusals = ledger.refusals.slice(before)
      figures.push(
        holds(
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
    const mend = () => line.mend()
    await during('cut', () => line.cut(), mend)
    await during('silent', () => line.swallow(), mend)
    await during('100 ms slower each way', faults({ slowMs: 100 }), none)
    await during('3 % of statements in transactions cut', faults({ cutsInTransaction: 0.03 }), none)
    await during('10 % of the answers to commits lost', faults({ lostAnswers: 0.1 }), none)
    const seen = ledger.refusals.length
    await during('45 % of transactions end with 40001', faults({ conflicts: 0.45 }), none)
    await during('45 % of transactions end with 40P01', faults({ conflicts: 0.45, sqlState: '40P01' }), none)
    figures.push(
      never(
        'conflicts that anybody saw',
        Array<string>(ledger.refusals.length - seen).fill('503'),
        ` of ${faulty.happened.conflicts} injected`,
      ),
    )
    await trade.end()
    figures.push(
      never('acknowledged and lost', await findLosses(database.url, ledger), ` of ${ledger.orders.size} orders`),
      never('orders doubled', Array<string>(await countDoubled(database.url, ledger)).fill('one')),
      never('answers other than success or 503', ledger.surprises),
      never(
        'breaches of the laws of stock, orders and money',
        await audit({ DATABASE_URL: database.url, DATA_DIR: directory }),
      ),
      told('injected', `${faulty.happened.cuts} cuts in transactions, ${faulty.happened.lostAnswers} lost answers`),
    )
    return figures
  } finally {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
}
