import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeCertificates } from '#cluster/certificates.ts'
import { fillBalancer } from '#cluster/fill-balancer.ts'
import { findProgram } from '#cluster/find-programs.ts'
import { Member } from '#cluster/member.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { runShopCommand } from '#server/testing/run-shop-command.ts'
import { runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { addProducts, enter, owner, ownerEnv, signUpBuyers } from '#torture/buyers.ts'
import { countDuplicateOrders, findLosses } from '#torture/find-losses.ts'
import { logProgress } from '#torture/log-progress.ts'
import { practiceMigrations, writePracticeMigrations } from '#torture/practice-migrations.ts'
import { describeVersion, findPreviousVersion, prepareVersion } from '#torture/prepare-version.ts'
import { atMost, check, info, never, type Result } from '#torture/result.ts'
import { audit } from '#torture/run-audit.ts'
import { watchPages } from '#torture/watch-pages.ts'
import { startWorkload } from '#torture/workload.ts'

const ordersPerSecond = 20
const generated = { products: 2000, orders: 100_000 }
/** A balancer that asks every half second has noticed a change. */
const noticeMs = 2000
const longestOrderMs = 5000

/**
 * Replaces three servers of an older version by this one, one after the other, on one database, while orders are taken. This version
 * gets some more migrations, of every kind, and other scripts. On the way a server of the older version is killed and started again.
 */
export async function upgrade({ from = findPreviousVersion() }: { from?: string | undefined }): Promise<Result[]> {
  const directory = await mkdtemp('/var/tmp/boltyard-upgrade-')
  const [oldFolder, newFolder] = [join(directory, 'old'), join(directory, 'new')]
  logProgress(`from ${describeVersion(from)}`)
  logProgress(`to   ${describeVersion('HEAD')}, with ${Object.keys(practiceMigrations).length} more migrations`)
  try {
    await using _old = await prepareVersion(oldFolder, from)
    await using _new = await prepareVersion(newFolder, 'HEAD', async (folder) => {
      await writePracticeMigrations(join(folder, 'database/migrations'))
      // Its pages load scripts that the other version does not have.
      await appendFile(join(folder, 'web/entry.client.tsx'), `document.documentElement.dataset['version'] = 'next'\n`)
    })
    logProgress('both versions are built')
    return await replaceServers(directory, oldFolder, newFolder)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function replaceServers(directory: string, oldFolder: string, newFolder: string): Promise<Result[]> {
  await using database = await createTestDatabase()
  const pool = createPool({ connectionString: database.url, max: 2 })
  const dataDirectory = join(directory, 'data')
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const balancer = await startBalancer(directory, ports)
  const { url } = balancer
  const settings = {
    ...ownerEnv,
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '1',
    DRAIN_SECONDS: '3',
    SECRET_KEY: 'the same for all servers of this run',
  }
  const start = (folder: string, index: number) =>
    runShopProcess(dataDirectory, { ...settings, PORT: String(ports[index]) }, folder)
  const shops: ShopProcess[] = []
  try {
    await generate(oldFolder, { DATABASE_URL: database.url, DATA_DIR: dataDirectory })
    shops.push(await start(oldFolder, 0))
    shops.push(...(await Promise.all([start(oldFolder, 1), start(oldFolder, 2)])))
    await delay(noticeMs)
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await addProducts(url, admin, 20)
    const before = await count(pool, 'SELECT count(*)::integer AS count FROM orders')
    logProgress('three servers of the older version are open')
    const trade = startWorkload({ url, buyers, products, ordersPerSecond, withPictures: false })
    const pages = watchPages(url)
    const { ledger } = trade
    const failures = () => ledger.cuts + ledger.refusals.length + ledger.surprises.length + pages.failed.length
    await delay(noticeMs)

    let ofKill = 0
    let servedInTheMiddle = false
    for (const [index] of ports.entries()) {
      await shops[index]?.stop('SIGTERM')
      const starting = start(newFolder, index)
      starting.catch(() => undefined)
      if (index === 0) {
        await waitUntil(async () => (await countApplied(pool, '9990-%')) === 1, 'the new version migrates')
        const known = failures()
        await shops[2]?.stop('SIGKILL')
        shops[2] = await start(oldFolder, 2)
        servedInTheMiddle = (await countApplied(pool, '9996-%')) === 0
        await delay(noticeMs)
        ofKill = failures() - known
        logProgress('a server of the older version was killed and serves again')
      }
      shops[index] = await starting
      await delay(noticeMs)
      logProgress(`${index + 1} of 3 servers are replaced`)
    }
    await delay(noticeMs)
    await trade.end()
    await pages.stop()
    const failed = failures() - ofKill
    const versions = await Promise.all(shops.map(async (shop) => (await fetch(`${shop.url}/version`)).text()))
    return [
      check(
        'failed requests, besides those to the killed server',
        failed === 0,
        `${failed} of ${pages.of} views and ${ledger.orders.size} orders with their payments` +
          [...ledger.surprises, ...pages.failed]
            .slice(0, 3)
            .map((text) => `; ${text}`)
            .join(''),
        '0',
      ),
      info('requests cut by kill -9, and repeated', String(ofKill)),
      check(
        'a server of the older version, killed and started while the new one migrates, serves',
        servedInTheMiddle,
        servedInTheMiddle ? 'yes' : 'only after it',
        'yes',
      ),
      atMost('an order, from the request to its answer', ledger.orderMs, longestOrderMs),
      never('acknowledged and lost', await findLosses(database.url, ledger), ` of ${ledger.orders.size} orders`),
      never('orders doubled', Array<string>(await countDuplicateOrders(database.url, ledger, before)).fill('one')),
      check(
        'rows filled in by batches',
        (await count(
          pool,
          'SELECT count(*)::integer AS count FROM orders WHERE number % 10 = 0 AND practice IS NULL',
        )) === 0,
        String(await count(pool, `SELECT count(*)::integer AS count FROM orders WHERE practice = 'old'`)),
        'all',
      ),
      check('servers of the new version', new Set(versions).size === 1, versions[0] ?? '', 'all'),
      never('breaches of the laws', await audit({ DATABASE_URL: database.url, DATA_DIR: dataDirectory })),
    ]
  } finally {
    await Promise.all(shops.map((shop) => shop.stop('SIGTERM')))
    await balancer.stop()
    await pool.end()
  }
}

/** Starts HAProxy with the configuration of deploy/cluster, of which the part of the database is unused. */
async function startBalancer(directory: string, ports: readonly number[]) {
  const port = await findFreePort()
  const tls = join(directory, 'tls')
  await mkdir(tls)
  const text = fillBalancer({
    authority: makeCertificates(tls).authority,
    shopPort: port,
    primaryPort: await findFreePort(),
    shopPorts: ports,
    postgresPorts: [1, 1, 1],
    patroniPorts: [1, 1, 1],
  })
  const configuration = join(directory, 'haproxy.cfg')
  await writeFile(configuration, text)
  const haproxy = new Member({
    name: 'balancer',
    command: findProgram('haproxy'),
    args: ['-db', '-f', configuration],
    logs: directory,
  })
  haproxy.start()
  process.once('exit', () => haproxy.kill('SIGKILL', { hold: true }))
  return { url: `http://127.0.0.1:${port}`, stop: () => haproxy.stop() }
}

async function generate(folder: string, env: Record<string, string>): Promise<void> {
  const { products, orders } = generated
  const args = ['generate', '--products', String(products), '--orders', String(orders), '--seed', '1']
  const { code, stderr } = await runShopCommand(args, env, folder)
  if (code !== 0) throw new Error(stderr)
}

async function count(pool: ReturnType<typeof createPool>, sql: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(sql)
  return rows[0]?.count ?? 0
}

const countApplied = (pool: ReturnType<typeof createPool>, name: string) =>
  count(pool, `SELECT count(*)::integer AS count FROM migrations WHERE name LIKE '${name}'`)
