import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MissingProgramsError } from '#cluster/find-programs.ts'
import { findLeftovers } from '#cluster/member.ts'
import { type Cluster, ClusterError, startCluster } from '#cluster/start-cluster.ts'

// `npm run cluster` runs the shop on a cluster on this machine until Ctrl-C or `npm run cluster -- stop`.

const directory = resolve(process.env['CLUSTER_DIR'] ?? 'data/cluster')
const firstPort = Number(process.env['CLUSTER_PORT'] ?? 15_000)
const pidFile = join(directory, 'pid')
const print = (line: string) => void process.stdout.write(`${line}\n`)

const [command = 'start'] = process.argv.slice(2)
if (command === 'start') await start()
else if (command === 'stop') await stop()
else fail(`Unknown command "${command}". Use: npm run cluster, or npm run cluster -- stop`)

async function start(): Promise<void> {
  const running = findRunning()
  if (running !== undefined)
    return fail(`The cluster is already running (process ${running}). Stop it with: npm run cluster -- stop`)
  const begun = performance.now()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  mkdirSync(directory, { recursive: true })
  writeFileSync(pidFile, String(process.pid))
  try {
    const report = (step: string) => print(`Starting ${step} …`)
    const cluster = await startCluster({
      directory,
      firstPort,
      timing: 'short',
      report,
      signal: stopping.signal,
      // Such as DEMO and SMTP_URL.
      shopEnv: process.env,
    })
    await describe(cluster, (performance.now() - begun) / 1000)
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    await cluster.stop()
  } catch (error) {
    if (!stopping.signal.aborted) fail(explain(error))
  } finally {
    rmSync(pidFile, { force: true })
  }
}

function explain(error: unknown): string {
  if (error instanceof MissingProgramsError || error instanceof ClusterError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function describe(cluster: Cluster, seconds: number): Promise<void> {
  const primary = await cluster.findPrimary()
  print(`\nThe cluster is ready after ${seconds.toFixed(1)} s\n`)
  print(`  The shop           ${cluster.url}`)
  for (const { member, url } of cluster.shops) print(`    ${member.name}            ${url}   process ${member.pid}`)
  print(`  The primary        ${cluster.databaseUrl}`)
  for (const node of cluster.nodes)
    print(
      `    ${node.name}            ${node.databaseUrl}   ${node === primary ? 'primary' : 'standby'}, Patroni ${node.patroniUrl}`,
    )
  print(`  Logs and settings  ${directory}`)
  print('\nCtrl-C or `npm run cluster -- stop` ends it; the data stays.')
}

async function stop(): Promise<void> {
  const logs = join(directory, 'logs')
  const main = findRunning()
  const pids = main === undefined ? (existsSync(logs) ? findLeftovers(logs) : []) : [main]
  if (pids.length === 0) return fail('No cluster is running.')
  for (const pid of pids) process.kill(pid, 'SIGTERM')
  while (pids.some(isRunning)) await delay(100)
  print('The cluster has stopped.')
}

function findRunning(): number | undefined {
  if (!existsSync(pidFile)) return undefined
  const pid = Number(readFileSync(pidFile, 'utf8'))
  return isRunning(pid) ? pid : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function fail(sentence: string): void {
  process.stderr.write(`\n${sentence}\n\n`)
  process.exitCode = 1
}
