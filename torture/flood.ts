import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'node:http'
import { addressOf } from '#server/testing/limits.ts'
import { audit } from '#torture/run-audit.ts'
import { atMost, type Result, check, never, info } from '#torture/result.ts'
import { addProducts } from '#torture/buyers.ts'
import { openShop } from '#torture/open-shop.ts'
import { logProgress } from '#torture/log-progress.ts'
import { startWorkload } from '#torture/workload.ts'

const seconds = 30
const searchesPerSecond = 5
const greedyConnections = 32

/** With default settings: one visitor requests uncached pages without end; others search and order, each from its own address. */
export async function flood(): Promise<Result[]> {
  await using shop = await openShop({ DEMO: 'true' })
  const { url, admin, buyers, directory } = shop
  const products = await addProducts(url, admin, 20)
  logProgress('calm, then the flood')
  const calm = await searchFor(url, 5)

  const begun = performance.now()
  const isOver = () => performance.now() - begun > seconds * 1000
  const greedy = floodAs(url, addressOf(1_000_000), isOver)
  const trade = startWorkload({ url, buyers, products, ordersPerSecond: 20, hands: 8, withPictures: false })
  const honest = await searchFor(url, seconds)
  const greedyStatuses = await greedy
  await trade.end()
  const { ledger } = trade
  const count = (status: number) => greedyStatuses.filter((one) => one === status).length
  return [
    info('one visitor, on 32 connections', `${greedyStatuses.length} pages requested in ${seconds} s`),
    check(
      'rendered for that visitor',
      count(200) <= 240 && count(429) > 0,
      `${count(200)}; ${count(429)} refused with 429`,
      '≤ 240 a minute',
    ),
    never('other answers to that visitor', strange(greedyStatuses, [200, 429])),
    never('searches of others that were refused', strange(honest.statuses, [200]), ` of ${honest.statuses.length}`),
    info('a search before the flood', `${median(calm.waits)} ms at the median of ${calm.waits.length}`),
    atMost('a search of others meanwhile', honest.waits, 5000),
    info(
      'orders meanwhile',
      `${ledger.orders.size}, ${ledger.refusals.length} refusals that were repeated, most of them of mails`,
    ),
    never('strange answers to buyers', ledger.surprises),
    never('breaches of the laws of stock, orders and money', await audit({ DATA_DIR: directory })),
  ]
}

const strange = (statuses: readonly number[], expected: readonly number[]) =>
  statuses.filter((status) => !expected.includes(status)).map(String)

const median = (waits: readonly number[]) =>
  Math.round(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0)

/** Visitors who come at a steady pace, each with a search of their own. */
async function searchFor(url: string, forSeconds: number): Promise<{ statuses: number[]; waits: number[] }> {
  const statuses: number[] = []
  const waits: number[] = []
  const running: Promise<void>[] = []
  for (let turn = 0; turn < forSeconds * searchesPerSecond; turn++) {
    const begun = performance.now()
    running.push(
      look(url).then((status) => {
        statuses.push(status)
        waits.push(performance.now() - begun)
      }),
    )
    await delay(1000 / searchesPerSecond)
  }
  await Promise.all(running)
  return { statuses, waits }
}

/** Asks from one address, on each connection again as soon as it is answered. */
async function floodAs(url: string, localAddress: string, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress })
  const statuses: number[] = []
  const ask = async () => {
    while (!isOver()) statuses.push(await look(url, agent))
  }
  await Promise.all(Array.from({ length: greedyConnections }, ask))
  agent.destroy()
  return statuses
}

/** Requests a page that is not cached; returns the status, or 0 without a response. */
function look(url: string, agent = new Agent()): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(`${url}/products?q=bolt ${crypto.randomUUID().slice(0, 8)}`.replace(' ', '+'), { agent })
    asking.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asking.once('error', () => resolve(0))
    asking.end()
  })
}
