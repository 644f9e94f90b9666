import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SystemUser {
  uid: number
  gid: number
}

/**
 * Whom PostgreSQL runs as when we are root, which it refuses: the owner of an existing data folder, else the system's
 * `postgres`, else `nobody`. Undefined when we are not root: then it runs as ourselves.
 */
export async function findUnprivilegedUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await ownerOf(cluster)) ?? (await lookUp('postgres')) ?? (await lookUp('nobody')) ?? refuse()
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
    // `id` ends with 1 for a name that nobody has.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined
    throw error
  }
}

function refuse(): never {
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a user postgres nor nobody to run it.',
  )
}
