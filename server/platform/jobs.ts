import { sql } from 'drizzle-orm'
import pg from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Transaction } from '#server/platform/database.ts'

/** Work that is done once, by one of the processes, some time after the transaction that asked for it. */
export interface Jobs {
  /** Declares a job; `cron` runs it by the clock (UTC). It must be safe to repeat. */
  on<Data extends object>(name: string, work: (data: Data) => Promise<void>, cron?: string): Promise<void>
  /** Asks for a job in the caller's transaction: both or neither. Failures are retried with growing pauses. */
  enqueue(tx: Transaction, name: string, data: object): Promise<void>
  isRunning(): boolean
  stop(): Promise<void>
}

/** How a job that failed comes back. */
export const jobRules = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 } as const

/** Jobs have connections of their own: they may take longer than a request, and must not wait behind a crowd of them. */
export async function startJobs(databaseUrl: string, log: Logger): Promise<Jobs> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5000, keepAlive: true })
  const warn = (error: Error) => log.warn({ reason: error.message }, 'a database connection of the jobs was lost')
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values as unknown[]) },
    schema: 'jobs',
    supervise: true,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'the job queue has a problem'))
  await boss.start()
  let running = true
  return {
    async on(name, work, cron) {
      await boss.createQueue(name, jobRules)
      // As long as each look finds a whole batch, the next one follows at once: a crowd of mails is not sent one a second.
      const looking = {
        pollingIntervalSeconds: 1,
        batchSize: 10,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      await boss.work(name, looking, (jobs) =>
        Promise.all(
          jobs.map(({ id, data }) =>
            work(data as never).then(
              () => ({ id, status: 'completed' as const }),
              (error: unknown) => ({ id, status: 'failed' as const, output: { reason: String(error) } }),
            ),
          ),
        ),
      )
      if (cron) await boss.schedule(name, cron)
    },
    async enqueue(tx, name, data) {
      await boss.send(name, data, { db: fromDrizzle(tx, sql) })
    },
    isRunning: () => running,
    async stop() {
      running = false
      await boss.stop({ graceful: true, timeout: 5000 })
      await pool.end()
    },
  }
}
