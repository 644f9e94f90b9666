import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import type { Tool } from '#contract/catalog.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { type MailServer, mailServer } from '#server/testing/mail-server.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { call } from '#torture/call.ts'
import { audit } from '#torture/run-audit.ts'
import { atMost, type Result, check, inSeconds, never, info } from '#torture/result.ts'
import { countDuplicateOrders, findLosses } from '#torture/find-losses.ts'
import { addProducts, addProduct, enter, owner, ownerEnv, type Person, signUpBuyers } from '#torture/buyers.ts'
import { openShop } from '#torture/open-shop.ts'
import { roundRobin } from '#journeys/round-robin.ts'
import { logProgress } from '#torture/log-progress.ts'
import { pick, startWorkload } from '#torture/workload.ts'

const tradeMs = 5000

/** Runs two servers on one database behind a proxy, and kills one. */
export async function several(): Promise<Result[]> {
  await using database = await createTestDatabase()
  await using mail = await mailServer()
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const ports = [String(await findFreePort()), String(await findFreePort())]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  await using proxy = await roundRobin(urls)
  const { url } = proxy
  const settings = { ...ownerEnv, DATABASE_URL: database.url, SMTP_URL: mail.url, PUBLIC_URL: url }
  const start = (index: number) => runShopProcess(directory, { ...settings, PORT: pick(ports, index) })
  const shops: ShopProcess[] = []
  try {
    // Both find an empty database at the same moment.
    shops.push(...(await Promise.all([start(0), start(1)])))
    logProgress('two servers are open')
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    logProgress('last units and changes')
    const figures = [await oversold(url, admin, buyers), ...(await agreement(urls, admin))]
    logProgress('trade, and one server is killed')
    const before = await countOrders(database.url)
    const products = await addProducts(url, admin, 10)
    const trade = startWorkload({ url, buyers, products, ordersPerSecond: 100, withPictures: false })
    await delay(tradeMs)
    const livingMs = performance.now()
    await shops[1]?.stop('SIGKILL')
    await delay(tradeMs / 2)
    const served = trade.ledger.acknowledgedAt.filter((at) => at > livingMs).length
    shops[1] = await start(1)
    await delay(tradeMs / 2)
    await trade.end()
    logProgress('mails and laws')
    figures.push(
      check('orders by the one server while the other was dead', served > 0, String(served), 'more than 0'),
      never('acknowledged and lost', await findLosses(database.url, trade.ledger), ` of ${trade.ledger.orders.size}`),
      never(
        'orders doubled',
        Array<string>(await countDuplicateOrders(database.url, trade.ledger, before)).fill('one'),
      ),
      never('answers other than success, 503 or none', trade.ledger.surprises),
      ...(await mailsOnce(database.url, mail)),
      never(
        'breaches of the laws of stock, orders and money',
        await audit({ DATABASE_URL: database.url, DATA_DIR: directory }),
      ),
    )
    return figures
  } finally {
    await Promise.all(shops.map((shop) => shop.stop('SIGTERM')))
    await rm(directory, { recursive: true, force: true })
  }
}

/** Buys the last units at both servers at the same time. */
async function oversold(url: string, admin: Person, buyers: readonly Person[]): Promise<Result> {
  const rounds = 5
  const units = 40
  let sold = 0
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const product = await addProduct(url, admin, units, 'Last units')
    const body = {
      productId: product._id,
      quantity: 1,
      address: '1 Test Street',
      phoneNumber: '5550100',
      totalPrice: 1.25,
    }
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, input) =>
        call(url, 'POST', '/orders', { token: pick(buyers, input).token, body }).then(({ status }) => status),
      ),
    )
    const placed = responses.filter((status) => status === 200).length
    const left = (await call<Tool>(url, 'GET', `/tools/${product._id}`)).body.available
    sold += placed
    if (placed !== units || left !== 0) wrong++
  }
  return check(
    `${rounds} times 100 orders for the last ${units} units, at both servers`,
    wrong === 0,
    `${sold} sold`,
    String(rounds * units),
  )
}

