import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { MetricObject } from 'prom-client'
import { type Happening, happenings } from '#server/platform/happenings.ts'

/** What is counted and measured in this process, for Prometheus. */
export interface Metrics {
  /** One answered request: the route's pattern, never the address. */
  observeRequest(request: {
    method: string
    route: string
    status: number
    seconds: number
    refusal?: string | undefined
  }): void
  watchPool(pool: pg.Pool): void
  /** Figures that are read when somebody asks, and at most every ten seconds. */
  watchFigures(read: () => Promise<Figure[]>): void
  /** The figures of all processes of this shop together, as text. */
  read(): Promise<string>
}

export interface Figure {
  name: string
  help: string
  labels: Record<string, string>
  value: number
}

/** Answers that take longer than the last of these, in seconds, are all alike. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const figuresLastMs = 10_000
const mostWaitMs = 2000

/** Begins to count; loaded only where somebody wants the figures. */
export async function openMetrics(): Promise<Metrics> {
  const { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'boltyard_http_request_duration_seconds',
    help: 'How long requests took, by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const refusals = new Counter({
    name: 'boltyard_refusals_total',
    help: 'Refused requests by the code of the refusal, such as out-of-stock.',
    labelNames: ['code'],
    registers,
  })
  const events = new Counter({
    name: 'boltyard_events_total',
    help: 'What is no request: work that the database asked to do again (by SQLSTATE), events of the card provider.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  happenings.subscribe((message) => {
    // Nobody but tellHappening() publishes here.
    const { name, outcome } = message as Happening
    events.inc({ event: name, outcome })
  })

  const own = () => register.getMetricsAsJSON()
  const readAll = async () => {
    // Gauges that the first look makes are there at the second.
    await own()
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const answers = await Promise.all([own(), ...workers.map(askWorker)])
    return AggregatorRegistry.aggregate(answers).metrics()
  }
  if (cluster.isPrimary) answerWorkers(readAll)
  else answerPrimary(own)
  return {
    observeRequest({ method, route, status, seconds, refusal }) {
      duration.observe({ method, route, status }, seconds)
      if (refusal !== undefined) refusals.inc({ code: refusal })
    },
    watchPool(pool) {
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name: `boltyard_database_${name}`,
          help,
          registers,
          collect() {
            this.set(read())
          },
        })
      gauge('connections', 'Open connections to the database.', () => pool.totalCount)
      gauge('connections_in_use', 'Connections that work at this moment.', () => pool.totalCount - pool.idleCount)
      gauge('waiting', 'Queries that wait for a connection.', () => pool.waitingCount)
    },
    watchFigures(read) {
      const gauges = new Map<string, InstanceType<typeof Gauge>>()
      let readAt = -Infinity
      const up = new Gauge({
        name: 'boltyard_figures_up',
        help: 'Whether the figures of the shop could be read from the database.',
        registers,
        async collect() {
          if (performance.now() - readAt < figuresLastMs) return
          readAt = performance.now()
          const figures = await read().catch(() => undefined)
          up.set(figures ? 1 : 0)
          for (const gauge of gauges.values()) gauge.reset()
          for (const { name, help, labels, value } of figures ?? []) {
            let gauge = gauges.get(name)
            if (!gauge)
              gauges.set(name, (gauge = new Gauge({ name, help, labelNames: Object.keys(labels), registers })))
            gauge.set(labels, value)
          }
        },
      })
    },
    read: cluster.isPrimary ? readAll : askPrimary,
  }
}

const ownOnly = 'metrics of this process?'
const ofAll = 'metrics of all processes?'

function answerPrimary(own: () => Promise<MetricObject[]>): void {
  process.on('message', (message) => {
    if (message === ownOnly) void own().then((metrics) => process.send?.({ metrics }))
  })
}

function answerWorkers(readAll: () => Promise<string>): void {
  cluster.on('message', (worker, message) => {
    if (message === ofAll) void readAll().then((text) => worker.send({ text }))
  })
}

/** Only the first process knows all the others. */
function askPrimary(): Promise<string> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('text' in message)) return
      process.off('message', listen)
      resolve(String(message.text))
    }
    process.on('message', listen)
    process.send?.(ofAll)
  })
}

/** A process that dies or is busy leaves a gap in the figures and not in their answer. */
function askWorker(worker: Worker): Promise<MetricObject[]> {
  const answered = new Promise<MetricObject[]>((resolve) => {
    const listen = (message: { metrics?: MetricObject[] }) => {
      if (!message.metrics) return
      worker.off('message', listen)
      resolve(message.metrics)
    }
    worker.on('message', listen)
    worker.send(ownOnly)
  })
  return Promise.race([answered, wait(mostWaitMs, [], { ref: false })])
}
