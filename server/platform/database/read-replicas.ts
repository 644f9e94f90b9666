import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import pg from 'pg'
import { createPool } from '#server/platform/database/connections.ts'

/** Replicas that are further behind the primary are left out. */
const defaultLimits = { maxLagMs: 5000, checkEveryMs: 1000, checkTimeoutMs: 1000 }
const notChecked = 'it has not answered yet'
const catchUp = { timeoutMs: 1000, pollEveryMs: 20 }

/** Where statements run: at the primary, at whichever replica is chosen, or at this one. */
const preference = new AsyncLocalStorage<'primary' | 'replica' | Replica>()

/** Runs reads of one piece of work where all that was committed before it began is seen. */
export type Reader = <Result>(work: () => PromiseLike<Result>) => PromiseLike<Result>

/** Lets the statements of this work run on a replica, unless its caller must see the newest state. */
export const onReplica = <Result>(work: () => Result): Result =>
  preference.getStore() === 'primary' ? work() : preference.run('replica', work)

/** Keeps the statements of this work on the primary, whatever is called in it. */
export const onPrimary = <Result>(work: () => Result): Result => preference.run('primary', work)

/** Whether the caller must see the newest state, so that no cached response will do. */
export const needsPrimary = (): boolean => preference.getStore() === 'primary'

/** Describes how far a server has come in the write-ahead log, in bytes. */
interface Position {
  at: number
  bytes: bigint
  /** The identifier that a primary shares with its replicas. */
  system: string
  isStandby: boolean
}

interface Replica {
  /** Host and port, for the log. */
  name: string
  pool: pg.Pool
  /** Has one connection of its own, so that busy ones do not look like a dead server. */
  checks: pg.Pool
  /** Why it is left out; undefined while it is in use. */
  reason: string | undefined
  /** How far it is behind the primary, at the latest check. */
  lagMs: number
}

/**
 * Chooses the replica that this process reads from, and keeps to it while it follows the primary: a page is cached for the state of one
 * server. Every second, positions in the write-ahead log say how far each one is behind; while the primary is away, they stay in use.
 */
export class ReadReplicas {
  readonly #primary: pg.Pool
  readonly #log: Logger
  readonly #limits: typeof defaultLimits
  readonly #replicas: Replica[]
  /** The latest positions of the primary, oldest first. */
  #positions: Position[] = []
  #current: Replica | undefined
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined
  #isEnded = false

