import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { nodeEnv } from './prepare.js'
import { envFileOptions, nodePath, root } from './runtime.js'

// Before 24.3, Node calls its reading of TypeScript experimental, in the middle of the welcome.
const quiet = '--disable-warning=ExperimentalWarning'

/** Runs a program of the project under the Node of the shop in place of this process: same terminal, same exit code. */
export function runProgram(args, env = {}) {
  const child = spawn(nodePath, [quiet, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...nodeEnv(), ...env },
  })
  // The terminal sends Ctrl-C to the child as well; this process waits for it to exit.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  exitWith(child)
}

/**
 * Runs a server that gets each request to stop exactly once. It has a session of its own, because on Ctrl-C both the terminal and npm
 * signal every process; and it stops when this process ends in any way.
 */
export function runServer(args, { env = {}, stopSignal = 'SIGTERM' } = {}) {
  const child = spawn(nodePath, [quiet, ...envFileOptions(), ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...nodeEnv(), ...env },
  })
  let stoppedAt = 0
  const stop = () => {
    // npm repeats the signal at once; a second Ctrl-C by hand comes later.
    if (Date.now() - stoppedAt < 1000) return
    stoppedAt = Date.now()
    child.kill(stopSignal)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // npm's shell exits on SIGTERM without passing it on.
  const parent = process.ppid
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  const watch = setInterval(() => {
    if (isUnderNpm && process.ppid !== parent && stoppedAt === 0) stop()
  }, 250)
  watch.unref()
  exitWith(child)
}

function exitWith(child) {
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
