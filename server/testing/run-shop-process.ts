import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isVisited, limitSettings } from '#server/testing/limits.ts'

const root = join(import.meta.dirname, '../..')
/** Names the bundle of `npm start`, if the test runner has built it; otherwise the sources. */
const shop = process.env['BOLTYARD_SHOP'] ?? 'server/composition/main.ts'

export interface ShopProcess {
  url: string
  pid: number
  /** Returns all output so far. */
  output: () => string
  /** Returns the exit code and the duration in milliseconds. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }>
}

/** Starts the shop as `npm start` does, in a process of its own, and waits until it is ready; `folder` has another version of it. */
export async function runShopProcess(
  dataDirectory: string,
  env: Record<string, string> = {},
  folder = root,
): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', shop], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDirectory,
      DEMO: 'false',
      ...limitSettings(),
      LOG_LEVEL: 'warn',
      // The compile cache of `npm start`.
      ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Ends with this process.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => void (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => void (output += bytes.toString()))
  await isOpen(child, () => output)
  const url = /open at (http:\/\/\S+)/.exec(output)?.[1] ?? ''
  isVisited(url)
  return {
    url: url.replace('localhost', '127.0.0.1'),
    pid: child.pid ?? 0,
    output: () => output,
    async stop(signal) {
      const begun = performance.now()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return { code: child.exitCode, ms: performance.now() - begun }
    },
  }
}

async function isOpen(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = setTimeout(() => child.kill('SIGKILL'), 300_000)
  try {
    while (!output().includes('open at')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop did not open:\n${output()}`)
      await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
    }
  } finally {
    clearTimeout(deadline)
  }
}

/** Returns the process id of the PostgreSQL of a data folder; undefined if none is running. */
export async function findPostgresPid(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(join(dataDirectory, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n')[0])
}
