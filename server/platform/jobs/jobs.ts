import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { InStore } from '#server/platform/current-store.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Runs jobs once, in one of the processes, after the transaction that enqueued them. */
export interface Jobs {
  /** Declares a job; `cron` runs it by the clock (UTC). It must be safe to repeat. Throws after `begin`: it would never run. */
  on<Data extends object>(name: string, work: (data: Data) => Promise<void>, options?: JobOptions): Promise<void>
  /** Enqueues a job in the caller's transaction. Failures are retried with exponential backoff. */
  enqueue(tx: Transaction, name: string, data: object, options?: { startAfterSeconds?: number }): Promise<void>
  /** Runs a failed job again. */
  retry(name: string, id: string): Promise<void>
  /** Deletes a failed job. */
  remove(name: string, id: string): Promise<void>
  /** Returns the names of the jobs of this process. */
  names(): string[]
  /** Begins to run jobs; until then they wait. Throws the second time. */
  begin(): Promise<void>
  stop(): Promise<void>
}

interface JobOptions {
  cron?: string
  /**
   * Looks for the job every second, instead of being notified of it: a transaction that notifies holds one lock of the whole server until its
   * commit is on disk, so orders would wait for each other.
   */
  isPolled?: boolean
}

interface QueueOptions {
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
  { byClock = true, databaseTimeoutMs = 2500, inStore = (work) => work() }: QueueOptions = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 2,
    // A connection listens as long as the shop runs, so this name is there, too.
    application_name: 'boltyard jobs',
    connectionTimeoutMillis: 2 * databaseTimeoutMs,
    schema: 'jobs',
    supervise: true,
    schedule: byClock,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'job queue error'))
  await boss.start()
  const names = new Set<string>()
  const workers: (() => Promise<unknown>)[] = []
  let isBegun = false
  return {
    async on(name, work, { cron, isPolled = false } = {}) {
      if (isBegun) throw new Error(`The job ${name} is declared after \`begin\`, so it would never run.`)
      names.add(name)
      await boss.createQueue(name, { ...jobRules, notify: !isPolled })
      // As long as each look finds a whole batch, the next one follows at once: a crowd of mails is not sent one a second.
      const looking = {
        pollingIntervalSeconds: 1,
        // There is no notification when a delayed job is due, such as a retry.
        notifyPollingIntervalSeconds: 5,
        batchSize: 10,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      workers.push(() =>
        boss.work(name, looking, (jobs) =>
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
    async begin() {
      if (isBegun) throw new Error('These jobs have begun.')
      isBegun = true
      for (const work of workers) await work()
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
