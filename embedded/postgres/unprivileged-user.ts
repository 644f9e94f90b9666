import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { PostgresError } from './postgres-error.ts'

const run = promisify(execFile)

export interface SystemUser {
  uid: number
  gid: number
}

/** Returns the user for PostgreSQL, which refuses to run as root: the owner of the data directory, `postgres` or `nobody`; undefined if we are not root. */
export async function findUnprivilegedUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await ownerOf(cluster)) ?? (await lookUp('postgres')) ?? (await lookUp('nobody')) ?? throwNoUser()
}

async function ownerOf(folder: string): Promise<SystemUser | undefined> {
  try {
    const { uid, gid } = await stat(folder)
    return uid === 0 ? undefined : { uid, gid }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(user.stdout), gid: Number(group.stdout) }
  } catch (error) {
    // `id` exits with 1 for an unknown name.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined
    throw error
  }
}

function throwNoUser(): never {
  throw new PostgresError(
    'PostgreSQL refuses to run as root, and this machine has neither a user postgres nor nobody to run it.',
  )
}
