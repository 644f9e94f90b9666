import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderClaim {
  release(): void
}

/**
 * Makes this process the only owner of a folder until it releases it or ends in whatever way.
 * Throws one sentence that names the owner when another living process has the folder.
 */
export function claimFolder(folder: string): FolderClaim {
  // The lock is the kernel's own, held through SQLite because Node has no lock call: it goes away with its process, so neither
  // a kill -9 nor a reused process number can leave it behind. Nothing else in this process may open owner.lock: closing it
  // again would drop the lock.
  const lock = new DatabaseSync(join(folder, 'owner.lock'))
  const note = join(folder, 'owner.json')
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new Error(inUse(folder, readOwner(note)))
    throw error
  }
  writeFileSync(note, `${JSON.stringify({ pid: process.pid, startedAt: processStart().toISOString() })}\n`)
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(note, { force: true })
      lock.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function inUse(folder: string, owner: string): string {
  return `${folder} is already in use by Boltyard (${owner}): stop that one first, or set DATA_DIR to another folder.`
}

/** The note may be missing or half written in the moment in which its writer takes the folder. */
function readOwner(note: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(note, 'utf8'))
    if (typeof owner === 'object' && owner !== null && 'pid' in owner) return `process ${String(owner.pid)}`
  } catch (error) {
    if (!(error instanceof SyntaxError) && !isMissing(error)) throw error
  }
  return 'another process'
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function processStart(): Date {
  return new Date(performance.timeOrigin)
}
