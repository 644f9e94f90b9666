import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Cluster, ClusterNode } from '#cluster/start-cluster.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { addProducts, enter, owner, signUpBuyers } from '#torture/buyers.ts'
import { countDuplicateOrders, findLosses, findLostPictures } from '#torture/find-losses.ts'
import { logProgress } from '#torture/log-progress.ts'
import { openCluster } from '#torture/open-cluster.ts'
import { atMost, check, info, never, type Result } from '#torture/result.ts'
import { audit } from '#torture/run-audit.ts'
import { watchPages } from '#torture/watch-pages.ts'
import { type Ledger, startWorkload } from '#torture/workload.ts'

/** How long a part stays away. */
const faultMs = 8000
const outageLimitMs = 15_000

/** Breaks one part of a cluster; returns what mends it, for parts that do not come back by themselves. */
type Fault = (cluster: Cluster, primary: ClusterNode, standby: ClusterNode) => void | (() => void)

const balancerKilled = 'the balancer killed'

const faults: Record<string, Fault> = {
  'the node of the primary killed': (_cluster, primary) => {
    const postmaster = postmasterOf(primary)
    primary.patroni.kill('SIGKILL', { hold: true })
    process.kill(postmaster, 'SIGKILL')
    return () => primary.patroni.start()
  },
  'the PostgreSQL of the primary killed': (_cluster, primary) => {
    process.kill(postmasterOf(primary), 'SIGKILL')
  },
  'Patroni of the primary killed': (_cluster, primary) => {
    primary.patroni.kill('SIGKILL', { hold: true })
    return () => primary.patroni.start()
  },
  'the node of the primary frozen, and woken later': (_cluster, primary) => freeze(primary),
  'the synchronous standby frozen, and woken later': (_cluster, _primary, standby) => freeze(standby),
  'the synchronous standby killed': (_cluster, _primary, standby) => {
    const postmaster = postmasterOf(standby)
    standby.patroni.kill('SIGKILL', { hold: true })
    process.kill(postmaster, 'SIGKILL')
    return () => standby.patroni.start()
  },
  'an etcd killed': (_cluster, primary) => {
    primary.etcd.kill('SIGKILL', { hold: true })
    return () => primary.etcd.start()
  },
  'a shop server killed': ({ shops: [shop] }) => shop?.member.kill('SIGKILL'),
  [balancerKilled]: ({ balancer }) => balancer.kill('SIGKILL'),
  'the storage of pictures away': ({ storage }) => {
    storage.kill('SIGKILL', { hold: true })
    return () => storage.start()
  },
}

/** Takes orders on a cluster while its parts are killed and frozen, one after the other. */
export async function cluster({
  kills,
  ordersPerSecond = 200,
  isAlone = true,
}: {
  kills: number
  ordersPerSecond?: number
  /** Whether the machine has nothing else to do, so that no page is refused because it is busy. */
  isAlone?: boolean
}): Promise<Result[]> {
  await using bed = await openCluster(16_000)
  const { url } = bed
  const admin = await enter(url, 'signInWithPassword', owner)
  const buyers = await signUpBuyers(url, 8)
  const products = await addProducts(url, admin, 20)
  const trade = startWorkload({ url, buyers, products, ordersPerSecond, hands: 64 })
  const { ledger } = trade
  const pages = watchPages(url, { asksAgain: !isAlone })
  const primaries = watchPrimaries(bed)
  const outages = new Map<string, number[]>()
  const names = Object.keys(faults)
  for (let turn = 0; turn < kills; turn++) {
    const name = names[turn % names.length] ?? ''
    await waitUntil(() => isWhole(bed), 'the cluster is whole again')
    const before = ledger.acknowledgedAt.length
    await waitUntil(() => ledger.acknowledgedAt.length > before + 20, 'orders are placed')
    const [primary, standby] = await findPair(bed)
    logProgress(`${turn + 1} of ${kills}: ${name} (${primary.name})`)
    const brokenAt = performance.now()
    pages.during = name
    // There is one here; nothing is reached without it.
    pages.mayFail = name === balancerKilled
    const mend = faults[name]?.(bed, primary, standby)
    await delay(faultMs)
    mend?.()
    await waitUntil(() => (ledger.acknowledgedAt.at(-1) ?? 0) > performance.now() - 500, 'orders are placed again')
    outages.set(name, [...(outages.get(name) ?? []), longestGap(ledger, brokenAt)])
  }
  await waitUntil(() => isWhole(bed), 'the cluster is whole again')
  await trade.end()
  await pages.stop()
  const { failed, of } = pages
  return [
    ...[...outages].map(([name, gaps]) => atMost(`${name}: without an order`, gaps, outageLimitMs)),
    never('acknowledged and lost', await findLosses(bed.databaseUrl, ledger), ` of ${ledger.orders.size} orders`),
    never('orders doubled', Array<string>(await countDuplicateOrders(bed.databaseUrl, ledger)).fill('one')),
    never('pictures lost', await findLostPictures(url, ledger.pictures), ` of ${ledger.pictures.size}`),
    never('moments with two primaries', await primaries.stop()),
    never('answers other than success, 503 or none', ledger.surprises),
    never('errors that the shop servers did not expect', findUnexpectedErrors(bed.directory)),
    check(
      'pages that were not shown',
      failed.length === 0,
      `${failed.length} of ${of}: ${failed.slice(0, 8).join('; ')}`,
      '0',
    ),
    info('answers 503, and connections cut', `${ledger.refusals.length}, ${ledger.cuts}`),
    never('breaches of the laws of stock, orders and money', await audit(bed.env)),
  ]
}

