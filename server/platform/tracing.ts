import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'

/** Spans of requests and of the statements that they send, for an OpenTelemetry collector. */
export interface Tracing {
  /** A span for each request of this server. */
  follow(app: FastifyInstance): void
  /** Sends what is left. */
  stop(): Promise<void>
}

const longestStatement = 1000

/** Begins to send spans to where the OTEL_* variables say; loaded only where they do. */
export async function openTracing(): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'boltyard',
      'process.pid': process.pid,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('boltyard')
  const current = new AsyncLocalStorage<Span>()
  const spans = new WeakMap<FastifyRequest, Span>()
  const failed: SpanStatusCode.ERROR = api.SpanStatusCode.ERROR

  followStatements()
  return {
    follow(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        // The pattern and not the address: addresses carry e-mails and codes.
        const route = request.routeOptions.url ?? 'none'
        const attributes = { 'http.request.method': request.method, 'http.route': route }
        const options = { kind: api.SpanKind.SERVER, attributes }
        const span = tracer.startSpan(`${request.method} ${route}`, options, parentOf(request))
        spans.set(request, span)
        current.run(span, done)
      })
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (request.refusal !== undefined) span?.setAttribute('boltyard.refusal', request.refusal)
        if (reply.statusCode >= 500) span?.setStatus({ code: failed })
        span?.end()
      })
    },
    stop: () => provider.shutdown(),
  }

  /** What a proxy or another service has begun goes on here (W3C trace context). */
  function parentOf(request: FastifyRequest) {
    const [, traceId = '', spanId = '', flags = ''] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(request.headers['traceparent'])) ?? []
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
    return api.isSpanContextValid(parent) ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
  }

  /** A span for each statement within a request; what it was asked with is not in it. */
  function followStatements(): void {
    // oxlint-disable-next-line typescript/unbound-method -- applied to its client below
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
    pg.Client.prototype.query = function followed(this: pg.Client, ...args: unknown[]) {
      const parent = current.getStore()
      const text = textOf(args[0])
      if (!parent || text === undefined) return query.apply(this, args)
      const verb = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
      const span = tracer.startSpan(
        verb,
        {
          kind: api.SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestStatement) },
        },
        api.trace.setSpan(api.ROOT_CONTEXT, parent),
      )
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
          if (error) span.setStatus({ code: failed })
          span.end()
          callback(error, ...rest)
        }
        return query.apply(this, args)
      }
      const answer = query.apply(this, args)
      if (!(answer instanceof Promise)) {
        span.end()
        return answer
      }
      return answer.then(
        (result: unknown) => {
          span.end()
          return result
        },
        (error: unknown) => {
          span.setStatus({ code: failed })
          span.end()
          throw error
        },
      )
    } as typeof pg.Client.prototype.query
  }
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return undefined
  return typeof statement.text === 'string' ? statement.text : undefined
}
