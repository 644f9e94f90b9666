import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from '#bench/interleave.ts'
import type { ClusterNode } from '#cluster/start-cluster.ts'
import { generate } from '#database/generate.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { openCluster } from '#torture/open-cluster.ts'

const products = 20_000
const reads = 800
const hands = 8
const rounds = 3
/** Of Linux, per second. */
const ticksPerSecond = 100

/**
 * Measures the processor time of the primary for each search of visitors, with no, one and two replicas. All nodes run on one machine,
 * so that reads per second of wall time would say nothing; the primary's processor time says how many reads it can still answer.
 */
export async function benchReplicas(): Promise<BenchRow[]> {
  await using bed = await openCluster(16_400)
  await generate(bed.databaseUrl, { products, orders: 1000, seed: 1 }, () => undefined)
  const primary = await bed.findPrimary()
  if (!primary) throw new Error('The cluster has no primary.')
  // Only the server that is measured works.
  await Promise.all(bed.shops.map(({ member }) => member.stop()))
  const standbys = bed.nodes.filter((node) => node !== primary)
  const measured = [0, 1, 2].map(() => ({ primary: [] as number[], all: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const [count, figures] of measured.entries()) {
      const urls = standbys.slice(0, count).map(({ databaseUrl }) => databaseUrl)
      const env = {
        ...bed.shopEnv(0),
        PORT: '16499',
        // Not that of the balancer.
        PUBLIC_URL: 'http://127.0.0.1:16499',
        WEB_CONCURRENCY: '1',
        DATABASE_READ_URL: urls.join(' '),
      }
      const shop = await runShopProcess(join(bed.directory, 'bench'), env)
      try {
        await readAll(shop.url, round, 100)
        const before = [primary, ...standbys].map(cpuMs)
        await readAll(shop.url, round, reads)
        const used = [primary, ...standbys].map((node, index) => cpuMs(node) - (before[index] ?? 0))
        figures.primary.push((used[0] ?? 0) / reads)
        figures.all.push(used.reduce((total, ms) => total + ms, 0) / reads)
        if ((await bed.findPrimary()) !== primary) throw new Error('Another node became the primary: measure again.')
      } finally {
        await shop.stop('SIGTERM')
      }
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const alone = median(measured[0]?.primary ?? [])
  return measured.flatMap((figures, count) => [
    {
      name: `primary's processor time a search, ${count} replicas`,
      ours: median(figures.primary),
      baseline: alone,
      unit: 'ms' as const,
      ...(count > 0 && { goal: 0.2 }),
    },
    { name: `  of all nodes`, ours: median(figures.all), baseline: alone, unit: 'ms' as const },
  ])
}

let asked = 0

/** Searches as visitors do, each search once, so that no cache answers. */
async function readAll(url: string, round: number, count: number): Promise<void> {
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const response = await fetch(`${url}/search?limit=24&q=${round}${(asked++).toString(36)}`)
      if (!response.ok) throw new Error(`The search was answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: hands }, one))
}

/** Returns the processor time that the PostgreSQL of a node has used, in milliseconds. Linux only. */
function cpuMs({ postgresDirectory }: ClusterNode): number {
  const postmaster = readFileSync(join(postgresDirectory, 'postmaster.pid'), 'utf8').split('\n', 1)[0] ?? ''
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  const ticks = [postmaster, ...children].flatMap((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system, waitedUser, waitedSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number) as [number, number, number, number]
    // Of the postmaster also what its ended processes used.
    return pid === postmaster ? [user, system, waitedUser, waitedSystem] : [user, system]
  })
  return (ticks.reduce((total, value) => total + value, 0) * 1000) / ticksPerSecond
}
