import { sql } from 'drizzle-orm'
import { type FailedJob, maxCountedTasks } from '#contract/reports.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Selects the jobs of the shop that have failed; names with two underscores are of the queue itself. */
export const failedJobs = sql`jobs.job WHERE state = 'failed' AND name NOT LIKE '\\_\\_%'`

/** Returns the failed jobs, newest first. */
export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  const { rows } = await db.execute<{ id: string; name: string; reason: string | null; failedAt: string }>(sql`
    SELECT id, name, coalesce(output ->> 'reason', output ->> 'message') AS reason,
      to_char(completed_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "failedAt"
    FROM ${failedJobs} ORDER BY completed_on DESC, id LIMIT ${maxCountedTasks}`)
  return rows.map(({ id, name, reason, failedAt }) => ({ _id: id, name, reason: reason ?? '', failedAt }))
}

/** Runs a failed job again, or takes it off the list. Throws `job-not-found`. */
export async function changeFailedJob(
  db: Database,
  jobs: Pick<Jobs, 'retry' | 'remove'>,
  id: string,
  change: 'retry' | 'remove',
  by: AuditActor,
): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`SELECT name FROM ${failedJobs} AND id::text = ${id}`)
  const name = rows[0]?.name
  if (name === undefined) throw problem('job-not-found')
  await db.transaction(async (tx) => {
    const kind = change === 'retry' ? 'job-retried' : 'job-removed'
    await recordAuditEvent(tx, by, { kind, subject: { type: 'site', id }, after: { job: name } })
    await jobs[change](name, id)
  })
}
