import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { deleteApp, initializeApp } from '@firebase/app'
import { initializeAuth, inMemoryPersistence } from '@firebase/auth'
import type { Auth } from '@firebase/auth'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import type pg from 'pg'
import { createPool, createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import type { IdentityDeps, OutgoingMail } from '../identity-deps.ts'
import { identityRoutes } from '../identity.routes.ts'
import { testHashingCost } from '../passwords.ts'

/** Provides an identity service for a test: a real port, a real database, an adjustable clock. */
export interface TestIdentity extends AsyncDisposable {
  origin: string
  database: pg.Pool
  mails: (OutgoingMail & { text: string })[]
  texts: { to: string; text: string }[]
  /** The offset of the service's clock in milliseconds. */
  clock: { aheadMs: number }
  /** Returns the official SDK for this service, signed out. */
  sdk(): Auth
  /** Sends a raw call, optionally from the IP address `from`. */
  call(path: string, body?: object, from?: string): Promise<WireResponse>
  /** Starts another process on the same database. */
  another(changes?: Partial<IdentityDeps>): Promise<TestIdentity>
}

export interface WireResponse {
  status: number
  body: Record<string, unknown>
  /** `error.message` of an error response. */
  error: string | undefined
}

/** Overrides dependencies and receives log lines. */
type Changes = Partial<IdentityDeps> & { log?: (line: string) => void }

export async function startTestIdentity(changes: Changes = {}): Promise<TestIdentity> {
  const testDatabase = await createTestDatabase({ name: 'migrated_identity', fill: migrate })
  const deps = { encryptionKey: randomBytes(32), limits: false, ...changes }
  const first = await onDatabase(testDatabase.url, deps)
  return {
    ...first,
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]()
      await testDatabase[Symbol.asyncDispose]()
    },
  }
}

async function migrate(url: string): Promise<void> {
  const pool = createPool({ connectionString: url, connectionTimeoutMillis: 60_000 })
  const folder = new URL('../migrations/', import.meta.url)
  for (const file of (await readdir(folder)).toSorted()) await pool.query(await readFile(new URL(file, folder), 'utf8'))
  await pool.end()
}

async function onDatabase(url: string, { log, ...changes }: Changes): Promise<TestIdentity> {
  const database = createPool({ connectionString: url, connectionTimeoutMillis: 60_000 })
  const mails: TestIdentity['mails'] = []
  const texts: { to: string; text: string }[] = []
  const clock = { aheadMs: 0 }
  const apps: Auth['app'][] = []
  let origin = ''

  const app = fastify({
    bodyLimit: 1024 * 1024,
    trustProxy: true,
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
      sendMail: async (_tx, mail) => void mails.push({ ...mail, text: textOf(mail) }),
      siteName: () => Promise.resolve('Boltyard'),
      sendSms: async (_tx, text) => void texts.push(text),
      now: () => new Date(Date.now() + clock.aheadMs),
      limits: false,
      networkOf: (ipAddress) => ipAddress,
      captchaTries: { fewest: 1, most: 3 },
      passwordCost: testHashingCost,
      hashInTurn: (_network, work) => work(),
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
    async call(path, body, from) {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
      }
      const response = await fetch(`${origin}${path}${path.includes('?') ? '&' : '?'}key=test-key`, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return readWireResponse(response)
    },
    another: (other = {}) => onDatabase(url, { ...changes, ...other }),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((each) => deleteApp(each)))
      await app.close()
      await database.end()
    },
  }
}

/** Parses a response, which must be a JSON object. */
export async function readWireResponse(response: Response): Promise<WireResponse> {
  const text = await response.text()
  // the SDK takes these for what they only seem to say
  if (/:null[,}]|"(needConfirmation|mfaPendingCredential|errorMessage)":(false|""|null)/.test(text)) {
    throw new Error(`the SDK would misread ${text}`)
  }
  const body = JSON.parse(text) as Record<string, unknown>
  const error = body['error'] as { message: string } | undefined
  return { status: response.status, body, error: error?.message }
}

/** Returns a mail as plain text. */
export function textOf({ subject, paragraphs, action, notes }: OutgoingMail): string {
  return [subject, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes].join('\n\n')
}

/** Returns the code of the newest mail's link. */
export function codeInMail(mail: { text: string } | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  const code = link && new URL(link).searchParams.get('oobCode')
  if (!code) throw new Error('the mail holds no link with a code')
  return code
}
