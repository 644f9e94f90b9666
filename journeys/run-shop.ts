import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { roundRobin } from '#journeys/round-robin.ts'

const root = join(import.meta.dirname, '..')
/** Names the bundle of `npm start`, if the test runner has built it; otherwise the sources. */
const shop = process.env['BOLTYARD_SHOP'] ?? 'server/composition/main.ts'
const flags = (process.env['BOLTYARD_SHOP_FLAGS'] ?? '').split(' ').filter(Boolean)

export const adminEmail = 'admin@journeys.test'
export const adminPassword = 'the journeys have a long password'

export interface RunningShop {
  url: string
  /** Returns the last output. */
  printed(): string
  stop(): Promise<void>
}

/**
 * Runs the shop as `npm start` does, on a data folder of its own and a free port, and waits until it is ready. JOURNEYS_PROCESSES=2
 * runs two servers on one database, behind a proxy that hands each request to the other one.
 */
export async function runShop(dataDirectory: string, env: Record<string, string> = {}): Promise<RunningShop> {
  return process.env['JOURNEYS_PROCESSES'] === '2' ? runTwo(dataDirectory, env) : runOne(dataDirectory, env)
}

async function runTwo(dataDirectory: string, env: Record<string, string>): Promise<RunningShop> {
  const ports = [await findFreePort(), await findFreePort()]
  const proxy = await roundRobin(ports.map((port) => `http://localhost:${port}`))
  const shops: RunningShop[] = []
  const stopAll = async () => {
    // The first one owns the database.
    for (const shop of shops.toReversed()) await shop.stop()
    await proxy[Symbol.asyncDispose]()
  }
  try {
    const shared = { ...env, PUBLIC_URL: proxy.url }
    shops.push(await runOne(dataDirectory, { ...shared, PORT: String(ports[0]) }))
    const key = readCredentials(join(dataDirectory, 'postgres'))
    if (!key) throw new Error('The first server has no database of its own.')
    shops.push(await runOne(dataDirectory, { ...shared, PORT: String(ports[1]), DATABASE_URL: databaseUrl(key) }))
  } catch (error) {
    await stopAll()
    throw error
  }
  return { url: proxy.url, printed: () => shops.map((shop) => shop.printed()).join('\n'), stop: stopAll }
}

async function runOne(dataDirectory: string, env: Record<string, string>): Promise<RunningShop> {
  const port = env['PORT'] ?? String(await findFreePort())
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [...flags, '--import', './bin/follow-parent.js', shop], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: port,
      DATA_DIR: dataDirectory,
      ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
      STARTUP_SPINNER_MS: '0',
      // All the people of all the stories come from one address.
      RATE_LIMITS: 'off',
      // A busy machine may need longer than that of a shop.
      DATABASE_TIMEOUT_MS: '60000',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      ...env,
    },
  })
  const printed = listenTo(server)
  await waitUntilReady(url, server, printed)
  return { url, printed, stop: () => stop(server) }
}

/** Keeps the last of what it says: why it does not start, and which links it mails. */
function listenTo(server: ChildProcess): () => string {
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-100_000)
    })
  }
  return () => output
}

async function waitUntilReady(url: string, server: ChildProcess, printed: () => string): Promise<void> {
  const deadline = performance.now() + 600_000
  while (!(await isReady(url))) {
    const hasEnded = server.exitCode !== null || server.signalCode !== null
    if (!hasEnded && performance.now() < deadline) {
      await delay(50)
      continue
    }
    await stop(server)
    throw new Error(`The shop did not start. It said:\n${printed()}`)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch (error) {
    // Not listening yet.
    if (error instanceof TypeError) return false
    throw error
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  const force = setTimeout(() => server.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(force)
}
