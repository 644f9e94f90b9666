import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Metrics } from '#server/platform/observability/metrics.ts'

interface MetricsRoute {
  /** The bearer token required for scraping. */
  token: string | undefined
  metrics: Pick<Metrics, 'read'>
}

/** Registers `GET /metrics`. */
export function metricsRoute(app: FastifyInstance, { token, metrics }: MetricsRoute): void {
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (token !== undefined && !isAuthorized(token, request.headers.authorization))
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.read())
  })
}

/** Serves the metrics at a port of their own. Returns a function that closes it. */
export async function serveMetrics(
  at: { host: string; port: number },
  route: MetricsRoute,
): Promise<() => Promise<void>> {
  const app = Fastify({ forceCloseConnections: true })
  metricsRoute(app, route)
  await app.listen(at)
  return () => app.close()
}

/** Compares the authorization header with the token in constant time. */
function isAuthorized(token: string, authorization = ''): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(`Bearer ${token}`), hash(authorization))
}
