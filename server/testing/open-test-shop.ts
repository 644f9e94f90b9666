import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import type { Tool } from '#contract/catalog.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { leastCost } from '#embedded/identity/passwords.ts'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import { migrationFolders, openShop } from '#server/open-shop.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { loadSecrets, type Secrets } from '#server/platform/secrets.ts'
import { prepareShop } from '#server/prepare-shop.ts'

export interface TestAnswer<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Somebody who has signed up; `token` is the shop's access token. */
export interface Person {
  email: string
  password: string
  uid: string
  idToken: string
  token: string
}

export interface TestShop extends AsyncDisposable {
  /** Without a slash at the end. */
  url: string
  databaseUrl: string
  dataDirectory: string
  db: Database
  /** For calls without a socket. */
  app: FastifyInstance
  secrets: Secrets
  admin: Person
  /** One call over HTTP; a body is sent as JSON, or as the form that it is. */
  call<Body = ProblemBody>(method: string, path: string, options?: CallOptions): Promise<TestAnswer<Body>>
  /** A new customer, by the calls that a browser makes. */
  signUp(name: string): Promise<Person>
  /** Signs in at the identity provider and takes a new access token. */
  signIn(person: { email: string; password: string }): Promise<Person>
  /** A product that the admin has put into the shop. */
  addProduct(parts?: Partial<NewTool>): Promise<Tool>
}

export interface NewTool {
  name: string
  content: string
  available: number
  minQuantity: number
  price: number
  img: string
  category?: string
}

interface TestShopOptions {
  /** Settings on top of those that every test shop has. */
  env?: Record<string, string>
  log?: Logger
  now?: () => Date
  /** Another process of a shop that is open already: its database and its secrets. */
  beside?: TestShop
  /** An empty database that the test has made. */
  databaseUrl?: string
  /** Where people reach the shop. */
  publicUrl?: string
}

const adminAccess = { email: 'admin@boltyard.test', password: 'nine steel bolts' }

/** The whole shop on a database and a port of its own, empty but for an admin; everything of it ends with the test. */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { beside } = options
  const given = beside?.databaseUrl ?? options.databaseUrl
  const scratch = given === undefined ? await scratchPostgres() : undefined
  const databaseUrl = given ?? scratch?.url ?? ''
  const dataDirectory = beside?.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'boltyard-shop-')))
  const config = readConfig({
    DATA_DIR: dataDirectory,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    ADMIN_EMAIL: adminAccess.email,
    ADMIN_PASSWORD: adminAccess.password,
    ...options.env,
  })
  if (!beside) await migrateAt(databaseUrl)
  const shop = await openShop({
    config,
    databaseUrl,
    publicUrl: () => options.publicUrl ?? 'http://localhost',
    log: options.log ?? pino({ level: 'silent' }),
    now: options.now ?? (() => new Date()),
    withPages: false,
    passwordCost: leastCost,
  })
  await prepareShop(shop, config, () => undefined)
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })

  async function call<Body>(method: string, path: string, { token, body, headers = {} }: CallOptions = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    // What a body is, each test knows by the call that it made.
    return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as Body }
  }

  async function prove(verb: 'signUp' | 'signInWithPassword', person: { email: string; password: string }) {
    const account = await call<{ localId: string; idToken: string }>('POST', `/v1/accounts:${verb}?key=boltyard`, {
      body: { ...person, returnSecureToken: true },
    })
    const { localId: uid, idToken } = account.body
    const access = await call<{ token: string }>('PUT', `/user/${person.email}`, {
      token: idToken,
      body: { email: person.email },
    })
    if (access.status !== 200) throw new Error(`${verb} of ${person.email} failed: ${JSON.stringify(access.body)}`)
    return { email: person.email, password: person.password, uid, idToken, token: access.body.token }
  }

  // Where accounts are a Firebase project's, whoever comes first as ADMIN_EMAIL is the admin.
  const admin =
    config.identity.mode === 'embedded'
      ? await prove('signInWithPassword', adminAccess)
      : { ...adminAccess, uid: '', idToken: '', token: '' }
  let made = 0
  return {
    url,
    databaseUrl,
    dataDirectory,
    db: shop.db,
    app: shop.app,
    secrets: await loadSecrets(dataDirectory, config.secretKey),
    admin,
    call,
    signUp: (name) => prove('signUp', { email: `${name}@customer.test`, password: `long enough ${name}` }),
    signIn: (person) => prove('signInWithPassword', person),
    async addProduct(parts = {}) {
      const { status, body } = await call<{ tool: Tool }>('POST', '/tools', {
        token: admin.token,
        body: {
          name: `Test product ${++made}`,
          content: 'Made for a test.',
          available: 100,
          minQuantity: 1,
          price: 10,
          img: '/media/test/960.webp',
          ...parts,
        },
      })
      if (status !== 200) throw new Error(`The product was refused: ${JSON.stringify(body)}`)
      return body.tool
    },
    async [Symbol.asyncDispose]() {
      await shop.close()
      if (beside) return
      await scratch?.[Symbol.asyncDispose]()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

async function migrateAt(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await migrate(pool, migrationFolders)
  } finally {
    await pool.end()
  }
}
