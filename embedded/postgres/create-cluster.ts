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

/**
 * How PostgreSQL is told its data folder: it is started standing in it. So it needs no right to enter the folders above, which a
 * user that root has stepped down to often lacks.
 */
export function dataFolderArgument(cluster: string): string {
  return hasProc ? '/proc/self/cwd' : cluster
}

/** The environment of PostgreSQL's programs: nothing of ours, so that no setting of the shop's user changes them. */
export const bareEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Makes the cluster with the given superuser password, whole or not at all; does nothing where one is. */
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
  flushFolder(join(cluster, '..'))
}

async function initdb(folder: string, program: string, user: SystemUser | undefined, password: string): Promise<void> {
  const passwordFile = openPasswordFile(`${folder}.password`, user, password)
  const child = spawn(
    program,
    [
      `--pgdata=${dataFolderArgument(folder)}`,
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
    { cwd: folder, env: bareEnvironment, stdio: [passwordFile, 'ignore', 'pipe'], ...user },
  )
  closeSync(passwordFile)
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, complaint] = await Promise.all([ended, child.stderr ? text(child.stderr) : ''])
  if (code !== 0) throw new Error(`The database could not be created in ${folder}: ${complaint.trim()}`)
}

/** Without it the new name could be lost in a power cut, and the data with it, as a mere draft. */
function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** initdb reads the password from a file that has no name any more when it does. */
function openPasswordFile(file: string, user: SystemUser | undefined, password: string): number {
  rmSync(file, { force: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  if (user) chownSync(file, user.uid, user.gid)
  chmodSync(file, 0o400)
  const descriptor = openSync(file, 'r')
  rmSync(file)
  return descriptor
}

/** What a creation left behind that was killed half-way. */
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
  throw new Error(
    `${cluster} was written by PostgreSQL ${found}, but this version of Boltyard brings PostgreSQL ${major}.`,
  )
}
