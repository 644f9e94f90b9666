import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { audit } from '#torture/run-audit.ts'
import { call } from '#torture/call.ts'
import { databaseUrlOf } from '#torture/crash.ts'
import { atMost, type Result, check, never, info } from '#torture/result.ts'
import { findLosses, findLostPictures } from '#torture/find-losses.ts'
import { addProducts, enter, owner, ownerEnv, signUpBuyers } from '#torture/buyers.ts'
import { logProgress } from '#torture/log-progress.ts'
import { startWorkload } from '#torture/workload.ts'

const megabytes = 320

/** Fills a disk of 320 MB under load, and frees it again. Needs to mount, so Linux and root. */
export async function diskFull(): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', directory], { stdio: 'pipe' })
  } catch (error) {
    await rm(directory, { recursive: true })
    return [info('not run', `no small disk can be mounted here: ${String(error).split('\n')[0]}`)]
  }
  const settings = { ...ownerEnv, PORT: String(await findFreePort()) }
  let shop = await runShopProcess(directory, settings)
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await addProducts(url, admin, 10)
    // A picture that finds no room is answered 507.
    const repeatedStatuses = [503, 507]
    const trade = startWorkload({ url, buyers, products, ordersPerSecond: 200, repeatedStatuses })
    const { ledger } = trade
    await delay(2000)
    const filler = join(directory, 'filler')
    const { bavail, bsize } = await statfs(directory)
    // The load soon uses up the rest.
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 3_000_000)))
    await waitUntil(() => ledger.refusals.length > 20, 'the shop refuses')
    logProgress('the disk is full')
    const fullAt = performance.now()
    const statuses = new Set<number>()
    while (performance.now() - fullAt < 6000) {
      statuses.add((await call(url, 'GET', '/healthz')).status)
      await delay(200)
    }
    const during = ledger.acknowledgedAt.filter((at) => at > fullAt).length
    await rm(filler)
    logProgress('there is room again')
    const roomAt = performance.now()
    await waitUntil(() => ledger.acknowledgedAt.filter((at) => at > roomAt).length > 5, 'orders again')
    const backMs = (ledger.acknowledgedAt.find((at) => at > roomAt) ?? Infinity) - roomAt
    await delay(1000)
    await trade.end()
    const lost = [
      ...(await findLosses(databaseUrlOf(directory), ledger)),
      ...(await findLostPictures(url, ledger.pictures)),
    ]
    // The data is complete after a restart, too.
    await shop.stop('SIGTERM')
    shop = await runShopProcess(directory, settings)
    lost.push(...(await findLosses(databaseUrlOf(directory), ledger)))
    const unavailable = ledger.refusals.filter(({ status }) => status === 503)
    return [
      never('acknowledged and lost', lost, ` of ${ledger.orders.size} orders and ${ledger.pictures.size} pictures`),
      never(
        'answers other than success, 503, or 507 for a picture',
        ledger.surprises,
        ` (${unavailable.length} times 503, ${ledger.refusals.length - unavailable.length} times 507)`,
      ),
      check(
        '503 with Retry-After',
        unavailable.every(({ hasRetryAfter }) => hasRetryAfter),
        `${unavailable.filter(({ hasRetryAfter }) => hasRetryAfter).length} of ${unavailable.length}`,
        'all',
      ),
      atMost(
        'a refusal',
        ledger.refusals.map(({ ms }) => ms),
        5000,
      ),
      check('/healthz while the disk was full', [...statuses].join() === '200', [...statuses].join(), '200'),
      atMost('from room again to the next order', [backMs], 5000),
      info('orders that still found room while it was full', String(during)),
      never('breaches of the laws of stock, orders and money', await audit({ DATA_DIR: directory })),
    ]
  } finally {
    await shop.stop('SIGTERM')
    await waitUntil(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    execFileSync('umount', [directory])
    await rm(directory, { recursive: true, force: true })
  }
}
