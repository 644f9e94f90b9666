import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createPrivateFolder } from '#server/platform/private-folder.ts'

const maxUploadMs = 3_600_000

/** Returns an empty upload folder for this process; removes those of dead processes. */
export async function createUploadDirectory(directory: string): Promise<string> {
  const own = `${hostname()}-${process.pid}`
  await createPrivateFolder(directory)
  for (const name of await readdir(directory)) {
    const folder = join(directory, name)
    if (name !== own && (await mayBeInUse(name, folder))) continue
    if (name !== own || !openDirectories.has(folder)) await rm(folder, { recursive: true, force: true })
  }
  const folder = join(directory, own)
  openDirectories.add(folder)
  await createPrivateFolder(folder)
  return folder
}

/** Tests open several shops in one process. */
const openDirectories = new Set<string>()

async function mayBeInUse(name: string, folder: string): Promise<boolean> {
  const [, host, pid] = /^(.*)-(\d+)$/.exec(name) ?? []
  if (host === hostname()) return isAlive(Number(pid))
  // Processes of other machines on the same storage cannot be checked.
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs < maxUploadMs
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
