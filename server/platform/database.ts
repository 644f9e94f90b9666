import { setTimeout as wait } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from 'pino'
import pg from 'pg'
import { tellHappening } from '#server/platform/happenings.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Opens the pool; nothing waits for ever, and a connection that dies is an event and not the end of the process. Where nobody waits
 * at a page, statements may be `unhurried`: a look at every row of a large shop takes minutes.
 */
export function openDatabase(url: string, log: Logger, poolSize: number, { unhurried = false } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'boltyard',
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A person gets an answer within five seconds, be it a refusal; the second limit is for a server that has gone silent.
    ...(unhurried ? {} : { statement_timeout: 2500, query_timeout: 2800 }),
    idle_in_transaction_session_timeout: 15_000,
  })
  const warn = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
  pool.on('error', warn)
  const { ask, heard } = unlessSilent(() => answers(url))
  pool.on('connect', (client) => {
    // A connection in use tells nobody but itself that it died.
    client.on('error', warn)
    endWhenSilent(client, heard)
  })
  retryStatements(pool, ask)
  const db = drizzle({ client: pool })
  // Drizzle itself never gives a connection back on which not even BEGIN got through: some cuts, and the pool is empty.
  db.transaction = (work, config) =>
    retrying(() =>
      ask(async () => {
        const client = await pool.connect()
        try {
          return await drizzle({ client }).transaction(work, config)
        } finally {
          client.release()
        }
      }),
    )
  return db
}

/** A statement outside a transaction is a transaction of its own: what the database gave up has had no effect. */
function retryStatements(pool: pg.Pool, ask: Asking): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.query = ((...args: unknown[]) =>
    typeof args.at(-1) === 'function' ? query(...args) : retrying(() => ask(() => query(...args)))) as typeof pool.query
}

type Asking = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Whoever has waited for a server that did not even say that it takes too long has waited for everybody: for two seconds, or until it
 * answers a question of its own, nobody else waits, nor the same one again.
 */
function unlessSilent(answers: () => Promise<boolean>): { ask: Asking; heard: (error: unknown) => void } {
  let silence: { error: Error; until: number } | undefined
  let isListening = false
  const listen = async () => {
    isListening = true
    if (await answers()) silence = undefined
    isListening = false
  }
  const heard = (error: unknown) => {
    if (!(error instanceof Error) || !isSilence(error)) return
    silence = { error, until: performance.now() + silenceMs }
    if (!isListening) void listen()
  }
  return {
    heard,
    async ask(work) {
      if (silence && performance.now() < silence.until) throw silence.error
      try {
        return await work()
      } catch (error) {
        heard(error)
        throw error
      }
    },
  }
}

const silenceMs = 2000

/** Whether a server says anything, on a connection of its own. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: silenceMs, query_timeout: silenceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    // Whoever asks next finds out what is the matter.
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Where a statement was not answered, a ROLLBACK will not be either: the connection ends, and nobody else gets it. */
function endWhenSilent(client: pg.ClientBase, heard: (error: unknown) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let silence: Error | undefined
  client.query = ((...args: unknown[]) => {
    if (silence) return Promise.reject(silence)
    const asked = query(...args)
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (!(error instanceof Error) || !isSilence(error)) return
        silence = error
        heard(error)
        // The pool knows it as a client that can also be ended.
        if ('end' in client && typeof client.end === 'function') client.end()
      })
    return asked
  }) as typeof client.query
}

function isSilence(error: Error): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause.message.startsWith('Query read timeout')) return true
  return false
}

/** At least so often and at least so long the database may ask for another try. */
const patience = { attempts: 20, ms: 1000 }
const longestPauseMs = 30
const givenUp = new WeakSet<object>()

/** Runs the work again when the database asks for it (serialization failure, deadlock); a refusal is thrown as it is. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !isConflict(error)) throw error
      // Work within work has been patient already.
      const isOver = attempt >= patience.attempts && performance.now() - begun >= patience.ms
      if (isOver || hasGivenUp(error)) {
        givenUp.add(error)
        throw error
      }
      tellHappening({ name: 'database-retry', outcome: sqlState(error) ?? 'none' })
      await wait(Math.random() * Math.min(2 ** attempt, longestPauseMs))
    }
  }
}

const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

function hasGivenUp(error: Error): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) if (givenUp.has(cause)) return true
  return false
}

/** One transaction, retried as a whole. The work must have no effect outside of it. */
export function transaction<Result>(
  db: Database | Transaction,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retrying(() => db.transaction(work))
}

/** The SQLSTATE of a database error, also when Drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return undefined
}

/** The name of the constraint that a statement would have broken. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

/** Whether the database could not be reached, or could not work in spite of all tries, as opposed to refusing what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|53|57|58)/.test(state) || isConflict(error)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return true
    // What node-postgres says in words only.
    if (
      /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed)|Cannot use a pool after)/.test(
        cause.message,
      )
    ) {
      return true
    }
  }
  return false
}
