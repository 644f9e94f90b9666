import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { generate } from '#database/generate.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { createClient, createPool } from '#server/platform/database/connections.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { addProducts } from '#torture/buyers.ts'
import { databaseUrlOf } from '#torture/crash.ts'
import { logProgress } from '#torture/log-progress.ts'
import { openShop } from '#torture/open-shop.ts'
import { practiceMigrations, writePracticeMigrations } from '#torture/practice-migrations.ts'
import { atMost, check, info, inSeconds, never, type Result } from '#torture/result.ts'
import { audit } from '#torture/run-audit.ts'
import { startWorkload } from '#torture/workload.ts'

const ordersPerSecond = 20
const limitMs = 1000

/** Migrates a large shop beside trading: how long orders wait for a lock, and how long they take. */
export async function longMigrations(size: { products: number; orders: number; lines: number }): Promise<Result[]> {
  await using shop = await openShop()
  const { url, admin, buyers } = shop
  const database = databaseUrlOf(shop.directory)
  const begun = performance.now()
  await generate(database, { ...size, seed: 1 }, logProgress)
  logProgress(`${size.products} products and ${size.orders} orders, in ${inSeconds(performance.now() - begun)}`)
  const sold = await addProducts(url, admin, 20)
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-migrations-'))
  const pool = createPool({ connectionString: database, max: 2 })
  const results: Result[] = []
  try {
    for (const { directory: from } of migrationFolders.slice(0, 1)) await cp(from, directory, { recursive: true })
    await writePracticeMigrations(directory)
    const trade = startWorkload({ url, buyers, products: sold, ordersPerSecond, withPictures: false })
    const { ledger } = trade
    /** Measures orders while work is done. */
    const during = async (work: () => Promise<unknown>) => {
      const first = ledger.orderMs.length
      const locks = watchLocks(database)
      const startedAt = performance.now()
      await work()
      const ms = performance.now() - startedAt
      return { ms, waitMs: await locks.stop(), orderMs: ledger.orderMs.slice(first) }
    }
    const quiet = await during(() => delay(10_000))
    results.push(info('an order before', describe(quiet.orderMs)))
    for (const name of Object.keys(practiceMigrations)) {
      const { ms, waitMs, orderMs } = await during(() =>
        migrate(pool, [{ room: 'shop', directory }], new Set([`shop/${name}`])),
      )
      logProgress(`${name}: ${inSeconds(ms)}`)
      results.push(
        check(
          `${name} (${inSeconds(ms)}): an order's wait for a lock`,
          waitMs <= limitMs,
          inSeconds(waitMs),
          '≤ 1.0 s',
        ),
      )
      if (orderMs.length > 0) results.push(info(`${name}: an order`, describe(orderMs)))
    }
    const failedBefore = ledger.refusals.length + ledger.cuts
    // What the check of migrations refuses: the run sees a wait where one must be.
    const naive = await during(() => pool.query('CREATE INDEX orders_refused ON orders (practice, placed_at)'))
    results.push(
      info(`the same index without CONCURRENTLY (${inSeconds(naive.ms)}): an order's wait`, inSeconds(naive.waitMs)),
    )
    await trade.end()
    results.push(
      check(
        'orders refused or cut, but for those',
        failedBefore === 0,
        `${failedBefore} of ${ledger.orders.size}`,
        '0',
      ),
      never('answers other than success, 503 or none', ledger.surprises),
      never('breaches of the laws', await audit({ DATA_DIR: shop.directory })),
    )
    return results
  } finally {
    await pool.end()
    await rm(directory, { recursive: true, force: true })
  }
}

const describe = (waitsMs: readonly number[]) => atMost('', waitsMs, Infinity).measured

/**
 * Looks a hundred times a second for statements of the shop that wait for a lock which another program holds, the migration; returns the
 * longest wait in milliseconds. Orders also wait for each other, for the stock of a product, on any day.
 */
function watchLocks(databaseUrl: string) {
  let longestMs = 0
  let isEnding = false
  const running = (async () => {
    const client = createClient({ connectionString: databaseUrl })
    await client.connect()
    while (!isEnding) {
      const { rows } = await client.query<{ ms: number | null }>(
        `SELECT extract(epoch FROM max(clock_timestamp() - waitstart))::float8 * 1000 AS ms
         FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND application_name = 'boltyard' AND EXISTS (
           SELECT FROM unnest(pg_blocking_pids(pid)) AS blocker JOIN pg_stat_activity holder ON holder.pid = blocker
           WHERE holder.application_name <> 'boltyard')`,
      )
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0)
      await delay(10)
    }
    await client.end()
  })()
  return {
    async stop() {
      isEnding = true
      await running
      return longestMs
    },
  }
}
