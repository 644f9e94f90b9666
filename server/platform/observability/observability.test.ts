import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { serveMetrics } from '#server/platform/observability/serve-metrics.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const token = 'sixteen letters or more'
const unknownProduct = '01a3cf52-0000-7000-8000-00000000beef'

test('two processes return their metrics together with the token, and a trace includes the statements', async () => {
  await using home = await newHome()
  await using collector = await openCollector()
  const shop = await runShopProcess(home.directory, {
    METRICS_TOKEN: token,
    WEB_CONCURRENCY: '2',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    DATABASE_URL: home.databaseUrl,
    LOG_LEVEL: 'silent',
    // A busy machine may need longer than that of a shop.
    DATABASE_TIMEOUT_MS: '60000',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, connection: 'close' }
  try {
    for (let call = 0; call < 20; call++) {
      // Each on a connection of its own, so that both processes get some.
      await fetch(`${shop.url}/tools/${unknownProduct}`, { headers })
    }
    assert.equal((await fetch(`${shop.url}/metrics`)).status, 401)
    const authorization = `Bearer ${token}`
    let text = ''
    const value = (name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1)
    const count = 'boltyard_http_request_duration_seconds_count{method="GET",route="/tools/:id",status="404"}'
    await waitUntil(async () => {
      text = await (await fetch(`${shop.url}/metrics`, { headers: { authorization } })).text()
      return value(count) === '20'
    }, 'no process was too busy for its metrics')
    assert.equal(value('boltyard_refusals_total{code="product-not-found"}'), '20')
    assert.equal(value('boltyard_gauges_up'), '1')
    for (const name of [
      'boltyard_database_waiting',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      assert.ok(value(name) !== undefined, name)
  } finally {
    await shop.stop('SIGTERM')
  }
  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const request = spans.find(({ name }) => name === 'GET /tools/:id')
  assert.equal(request?.parentSpanId, 'b7ad6b7169203331')
  assert.ok(spans.some(({ name, parentSpanId }) => name === 'SELECT' && parentSpanId === request.spanId))
  assert.ok(!JSON.stringify(collector.spans).includes(unknownProduct), 'what was asked stays here')
})

test('the metrics port serves nothing else, and nothing without the token', async () => {
  const metrics = { read: () => Promise.resolve('figures 1') }
  const port = await findFreePort()
  const close = await serveMetrics({ host: '127.0.0.1', port }, { token, metrics })
  try {
    const send = async (path: string, authorization: string) => {
      const result = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
      const text = await result.text()
      return result.ok ? `${result.status} ${text}` : result.status
    }
    assert.equal(await send('/metrics', `Bearer ${token}`), '200 figures 1')
    assert.equal(await send('/metrics', `Bearer ${token}x`), 401)
    assert.equal(await send('/all-orders', `Bearer ${token}`), 404)
  } finally {
    await close()
  }
})

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

/** Starts an OpenTelemetry collector for JSON spans. */
async function openCollector() {
  const spans: SentSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
      }
      spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      return Promise.resolve()
    },
  }
}

async function newHome() {
  const testDatabase = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-watched-'))
  return {
    directory,
    databaseUrl: testDatabase.url,
    async [Symbol.asyncDispose]() {
      await testDatabase[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
