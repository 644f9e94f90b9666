import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/fits-phrases.ts'
import { dropNames, takeNames } from '#server/imports/fits/take-names.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function fitsRoutes(app: FastifyInstance, deps: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): void {
  registerEndpoint(app, endpoints.takeFitsTexts, async ({ body, actor }) => ({
    success: true as const,
    parts: await takeNames(deps, body.descriptions ?? false, actor),
  }))
  registerEndpoint(app, endpoints.dropFitsTexts, async ({ actor }) => ({
    success: true as const,
    parts: await dropNames(deps, actor),
  }))
}
