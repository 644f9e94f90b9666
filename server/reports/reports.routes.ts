import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/reports.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { changeFailedJob, listFailedJobs } from '#server/reports/failed-jobs.ts'
import { listTasks } from '#server/reports/list-tasks.ts'
import { readSales } from '#server/reports/read-sales.ts'
import { searchAsStaff } from '#server/reports/search-as-staff.ts'

interface ReportsDeps {
  db: Database
  jobs: Pick<Jobs, 'retry' | 'remove'>
}

export function reportsRoutes(app: FastifyInstance, { db, jobs }: ReportsDeps): void {
  registerEndpoint(app, endpoints.listTasks, ({ actor }) => listTasks(db, actor))

  registerEndpoint(app, endpoints.searchAsStaff, ({ query, actor }) => searchAsStaff(db, query.q, actor))

  registerEndpoint(
    app,
    endpoints.getSales,
    async ({ query }) => {
      const { by, from, to, language } = query
      const limit = Math.min(Math.max(Number(query.limit ?? 100), 1), endpoints.maxSalesRows)
      const read = await db.openReader()
      return read(() => readSales(db, { by, from, to, language, limit }))
    },
    { isWide: true },
  )

  registerEndpoint(app, endpoints.listFailedJobs, () => listFailedJobs(db))

  registerEndpoint(app, endpoints.retryJob, ({ params, actor }) => changeFailedJob(db, jobs, params.id, 'retry', actor))

  registerEndpoint(app, endpoints.deleteJob, ({ params, actor }) =>
    changeFailedJob(db, jobs, params.id, 'remove', actor),
  )
}
