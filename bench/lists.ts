import { readFileSync } from 'node:fs'
import { openBaselineServer } from '#bench/baseline-process.ts'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'
import type { Tool } from '#contract/catalog.ts'
import { createPool } from '#server/platform/database/connections.ts'

const callsOfRound = 600
const concurrency = 4
/** Clock ticks of Linux. */
const msOfTick = 10

/**
 * Measures lists that no cache answers against a bare Fastify with one prepared statement, which answers the same from the same
 * database: in CPU time of Node and PostgreSQL, which depends less than time on what else the machine does. Linux only.
 */
export async function benchLists(shop: Pick<ShopProcess, 'url' | 'databaseUrl' | 'pid'>): Promise<BenchRow[]> {
  const word = 'brake'
  const category = await findLeaf(shop.url)
  await using pools = new AsyncDisposableStack()
  const pool = createPool({ connectionString: shop.databaseUrl, max: 1 })
  pools.defer(() => pool.end())
  // Not at some time during the rounds.
  await pool.query('ANALYZE')
  const { rows: marks } = await pool.query<{ mark: string }>(
    `WITH RECURSIVE named AS (
      SELECT category_id AS id FROM category_texts WHERE words_of(name) @@ $1::tsquery
      UNION SELECT categories.id FROM named JOIN categories ON parent_id = named.id)
    SELECT '#' || id AS mark FROM named UNION SELECT '@' || id FROM brands WHERE words_of(name) @@ $1::tsquery`,
    [`'${word}':*`],
  )
  const asked = [`'${word}':*`, ...marks.map(({ mark }) => `'${mark}'`)].join(' | ')
  const bare = pools.use(await openBaselineServer('baseline-list-server.ts', shop.databaseUrl, asked))
  const backends = async (name: string) => {
    const { rows } = await pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [name],
    )
    return rows.map(({ pid }) => pid)
  }
  const rows: BenchRow[] = []
  for (const [what, path] of [
    ['list', '/tools?limit=20'],
    ['category', `/tools?limit=20&category=${category}`],
    ['search', `/tools?limit=20&q=${word}`],
    ['search with its readings', `/search?limit=20&q=${word}`],
  ] as const) {
    const [ours, theirs] = await Promise.all([shop.url, bare.url].map(async (url) => (await fetch(url + path)).text()))
    if (ours !== theirs) throw new Error(`${path} differs:\n${ours?.slice(0, 3000)}\n${theirs?.slice(0, 3000)}`)
    const cost = (url: string, pid: number, name: string) => async () => {
      const before = new Map([pid, ...(await backends(name))].map((each) => [each, cpuMs(each)]))
      await callInTurns(url + path)
      const after = [pid, ...(await backends(name))].map((each) => cpuMs(each) - (before.get(each) ?? 0))
      return after.reduce((sum, ms) => sum + ms, 0) / callsOfRound
    }
    const costs = await interleave(cost(shop.url, shop.pid, 'boltyard'), cost(bare.url, bare.pid, 'bare'))
    rows.push({ name: `${what}, uncached: CPU a call`, ...costs, unit: 'ms', goal: 1.2 })
  }
  return rows
}

/** Returns the slug of a category that has products itself. */
async function findLeaf(url: string): Promise<string> {
  const tools = (await (await fetch(`${url}/tools?limit=1`)).json()) as Tool[]
  const category = tools[0]?.category
  if (category === undefined) throw new Error('The first product has no category.')
  return category
}

async function callInTurns(url: string): Promise<void> {
  let left = callsOfRound
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const response = await fetch(url)
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${url}: ${response.status}`)
      }
    }),
  )
}

/** Returns the CPU time of a process so far. */
function cpuMs(pid: number): number {
  // Behind the name of the program, which may hold anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * msOfTick
}
