import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { claimFolder } from './claim-folder.ts'
import { findFreePort, isFree, makeClusterKey, readClusterKey, writeClusterKey } from './cluster-key.ts'
import { createCluster } from './create-cluster.ts'
import { findBinaries } from './postgres-binaries.ts'
import { endPostmaster, isRunning, type Patience } from './postgres-processes.ts'
import { type Cluster, endRemains, findLivingPostmaster, postmasterStatus, spawnPostmaster } from './postmaster.ts'
import { databaseUrl, ensureShopDatabase } from './shop-database.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'

export interface Postgres {
  /** Stays true over restarts of PostgreSQL and, unless its port was taken meanwhile, of this process. */
  url: string
  /** Ends PostgreSQL and gives the folder free. Calling it again waits for the same end. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Holds the data and what belongs to it; made if it is missing. */
  directory: string
  log: (sentence: string) => void
  /** More settings of postgresql.conf; they win over ours. */
  settings?: Record<string, string>
  patience?: Patience
}

const WATCH_EVERY_MS = 250

/**
 * Runs PostgreSQL on a folder for as long as this process lives: creates the database at first, takes over one that still runs
 * there, and starts it again whenever it dies. Throws a sentence when the folder belongs to another living process.
 */
export async function startPostgres({ directory, log, settings = {}, patience }: PostgresOptions): Promise<Postgres> {
  mkdirSync(directory, { recursive: true })
  const folder = realpathSync(directory)
  const claim = claimFolder(folder)
  try {
    const cluster = await openCluster(folder, settings, patience ?? { fastMs: 10_000, immediateMs: 5_000 }, log)
    const first = await takeOver(cluster, log)
    return keepRunning(cluster, first, log, () => claim.release())
  } catch (error) {
    claim.release()
    throw error
  }
}

async function openCluster(
  folder: string,
  settings: Record<string, string>,
  patience: Patience,
  log: (sentence: string) => void,
): Promise<Cluster> {
  const data = join(folder, 'cluster')
  const user = await findUnprivilegedUser(data)
  const binaries = await findBinaries(user)
  const isNew = !statSync(data, { throwIfNoEntry: false })
  const known = readClusterKey(folder)
  if (!known && !isNew)
    throw new Error(
      `${folder}/connection.json, the key to the database beside it, is missing or broken: restore it from a backup.`,
    )
  if (isNew) log(`Creating the database in ${folder}`)
  assertOwner(data)
  const key = known ?? (await makeClusterKey())
  if (!known) writeClusterKey(folder, key)
  await createCluster(data, binaries, user, key.superuserPassword)
  return { folder, data, user, binaries, settings, patience, key }
}

function assertOwner(data: string): void {
  const owner = statSync(data, { throwIfNoEntry: false })?.uid
  const we = process.getuid?.()
  if (owner === undefined || we === undefined || we === 0 || we === owner) return
  throw new Error(
    `${data} belongs to another user (number ${owner}): start Boltyard as that user or as root, or give it the folder.`,
  )
}

/** Never two on one folder: one that still runs is used if it serves, and ended if not. */
async function takeOver(cluster: Cluster, log: (sentence: string) => void): Promise<number> {
  const living = await findLivingPostmaster(cluster)
  if (living !== undefined && (await serves(cluster))) {
    log(`PostgreSQL was still running (process ${living}); it is used again`)
    return living
  }
  if (living !== undefined) await endPostmaster(living, cluster.patience)
  // Whatever still stands there may hold our port, and the shared memory.
  await endRemains(cluster)
  for (let tries = 1; ; tries += 1) {
    if (!(await isFree(cluster.key.port))) moveToPort(cluster, await findFreePort())
    try {
      return await startAndOpen(cluster)
    } catch (error) {
      // Somebody took the port in the moment between our look at it and PostgreSQL's.
      if (tries === 5 || (await isFree(cluster.key.port))) throw error
    }
  }
}

function moveToPort(cluster: Cluster, port: number): void {
  cluster.key = { ...cluster.key, port }
  writeClusterKey(cluster.folder, cluster.key)
}

async function startAndOpen(cluster: Cluster): Promise<number> {
  const pid = await spawnPostmaster(cluster)
  try {
    await ensureShopDatabase(cluster.key)
    return pid
  } catch (error) {
    await endPostmaster(pid, cluster.patience)
    throw error
  }
}

/** One that replays its log after a crash is given time. */
async function serves(cluster: Cluster): Promise<boolean> {
  const CANNOT_CONNECT_NOW = '57P03'
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      await ensureShopDatabase(cluster.key)
      return true
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const isRecovering = 'code' in error && error.code === CANNOT_CONNECT_NOW
      if (!isRecovering || performance.now() > deadline) return false
      await delay(100)
    }
  }
}

function keepRunning(cluster: Cluster, first: number, log: (sentence: string) => void, release: () => void): Postgres {
  let postmaster = first
  let stopping: Promise<void> | undefined
  const quit = new AbortController()
  const watching = watch()

  return {
    url: databaseUrl(cluster.key),
    stop: () => (stopping ??= stop()),
  }

  async function stop(): Promise<void> {
    quit.abort()
    await watching
    try {
      if (isRunning(postmaster)) await endPostmaster(postmaster, cluster.patience)
    } finally {
      release()
    }
  }

  /** By looking rather than by exit events: one that was taken over is no child of ours and sends none. */
  async function watch(): Promise<void> {
    let stuckSince: number | undefined
    while (!quit.signal.aborted) {
      await pause(WATCH_EVERY_MS)
      if (isRunning(postmaster)) {
        stuckSince = postmasterStatus(cluster) === 'stopping' ? (stuckSince ?? performance.now()) : undefined
        if (stuckSince === undefined || performance.now() - stuckSince < cluster.patience.fastMs) continue
        await endPostmaster(postmaster, cluster.patience)
      }
      if (quit.signal.aborted) return
      log(`PostgreSQL (process ${postmaster}) has ended; it is started again`)
      await restart()
      stuckSince = undefined
    }
  }

  /** On the same port, because the url is already in use; for as long as it takes, because somebody may be making room on the disk. */
  async function restart(): Promise<void> {
    for (let waitMs = 250; !quit.signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        const living = await findLivingPostmaster(cluster)
        if (living !== undefined) await endPostmaster(living, cluster.patience)
        await endRemains(cluster)
        postmaster = await startAndOpen(cluster)
        return
      } catch (error) {
        log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
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
