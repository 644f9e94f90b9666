import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PostgresError } from './postgres-error.ts'

export interface FolderLock {
  release(): void
}

/** Locks a folder for this process until the lock is released or the process ends; throws if another process holds the lock. */
export function lockFolder(folder: string): FolderLock {
  // A file lock of the kernel, taken through SQLite because Node has no API for it: it ends with its process, so neither kill -9
  // nor a reused process id leaves it behind. Nothing else in this process may open owner.lock: closing it would drop the lock.
  const lock = new DatabaseSync(join(folder, 'owner.lock'))
  const ownerFile = join(folder, 'owner.json')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new PostgresError(inUseMessage(folder, readOwner(ownerFile)))
    throw error
  }
  writeFileSync(
    ownerFile,
    `${JSON.stringify({ pid: process.pid, startedAt: new Date(performance.timeOrigin).toISOString() })}\n`,
  )
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      rmSync(ownerFile, { force: true })
      lock.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function inUseMessage(folder: string, owner: string): string {
  return `${folder} is already in use by Boltyard (${owner}): stop that one first, or set DATA_DIR to another folder.`
}

/** Reads the owner's process id; the file may be missing or incomplete while its process starts. */
function readOwner(ownerFile: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(ownerFile, 'utf8'))
    if (typeof owner === 'object' && owner !== null && 'pid' in owner) return `process ${String(owner.pid)}`
  } catch (error) {
    if (!(error instanceof SyntaxError) && !isMissing(error)) throw error
  }
  return 'another process'
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
