import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterKey } from './cluster-key.ts'
import { bareEnvironment, dataFolderArgument } from './create-cluster.ts'
import type { Binaries } from './postgres-binaries.ts'
import {
  endPostmaster,
  endsWithin,
  isRunning,
  listPostgresProcesses,
  type Patience,
  type PostgresProcess,
  signal,
} from './postgres-processes.ts'
import type { SystemUser } from './unprivileged-user.ts'

export interface Cluster {
  /** Holds `cluster/` with the data, and beside it the key, the log and the owner's lock. */
  folder: string
  data: string
  user: SystemUser | undefined
  binaries: Binaries
  settings: Record<string, string>
  patience: Patience
  key: ClusterKey
}

const START_WITHIN_MS = 60_000

/** Durable first; then small: a shop on one machine, not a database server. */
function settingsOf(cluster: Cluster): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(cluster.key.port),
    unix_socket_directories: '',
    cluster_name: clusterName(cluster),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '60',
    shared_buffers: '64MB',
    effective_cache_size: '512MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '512MB',
    io_method: 'sync',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '2',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    max_wal_senders: '0',
    random_page_cost: '1.1',
    // Gives back the locks of a shop that was killed in the middle of a long statement.
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The shop logs its own failed statements; here they would write down what buyers typed.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...cluster.settings,
  }
}

/** Seen in the process list; tells the clusters of one machine apart where the system hides where a process stands. */
function clusterName(cluster: Cluster): string {
  return `boltyard-${createHash('sha256').update(cluster.data).digest('hex').slice(0, 10)}`
}

/** Answers the process that serves this folder with the settings of today, ready to be used; one with others is ended. */
export async function findLivingPostmaster(cluster: Cluster): Promise<number | undefined> {
  const deadline = performance.now() + START_WITHIN_MS
  for (;;) {
    const pid = Number(postmasterFile(cluster)[0])
    if (!isOurs(cluster, pid)) return undefined
    const status = postmasterStatus(cluster)
    if (status === 'ready' && hasSettings(cluster)) return pid
    if (status === 'starting' && performance.now() < deadline) {
      await delay(50)
      continue
    }
    await endPostmaster(pid, cluster.patience)
  }
}

/**
 * Ends whatever of PostgreSQL still stands in the folder, and removes what the dead left, so that a new one can start. Backends
 * end by themselves when their postmaster dies; one in the middle of a long statement may take its time.
 */
export async function endRemains(cluster: Cluster): Promise<void> {
  for (const { pid } of remains(cluster)) {
    if (await endsWithin(pid, 2_000)) continue
    signal(pid, 'SIGKILL')
    if (!(await endsWithin(pid, 10_000)))
      throw new Error(`A part of PostgreSQL (process ${pid}) on ${cluster.data} cannot be ended.`)
  }
  // PostgreSQL takes a zombie, or another process that has the number now, for a living postmaster.
  rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
}

function remains(cluster: Cluster): PostgresProcess[] {
  return listPostgresProcesses().filter((process) => standsIn(cluster, process))
}

function isOurs(cluster: Cluster, pid: number): boolean {
  return remains(cluster).some((process) => process.pid === pid)
}

function standsIn(cluster: Cluster, { folder, title }: PostgresProcess): boolean {
  return folder === undefined ? title.includes(clusterName(cluster)) : folder === cluster.data
}

/** One left by an earlier version may run with other settings. */
function hasSettings(cluster: Cluster): boolean {
  const file = join(cluster.data, 'postmaster.opts')
  if (!existsSync(file)) return false
  return (
    readFileSync(file, 'utf8').trim() ===
    [cluster.binaries.postgres, ...postgresArguments(cluster).map((argument) => `"${argument}"`)].join(' ')
  )
}

function postgresArguments(cluster: Cluster): string[] {
  const settings = Object.entries(settingsOf(cluster)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataFolderArgument(cluster.data), ...settings]
}

/** What the postmaster says of itself: starting, ready, stopping. */
export function postmasterStatus(cluster: Cluster): string | undefined {
  return postmasterFile(cluster)[7]?.trim()
}

function postmasterFile(cluster: Cluster): string[] {
  try {
    return readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Starts PostgreSQL in a session of its own, so that a Ctrl-C for the shop does not reach it while requests finish, and waits until
 * it is ready. Answers its process number.
 */
export async function spawnPostmaster(cluster: Cluster): Promise<number> {
  const deadline = performance.now() + START_WITHIN_MS
  for (;;) {
    const outcome = await trySpawn(cluster, deadline)
    if (typeof outcome === 'number') return outcome
    // The shared memory of one that was just killed is in use until the last of its backends is gone.
    const passes = /still in use|lock file/.test(outcome)
    if (!passes || performance.now() > deadline) throw new Error(`PostgreSQL did not start: ${outcome}`)
    await delay(250)
  }
}

async function trySpawn(cluster: Cluster, deadline: number): Promise<number | string> {
  const logFile = openLog(cluster)
  const logged = statSync(logFile).size
  const descriptor = openSync(logFile, 'a')
  const child = spawn(cluster.binaries.postgres, postgresArguments(cluster), {
    cwd: cluster.data,
    env: bareEnvironment,
    stdio: ['ignore', descriptor, descriptor],
    detached: true,
    ...cluster.user,
  })
  closeSync(descriptor)
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  const pid = child.pid ?? Number.NaN
  while (isRunning(pid)) {
    const file = postmasterFile(cluster)
    if (Number(file[0]) === pid && file[7]?.trim() === 'ready') return pid
    if (performance.now() > deadline) await endPostmaster(pid, cluster.patience)
    await delay(10)
  }
  return readFileSync(logFile).subarray(logged).toString().trim().slice(-1_000)
}

/** A file rather than a pipe to us: PostgreSQL may outlive this process. */
function openLog(cluster: Cluster): string {
  const file = join(cluster.folder, 'postgres.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) closeSync(openSync(file, 'a', 0o600))
  if (size !== undefined && size > 4_000_000) {
    renameSync(file, `${file}.1`)
    closeSync(openSync(file, 'a', 0o600))
  }
  return file
}
