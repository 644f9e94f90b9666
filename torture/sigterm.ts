import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { audit } from '#torture/run-audit.ts'
import { databaseUrlOf } from '#torture/crash.ts'
import { atMost, type Result, check, inSeconds, never, info } from '#torture/result.ts'
import { findLosses } from '#torture/find-losses.ts'
import { addProducts, enter, owner, ownerEnv, signUpBuyers } from '#torture/buyers.ts'
import { logProgress } from '#torture/log-progress.ts'
import { startWorkload } from '#torture/workload.ts'

const stops = 4

/** Sends SIGTERM under load, with idle connections: all accepted requests are answered, and the server ends in time. */
export async function sigterm(): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const settings = { ...ownerEnv, PORT: String(await findFreePort()) }
  let shop = await runShopProcess(directory, settings)
  const exitsMs: number[] = []
  const codes: (number | null)[] = []
  const wrong: string[] = []
  let orders = 0
  let refused = 0
  let unacknowledged = 0
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await addProducts(url, admin, 10)
    for (let stop = 0; stop < stops; stop++) {
      const before = stop === 0 ? 0 : await countOrders(directory)
      const trade = startWorkload({ url, buyers, products, ordersPerSecond: 200 })
      await delay(2000 + Math.random() * 1000)
      const silent = connect(Number(settings.PORT), '127.0.0.1').on('error', () => undefined)
      await once(silent, 'connect')
      const ended = await shop.stop('SIGTERM')
      silent.destroy()
      exitsMs.push(ended.ms)
      codes.push(ended.code)
      logProgress(`${stop + 1} of ${stops}: SIGTERM, ended after ${inSeconds(ended.ms)}`)
      await trade.abort()
      if ((await findPostgresPid(directory)) !== undefined) wrong.push('PostgreSQL was left running')
      shop = await runShopProcess(directory, settings)
      wrong.push(...trade.ledger.surprises, ...(await findLosses(databaseUrlOf(directory), trade.ledger)))
      const now = await countOrders(directory)
      unacknowledged += Math.max(0, now - before - trade.ledger.orders.size)
      orders += trade.ledger.orders.size
      refused += trade.ledger.cuts
    }
    wrong.push(...(await audit({ DATA_DIR: directory })))
    return [
      never(
        'orders taken but not answered',
        Array<string>(unacknowledged).fill('one'),
        ` of ${orders} in ${stops} stops`,
      ),
      never('lost, strange or left behind', wrong),
      atMost('from SIGTERM to the end of all processes', exitsMs, 10_000),
      check(
        'exit codes',
        codes.every((code) => code === 0),
        codes.join(' '),
        'all 0',
      ),
      info('refused connections, repeated later', String(refused)),
    ]
  } finally {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
}

async function countOrders(directory: string): Promise<number> {
  const client = createClient({ connectionString: databaseUrlOf(directory) })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM orders')
  await client.end()
  return rows[0]?.count ?? 0
}
