import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchRow } from '#bench/interleave.ts'
import { openShopProcess } from '#bench/shop-process.ts'
import { generate } from '#database/generate.ts'
import { maxReads } from '#server/platform/http/call-turns.ts'
import { addressOf } from '#server/testing/limits.ts'

const products = 20_000
const connections = 100
const patientVisitors = 8
/** Counts the visits to the home page and the searches beside each flood. */
const visits = 20
/** The general limit of an address, by default. */
const maxCalls = 1200
const homeLimitMs = 200
const searchLimitMs = 1500

const letters = 'abcdefghijklmnopqrstuvwxyz'
const letterOf = (index: number) => letters[index % letters.length] ?? 'a'

/** The expensive public reads, each with a function that draws the path of a call. */
const floods: [name: string, draw: (index: number) => string][] = [
  ['lists of 1,000', (index) => `/tools?limit=1000&sort=name&q=${letterOf(index)}`],
  ['lists of 1,000 of everything', (index) => `/tools?limit=1000&offset=${index}&sort=price`],
  ['searches of a letter', (index) => `/search?limit=100&q=${letterOf(index)}`],
  ['searches of nothing', (index) => `/search?q=nowhere+zz${index}`],
  ['facets of a letter', (index) => `/tools/facets?q=${letterOf(index)}`],
  ['facets of all', () => '/tools/facets'],
  ['suggestions of a letter', (index) => `/search/suggestions?q=${letterOf(index)}${index % 10}`],
  ['pages of searches', (index) => `/products?q=${letterOf(index)}${letterOf(index >> 5)}`],
  ['reviews', () => '/reviews?limit=1000'],
  ['the catalog of categories', () => '/categories'],
]

/** The reads of patient visitors: each of them sends the next one when one is answered, so that its share of the turns is always full. */
const patientReads: [name: string, atOnce: number, draw: (index: number) => string][] = [
  ['lists of 1,000 of everything', maxReads.wide, (index) => `/tools?limit=1000&offset=${index}&sort=price`],
  ['searches of a letter', maxReads.narrow, (index) => `/search?limit=100&q=${letterOf(index)}`],
]

/**
 * Measures what other visitors wait for the home page and a search while one visitor, within the default limits, sends each expensive public
 * read on 100 connections, and while eight patient visitors send as many as may be under way.
 */
export async function benchStrangers(): Promise<BenchRow[]> {
  await using shop = await openShopProcess({ DEMO: 'false', RATE_LIMITS: 'on' })
  await generate(shop.databaseUrl, { products, orders: 1000, seed: 1 }, () => undefined)
  await visit(shop.url, 0)
  const quiet = await visit(shop.url, 1)
  const rows: BenchRow[] = [
    { name: 'home page, quiet shop, p95', ours: quiet.home, baseline: homeLimitMs, unit: 'ms', goal: 1 },
    { name: 'search, quiet shop, p95', ours: quiet.search, baseline: searchLimitMs, unit: 'ms', goal: 1 },
  ]
  for (const [index, [name, draw]] of floods.entries()) {
    await measure(name, [startFlood(shop.url, addressOf(index), draw)])
  }
  for (const [index, [name, atOnce, draw]] of patientReads.entries()) {
    const addresses = Array.from({ length: patientVisitors }, (_, of) => addressOf(1000 * (index + 1) + of))
    const all = addresses.map((address) => startFlood(shop.url, address, draw, atOnce))
    await measure(`${name} of ${patientVisitors} patient visitors`, all)
  }
  return rows

  async function measure(name: string, all: ReturnType<typeof startFlood>[]): Promise<void> {
    const { home, search } = await visit(shop.url, rows.length)
    const statuses = await Promise.all(all.map((flood) => flood.stop()))
    process.stdout.write(`${name}: ${statuses.map((each) => JSON.stringify(each)).join(' ')}\n`)
    rows.push(
      { name: `home page beside ${name}, p95`, ours: home, baseline: homeLimitMs, unit: 'ms', goal: 1 },
      { name: `search beside ${name}, p95`, ours: search, baseline: searchLimitMs, unit: 'ms', goal: 1 },
    )
  }
}

/** Sends calls on all connections of a visitor until it is stopped; a refused one pauses as it was asked to. Returns the count of each status. */
function startFlood(url: string, localAddress: string, draw: (index: number) => string, atOnce = connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, localAddress })
  const statuses: Record<number, number> = {}
  let sent = 0
  let isOver = false
  const loops = Array.from({ length: atOnce }, async () => {
    while (!isOver && sent < maxCalls) {
      const { status } = await read(url + draw(sent++), agent)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429 || status === 503) await wait(1000)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(loops)
      agent.destroy()
      return statuses
    },
  }
}

/** Opens the home page and searches in turns, from an address for each turn; returns the p95 of both in milliseconds. */
async function visit(url: string, round: number): Promise<{ home: number; search: number }> {
  const times = { home: [] as number[], search: [] as number[] }
  for (let turn = 0; turn < visits; turn++) {
    const localAddress = addressOf(100_000 + round * visits + turn)
    const agent = new Agent({ localAddress })
    times.home.push((await read(`${url}/`, agent)).ms)
    times.search.push((await read(`${url}/search?limit=24&q=brake+${round}${turn}`, agent)).ms)
    agent.destroy()
    // The home page is rendered again for some of them.
    await wait(150)
  }
  const p95 = (all: number[]) => all.toSorted((one, other) => one - other)[Math.ceil(0.95 * all.length) - 1] ?? 0
  return { home: p95(times.home), search: p95(times.search) }
}

/** Returns the status and duration of a call; no answer counts as 0. */
function read(url: string, agent: Agent): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - begun })
    get(url, { agent }, (response) => response.resume().on('close', () => end(response.statusCode ?? 0))).on(
      'error',
      () => end(0),
    )
  })
}
