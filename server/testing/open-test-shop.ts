import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { addTool, Tool } from '#contract/catalog.ts'
import type { Body } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { seed } from '#database/seed.ts'
import { readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { testHashingCost } from '#embedded/identity/passwords.ts'
import { createTestDatabase, type Template } from '#embedded/postgres/testing/test-database.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { buildImageUrl } from '#server/media/image-url.ts'
import { migrationFolders, createShop } from '#server/composition/create-shop.ts'
import { readConfig } from '#server/platform/config.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { loadSecrets, type Secrets } from '#server/platform/secrets.ts'
import { seedVehicles } from '#server/vehicles/seed-vehicles.ts'
import { prepareShop } from '#server/setup/prepare-shop.ts'

export interface TestResponse<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Describes a signed-up user; `token` is the shop's access token. */
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
  /** Asks the card provider as a start does. */
  checkCardKey: () => Promise<void>
  secrets: Secrets
  admin: Person
  /** Sends one call over HTTP; the body is JSON or a form. */
  call<Body = ProblemBody>(method: string, path: string, options?: CallOptions): Promise<TestResponse<Body>>
  /** Signs up a customer like a browser. */
  signUp(name: string): Promise<Person>
  /** Signs in at the identity provider and takes a new access token. */
  signIn(person: { email: string; password: string }): Promise<Person>
  /** Adds a product as the admin. */
  addProduct(parts?: Partial<Body<typeof addTool>>): Promise<Tool>
}

interface TestShopOptions {
  /** Settings on top of those that every test shop has. */
  env?: Record<string, string>
  log?: Logger
  now?: () => Date
  /** A running shop whose database and secrets to share. */
  sharing?: TestShop
  /** An existing empty database. */
  databaseUrl?: string
  /** The public URL of the shop. */
  publicUrl?: string
  /** Serves the built pages, too. */
  withPages?: boolean
  /** Adds the orders of the demo, too. */
  withDemoOrders?: boolean
}

/** Returns the body of a new product. */
export const productBody = (parts: Partial<Body<typeof addTool>> & { name: string }) => ({
  content: 'Made for a test.',
  available: 100,
  minQuantity: 1,
  price: 10,
  img: '/media/test/960.webp',
  ...parts,
})

const silent = pino({ level: 'silent' })

const adminAccess = { email: 'admin@boltyard.test', password: 'nine steel bolts' }

/** Starts a shop on a database and port of its own with one admin; everything ends with the test. */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { sharing } = options
  const given = sharing?.databaseUrl ?? options.databaseUrl
  const template = options.env?.['DEMO'] === 'true' ? withDemo : migrated
  const testDatabase = given === undefined ? await createTestDatabase(template) : undefined
  const databaseUrl = given ?? testDatabase?.url ?? ''
  const dataDirectory = sharing?.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'boltyard-shop-')))
  const config = readConfig({
    DATA_DIR: dataDirectory,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    // A busy machine may need longer than that of a shop.
    DATABASE_TIMEOUT_MS: '60000',
    ADMIN_EMAIL: adminAccess.email,
    ADMIN_PASSWORD: adminAccess.password,
    ...options.env,
  })
  if (options.databaseUrl !== undefined) await migrateAt(databaseUrl)
  const shop = await createShop({
    config,
    databaseUrl,
    publicUrl: () => options.publicUrl ?? 'http://localhost',
    log: options.log ?? silent,
    now: options.now ?? (() => new Date()),
    withPages: options.withPages ?? false,
    passwordCost: testHashingCost,
    runsByClock: false,
  })
  await prepareShop({ ...shop, seedDemoOrders: () => Promise.resolve() }, config, () => undefined)
  // Here, since a start goes on without them.
  if (options.withDemoOrders) await shop.seedDemoOrders()
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  await shop.beginJobs()

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
    const isJson = /json/.test(response.headers.get('content-type') ?? 'json')
    // The test knows the type of the body.
    return {
      status: response.status,
      headers: response.headers,
      body: (text && isJson ? JSON.parse(text) : text) as Body,
    }
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

  // In Firebase mode, the first user with ADMIN_EMAIL becomes the admin.
  const admin =
    config.identity.mode === 'embedded'
      ? await prove('signInWithPassword', adminAccess)
      : { ...adminAccess, uid: '', idToken: '', token: '' }
  let created = 0
  return {
    url,
    databaseUrl,
    dataDirectory,
    db: shop.db,
    app: shop.app,
    checkCardKey: shop.checkCardKey,
    secrets: await loadSecrets(dataDirectory, config.secretKey),
    admin,
    call,
    signUp: (name) => prove('signUp', { email: `${name}@customer.test`, password: `long enough ${name}` }),
    signIn: (person) => prove('signInWithPassword', person),
    async addProduct(parts = {}) {
      const { status, body } = await call<{ tool: Tool }>('POST', '/tools', {
        token: admin.token,
        body: productBody({ name: `Test product ${++created}`, ...parts }),
      })
      if (status !== 200) throw new Error(`The product was refused: ${JSON.stringify(body)}`)
      return body.tool
    },
    async [Symbol.asyncDispose]() {
      await shop.close()
      if (sharing) return
      await testDatabase?.[Symbol.asyncDispose]()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

/**
 * Provides the tests of a file with one shop: it is opened and prepared before the first of them, and closed after the last. Hooks of a file
 * run at once when it runs alone, so that another one may not count on the shop.
 */
export function provideTestShop(options: TestShopOptions = {}, prepare?: () => Promise<void>): TestShop {
  const shop = {} as TestShop
  before(async () => {
    Object.defineProperties(shop, Object.getOwnPropertyDescriptors(await openTestShop(options)))
    await prepare?.()
  })
  after(() => shop[Symbol.asyncDispose]())
  return shop
}

const migrated: Template = {
  name: 'migrated_shop',
  fill: async (url) => {
    await migrateAt(url)
    // Makes the tables of the queue.
    await (await startJobs(url, silent)).stop()
    await withDatabase(url, (db) => seedVehicles(db, readVehicleSeed))
  },
}

/** Holds the demo without the files of its pictures: adding it takes 5 s. */
const withDemo: Template = {
  name: 'demo_shop',
  fill: async (url) => {
    await migrated.fill(url)
    const pictures = { save: (id: string) => Promise.resolve(buildImageUrl(id)), saveDocument: () => Promise.resolve() }
    await withDatabase(url, (db) => seed(db, { pictures, report: () => undefined }))
  },
}

async function withDatabase(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = openDatabase(url, silent, 2, { withoutTimeout: true })
  try {
    await work(db)
  } finally {
    await db.$client.end()
  }
}

async function migrateAt(url: string): Promise<void> {
  const pool = createPool({ connectionString: url, max: 1 })
  try {
    await migrate(pool, migrationFolders)
  } finally {
    await pool.end()
  }
}
