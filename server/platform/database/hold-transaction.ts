import type pg from 'pg'
import { createClient } from '#server/platform/database/connections.ts'
import { Database, RetryingPool } from '#server/platform/database/database.ts'

/**
 * Runs work on a connection of its own in one transaction, which commits with all that the work did or with nothing. Transactions of the work
 * are savepoints of it and wait for each other; nothing is retried.
 */
export async function holdTransaction<Result>(
  connectionString: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = createClient({ connectionString, application_name: 'boltyard' })
  await client.connect()
  try {
    await client.query('BEGIN')
    const result = await work(new Database(new HeldPool(client)))
    await client.query('COMMIT')
    return result
  } finally {
    // What was not committed is rolled back.
    await client.end()
  }
}

const savepoints: readonly (readonly [RegExp, string])[] = [
  [/^BEGIN/, 'SAVEPOINT held'],
  [/^COMMIT$/, 'RELEASE SAVEPOINT held'],
  [/^ROLLBACK$/, 'ROLLBACK TO SAVEPOINT held; RELEASE SAVEPOINT held'],
]

/** Hands out one connection, whose transaction has begun. */
class HeldPool extends RetryingPool {
  readonly #client: pg.Client
  /** The same one each time: statements are prepared once for it. */
  readonly #handed: pg.PoolClient
  #free: Promise<void> = Promise.resolve()
  #release = () => {}

  constructor(client: pg.Client) {
    super()
    this.#client = client
    const query = (text: string, values?: unknown[]) => {
      const [, replaced] = (typeof text === 'string' && savepoints.find(([pattern]) => pattern.test(text))) || []
      return client.query(replaced ?? text, values)
    }
    this.#handed = { query, release: () => this.#release() } as unknown as pg.PoolClient
  }

  override query(...args: never[]): never {
    return this.#client.query(...(args as unknown as [string])) as never
  }

  override retry<Result>(work: () => Promise<Result>): Promise<Result> {
    return work()
  }

  override connect(): never {
    const turn = this.#free.then(() => {
      this.#release = release
      return this.#handed
    })
    const { promise, resolve: release } = Promise.withResolvers<void>()
    this.#free = promise
    return turn as never
  }
}
