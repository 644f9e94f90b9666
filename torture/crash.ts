import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { audit } from '#torture/run-audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Result, inSeconds, never, info } from '#torture/result.ts'
import { countDuplicateOrders, findLosses, findLostPictures } from '#torture/find-losses.ts'
import { addProducts, enter, owner, ownerEnv, signUpBuyers } from '#torture/buyers.ts'
import { logProgress } from '#torture/log-progress.ts'
import { startWorkload } from '#torture/workload.ts'

const faults = ['server', 'postgres', 'both'] as const

/** Kills server, PostgreSQL or both repeatedly under load; stops early when the time is over. */
export async function crash({ kills, minutes }: { kills: number; minutes: number }): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  await using mail = await mailServer()
  const settings = { ...ownerEnv, PORT: String(await findFreePort()), SMTP_URL: mail.url }
  let shop = await runShopProcess(directory, settings)
  const lost: string[] = []
  const broken: string[] = []
  const startsMs: number[] = []
  const gapsMs: number[] = []
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await addProducts(url, admin, 20)
    const database = databaseUrlOf(directory)
    const begun = performance.now()
    const trade = startWorkload({ url, buyers, products, ordersPerSecond: 200 })
    const { ledger } = trade
    const checkedPictures = new Set<string>()
    let kill = 0
    for (; kill < kills && performance.now() - begun < minutes * 60_000; kill++) {
      const goal = ledger.orders.size + 30
      await waitUntil(() => ledger.orders.size >= goal, '30 more orders')
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
        await waitUntil(() => isAnother(directory, postgres), 'PostgreSQL is started again')
        await waitUntil(async () => (await call(url, 'GET', '/readyz')).status === 200, 'the shop is ready again')
      }
      // Answers that were on their way when it was killed do not count.
      const backAt = performance.now()
      await waitUntil(() => (ledger.acknowledgedAt.at(-1) ?? 0) > backAt, 'the next order')
      gapsMs.push((ledger.acknowledgedAt.find((at) => at > backAt) ?? Infinity) - killedAt)
      lost.push(...(await findLosses(database, ledger)))
      const fresh = [...ledger.pictures].filter((picture) => !checkedPictures.has(picture))
      lost.push(...(await findLostPictures(url, fresh)))
      fresh.forEach((picture) => checkedPictures.add(picture))
      broken.push(...(await audit({ DATA_DIR: directory })))
      const started = fault === 'postgres' ? '' : `, started in ${inSeconds(startsMs.at(-1) ?? 0)}`
      logProgress(
        `${kill + 1} of ${kills}: kill -9 of ${fault}${started}, next order after ${inSeconds(gapsMs.at(-1) ?? 0)}`,
      )
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
      never('orders doubled', Array<string>(await countDuplicateOrders(database, ledger)).fill('one')),
      never('breaches of the laws of stock, orders and money', broken),
      never('answers other than success, 503 or none', ledger.surprises),
      atMost('start after a crash, until it is ready', startsMs, 5000),
      atMost('from the kill to the next acknowledged order', gapsMs, 10_000),
      info('trade', `${Math.round(states.length / seconds)} orders/s over ${Math.round(seconds)} s, crashes included`),
    ]
  } finally {
    await shop.stop('SIGTERM')
    const left = await findPostgresPid(directory)
    if (left) process.kill(left, 'SIGQUIT')
    await waitUntil(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    await rm(directory, { recursive: true, force: true })
  }
}

async function isAnother(directory: string, killed: number | undefined): Promise<boolean> {
  const pid = await findPostgresPid(directory)
  return pid !== undefined && !Number.isNaN(pid) && pid !== killed
}

/** Returns the URL of the embedded PostgreSQL of a data folder. */
export function databaseUrlOf(directory: string): string {
  const key = readCredentials(join(directory, 'postgres'))
  if (!key) throw new Error('The shop has no database of its own.')
  return databaseUrl(key)
}
