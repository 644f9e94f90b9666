import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, readClusterKey } from '#embedded/postgres/cluster-key.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'

/** The bundle that `npm start` runs. */
const shop = process.env['BOLTYARD_SHOP'] ?? 'server/main.ts'

const admin = { email: 'admin@bench.test', password: 'only-for-this-run' }

export interface ShopProcess {
  url: string
  databaseUrl: string
  /** An access token of a person who signed up for the bench. */
  signUp(email: string, password?: string): Promise<string>
  adminToken: string
  call<Answer>(method: string, path: string, token: string, body?: object): Promise<Answer>
  [Symbol.asyncDispose](): Promise<void>
}

/** The shop as `npm start` runs it, with the demo catalogue unless the settings say otherwise, on a folder and a port of its own. */
export async function openShopProcess(settings: Record<string, string> = {}): Promise<ShopProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-bench-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['--max-semi-space-size=8', shop], {
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
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
  // Whatever ends the bench ends its shop.
  process.on('exit', () => server.kill())
  process.stdout.write('Opening a shop …\n')
  await untilReady(server, url)

  async function call<Answer>(method: string, path: string, token: string, body?: object): Promise<Answer> {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const enter = async (verb: string, email: string, password: string) => {
    const body = { email, password, returnSecureToken: true }
    const { idToken } = await call<{ idToken: string }>('POST', `/v1/accounts:${verb}?key=bench`, '', body)
    return (await call<{ token: string }>('PUT', `/user/${email}`, idToken)).token
  }
  const key = readClusterKey(join(directory, 'postgres'))
  if (!key) throw new Error('The shop has no database of its own.')
  return {
    url,
    databaseUrl: databaseUrl(key),
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

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The shop did not start.')
}