/** Measures how long the other server serves outdated data. */
async function agreement(urls: readonly string[], admin: Person): Promise<Result[]> {
  const listsMs: number[] = []
  let stale = 0
  const product = await addProduct(pick(urls, 0), admin, 100, 'Changing')
  for (let turn = 0; turn < 8; turn++) {
    const [one, other] = [pick(urls, turn), pick(urls, turn + 1)]
    const price = 2 + turn
    await call(other, 'GET', '/tools')
    await call(one, 'PUT', `/tools/${product._id}`, { token: admin.token, body: { price } })
    const changedAt = performance.now()
    const read = await call<Tool>(other, 'GET', `/tools/${product._id}`)
    if (read.body.price !== price) stale++
    await waitUntil(async () => {
      const { body } = await call<Tool[]>(other, 'GET', '/tools')
      return body.some(({ _id, price: seen }) => _id === product._id && seen === price)
    }, 'the other server shows the new price')
    listsMs.push(performance.now() - changedAt)
  }
  return [
    atMost('a change at one server seen in lists of the other', listsMs, 1200),
    check('a product itself read at the other server, out of date', stale === 0, `${stale} of 8`, '0'),
  ]
}

/** Checks that each mail is sent once; only one that a killed process was sending may wait or arrive twice. */
async function mailsOnce(databaseUrl: string, mail: MailServer): Promise<Result[]> {
  const client = createClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    const counts = async () => {
      const { rows } = await client.query<{ sent: number; waiting: number; orphaned: number }>(
        `SELECT count(*) FILTER (WHERE sent_at IS NOT NULL)::integer AS sent,
           count(*) FILTER (WHERE sent_at IS NULL AND sending_since IS NULL)::integer AS waiting,
           count(*) FILTER (WHERE sent_at IS NULL AND sending_since IS NOT NULL)::integer AS orphaned FROM outbox`,
      )
      return rows[0] ?? { sent: 0, waiting: 0, orphaned: 0 }
    }
    const begun = performance.now()
    let now = await counts()
    // Jobs of the killed process are retried when their lease ends, which takes longer than this run.
    for (let before = -1; now.sent !== before && performance.now() - begun < 30_000; now = await counts()) {
      before = now.sent
      await delay(3000)
    }
    const ids = mail.received.map(({ messageId }) => messageId)
    const twice = ids.length - new Set(ids).size
    return [
      check('mails that arrived twice', twice === 0, `${twice} of ${ids.length}`, '0'),
      info('mails that wait until the lease of the killed process ends', String(now.waiting + now.orphaned)),
    ]
  } finally {
    await client.end()
  }
}

/** Runs one server with two processes, and kills one. */
export async function processes(): Promise<Result[]> {
  await using shop = await openShop({ WEB_CONCURRENCY: '2' })
  const { url, admin, buyers, directory } = shop
  logProgress('one server of two processes is open')
  const products = await addProducts(url, admin, 10)
  const trade = startWorkload({ url, buyers, products, ordersPerSecond: 100, withPictures: false })
  await delay(tradeMs / 2)
  const [victim] = workersOf(shop.pid)
  if (victim === undefined) throw new Error('There is no serving process.')
  const killedAt = performance.now()
  process.kill(victim, 'SIGKILL')
  await waitUntil(() => {
    const workers = workersOf(shop.pid)
    return workers.length === 2 && !workers.includes(victim)
  }, 'another process takes its place')
  const replacedMs = performance.now() - killedAt
  await delay(tradeMs / 2)
  await trade.end()
  const { code, ms } = await shop.stop('SIGTERM')
  return [
    check('a killed process of WEB_CONCURRENCY=2 is replaced', replacedMs < 5000, inSeconds(replacedMs), '≤ 5.0 s'),
    never('its requests that were cut and then lost', trade.ledger.surprises, ` (${trade.ledger.cuts} were cut)`),
    check('SIGTERM ends all processes', code === 0 && ms < 10_000, `exit ${code} in ${inSeconds(ms)}`, '0, ≤ 10.0 s'),
    never('breaches of the laws after it', await audit({ DATA_DIR: directory })),
  ]
}

/** Returns the worker processes of a server; Linux only. */
function workersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return (
          Number(parent) === pid &&
          state !== 'Z' &&
          readFileSync(`/proc/${candidate}/comm`, 'utf8').trim() !== 'postgres'
        )
      } catch {
        // It has ended while we looked.
        return false
      }
    })
}

async function countOrders(databaseUrl: string): Promise<number> {
  const client = createClient({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM orders')
  await client.end()
  return rows[0]?.count ?? 0
}
