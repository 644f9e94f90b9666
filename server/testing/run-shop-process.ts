import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The bundle that `npm start` runs, where the runner of the tests has made it; otherwise the sources. */
const shop = process.env['BOLTYARD_SHOP'] ?? 'server/main.ts'

export interface ShopProcess {
  url: string
  pid: number
  /** Everything it has written so far. */
  output: () => string
  /** Answers its exit code and how long it took to end, in milliseconds. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }>
}

/** Starts the shop as people do, in a process of its own, and waits until its doors are open. */
export async function runShopProcess(dataDirectory: string, env: Record<string, string> = {}): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', shop], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDirectory,
      DEMO: 'false',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // What `npm start` keeps of earlier starts.
      ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Whatever ends us ends it.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => void (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => void (output += bytes.toString()))
  await isOpen(child, () => output)
  const url = /open at (http:\/\/\S+)/.exec(output)?.[1] ?? ''
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
  const patience = setTimeout(() => child.kill('SIGKILL'), 90_000)
  try {
    while (!output().includes('open at')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop did not open:\n${output()}`)
      await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
    }
  } finally {
    clearTimeout(patience)
  }
}

/** The process id of the PostgreSQL that serves this data folder; undefined when none does. */
export async function findPostgresPid(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(join(dataDirectory, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n')[0])
}
