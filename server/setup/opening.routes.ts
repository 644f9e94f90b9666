import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/opening.ts'
import type { TestPart } from '#contract/opening.ts'
import { listOpeningSteps } from '#server/setup/list-opening-steps.ts'
import { countDemo, removeDemo } from '#server/setup/remove-demo.ts'
import { listDemoParts } from '#server/setup/remove-demo-setup.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface OpeningDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  hasRealPayments: boolean
  hasStripe: boolean
  hasCarriers: boolean
  now: () => Date
  testParts: TestPart[]
  mailServer: { hasWorked: () => boolean }
  /** Lets public pages show that the demo is gone at once. */
  renewPages: () => void
}

export function openingRoutes(app: FastifyInstance, deps: OpeningDeps): void {
  registerEndpoint(app, endpoints.listOpeningSteps, () =>
    listOpeningSteps(deps.db, {
      ...deps,
      isReal: deps.testParts.length === 0,
      deliversMail: deps.mailServer.hasWorked(),
    }),
  )

  registerEndpoint(app, endpoints.getTestMode, () => deps.testParts)

  registerEndpoint(app, endpoints.getDemo, () => countDemo(deps.db, deps))

  registerEndpoint(app, endpoints.listDemoParts, () => listDemoParts(deps.db))

  registerEndpoint(app, endpoints.removeDemo, async ({ actor, query }) => {
    const removed = await removeDemo(deps.db, { ...deps, keep: query.keep?.split(',') }, actor)
    deps.renewPages()
    return removed
  })
}