/** Returns the primary and its synchronous standby, which Patroni may just be choosing again. */
async function findPair(cluster: Cluster): Promise<[primary: ClusterNode, standby: ClusterNode]> {
  let pair: [ClusterNode, ClusterNode] | undefined
  await waitUntil(async () => {
    const [primary, standby] = await Promise.all([cluster.findPrimary(), cluster.findStandby()])
    if (primary && standby && primary !== standby) pair = [primary, standby]
    return pair !== undefined
  }, 'the cluster has a primary with a standby')
  if (!pair) throw new Error('The cluster has no primary with a standby.')
  return pair
}

/** Returns the lines of errors in the logs of the shop servers that are no outage. */
const findUnexpectedErrors = (directory: string): string[] =>
  globSync(join(directory, 'logs', 'shop*.log'))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.includes('"code":"unexpected"'))
    .map((line) => line.slice(0, 2000))

/** Returns the longest time without an acknowledged order since a moment, in milliseconds. */
function longestGap({ acknowledgedAt }: Ledger, since: number): number {
  const times = [since, ...acknowledgedAt.filter((at) => at > since)].toSorted((one, other) => one - other)
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)))
}

/** Asks all nodes twice a second whether they take writes; returns the moments at which more than one did. */
function watchPrimaries({ nodes }: Cluster) {
  const moments: string[] = []
  let isEnding = false
  const findWriting = async () => {
    const writing = await Promise.all(nodes.map(async (node) => ((await takesWrites(node)) ? [node.name] : [])))
    return writing.flat()
  }
  const running = (async () => {
    while (!isEnding) {
      // One may have handed over to the other while they were asked; then it takes nothing after that.
      const isTwo = (await findWriting()).length > 1
      const writing = isTwo ? await findWriting() : []
      if (writing.length > 1) moments.push(writing.join(' and '))
      await delay(500)
    }
  })()
  return {
    async stop() {
      isEnding = true
      await running
      return moments
    },
  }
}

/** Whether a node acknowledges a write, on its own address: one that lost its standby does not. */
async function takesWrites({ databaseUrl }: ClusterNode): Promise<boolean> {
  let client: pg.Client | undefined
  try {
    client = createClient({ connectionString: databaseUrl, connectionTimeoutMillis: 400, query_timeout: 400 })
    await client.connect()
    await client.query(`UPDATE servers SET seen_at = seen_at WHERE id = (SELECT id FROM servers LIMIT 1)`)
    return true
  } catch {
    // It does not, or the run has failed and its files are gone.
    return false
  } finally {
    client?.end().catch(() => undefined)
  }
}

async function isWhole(cluster: Cluster): Promise<boolean> {
  const { shops, url } = cluster
  const isReady = (address: string) =>
    fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const ready = await Promise.all([url, ...shops.map((shop) => shop.url)].map(isReady))
  return ready.every(Boolean) && (await cluster.hasStandby())
}

const postmasterOf = ({ postgresDirectory }: ClusterNode) =>
  Number(readFileSync(join(postgresDirectory, 'postmaster.pid'), 'utf8').split('\n', 1)[0])

/** Returns Patroni and all processes of its PostgreSQL, Patroni first. */
function processesOf(node: ClusterNode): number[] {
  const postmaster = postmasterOf(node)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return [node.patroni.pid ?? 0, postmaster, ...children.map(Number)].filter((pid) => pid > 0)
}

/** Stops Patroni and PostgreSQL of a node without ending them; returns what wakes them. */
function freeze(node: ClusterNode): () => void {
  const frozen = processesOf(node)
  for (const pid of frozen) signal(pid, 'SIGSTOP')
  return () => frozen.forEach((pid) => signal(pid, 'SIGCONT'))
}

/** Sends a signal to a process that may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
