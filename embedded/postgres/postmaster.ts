import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterCredentials } from './cluster-credentials.ts'
import { minimalEnvironment, dataDirectoryArgument } from './create-cluster.ts'
import type { Binaries } from './postgres-binaries.ts'
import {
  stopPostmaster,
  exitsWithin,
  isRunning,
  listPostgresProcesses,
  type StopTimeouts,
  type PostgresProcess,
  sendSignal,
} from './postgres-processes.ts'
import { socketName } from './socket.ts'
import type { SystemUser } from './unprivileged-user.ts'
import { PostgresError } from './postgres-error.ts'

export interface Cluster {
  /** Contains `cluster/` with the data, connection.json, the log and the lock. */
  folder: string
  data: string
  user: SystemUser | undefined
  binaries: Binaries
  settings: Record<string, string>
  stopTimeouts: StopTimeouts
  credentials: ClusterCredentials
  /** Whether it also listens on a Unix socket, in the folder of its data. */
  hasSocket: boolean
}

const startTimeoutMs = 60_000

/** Returns settings that are durable first, then small: for a shop on one machine, not a database server. */
function settingsOf(cluster: Cluster): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(cluster.credentials.port),
    // Its working directory: a longer path may not fit.
    unix_socket_directories: cluster.hasSocket ? '.' : '',
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
    // Releases the locks of a shop that was killed during a long statement.
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The shop logs its own failed statements; PostgreSQL would log the buyers' data with them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...cluster.settings,
  }
}

/** Identifies the cluster in the process list where the system does not provide working directories. */
function clusterName(cluster: Cluster): string {
  return `boltyard-${createHash('sha256').update(cluster.data).digest('hex').slice(0, 10)}`
}

/** Returns the process id of a running postmaster with the current settings once it is ready; stops one with other settings. */
export async function findRunningPostmaster(cluster: Cluster): Promise<number | undefined> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const pid = Number(postmasterFile(cluster)[0])
    if (!belongsTo(cluster, pid)) return undefined
    const status = postmasterStatus(cluster)
    if (status === 'ready' && hasSettings(cluster)) return pid
    if (status === 'starting' && performance.now() < deadline) {
      await delay(50)
      continue
    }
    await stopPostmaster(pid, cluster.stopTimeouts)
  }
}

/**
 * Kills leftover PostgreSQL processes of the folder and removes its stale lock files, so that a new postmaster can start. Backends
 * exit by themselves when their postmaster dies, but one in a long statement may take a while.
 */
export async function killLeftovers(cluster: Cluster): Promise<void> {
  for (const { pid } of listProcessesOf(cluster)) {
    if (await exitsWithin(pid, 2_000)) continue
    sendSignal(pid, 'SIGKILL')
    if (!(await exitsWithin(pid, 10_000)))
      throw new PostgresError(`PostgreSQL (process ${pid}) on ${cluster.data} cannot be stopped.`)
  }
  // PostgreSQL would take a zombie, or another process that reuses the id, for a running postmaster.
  for (const name of ['postmaster.pid', `${socketName(cluster.credentials.port)}.lock`])
    rmSync(join(cluster.data, name), { force: true })
}

function listProcessesOf(cluster: Cluster): PostgresProcess[] {
  return listPostgresProcesses().filter(({ cwd, command }) =>
    cwd === undefined ? command.includes(clusterName(cluster)) : cwd === cluster.data,
  )
}

function belongsTo(cluster: Cluster, pid: number): boolean {
  return listProcessesOf(cluster).some((process) => process.pid === pid)
}

/** Whether the running postmaster was started with the current settings; an earlier version may have left one with others. */
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
  return ['-D', dataDirectoryArgument(cluster.data), ...settings]
}

/** Returns the status in postmaster.pid: starting, ready or stopping. */
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

/** Starts PostgreSQL in a session of its own, so that Ctrl-C does not reach it before the shop has stopped, and waits until it is ready. */
export async function spawnPostmaster(cluster: Cluster): Promise<number> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const outcome = await trySpawn(cluster, deadline)
    if (typeof outcome === 'number') return outcome
    // The shared memory of a killed postmaster is in use until its last backend has exited.
    const isTransient = /still in use|lock file/.test(outcome)
    if (!isTransient || performance.now() > deadline) throw new PostgresError(`PostgreSQL did not start: ${outcome}`)
    await delay(250)
  }
}

async function trySpawn(cluster: Cluster, deadline: number): Promise<number | string> {
  const logFile = openLogFile(cluster)
  const logged = statSync(logFile).size
  const descriptor = openSync(logFile, 'a')
  const child = spawn(cluster.binaries.postgres, postgresArguments(cluster), {
    cwd: cluster.data,
    env: minimalEnvironment,
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
    if (performance.now() > deadline) await stopPostmaster(pid, cluster.stopTimeouts)
    await delay(10)
  }
  return readFileSync(logFile).subarray(logged).toString().trim().slice(-1_000)
}

/** Returns the path of the log file, rotated at 4 MB. It is a file because PostgreSQL may outlive a pipe to this process. */
function openLogFile(cluster: Cluster): string {
  const file = join(cluster.folder, 'postgres.log')
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) closeSync(openSync(file, 'a', 0o600))
  if (size !== undefined && size > 4_000_000) {
    renameSync(file, `${file}.1`)
    closeSync(openSync(file, 'a', 0o600))
  }
  return file
}
