import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { InStore } from '#server/platform/current-store.ts'
import { createPool } from '#server/platform/database/connections.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Runs jobs once, in one of the processes, after the transaction that enqueued them. */
export interface Jobs {
  /** Declares a job; `cron` runs it by the clock (UTC). It must be safe to repeat. */
  on<Data extends object>(name: string, work: (data: Data) => Promise<void>, cron?: string): Promise<void>
  /** Enqueues a job in the caller's transaction. Failures are retried with exponential backoff. */
  enqueue(tx: Transaction, name: string, data: object, options?: { startAfterSeconds?: number }): Promise<void>
  /** Runs a failed job again. */
  retry(name: string, id: string): Promise<void>
  /** Deletes a failed job. */
  remove(name: string, id: string): Promise<void>
  /** Returns the names of the jobs of this process. */
  names(): string[]
  stop(): Promise<void>
}

interface JobOptions {
  byClock?: boolean | undefined
  databaseTimeoutMs?: number
  inStore?: InStore
}

/** Sets the retries of failed jobs. */
const jobRules = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 } as const

/**
 * Starts the job queue on connections of its own: jobs may run longer than requests and must not wait for them. Without `byClock`, jobs
 * run only when they are enqueued. Every job runs in the store.
 */
export async function startJobs(
  databaseUrl: string,
  log: Logger,
  { byClock = true, databaseTimeoutMs = 2500, inStore = (work) => work() }: JobOptions = {},
): Promise<Jobs> {
  const pool = createPool(
    {
      connectionString: databaseUrl,
      max: 2,
      // Jobs are looked for every second, so this name is there as long as the shop runs.
      application_name: 'boltyard jobs',
      connectionTimeoutMillis: 2 * databaseTimeoutMs,
      keepAlive: true,
    },
    (error) => log.warn({ reason: error.message }, 'a database connection of the jobs was lost'),
  )
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values as unknown[]) },
    schema: 'jobs',
    supervise: true,
    schedule: byClock,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'job queue error'))
  await boss.start()
  const names = new Set<string>()
  return {
    async on(name, work, cron) {
      names.add(name)
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
            inStore(() => work(data as never)).then(
              () => ({ id, status: 'completed' as const }),
              (error: unknown) => {
                // Reasons may name people; they stay with the job.
                log.warn({ job: name, id }, 'a job failed and is tried again')
                return { id, status: 'failed' as const, output: { reason: String(error) } }
              },
            ),
          ),
        ),
      )
      if (cron && byClock) await boss.schedule(name, cron)
    },
    async enqueue(tx, name, data, { startAfterSeconds } = {}) {
      const start = startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }
      await boss.send(name, data, { db: fromDrizzle(tx, sql), ...start })
    },
    async retry(name, id) {
      await boss.retry(name, id)
    },
    async remove(name, id) {
      await boss.deleteJob(name, id)
    },
    names: () => [...names],
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000 })
      await pool.end()
    },
  }
}
