import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface PostgresProcess {
  pid: number
  /** The command line; PostgreSQL's child processes write their role and the cluster name into it. */
  command: string
  /** The working directory, which is the data directory; undefined where the system does not provide it. */
  cwd: string | undefined
}

/** Limits each step of a stop before the next, harsher one. */
export interface StopTimeouts {
  fastMs: number
  immediateMs: number
}

export const hasProc = process.platform === 'linux'

/** Lists all running PostgreSQL processes that this user can see, without zombies. */
export function listPostgresProcesses(): PostgresProcess[] {
  if (!hasProc) return listByPs()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => procStat(pid)?.name === 'postgres' && isRunning(pid))
    .map((pid) => ({ pid, command: readProc(pid, 'cmdline')?.replaceAll('\0', ' ') ?? '', cwd: procCwd(pid) }))
}

/** Whether a process is running. A zombie still accepts signal 0 but counts as ended, even if it is never reaped. */
export function isRunning(pid: number): boolean {
  if (hasProc) {
    const state = procStat(pid)?.state
    return state !== undefined && state !== 'Z' && state !== 'X'
  }
  return sendSignal(pid, 0)
}

/**
 * Stops a postmaster: fast shutdown, then immediate shutdown, then SIGKILL. A fast shutdown right after a backend crash can hang.
 * Every step is safe for the data; the harsher ones only make the next start replay the WAL.
 */
export async function stopPostmaster(pid: number, stopTimeouts: StopTimeouts): Promise<void> {
  const steps = [
    ['SIGINT', stopTimeouts.fastMs],
    ['SIGQUIT', stopTimeouts.immediateMs],
    ['SIGKILL', 10_000],
  ] as const
  for (const [name, waitMs] of steps) {
    if (!sendSignal(pid, name)) return
    if (await exitsWithin(pid, waitMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop, not even on SIGKILL.`)
}

export async function exitsWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}

/** Sends a signal; returns false if the process does not exist. */
export function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  // 0 would address our own process group.
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

function procCwd(pid: number): string | undefined {
  return ignoreExited(() => readlinkSync(`/proc/${pid}/cwd`))
}

function readProc(pid: number, file: string): string | undefined {
  return ignoreExited(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
}

/** Returns undefined if the process has exited meanwhile or a container hides it. */
function ignoreExited<T>(read: () => T): T | undefined {
  try {
    return read()
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
      const [, pid, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      if (!pid || !state || !command || state.startsWith('Z') || !/postgres/.test(command)) return []
      return [{ pid: Number(pid), command, cwd: undefined }]
    })
}
