import type { FastifyInstance } from 'fastify'
import { getFitmentCopies, stageFitments as stageFitmentsEndpoint } from '#contract/fitment-imports.ts'
import * as endpoints from '#contract/fits-phrases.ts'
import { defaultLanguage } from '#contract/language.ts'
import { countCopies } from '#server/imports/fits/find-copies.ts'
import { stageFitments } from '#server/imports/fits/stage-fitments.ts'
import { dropNames, takeNames } from '#server/imports/fits/take-names.ts'
import { readImport } from '#server/imports/list-imports.ts'
import { presentImport } from '#server/imports/present-import.ts'
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
  registerEndpoint(app, getFitmentCopies, () => countCopies(deps.db))
  registerEndpoint(app, stageFitmentsEndpoint, async ({ body: { source, language = defaultLanguage }, actor }) => {
    const { id } = await stageFitments(deps, { source, language }, actor)
    return { success: true as const, import: presentImport(await readImport(deps.db, id, actor)) }
  })
}
