import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPrograms } from '#cluster/find-programs.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { findUnprivilegedUser } from '#embedded/postgres/unprivileged-user.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { addProducts, enter, owner, signUpBuyers } from '#torture/buyers.ts'
import { findLosses } from '#torture/find-losses.ts'
import { logProgress } from '#torture/log-progress.ts'
import { openCluster } from '#torture/open-cluster.ts'
import { check, inSeconds, never, type Result } from '#torture/result.ts'
import { audit } from '#torture/run-audit.ts'
import { startWorkload } from '#torture/workload.ts'

const run = promisify(execFile)
const scripts = join(import.meta.dirname, '../deploy/cluster')

/** Backs a cluster up while it trades, spoils its prices by a careless statement, and restores the moment before it. */
export async function pointInTime(): Promise<Result[]> {
  await using bed = await openCluster(16_200)
  const { directory } = bed
  const admin = await enter(bed.url, 'signInWithPassword', owner)
  const buyers = await signUpBuyers(bed.url, 8)
  const products = await addProducts(bed.url, admin, 20)
  const trade = startWorkload({ url: bed.url, buyers, products, ordersPerSecond: 50, withPictures: false })
  const placed = (count: number) => waitUntil(() => trade.ledger.orders.size > count, `${count} orders are placed`)
  await placed(50)

  const user = await findUnprivilegedUser(bed.archiveDirectory)
  const asPostgres = { ...user, env: { PATH: `${findPrograms().postgresBin}:${process.env['PATH']}` } }
  const folder = async (name: string) => {
    const path = join(directory, name)
    await mkdir(path)
    if (user) await chown(path, user.uid, user.gid)
    return path
  }
  const primary = await bed.findPrimary()
  if (!primary) throw new Error('The cluster has no primary.')
  logProgress('a base backup while orders are placed')
  const { stdout } = await run(
    join(scripts, 'base-backup.sh'),
    [bed.replicationUrl(primary), await folder('backups'), bed.archiveDirectory, '7'],
    asPostgres,
  )
  const backup = stdout.trim().split('\n').at(-1) ?? ''
  await placed(trade.ledger.orders.size + 100)
  await trade.end()

  const careless = createClient({ connectionString: bed.databaseUrl })
  await careless.connect()
  const { rows } = await careless.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  const moment = rows[0]?.now ?? ''
  logProgress('a careless statement')
  const { rowCount: spoiled } = await careless.query('UPDATE products SET price_cents = 1')
  await careless.end()
  await archiveAll(bed.superuserUrl(primary))

  logProgress(`restoring ${moment}`)
  const begun = performance.now()
  const port = await findFreePort()
  const data = join(await folder('restored'), 'data')
  await run(join(scripts, 'restore-to.sh'), [backup, bed.archiveDirectory, moment, data, String(port)], asPostgres)
  const restored = spawn('postgres', ['-D', data], { ...asPostgres, stdio: 'ignore' })
  const url = Object.assign(new URL(bed.databaseUrl), { hostname: '127.0.0.1', port: String(port), search: '' }).href
  try {
    await waitUntil(() => takesWrites(url), 'the restored database takes writes')
    const seconds = performance.now() - begun
    const cheap = await count(url, 'SELECT count(*)::integer AS count FROM products WHERE price_cents = 1')
    return [
      check('restored to the moment before the mistake', cheap === 0, `${cheap} of ${spoiled} prices are spoiled`, '0'),
      never('orders placed before it and lost', await findLosses(url, trade.ledger), ` of ${trade.ledger.orders.size}`),
      check('ready', seconds < 60_000, inSeconds(seconds), '≤ 60.0 s'),
      never('breaches of the laws of stock, orders and money', await audit({ ...bed.env, DATABASE_URL: url })),
    ]
  } finally {
    restored.kill('SIGINT')
    await once(restored, 'exit')
  }
}

/** Waits until everything that is written by now is in the archive. */
async function archiveAll(superuserUrl: string): Promise<void> {
  const client = createClient({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file')
    await waitUntil(async () => {
      const { rows: archived } = await client.query<{ last: string }>(
        'SELECT last_archived_wal AS last FROM pg_stat_archiver',
      )
      return (archived[0]?.last ?? '') >= (rows[0]?.file ?? '')
    }, 'the write-ahead log is archived')
  } finally {
    await client.end()
  }
}

async function takesWrites(url: string): Promise<boolean> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 1000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering')
    return rows[0]?.recovering === false
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}

async function count(url: string, query: string): Promise<number> {
  const client = createClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ count: number }>(query)).rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