  constructor(
    urls: readonly string[],
    options: pg.PoolConfig,
    primary: pg.Pool,
    log: Logger,
    limits: Partial<typeof defaultLimits> = {},
  ) {
    this.#log = log
    this.#limits = { ...defaultLimits, ...limits }
    const { checkTimeoutMs } = this.#limits
    this.#primary = primary
    this.#replicas = urls.map((url) => {
      // The address may be that of a server that takes writes.
      const readOnly = '-c default_transaction_read_only=on'
      const pool = createPool({ ...options, connectionString: url, options: readOnly })
      const checks = createPool({
        connectionString: url,
        max: 1,
        application_name: 'boltyard',
        connectionTimeoutMillis: checkTimeoutMs,
        query_timeout: checkTimeoutMs,
      })
      return { name: new URL(url).host, pool, checks, reason: notChecked, lagMs: 0 }
    })
    this.#scheduleCheck(0)
  }

  /** Names the server that reads go to; what was read from another one may be older or newer. */
  get source(): string {
    return this.#current?.name ?? 'primary'
  }

  /**
   * Runs a read on the chosen replica if its caller allows that, and on the primary where the replica cannot do it. When a replica has just
   * gone away, another one comes first: the primary may be busy with orders that wait for the same machine.
   */
  async read<Result>(
    work: (replica: pg.Pool) => Promise<Result>,
    onThePrimary: () => Promise<Result>,
  ): Promise<Result> {
    const preferred = preference.getStore()
    const replica = preferred === 'replica' ? this.#current : preferred
    if (replica === undefined || replica === 'primary') return onThePrimary()
    const atAnother = () => {
      const another = preferred === 'replica' ? this.#current : undefined
      return another === undefined || another === replica
        ? onThePrimary()
        : this.#readAt(another, work, onThePrimary, onThePrimary)
    }
    return this.#readAt(replica, work, atAnother, onThePrimary)
  }

  async #readAt<Result>(
    replica: Replica,
    work: (replica: pg.Pool) => Promise<Result>,
    ifAway: () => Promise<Result>,
    ifRefused: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(replica.pool)
    } catch (error) {
      const refusal = causesOf(error).find((cause) => cause instanceof pg.DatabaseError)?.code
      if (refusal !== undefined && !forThePrimary.test(refusal)) throw error
      if (refusal !== undefined && !lost.test(refusal)) return ifRefused()
      this.#leaveOut(replica, messageOf(error))
      return ifAway()
    }
  }

  /**
   * Returns a reader for long reads such as exports, which leave the primary to orders: it reads from a replica once that has all that
   * is committed now, and from the primary if none has within a second.
   */
  async openReader(): Promise<Reader> {
    const replica = this.#current
    const now = await readPosition(this.#primary)
    const begun = performance.now()
    while (replica && performance.now() - begun < catchUp.timeoutMs) {
      const position = await readPosition(replica.checks).catch(() => undefined)
      if (!position?.isStandby) break
      if (position.bytes >= now.bytes)
        // A query of Drizzle is sent only when it is awaited.
        return (work) => preference.run(replica, async () => await work())
      await delay(catchUp.pollEveryMs)
    }
    return (work) => work()
  }

  /** Lists the replicas with their lag in milliseconds; undefined for one that is left out. */
  readLags(): { name: string; lagMs: number | undefined }[] {
    return this.#replicas.map(({ name, reason, lagMs }) => ({ name, lagMs: reason === undefined ? lagMs : undefined }))
  }

  async end(): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#timer)
    await this.#checking
    await Promise.all(this.#replicas.flatMap(({ pool, checks }) => [pool.end(), checks.end()]))
  }

  /** Checks all servers once. */
  async check(): Promise<void> {
    const position = await readPosition(this.#primary).catch(() => undefined)
    if (position) this.#rememberPosition(position)
    await Promise.all(this.#replicas.map((replica) => this.#checkReplica(replica, position === undefined)))
    if (!this.#current || this.#current.reason !== undefined) this.#choose()
  }

  #scheduleCheck(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#checking = this.check().finally(() => {
        if (!this.#isEnded) this.#scheduleCheck(this.#limits.checkEveryMs)
      })
    }, delayMs).unref()
  }

  /** Keeps a few seconds; a primary that is behind the one before has taken its place without its latest changes. */
  #rememberPosition(position: Position): void {
    const last = this.#positions.at(-1)
    if (last && position.bytes < last.bytes) this.#positions = []
    this.#positions.push(position)
    const { maxLagMs, checkEveryMs } = this.#limits
    while (this.#positions.length > (2 * maxLagMs) / checkEveryMs) this.#positions.shift()
  }

  /** Leaves a replica out or uses it again. While the primary is away, only a read that fails leaves one out: there is no better place. */
  async #checkReplica(replica: Replica, isPrimaryAway: boolean): Promise<void> {
    try {
      const { bytes, system, isStandby } = await readPosition(replica.checks)
      const newest = this.#positions.at(-1)
      if (system !== (newest?.system ?? system)) throw new Error('it is no replica of DATABASE_URL')
      // All nodes of a cluster may be listed, whichever of them is the primary now.
      if (!isStandby) throw new Error('it is the primary')
      const missing = this.#positions.find((position) => position.bytes > bytes)
      replica.lagMs = newest && missing ? newest.at - missing.at : 0
      const { lagMs } = replica
      if (lagMs > this.#limits.maxLagMs) throw new Error(`it is more than ${Math.floor(lagMs / 1000)} s behind`)
      this.#use(replica)
    } catch (error) {
      if (!isPrimaryAway) this.#leaveOut(replica, messageOf(error))
    }
  }

  #use(replica: Replica): void {
    if (replica.reason !== undefined) this.#log.info(`reads may go to ${replica.name}`)
    replica.reason = undefined
  }

  #leaveOut(replica: Replica, reason: string): void {
    if (replica.reason === undefined || replica.reason === notChecked)
      this.#log.warn({ reason }, `the replica ${replica.name} is left out`)
    replica.reason = reason
    if (this.#current === replica) this.#choose()
  }

  /** Chooses by chance, so that the processes spread over the replicas. */
  #choose(): void {
    const usable = this.#replicas.filter(({ reason }) => reason === undefined)
    this.#current = usable[Math.floor(Math.random() * usable.length)]
  }
}

async function readPosition(pool: pg.Pool): Promise<Position> {
  const at = performance.now()
  const { rows } = await pool.query<{ bytes: string | null; system: string; isStandby: boolean }>(`
    SELECT pg_is_in_recovery() AS "isStandby", (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS bytes,
      (SELECT system_identifier::text FROM pg_control_system()) AS system`)
  const { bytes, system = '', isStandby = false } = rows[0] ?? {}
  if (typeof bytes !== 'string') throw new Error('it does not say how far it has followed the primary')
  return { at, bytes: BigInt(bytes), system, isStandby }
}

/**
 * Matches the refusals of a replica that say nothing of the statement: it writes (25), is away (08, 53, 57P), had to give way to a
 * change (40), or asks for what a migration has just made (42P01, 42703, 42883).
 */
const forThePrimary = /^(?:25|08|53|57P|40|42P01|42703|42883)/
const lost = /^(?:08|53|57P)/

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

const messageOf = (error: unknown) => causesOf(error).at(-1)?.message ?? String(error)
