import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface PostgresProcess {
  pid: number
  /** The command line; PostgreSQL's own children write what they are into it, with the cluster's name. */
  title: string
  /** Where it stands, which for PostgreSQL is its data folder; unknown where the system does not tell. */
  folder: string | undefined
}

/** How long each step of ending PostgreSQL may take before the next, harsher one. */
export interface Patience {
  fastMs: number
  immediateMs: number
}

export const hasProc = process.platform === 'linux'

/** All living PostgreSQL processes of the machine that this user can see; zombies are dead. */
export function listPostgresProcesses(): PostgresProcess[] {
  if (!hasProc) return listByPs()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => procStat(pid)?.name === 'postgres' && isRunning(pid))
    .map((pid) => ({ pid, title: readProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? '', folder: procFolder(pid) }))
}

/** A zombie answers to signal 0 but will never run again: it counts as ended, also where nobody reaps it. */
export function isRunning(pid: number): boolean {
  if (hasProc) {
    const state = procStat(pid)?.state
    return state !== undefined && state !== 'Z' && state !== 'X'
  }
  return signal(pid, 0)
}

/**
 * Ends a postmaster: a fast stop first, then an immediate one, then SIGKILL. A fast stop just after a backend's crash can hang for
 * ever; every step is safe for the data, the harsher ones only make the next start replay the log.
 */
export async function endPostmaster(pid: number, patience: Patience): Promise<void> {
  const steps = [
    ['SIGINT', patience.fastMs],
    ['SIGQUIT', patience.immediateMs],
    ['SIGKILL', 10_000],
  ] as const
  for (const [name, waitMs] of steps) {
    if (!signal(pid, name)) return
    if (await endsWithin(pid, waitMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end, not even by SIGKILL.`)
}

export async function endsWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}

/** Answers false when there is no such process any more. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  // 0 would be our own group, and everybody in it.
  if (!(pid > 0)) return false
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    if (error instanceof Error && 'code' in error && error.code === 'EPERM' && name === 0) return true
    throw error
  }
}

function procStat(pid: number): { name: string; state: string } | undefined {
  const parts = /^\d+ \((?<name>.*)\) (?<state>\S)/s.exec(readProc(pid, 'stat') ?? '')?.groups
  return parts?.['name'] && parts['state'] ? { name: parts['name'], state: parts['state'] } : undefined
}

function procFolder(pid: number): string | undefined {
  return unlessGone(() => readlinkSync(`/proc/${pid}/cwd`))
}

function readProc(pid: number, file: string): string | undefined {
  return unlessGone(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
}

/** Processes end while one looks at them, and a container may hide where they stand. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return undefined
    throw error
  }
}

function listByPs(): PostgresProcess[] {
  return execFileSync('ps', ['-axo', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, state, title] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      if (!pid || !state || !title || state.startsWith('Z') || !/postgres/.test(title)) return []
      return [{ pid: Number(pid), title, folder: undefined }]
    })
}
