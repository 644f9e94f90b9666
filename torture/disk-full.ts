import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { until } from '#server/testing/until.ts'
import { audit } from '#torture/audit.ts'
import { call } from '#torture/call.ts'
import { databaseUrlOf } from '#torture/crash.ts'
import { atMost, type Figure, holds, never, told } from '#torture/figure.ts'
import { findLosses, findLostPictures } from '#torture/find-losses.ts'
import { addProduct, enter, owner, ownersSettings, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'
import { startTrade } from '#torture/trade.ts'

const megabytes = 320

/** A disk of 320 MB that is full in the middle of a trade, and later has room again. Needs to mount, so Linux and root. */
export async function diskFull(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', directory], { stdio: 'pipe' })
  } catch (error) {
    await rm(directory, { recursive: true })
    return [told('not run', `no small disk can be mounted here: ${String(error).split('\n')[0]}`)]
  }
  const settings = { ...ownersSettings, PORT: String(await findFreePort()) }
  let shop = await runShopProcess(directory, settings)
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await Promise.all(Array.from({ length: 10 }, () => addProduct(url, admin, 1_000_000)))
    const trade = startTrade({ url, buyers, products, ordersPerSecond: 200 })
    const { ledger } = trade
    await delay(2000)
    const filler = join(directory, 'filler')
    const { bavail, bsize } = await statfs(directory)
    // What is left is soon used up by the trade itself.
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 3_000_000)))
    await until(() => ledger.refusals.length > 20, 'the shop refuses')
    stage('the disk is full')
    const fullAt = performance.now()
    const statuses = new Set<number>()
    while (performance.now() - fullAt < 6000) {
      statuses.add((await call(url, 'GET', '/healthz')).status)
      await delay(200)
    }
    const during = ledger.acknowledgedAt.filter((at) => at > fullAt).length
    await rm(filler)
    stage('there is room again')
    const roomAt = performance.now()
    await until(() => ledger.acknowledgedAt.filter((at) => at > roomAt).length > 5, 'orders again')
    const backMs = (ledger.acknowledgedAt.find((at) => at > roomAt) ?? Infinity) - roomAt
    await delay(1000)
    await trade.end()
    const lost = [
      ...(await findLosses(databaseUrlOf(directory), ledger)),
      ...(await findLostPictures(url, ledger.pictures)),
    ]
    // And what is on the disk is whole also for those who start from it.
    await shop.stop('SIGTERM')
    shop = await runShopProcess(directory, settings)
    lost.push(...(await findLosses(databaseUrlOf(directory), ledger)))
    return [
      never('acknowledged and lost', lost, ` of ${ledger.orders.size} orders and ${ledger.pictures.size} pictures`),
      never('answers other than success or 503', ledger.surprises, ` (${ledger.refusals.length} times 503)`),
      holds(
        '503 with Retry-After',
        ledger.refusals.every(({ hasRetryAfter }) => hasRetryAfter),
        `${ledger.refusals.filter(({ hasRetryAfter }) => hasRetryAfter).length} of ${ledger.refusals.length}`,
        'all',
      ),
      atMost(
        'a refusal',
        ledger.refusals.map(({ ms }) => ms),
        5000,
      ),
      holds('/healthz while the disk was full', [...statuses].join() === '200', [...statuses].join(), '200'),
      atMost('from room again to the next order', [backMs], 5000),
      told('orders that still found room while it was full', String(during)),
      never('breaches of the laws of stock, orders and money', await audit({ DATA_DIR: directory })),
    ]
  } finally {
    await shop.stop('SIGTERM')
    await until(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    execFileSync('umount', [directory])
    await rm(directory, { recursive: true, force: true })
  }
}
