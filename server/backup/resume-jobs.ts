import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

const batchSize = 500

/** Enqueues the jobs that waited when a backup was made, each once; those that this shop does not know wait on. */
export async function resumeJobs(db: Database, jobs: Jobs): Promise<void> {
  for (;;) {
    const resumed = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ name: string; data: object }>(sql`
        DELETE FROM restored_jobs WHERE id IN (
          SELECT id FROM restored_jobs WHERE name = ANY(${sql.param(jobs.names())}::text[])
          ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
        RETURNING name, data`)
      for (const { name, data } of rows) await jobs.enqueue(tx, name, data)
      return rows.length
    })
    if (resumed < batchSize) return
  }
}
