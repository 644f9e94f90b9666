import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { audit } from '#torture/audit.ts'
import { databaseUrlOf } from '#torture/crash.ts'
import { atMost, type Figure, holds, inSeconds, never, told } from '#torture/figure.ts'
import { findLosses } from '#torture/find-losses.ts'
import { addProduct, enter, owner, ownersSettings, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'
import { startTrade } from '#torture/trade.ts'

const stops = 4

/**
 * SIGTERM in the middle of a trade, with somebody connected who asks nothing, as browsers keep ready: whatever the shop took was also
 * answered, and everything has ended in time.
 */
export async function sigterm(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const settings = { ...ownersSettings, PORT: String(await findFreePort()) }
  let shop = await runShopProcess(directory, settings)
  const exitsMs: number[] = []
  const codes: (number | null)[] = []
  const wrong: string[] = []
  let orders = 0
  let refused = 0
  let unheard = 0
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await Promise.all(Array.from({ length: 10 }, () => addProduct(url, admin, 1_000_000)))
    for (let stop = 0; stop < stops; stop++) {
      const before = stop === 0 ? 0 : await countOrders(directory)
      const trade = startTrade({ url, buyers, products, ordersPerSecond: 200 })
      await delay(2000 + Math.random() * 1000)
      const silent = connect(Number(settings.PORT), '127.0.0.1').on('error', () => undefined)
      await once(silent, 'connect')
      const ended = await shop.stop('SIGTERM')
      silent.destroy()
      exitsMs.push(ended.ms)
      codes.push(ended.code)
      stage(`${stop + 1} of ${stops}: SIGTERM, ended after ${inSeconds(ended.ms)}`)
      await trade.giveUp()
      if ((await findPostgresPid(directory)) !== undefined) wrong.push('PostgreSQL was left running')
      shop = await runShopProcess(directory, settings)
      wrong.push(...trade.ledger.surprises, ...(await findLosses(databaseUrlOf(directory), trade.ledger)))
      const now = await countOrders(directory)
      unheard += Math.max(0, now - before - trade.ledger.orders.size)
      orders += trade.ledger.orders.size
      refused += trade.ledger.cuts
    }
    wrong.push(...(await audit({ DATA_DIR: directory })))
    return [
      never('orders taken but not answered', Array<string>(unheard).fill('one'), ` of ${orders} in ${stops} stops`),
      never('lost, strange or left behind', wrong),
      atMost('from SIGTERM to the end of all processes', exitsMs, 10_000),
      holds(
        'exit codes',
        codes.every((code) => code === 0),
        codes.join(' '),
        'all 0',
      ),
      told('requests that found the door closed, and asked again later', String(refused)),
    ]
  } finally {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
}

async function countOrders(directory: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrlOf(directory) })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM orders')
  await client.end()
  return rows[0]?.count ?? 0
}
