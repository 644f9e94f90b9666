import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { deleteApp, initializeApp } from '@firebase/app'
import { initializeAuth, inMemoryPersistence } from '@firebase/auth'
import type { Auth } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import pg from 'pg'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import type { IdentityDeps, OutgoingMail } from './identity-deps.ts'
import { identityRoutes } from './identity.routes.ts'
import { leastCost } from './passwords.ts'

/** An identity service of a test's own: a real port, a real database, a clock that the test can move. */
export interface ScratchIdentity extends AsyncDisposable {
  origin: string
  database: pg.Pool
  mails: OutgoingMail[]
  texts: { to: string; text: string }[]
  /** Milliseconds that the service's clock is ahead. */
  clock: { aheadMs: number }
  /** The official SDK, pointed here, signed in as nobody. */
  sdk(): Auth
  /** A raw call: the answer as it is on the wire. */
  call(path: string, body?: object): Promise<WireAnswer>
  /** Another process on the same database. */
  another(changes?: Partial<IdentityDeps>): Promise<ScratchIdentity>
}

export interface WireAnswer {
  status: number
  body: Record<string, unknown>
  /** `error.message`, if the answer is a refusal. */
  error: string | undefined
}

/** The service's deps, and where its log lines go. */
type Changes = Partial<IdentityDeps> & { log?: (line: string) => void }

export async function scratchIdentity(changes: Changes = {}): Promise<ScratchIdentity> {
  const scratch = await scratchPostgres()
  const pool = new pg.Pool({ connectionString: scratch.url, connectionTimeoutMillis: 20_000 })
  // Its connection may still be leaving when the database is dropped.
  pool.on('error', () => undefined)
  const folder = new URL('./migrations/', import.meta.url)
  for (const file of (await readdir(folder)).toSorted()) {
    await pool.query(await readFile(new URL(file, folder), 'utf8'))
  }
  await pool.end()
  const deps = { encryptionKey: randomBytes(32), limits: false, ...changes }
  const first = await onDatabase(scratch.url, deps)
  return {
    ...first,
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]()
      await scratch[Symbol.asyncDispose]()
    },
  }
}

async function onDatabase(url: string, { log, ...changes }: Changes): Promise<ScratchIdentity> {
  const database = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 20_000 })
  // a test may cut connections on purpose
  database.on('error', () => undefined)
  database.on('connect', (client) => client.on('error', () => undefined))
  const mails: OutgoingMail[] = []
  const texts: { to: string; text: string }[] = []
  const clock = { aheadMs: 0 }
  const apps: Auth['app'][] = []
  let origin = ''

  const app = fastify({
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    ...(log && { logger: { level: 'info', stream: { write: log } } }),
  })
  await app.register(
    identityRoutes({
      db: drizzle(database),
      issuer: () => 'http://shop.test',
      projectId: 'boltyard-test',
      encryptionKey: randomBytes(32),
      authorizedDomains: () => ['shop.test', 'localhost'],
      sendMail: async (_tx, mail) => void mails.push(mail),
      sendSms: async (_tx, text) => void texts.push(text),
      now: () => new Date(Date.now() + clock.aheadMs),
      limits: false,
      captchaTries: { fewest: 1, most: 3 },
      passwordCost: leastCost,
      ...changes,
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`

  return {
    origin,
    database,
    mails,
    texts,
    clock,
    sdk() {
      const firebase = initializeApp(
        { apiKey: 'test-key', projectId: 'boltyard-test', authDomain: 'localhost' },
        randomBytes(8).toString('hex'),
      )
      apps.push(firebase)
      const auth = initializeAuth(firebase, { persistence: inMemoryPersistence })
      auth.config.apiHost = auth.config.tokenApiHost = `127.0.0.1:${port}`
      auth.config.apiScheme = 'http'
      return auth
    },
    async call(path, body) {
      const response = await fetch(`${origin}${path}${path.includes('?') ? '&' : '?'}key=test-key`, {
        method: body ? 'POST' : 'GET',
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return wireAnswer(response)
    },
    another: (other = {}) => onDatabase(url, { ...changes, ...other }),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((each) => deleteApp(each)))
      await app.close()
      await database.end()
    },
  }
}

/** Every answer of the service is a JSON object, whatever the status; anything else fails here. */
export async function wireAnswer(response: Response): Promise<WireAnswer> {
  const text = await response.text()
  // the SDK takes these for what they only seem to say
  if (/:null[,}]|"(needConfirmation|mfaPendingCredential|errorMessage)":(false|""|null)/.test(text)) {
    throw new Error(`the SDK would misread ${text}`)
  }
  const body = JSON.parse(text) as Record<string, unknown>
  const error = body['error'] as { message: string } | undefined
  return { status: response.status, body, error: error?.message }
}

/** The code in the newest mail's link. */
export function codeInMail(mail: OutgoingMail | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  const code = link && new URL(link).searchParams.get('oobCode')
  if (!code) throw new Error('the mail holds no link with a code')
  return code
}
