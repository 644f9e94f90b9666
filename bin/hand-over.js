import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pinnedNode, root, withPinnedNode } from './prepare.js'

/** Runs a program of the project under the pinned Node as if it were this process: same terminal, same exit code. */
export function handOver(args, env = {}) {
  const child = spawn(pinnedNode, ['--import', './bin/light-drizzle.js', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...withPinnedNode(), ...env },
  })
  // A Ctrl-C reaches the child from the terminal; we only wait for it to end.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  endWith(child)
}

/**
 * Runs a server, which gets each request to stop exactly once. It has a session of its own, because a Ctrl-C comes from the terminal
 * to every process of ours and from npm once more; and it ends when we do, however we end.
 */
export function handOverServer(args, { env = {}, stopSignal = 'SIGTERM' } = {}) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...withPinnedNode(), ...env },
  })
  let asked = 0
  const stop = () => {
    // A second Ctrl-C by a person takes longer than npm's echo of the first.
    if (Date.now() - asked < 1000) return
    asked = Date.now()
    child.kill(stopSignal)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // npm's shell does not pass a SIGTERM on: it just ends, and leaves us behind.
  const parent = process.ppid
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  const watch = setInterval(() => {
    if (isUnderNpm && process.ppid !== parent && asked === 0) stop()
  }, 250)
  watch.unref()
  endWith(child)
}

function endWith(child) {
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
