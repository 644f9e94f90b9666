import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Metrics } from '#server/platform/metrics.ts'

interface MetricsDoor {
  host: string
  port: number
  /** Whoever asks must bring it as bearer. */
  token: string | undefined
  metrics: Pick<Metrics, 'read'>
}

/** Opens a port of its own for `GET /metrics`; answers how to close it. */
export async function serveMetrics({ host, port, token, metrics }: MetricsDoor): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.writeHead(500).end())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (token !== undefined && !mayRead(token, request.headers.authorization)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    }
    response.writeHead(200, { 'content-type': metricsType }).end(await metrics.read())
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  return () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Whether the authorization header brings this token; how long the answer takes tells nothing about it. */
export function mayRead(token: string, authorization = ''): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(`Bearer ${token}`), hash(authorization))
}
