import { setTimeout as wait } from 'node:timers/promises'
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import pg from 'pg'
import { createClient, surviveLosses } from '#server/platform/database/connections.ts'
import { type Reader, ReadReplicas } from '#server/platform/database/read-replicas.ts'
import { emitEvent } from '#server/platform/observability/events.ts'

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/**
 * Opens the pool with timeouts everywhere; a lost connection does not end the process. `withoutTimeout` is for maintenance, where
 * a statement over a large shop takes minutes; `Client` traces statements. `replicaUrls` name the servers for `onReplica`.
 */
export function openDatabase(
  url: string,
  log: Logger,
  poolSize: number,
  {
    withoutTimeout = false,
    timeoutMs = 2500,
    Client,
    replicaUrls = [],
  }: {
    withoutTimeout?: boolean
    timeoutMs?: number
    Client?: typeof pg.Client | undefined
    replicaUrls?: readonly string[]
  } = {},
): Database {
  const options: pg.PoolConfig = {
    max: poolSize,
    Client,
    application_name: 'boltyard',
    // By default, a request is answered within five seconds, if only with an error.
    connectionTimeoutMillis: 0.8 * timeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The second limit is for an unresponsive server.
    ...(withoutTimeout ? {} : { statement_timeout: timeoutMs, query_timeout: timeoutMs + 300 }),
    idle_in_transaction_session_timeout: 15_000,
  }
  const pool = surviveLosses(new RetryingPool({ ...options, connectionString: url }), (error) =>
    log.warn({ reason: error.message }, 'a database connection was lost'),
  )
  if (replicaUrls.length > 0)
    pool.replicas = new ReadReplicas(replicaUrls, options, pool, log, { checkTimeoutMs: 0.4 * timeoutMs })
  return new Database(pool)
}

const dialect = new PgDialect()

/** Runs statements and transactions; its pool retries them, and nothing else does. */
export class Database extends NodePgDatabase {
  readonly $client: pg.Pool
  readonly #pool: RetryingPool
  /** One of each connection, for `preparedOnce`. */
  readonly #transactions = new WeakMap<pg.PoolClient, Transaction>()

  constructor(pool: RetryingPool) {
    super(dialect, new NodePgSession(pool, dialect, undefined), undefined)
    this.$client = this.#pool = pool
  }

  /** Runs a transaction and retries it as a whole; the work must have no other effects. */
  override transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const onThePrimary = () => this.#pool.retry(() => this.#transact(this.#pool, work))
    const { replicas } = this.#pool
    return replicas ? replicas.read((replica) => this.#transact(replica, work), onThePrimary) : onThePrimary()
  }

