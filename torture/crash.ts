import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort, readClusterKey } from '#embedded/postgres/cluster-key.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { until } from '#server/testing/until.ts'
import { audit } from '#torture/audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Figure, inSeconds, never, told } from '#torture/figure.ts'
import { countDoubled, findLosses, findLostPictures } from '#torture/find-losses.ts'
import { addProduct, enter, owner, ownersSettings, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'
import { startTrade } from '#torture/trade.ts'

const faults = ['server', 'postgres', 'both'] as const

/** kill -9 of the server, of PostgreSQL and of both, again and again, in the middle of a busy trade; ends early when time is up. */
export async function crash({ kills, minutes }: { kills: number; minutes: number }): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  await using mail = await mailServer()
  const settings = { ...ownersSettings, PORT: String(await findFreePort()), SMTP_URL: mail.url }
  let shop = await runShopProcess(directory, settings)
  const lost: string[] = []
  const broken: string[] = []
  const startsMs: number[] = []
  const gapsMs: number[] = []
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await Promise.all(Array.from({ length: 20 }, () => addProduct(url, admin, 1_000_000)))
    const database = databaseUrlOf(directory)
    const begun = performance.now()
    const trade = startTrade({ url, buyers, products, ordersPerSecond: 200 })
    const { ledger } = trade
    const checkedPictures = new Set<string>()
    let kill = 0
    for (; kill < kills && performance.now() - begun < minutes * 60_000; kill++) {
      const goal = ledger.orders.size + 30
      await until(() => ledger.orders.size >= goal, '30 more orders')
      await delay(Math.random() * 1500)
      const fault = faults[kill % 3] ?? 'both'
      const killedAt = performance.now()
      const postgres = await findPostgresPid(directory)
      if (fault !== 'server' && postgres) process.kill(postgres, 'SIGKILL')
      if (fault !== 'postgres') {
        await shop.stop('SIGKILL')
        const startedAt = performance.now()
        shop = await runShopProcess(directory, settings)
        startsMs.push(performance.now() - startedAt)
      }
      if (fault === 'postgres') {
        await until(() => isAnother(directory, postgres), 'PostgreSQL is started again')
        await until(async () => (await call(url, 'GET', '/readyz')).status === 200, 'the shop is ready again')
      }
      // Answers that were on their way when it was killed do not count.
      const backAt = performance.now()
      await until(() => (ledger.acknowledgedAt.at(-1) ?? 0) > backAt, 'the next order')
      gapsMs.push((ledger.acknowledgedAt.find((at) => at > backAt) ?? Infinity) - killedAt)
      lost.push(...(await findLosses(database, ledger)))
      const fresh = [...ledger.pictures].filter((picture) => !checkedPictures.has(picture))
      lost.push(...(await findLostPictures(url, fresh)))
      fresh.forEach((picture) => checkedPictures.add(picture))
      broken.push(...(await audit({ DATA_DIR: directory })))
      const started = fault === 'postgres' ? '' : `, started in ${inSeconds(startsMs.at(-1) ?? 0)}`
      stage(`${kill + 1} of ${kills}: kill -9 of ${fault}${started}, next order after ${inSeconds(gapsMs.at(-1) ?? 0)}`)
    }
    await trade.end()
    const seconds = (performance.now() - begun) / 1000
    lost.push(...(await findLosses(database, ledger)), ...(await findLostPictures(url, ledger.pictures)))
    broken.push(...(await audit({ DATA_DIR: directory })))
    const states = [...ledger.orders.values()].map(({ state }) => state)
    const mails = [...ledger.mails.values()].reduce((sum, count) => sum + count, 0)
    const paid = states.filter((state) => state === 'paid').length
    const cancelled = states.filter((state) => state === 'cancelled').length
    return [
      never(
        'acknowledged orders, payments, mails and pictures lost',
        lost,
        ` of ${states.length} orders (${cancelled} cancelled), ${paid} payments with receipts, ${mails} mails, ${ledger.pictures.size} pictures, ${kill} kills`,
      ),
      never('orders doubled', Array<string>(await countDoubled(database, ledger)).fill('one')),
      never('breaches of the laws of stock, orders and money', broken),
      never('answers other than success, 503 or none', ledger.surprises),
      atMost('start after a crash, until the doors are open', startsMs, 5000),
      atMost('from the kill to the next acknowledged order', gapsMs, 10_000),
      told('trade', `${Math.round(states.length / seconds)} orders/s over ${Math.round(seconds)} s, crashes included`),
    ]
  } finally {
    await shop.stop('SIGTERM')
    const left = await findPostgresPid(directory)
    if (left) process.kill(left, 'SIGQUIT')
    await until(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    await rm(directory, { recursive: true, force: true })
  }
}

async function isAnother(directory: string, killed: number | undefined): Promise<boolean> {
  const pid = await findPostgresPid(directory)
  return pid !== undefined && !Number.isNaN(pid) && pid !== killed
}

/** Where the embedded PostgreSQL of a data folder answers. */
export function databaseUrlOf(directory: string): string {
  const key = readClusterKey(join(directory, 'postgres'))
  if (!key) throw new Error('The shop has no database of its own.')
  return databaseUrl(key)
}
