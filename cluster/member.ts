import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MemberOptions {
  name: string
  command: string
  args: readonly string[]
  env?: Record<string, string | undefined>
  user?: { uid: number; gid: number } | undefined
  /** The folder of the log, NAME.log, and of the process id, NAME.pid. */
  logs: string
  cwd?: string
}

const restartDelayMs = 1000

/** Runs one process of the cluster and restarts it when it dies, as systemd does with `Restart=always`, unless it is held. */
export class Member {
  readonly name: string
  readonly #options: MemberOptions
  #child: ChildProcess | undefined
  #isHeld = false

  constructor(options: MemberOptions) {
    this.name = options.name
    this.#options = options
  }

  /** The process id; undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  start(): void {
    this.#isHeld = false
    if (this.pid !== undefined) return
    const { command, args, env, user, logs, name, cwd } = this.#options
    const log = openSync(join(logs, `${name}.log`), 'a')
    this.#child = spawn(command, args, {
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // Ctrl-C reaches this process only, which ends the others in their order.
      detached: true,
      ...(cwd === undefined ? {} : { cwd }),
      ...user,
    })
    const pidFile = join(logs, `${name}.pid`)
    const { pid } = this.#child
    if (pid !== undefined) writeFileSync(pidFile, `${pid} ${startTimeOf(pid)}`)
    this.#child.once('error', () => undefined)
    this.#child.once('exit', () => rmSync(pidFile, { force: true }))
    this.#child.once('exit', () => setTimeout(() => this.#isHeld || this.start(), restartDelayMs).unref())
  }

  /** Sends a signal; after SIGKILL or SIGTERM it stays down until `start`, if it is held. */
  kill(signal: NodeJS.Signals, { hold = false } = {}): void {
    this.#isHeld ||= hold
    if (this.pid !== undefined) process.kill(this.pid, signal)
  }

  /** Ends the process, by force after the timeout, and keeps it down. */
  async stop(timeoutMs = 15_000): Promise<void> {
    this.#isHeld = true
    const child = this.#child
    if (!child || this.pid === undefined) return
    const exit = once(child, 'exit')
    // A frozen process takes no signal but this one.
    child.kill('SIGCONT')
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    await exit
    clearTimeout(force)
  }
}

/** Returns the processes that a cluster left running whose own process was killed. */
export function findLeftovers(logs: string): number[] {
  const files = readdirSync(logs).filter((name) => name.endsWith('.pid'))
  return files.flatMap((name) => {
    const [pid, startTime] = readFileSync(join(logs, name), 'utf8').split(' ')
    return pid !== undefined && startTime !== undefined && startTimeOf(Number(pid)) === startTime ? [Number(pid)] : []
  })
}

/** Returns when a process was started, in ticks: another one may get its number later. Empty if there is none. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