  /** Runs reads that may take this long each, such as those of a report over a year; all of them see the same state. */
  readLong<Result>(timeoutMs: number, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}`
    const transactionOf = (client: pg.PoolClient) => createTransaction(waitFor(client, timeoutMs + 300))
    const onThePrimary = () => this.#pool.retry(() => this.#transact(this.#pool, work, begin, transactionOf))
    const { replicas } = this.#pool
    return replicas
      ? replicas.read((replica) => this.#transact(replica, work, begin, transactionOf), onThePrimary)
      : onThePrimary()
  }

  /** Names the server that reads go to: the primary or a replica. */
  get readSource(): string {
    return this.#pool.replicas?.source ?? 'primary'
  }

  /** Opens a reader for long reads that must see everything committed before; see `ReadReplicas.openReader`. */
  async openReader(): Promise<Reader> {
    return (await this.#pool.replicas?.openReader()) ?? ((work) => work())
  }

  /** Lists the replicas; none without DATABASE_READ_URL. */
  readReplicaLags(): ReturnType<ReadReplicas['readLags']> {
    return this.#pool.replicas?.readLags() ?? []
  }

  async #transact<Result>(
    pool: pg.Pool,
    work: (tx: Transaction) => Promise<Result>,
    begin = 'BEGIN',
    transactionOf = (client: pg.PoolClient) => this.#transactionOf(client),
  ): Promise<Result> {
    const client = await pool.connect()
    let lost: Error | undefined
    try {
      await client.query(begin).catch(throwNotBegun)
      const result = await work(transactionOf(client))
      await client.query('COMMIT')
      return result
    } catch (error) {
      // A silent connection would not answer a ROLLBACK either; the server rolls back what it held.
      if (isTimeout(error)) lost = error
      else await client.query('ROLLBACK').catch((failure: Error) => (lost = failure))
      throw error
    } finally {
      client.release(lost)
    }
  }

  #transactionOf(client: pg.PoolClient): Transaction {
    const known = this.#transactions.get(client)
    if (known) return known
    const transaction = createTransaction(client)
    this.#transactions.set(client, transaction)
    return transaction
  }
}

const createTransaction = (client: pg.PoolClient): Transaction =>
  new NodePgTransaction(dialect, new NodePgSession(failOnceSilent(client), dialect, undefined), undefined)

/** Returns the client, whose queries fail at once after a timeout: a silent connection would not answer a rollback to a savepoint either. */
function failOnceSilent(client: pg.PoolClient): pg.PoolClient {
  let silence: Error | undefined
  const query = async (query: pg.QueryConfig, values?: unknown[]) => {
    if (silence) throw silence
    try {
      return await client.query(query, values)
    } catch (error) {
      if (isTimeout(error)) silence = error
      throw error
    }
  }
  return { query } as pg.PoolClient
}

/** Returns the client with another limit for the answers to its queries. */
const waitFor = (client: pg.PoolClient, timeoutMs: number) =>
  ({
    query: (query: pg.QueryConfig, values?: unknown[]) =>
      // Its types do not have the option.
      client.query({ ...query, query_timeout: timeoutMs } as pg.QueryConfig, values),
  }) as pg.PoolClient

/** Marks a connection that was lost before anything was sent on it, so that another one can be tried. */
class NotBegunError extends Error {}

function throwNotBegun(cause: unknown): never {
  throw isTimeout(cause) ? cause : new NotBegunError('The transaction could not begin', { cause })
}

/** Retries at least this often and this long. */
const retryLimits = { attempts: 20, ms: 1000 }
const maxRetryDelayMs = 30

export class RetryingPool extends pg.Pool {
  replicas: ReadReplicas | undefined
  /** The timeout that showed the server to be unresponsive, until it answers again. */
  #silence: Error | undefined

  /** Retries single statements, which are transactions of their own: an aborted one had no effect. */
  override query(...args: never[]): never {
    const send = super.query.bind(this) as unknown as (...args: never[]) => Promise<unknown>
    if (typeof args.at(-1) === 'function') return send(...args) as never
    const onThePrimary = () => this.retry(() => send(...args))
    return (
      this.replicas
        ? this.replicas.read((replica) => (replica.query as typeof send).apply(replica, args), onThePrimary)
        : onThePrimary()
    ) as never
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.replicas?.end()])
  }

  /**
   * Runs the work again when the database asks for it (serialization failure, deadlock) or nothing was sent; a refusal is thrown
   * as it is. Fails fast while the server is unresponsive.
   */
  async retry<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now()
    for (let attempt = 1; ; attempt++) {
      if (this.#silence) throw this.#silence
      try {
        return await work()
      } catch (error) {
        if (isTimeout(error)) void this.#failFast(error)
        const isOver = attempt >= retryLimits.attempts && performance.now() - begun >= retryLimits.ms
        if (isOver || !(isConflict(error) || error instanceof NotBegunError)) throw error
        emitEvent({ name: 'database-retry', outcome: sqlState(error) ?? 'none' })
        await wait(Math.random() * Math.min(2 ** attempt, maxRetryDelayMs))
      }
    }
  }

  /** Lets all other calls fail at once until the server answers on a connection of its own. */
  async #failFast(timeout: Error): Promise<void> {
    if (this.#silence || this.ending) return
    this.#silence = timeout
    while (!this.ending && !(await isResponsive(this.options.connectionString))) continue
    this.#silence = undefined
  }
}

/** Whether a server says anything within two seconds, if only a refusal. */
async function isResponsive(connectionString: string | undefined): Promise<boolean> {
  const client = createClient({ connectionString, connectionTimeoutMillis: 2000, query_timeout: 2000 })
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    return !isTimeout(error)
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Returns an error and what it wraps: Drizzle wraps the errors of node-postgres. */
const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

const isTimeout = (error: unknown): error is Error =>
  causesOf(error).some(({ message }) => /^(?:Query read timeout|timeout expired)/.test(message))

const refusalOf = (error: unknown) => causesOf(error).find((cause) => cause instanceof pg.DatabaseError)

/** Returns the SQLSTATE of an error of the database. */
export const sqlState = (error: unknown): string | undefined => refusalOf(error)?.code

/** Returns the name of the violated constraint. */
export const violatedConstraint = (error: unknown): string | undefined => refusalOf(error)?.constraint

const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

const networkErrors = 'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' ')
/** Matches the errors of node-postgres that have a message but no code. */
const clientErrors =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed|network socket disconnected)|Cannot use a pool after|The server does not support SSL connections|There was an error establishing an SSL connection)/
/** A server that is a primary no more says this to connections that it has kept. */
const readOnlyTransaction = '25006'

/** Whether the database could not be reached, or could not work in spite of all tries, as opposed to refusing what was asked. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|53|57|58)/.test(state) || state === readOnlyTransaction || isConflict(error)
  return causesOf(error).some(
    (cause) => ('code' in cause && networkErrors.includes(String(cause.code))) || clientErrors.test(cause.message),
  )
}
