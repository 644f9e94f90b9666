import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import Stripe from 'stripe'
import { findStore } from '#server/testing/find-store.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

/** Sets the number of scenarios after which a process is restarted. */
const restartEvery = 500

const env = { SANDBOX_EVENTS: 'drop', ORDER_TTL_MINUTES: '60' }

export interface ApiResponse {
  status: number
  body: {
    code?: string
    _id?: string
    clientSecret?: string
    order?: { _id: string }
    shipment?: { _id: string }
    refund?: { _id: string }
  }
}

/** Runs two processes of a shop on one database, which take turns. Their card provider sends no events by itself. */
export class ShopProcesses {
  readonly first: TestShop
  #second: TestShop
  /** A pool of its own, which works while the shop's connections are cut. */
  readonly pool: pg.Pool
  readonly db: NodePgDatabase
  /** Payments that buyers of other scenarios have made. */
  readonly paidElsewhere: { id: string; buyerId: string }[] = []
  #turn = 0
  #scenarios = 0

  static async open(): Promise<ShopProcesses> {
    const first = await openTestShop({ env })
    const second = await openTestShop({ env, sharing: first })
    await first.db.execute(sql`CREATE INDEX ON cards.payment_intents ((metadata->>'order_id'))`)
    await first.db.execute(sql`CREATE INDEX ON cards.events ((object->>'id'))`)
    await first.db.execute(sql`CREATE INDEX ON cards.events ((object->>'payment_intent'))`)
    await first.db.execute(sql`CREATE INDEX ON outbox (recipient)`)
    return new ShopProcesses(first, second)
  }

  private constructor(first: TestShop, second: TestShop) {
    this.first = first
    this.#second = second
    this.pool = createPool({ connectionString: first.databaseUrl, max: 8, application_name: 'observer' })
    this.db = drizzle(this.pool)
  }

  async close(): Promise<void> {
    await this.pool.end()
    await this.#second[Symbol.asyncDispose]()
    await this.first[Symbol.asyncDispose]()
  }

  /** Returns the process whose turn it is. */
  next(): TestShop {
    this.#turn += 1
    return this.#turn % 2 === 0 ? this.first : this.#second
  }

  /** Returns the number of a new scenario; restarts a process now and then. */
  async beginScenario(): Promise<number> {
    const number = ++this.#scenarios
    if (number % restartEvery !== 0) return number
    const before = this.#second
    this.#second = this.first
    this.#second = await openTestShop({ env, sharing: this.first })
    await before[Symbol.asyncDispose]()
    return number
  }

  /** Aborts all work, like kill -9 of every process. */
  async cut(): Promise<void> {
    await this.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'boltyard' AND datname = current_database()`,
    )
  }

  async call(
    method: 'DELETE' | 'PATCH' | 'POST',
    url: string,
    { token }: { token: string },
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const response = await this.next().app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    // A database that is cut off makes 503; nothing that happens to an order makes a 500.
    if (response.statusCode === 500) throw new Error(`${method} ${url} answered 500: ${response.payload}`)
    return { status: response.statusCode, body: response.payload === '' ? {} : response.json() }
  }

  /** Runs a job of the shop and retries it, like the scheduler. */
  async runJob(
    job: (db: TestShop['db'], deps: ReturnType<ShopProcesses['jobDeps']>) => Promise<unknown>,
  ): Promise<void> {
    await retry(() => job(this.next().db, this.jobDeps()))
  }

  jobDeps() {
    const noJobs = { enqueue: () => Promise.resolve() } as never
    return {
      provider: this.#providerClient(this.next().app),
      queueMail: createQueueMail({ jobs: noJobs, delivers: false, publicUrl: () => 'http://localhost', findStore }),
      log: pino({ level: 'silent' }),
    }
  }

  /** Acts at the provider directly; its errors are ignored. */
  async atProvider<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work(this.#providerClient(this.next().app))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) return undefined
      throw error
    }
  }

  /** Sends what the buyer's browser sends to the provider. */
  async sendForm(url: string, fields: Record<string, string>): Promise<void> {
    await this.next().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ key: 'pk_test_boltyard', ...fields }).toString(),
    })
  }

  #providerClient(app: FastifyInstance): Stripe {
    const send = async (url: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url)
      const { statusCode, rawPayload, headers } = await app.inject({
        method: init?.method === 'POST' ? 'POST' : 'GET',
        url: pathname + search,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
      })
      const kept = { 'content-type': 'application/json', 'request-id': String(headers['request-id'] ?? '') }
      return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: kept })
    }
    return new Stripe(this.first.secrets.cardsSecretKey, {
      httpClient: Stripe.createFetchHttpClient(send),
      maxNetworkRetries: 1,
      telemetry: false,
    })
  }
}

/** Repeats work that a cut connection of another scenario may break. */
export async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5) throw error
      await delay(20 * 2 ** attempt)
    }
  }
}
