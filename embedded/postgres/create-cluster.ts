import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './postgres-binaries.ts'
import { hasProc } from './postgres-processes.ts'
import type { SystemUser } from './unprivileged-user.ts'
import { PostgresError } from './postgres-error.ts'

/** Returns the -D argument. PostgreSQL starts with the data directory as its working directory, so its user needs no access to the folders above. */
export function dataDirectoryArgument(cluster: string): string {
  return hasProc ? '/proc/self/cwd' : cluster
}

/** Keeps settings of the shop's user away from PostgreSQL's programs. */
export const minimalEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Creates a cluster atomically; does nothing if there is one of the same major version. */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  password: string,
): Promise<void> {
  removeDrafts(cluster)
  if (existsSync(cluster)) return assertMajor(cluster, binaries.major)
  const draft = `${cluster}.draft-${process.pid}`
  mkdirSync(draft, { mode: 0o700 })
  if (user) chownSync(draft, user.uid, user.gid)
  await initdb(draft, binaries.initdb, user, password)
  renameSync(draft, cluster)
  syncFolder(join(cluster, '..'))
}

async function initdb(folder: string, program: string, user: SystemUser | undefined, password: string): Promise<void> {
  const passwordFile = openPasswordFile(`${folder}.password`, user, password)
  const child = spawn(
    program,
    [
      `--pgdata=${dataDirectoryArgument(folder)}`,
      '--username=postgres',
      '--pwfile=/dev/stdin',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { cwd: folder, env: minimalEnvironment, stdio: [passwordFile, 'ignore', 'pipe'], ...user },
  )
  closeSync(passwordFile)
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, stderr] = await Promise.all([exited, child.stderr ? text(child.stderr) : ''])
  if (code !== 0) throw new PostgresError(`The database could not be created in ${folder}: ${stderr.trim()}`)
}

/** Flushes the rename to disk: after a power cut the cluster would otherwise be gone with its temporary name. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Opens a password file for initdb that is already deleted. */
function openPasswordFile(file: string, user: SystemUser | undefined, password: string): number {
  rmSync(file, { force: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  if (user) chownSync(file, user.uid, user.gid)
  chmodSync(file, 0o400)
  const descriptor = openSync(file, 'r')
  rmSync(file)
  return descriptor
}

/** Removes what an interrupted creation left behind. */
function removeDrafts(cluster: string): void {
  const directory = join(cluster, '..')
  for (const name of readdirSync(directory)) {
    if (name.startsWith('cluster.draft-'))
      rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

function assertMajor(cluster: string, major: number): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (Number(found) === major) return
  throw new PostgresError(
    `${cluster} was written by PostgreSQL ${found}, but this version of Boltyard includes PostgreSQL ${major}.`,
  )
}
