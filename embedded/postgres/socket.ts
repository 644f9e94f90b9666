import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Returns the file name of PostgreSQL's Unix socket on a port. */
export const socketName = (port: number | string) => `.s.PGSQL.${port}`

/** Tells whether there can be such a socket in a folder: not on Windows, on some network drives, and where its path is too long. */
export async function canHoldSocket(folder: string): Promise<boolean> {
  const path = join(folder, socketName('probe'))
  // Of a process that was killed just then.
  rmSync(path, { force: true })
  const server = createServer()
  try {
    await once(server.listen(path), 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
