import type { FastifyInstance } from 'fastify'
import { getHealth, getOpenApi, getReadiness, getVersion } from '#contract/platform.ts'
import { onPrimary } from '#server/platform/database/read-replicas.ts'
import { buildOpenApi } from '#server/platform/http/openapi.ts'
import { problem } from '#server/platform/http/problem.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface PlatformRoutesDeps {
  /** Throws what keeps this process from serving. */
  assertReady: () => Promise<void>
  isStopping: () => boolean
  version: { version: string; schema: string }
  /** All endpoints, and what their description says about the shop. */
  endpointsByDomain: Parameters<typeof buildOpenApi>[0]
  describeShop: () => Promise<Omit<Parameters<typeof buildOpenApi>[1], 'version'>>
}

/** Registers health checks, the version and the description of the API. */
export function platformRoutes(app: FastifyInstance, deps: PlatformRoutesDeps): void {
  const { assertReady, isStopping, version, endpointsByDomain } = deps
  const assertStaying = () => {
    if (isStopping()) throw problem('unavailable')
  }
  registerEndpoint(app, getHealth, () => {
    assertStaying()
    return { status: 'ok' as const }
  })
  let asking: Promise<void> | undefined
  registerEndpoint(app, getReadiness, async () => {
    assertStaying()
    // Concurrent checks share one query.
    await (asking ??= onPrimary(assertReady).finally(() => (asking = undefined)))
    return { status: 'ready' as const }
  })
  registerEndpoint(app, getVersion, () => version)
  // It has a megabyte: written for each call, 60 calls took a second, and as a text each slow reader had a copy of its own.
  let openApi = { key: '', json: Buffer.of() }
  registerEndpoint(app, getOpenApi, async ({ reply }) => {
    const about = { ...(await deps.describeShop()), version: version.version }
    const key = JSON.stringify(about)
    if (key !== openApi.key)
      openApi = { key, json: Buffer.from(JSON.stringify(buildOpenApi(endpointsByDomain, about))) }
    return reply.type('application/json; charset=utf-8').send(openApi.json)
  })
}
