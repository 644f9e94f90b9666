import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { PageStore } from '#contract/settings.ts'
import { isOwnAsset } from '#server/edge/page-assets.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Config } from '#server/platform/config.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { onPrimary } from '#server/platform/database/read-replicas.ts'
import { handleClientError, findRequestViolation } from '#server/platform/http/client-error.ts'
import type { CommonHeaders } from '#server/platform/http/common-headers.ts'
import { compileRequestSchema, compileResponseSchema } from '#server/platform/http/compile-schemas.ts'
import { normalizeForwardedFor } from '#server/platform/http/forwarded-for.ts'
import { handleError, writeProblem, tooManyRequests } from '#server/platform/http/problem.ts'
import { hasRecentWrite, markRecentWrites } from '#server/platform/http/recent-writes.ts'
import { isInProcess } from '#server/platform/http/register-endpoint.ts'
import {
  isHealthCheck,
  createAdmissionControl,
  createOpenBodyLimit,
  createPipeliningLimit,
} from '#server/platform/http/shed-load.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import type { Metrics } from '#server/platform/observability/metrics.ts'
import type { Tracing } from '#server/platform/observability/tracing.ts'

/** Ends a connection on which nothing moves; the slowest answers take 15 s. */
const silenceTimeoutMs = 120_000

interface ServerAppDeps {
  config: Pick<Config, 'trustedProxies' | 'databaseReadUrls'>
  log: Logger
  headers: CommonHeaders
  overTls: boolean
  responseCache: ResponseCache
  /** Returns the store that a call is about; undefined while the database has not been read. */
  findStore: () => Promise<PageStore | undefined>
  isStopping: () => boolean
  metrics: Metrics | undefined
  tracing: Tracing | undefined
}

/** Creates the server with its limits, before any route: it sends cached responses and rejects what is too much. */
export function createServerApp(deps: ServerAppDeps): FastifyInstance {
  const { headers, responseCache, overTls } = deps
  const { admit, release } = createAdmissionControl(headers)
  const isPipelined = createPipeliningLimit()
  const { trustedProxies, databaseReadUrls } = deps.config
  const hasReplicas = databaseReadUrls.length > 0
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request, reply.headers(headers).header('x-request-id', request.id)),
    clientErrorHandler: handleClientError(headers),
    genReqId: () => crypto.randomUUID(),
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    requestTimeout: 20_000,
    // Open requests are finished; new ones on open connections are still answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    serverFactory: (handle, options) =>
      createServer(
        {
          ...(options as object),
          headersTimeout: 15_000,
          connectionsCheckingInterval: 5_000,
          // Of two, a proxy may believe the other one.
          joinDuplicateHeaders: true,
          requireHostHeader: false,
        },
        (request, response) => {
          if (isPipelined(request, response)) return request.socket.destroy()
          // A balancer opens no new request on this connection.
          if (deps.isStopping()) response.shouldKeepAlive = false
          const violation = findRequestViolation(request)
          if (violation) return writeProblem(response, violation, { ...headers, connection: 'close' })
          // Cached responses are sent before routing; they are keyed by URL.
          const isNewestDue = hasReplicas && hasRecentWrite(request.headers)
          const cachedRequestId = isNewestDue ? undefined : responseCache.serve(request, response)
          if (cachedRequestId !== undefined) {
            const answered = { method: 'GET', status: response.statusCode }
            deps.metrics?.observeRequest({ ...answered, route: 'cached response', seconds: 0 })
            const [route] = (request.url ?? '').split('?', 1)
            deps.log.info({ reqId: cachedRequestId, ...answered, route, ms: 0 })
          } else if (admit(request, response)) {
            if (isNewestDue) onPrimary(() => handle(request, response))
            else handle(request, response)
          } else deps.metrics?.observeRequest({ method: 'any', route: 'rejected', status: 503, seconds: 0 })
          return undefined
        },
        // Of a client that takes nothing of its answer.
      ).setTimeout(silenceTimeoutMs),
  })
  app.setValidatorCompiler(compileRequestSchema).setSerializerCompiler(compileResponseSchema)
  app.addHook('onRequest', (request, reply, done) => {
    // Before anything asks for the address of the visitor.
    const { headers: given } = request.raw
    const forwardedFor = given['x-forwarded-for']
    if (trustedProxies > 0 && forwardedFor !== undefined)
      given['x-forwarded-for'] = normalizeForwardedFor(String(forwardedFor), trustedProxies)
    reply.headers(headers).header('x-request-id', request.id)
    if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    release(reply.raw)
    done(null, payload)
  })
  if (hasReplicas) markRecentWrites(app, { overTls })
  closeInTime(app)
  deps.tracing?.follow(app)
  // After the body is read, which loses the context; before it is validated, since amounts have the decimals of the currency.
  app.addHook('preValidation', (request, _reply, done) => {
    // A balancer would take all servers out while the database is silent.
    if (isHealthCheck(request.url)) return done()
    deps.findStore().then((store) => (store ? runWithStore(store, done) : done()), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern and not the address: addresses carry e-mails and codes.
    const answered = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    deps.metrics?.observeRequest({ ...answered, seconds: reply.elapsedTime / 1000, refusal: request.refusal })
    request.log.info({ ...answered, ms: Math.round(reply.elapsedTime * 10) / 10 })
    done()
  })
  return app
}

const idleTimeoutMs = 1000
const drainTimeoutMs = 8000

/** Closes connections without a request after one second and all others after eight. Node would wait for them without limit. */
function closeInTime(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket) => silent.add(socket.once('close', () => silent.delete(socket))))
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => silent.forEach((socket) => socket.destroy()), idleTimeoutMs).unref()
    setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs).unref()
  })
}

/** Limits the calls of a visitor and the unfinished bodies of an address. */
export async function limitVisitors(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, rateLimit)
  const assertFewOpenBodies = createOpenBodyLimit()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isInProcess(request)) assertFewOpenBodies(request, reply.raw)
    done()
  })
}

const rateLimit = {
  keyGenerator: ({ ip }: FastifyRequest) => visitorNetwork(ip),
  max: 1200,
  timeWindow: 60_000,
  // A page's own calls count once, for the visitor; health checks are never limited. Nor are the page's scripts, without which it does
  // nothing: behind one address, 35 people who open the shop for the first time would use up the minute.
  allowList: (request: FastifyRequest) => isInProcess(request) || isHealthCheck(request.url) || isOwnAsset(request),
  errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) => tooManyRequests(Math.ceil(ttl / 1000)),
}
