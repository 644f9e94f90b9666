import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { isVisited, limitsAreOn, limitSettings } from '#server/testing/limits.ts'

/** Names the bundle that `npm start` runs, with its flags. */
const shop = process.env['BOLTYARD_SHOP'] ?? 'server/composition/main.ts'
const flags = (process.env['BOLTYARD_SHOP_FLAGS'] ?? '').split(' ').filter(Boolean)

const admin = { email: 'admin@bench.test', password: 'only-for-this-run' }

export interface ShopProcess {
  url: string
  databaseUrl: string
  pid: number
  /** Returns the CPU time that the shop's Node and PostgreSQL have used, in milliseconds. Linux only. */
  cpuMs(): number
  /** Signs up and returns an access token. */
  signUp(email: string, password?: string): Promise<string>
  adminToken: string
  call<ApiResponse>(method: string, path: string, token: string, body?: object): Promise<ApiResponse>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts the shop like `npm start`, by default with the demo catalog, on a folder and port of its own. */
export async function openShopProcess(settings: Record<string, string> = {}): Promise<ShopProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-bench-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  isVisited(url)
  const server = spawn(process.execPath, [...flags, shop], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      DEMO: 'true',
      STARTUP_SPINNER_MS: '0',
      ...limitSettings(),
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  // The shop ends with the bench.
  process.on('exit', () => server.kill())
  process.stdout.write('Opening a shop …\n')
  await untilReady(server, url)

  async function call<ApiResponse>(method: string, path: string, token: string, body?: object): Promise<ApiResponse> {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        // The next call is that of another visitor.
        ...(limitsAreOn() ? { connection: 'close' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as ApiResponse
  }
  const enter = async (verb: string, email: string, password: string) => {
    const body = { email, password, returnSecureToken: true }
    const { idToken } = await call<{ idToken: string }>('POST', `/v1/accounts:${verb}?key=bench`, '', body)
    return (await call<{ token: string }>('PUT', `/user/${email}`, idToken)).token
  }
  const key = readCredentials(join(directory, 'postgres'))
  if (!key) throw new Error('The shop has no database of its own.')
  return {
    url,
    databaseUrl: databaseUrl(key),
    pid: server.pid ?? 0,
    cpuMs: () => cpuMsOf(server.pid ?? 0),
    signUp: (email, password = 'only-for-this-run') => enter('signUp', email, password),
    adminToken: await enter('signInWithPassword', admin.email, admin.password),
    call,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns the CPU time of a process, of those that it has started and of theirs; a tick has 10 ms. */
function cpuMsOf(pid: number): number {
  try {
    // The name of a process, the second field, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
    return ticks * 10 + children.reduce((sum, child) => sum + cpuMsOf(Number(child)), 0)
  } catch {
    // It has just ended; its parent counts its time from now on.
    return 0
  }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  while (server.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The shop did not start.')
}
