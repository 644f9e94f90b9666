import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'

// Own spans and not @fastify/otel and instrumentation-pg: the former writes error messages, in which Drizzle puts what people typed,
// into spans; the latter does not see `pg` in the bundle. Both patch methods, and add 12 packages and 60 ms of CPU to a start with traces.

/** Creates spans of requests and of the statements that they send, for an OpenTelemetry collector. */
export interface Tracing {
  /** Creates a span for each request. */
  follow(app: FastifyInstance): void
  /** Creates a span for each statement of a request, without its parameters. */
  Client: typeof pg.Client
  /** Sends what is left. */
  stop(): Promise<void>
}

const maxStatementLength = 1000

/** Starts to send spans to where the OTEL_* variables say; loaded only where they do. */
export async function createTracing(): Promise<Tracing> {
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

  class TracedClient extends pg.Client {
    override query(...args: never[]): never {
      const send = super.query.bind(this) as unknown as (...sent: unknown[]) => unknown
      const span = startStatement(args[0])
      const end = (error?: unknown) => {
        if (error) span?.setStatus({ code: api.SpanStatusCode.ERROR })
        span?.end()
      }
      const callback = args.at(-1) as unknown
      if (typeof callback === 'function') {
        const endAndCall = (error: unknown, result: unknown) => {
          end(error)
          callback(error, result)
        }
        return send(...args.slice(0, -1), endAndCall) as never
      }
      const sent = send(...args)
      if (sent instanceof Promise) sent.then(() => end(), end)
      else end()
      return sent as never
    }
  }

  return {
    Client: TracedClient,
    follow(app) {
      app.addHook('onRequest', (request, reply, done) => {
        // The pattern and not the address: addresses carry e-mails and codes.
        const route = request.routeOptions.url ?? 'none'
        const attributes = { 'http.request.method': request.method, 'http.route': route }
        const options = { kind: api.SpanKind.SERVER, attributes }
        const span = tracer.startSpan(`${request.method} ${route}`, options, parentOf(request))
        reply.raw.once('close', () => {
          span.setAttribute('http.response.status_code', reply.statusCode)
          if (request.refusal !== undefined) span.setAttribute('boltyard.refusal', request.refusal)
          if (reply.statusCode >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
          span.end()
        })
        current.run(span, done)
      })
    },
    stop: () => provider.shutdown(),
  }

  /** Returns the parent span from the W3C trace context headers. */
  function parentOf(request: FastifyRequest) {
    const [, traceId = '', spanId = '', flags = ''] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(request.headers['traceparent'])) ?? []
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
    return api.isSpanContextValid(parent) ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
  }

  function startStatement(statement: unknown): Span | undefined {
    const parent = current.getStore()
    const text = typeof statement === 'object' && statement && 'text' in statement ? statement.text : statement
    if (!parent || typeof text !== 'string') return undefined
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxStatementLength) }
    const verb = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    return tracer.startSpan(
      verb,
      { kind: api.SpanKind.CLIENT, attributes },
      api.trace.setSpan(api.ROOT_CONTEXT, parent),
    )
  }
}
