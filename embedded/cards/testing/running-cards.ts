import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import Stripe from 'stripe'
import { scratchPostgres } from '../../postgres/scratch-database.ts'
import type { CardsDeps } from '../cards-deps.ts'
import { cardsRoutes } from '../cards-routes.ts'

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'

export interface RunningCards extends AsyncDisposable {
  app: FastifyInstance
  db: NodePgDatabase
  databaseUrl: string
  port: number
  origin: string
  /** The official SDK with the secret key. */
  stripe: Stripe
  /** The official SDK with another key. */
  sdk(key: string): Stripe
  /** Everything the server logged. */
  logged: string[]
  /** Ends the server and starts another on the same database. */
  restart(): Promise<void>
}

/** For tests: the sandbox on a port and a database of its own, and the official SDK pointed at it. */
export async function runningCards(given: Partial<CardsDeps> = {}): Promise<RunningCards> {
  const postgres = await scratchPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 12 })
  pool.on('error', () => undefined)
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
  const running: RunningCards = {
    ...first,
    db,
    databaseUrl: postgres.url,
    get stripe() {
      return sdk(secretKey)
    },
    sdk,
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
