import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import Fastify, { type FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { createPool, createTestDatabase } from '../../postgres/testing/test-database.ts'
import type { CardsDeps } from '../api.ts'
import { cardsRoutes } from '../cards.routes.ts'
import { type Confirmed, confirmCard } from './confirm-card.ts'

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'

export interface CardSandbox extends AsyncDisposable {
  app: FastifyInstance
  db: NodePgDatabase
  databaseUrl: string
  port: number
  origin: string
  /** Calls the sandbox through the official SDK with the secret key. */
  stripe: Stripe
  /** Returns the official SDK with another key. */
  sdk(key: string): Stripe
  /** Confirms an intent as Stripe.js does; `fields` replace those of a good card. */
  confirm(intent: Stripe.PaymentIntent, number?: string, fields?: Record<string, string>): Promise<Confirmed>
  /** Every log line. */
  logged: string[]
  /** Stops the server and starts it again on the same database. */
  restart(): Promise<void>
}

/** Starts the sandbox on a port and a database of its own, for tests. */
export async function startSandbox(given: Partial<CardsDeps> = {}): Promise<CardSandbox> {
  const postgres = await createTestDatabase()
  const pool = createPool({ connectionString: postgres.url, max: 12 })
  const migrations = join(import.meta.dirname, '../migrations')
  for (const name of (await readdir(migrations)).sort())
    await pool.query(await readFile(join(migrations, name), 'utf8'))
  const db = drizzle(pool)
  const logged: string[] = []
  const deps = { db, secretKey, now: () => new Date(), ...given }

  const start = async () => {
    const app = Fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } })
    await app.register(cardsRoutes(deps))
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    return { app, origin, port: Number(new URL(origin).port) }
  }
  const sdk = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port: running.port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })

  const first = await start()
  const running: CardSandbox = {
    ...first,
    db,
    databaseUrl: postgres.url,
    get stripe() {
      return sdk(secretKey)
    },
    sdk,
    confirm: (intent, number, fields) => confirmCard(running.origin, intent, number, fields),
    logged,
    async restart() {
      await running.app.close()
      Object.assign(running, await start())
    },
    async [Symbol.asyncDispose]() {
      await running.app.close()
      await pool.end()
      await postgres[Symbol.asyncDispose]()
    },
  }
  return running
}
