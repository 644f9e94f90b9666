import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/selling.ts'
import { readSelling, type SellingDeps } from '#server/setup/read-selling.ts'
import { switchSelling } from '#server/setup/switch-selling.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface SellingRoutesDeps extends SellingDeps {
  /** Lets public pages show other prices and delivery at once. */
  renewPages: () => void
}

export function sellingRoutes(app: FastifyInstance, deps: SellingRoutesDeps): void {
  registerEndpoint(app, endpoints.getSelling, () => readSelling(deps))

  registerEndpoint(app, endpoints.setSelling, async ({ body, actor }) => {
    await switchSelling(deps, body.on, actor)
    deps.renewPages()
  })
}
