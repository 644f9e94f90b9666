import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { MetricObject } from 'prom-client'
import { type AppEvent, appEvents } from '#server/platform/observability/events.ts'

/** Collects the metrics of this process for Prometheus. */
export interface Metrics {
  /** Records one request with the route pattern, not the URL. */
  observeRequest(request: {
    method: string
    route: string
    status: number
    seconds: number
    refusal?: string | undefined
  }): void
  watchDatabase(database: WatchedDatabase): void
  /** Registers gauges that are read on scraping, at most every ten seconds. */
  watchGauges(read: () => Promise<Gauges[]>): void
  /** Returns the metrics of all processes as text. */
  read(): Promise<string>
}

/** Describes the connections of this process, and how far the replicas are behind; undefined for one that is left out. */
export interface WatchedDatabase {
  $client: pg.Pool
  readReplicaLags(): readonly { name: string; lagMs: number | undefined }[]
}

export interface Gauges {
  name: string
  help: string
  labels: Record<string, string>
  value: number
}

/** Sets the histogram buckets in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const gaugeCacheMs = 10_000
const workerTimeoutMs = 2000

/** Creates the metrics; loaded only if they are enabled. */
export async function createMetrics(): Promise<Metrics> {
  const { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'boltyard_http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status.',
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
    help: 'Events other than requests: retries asked for by the database (by SQLSTATE), events of the card provider.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  appEvents.subscribe((message) => {
    // Only emitEvent() publishes here.
    const { name, outcome } = message as AppEvent
    events.inc({ event: name, outcome })
  })

  const own = () => register.getMetricsAsJSON()
  const readAll = async () => {
    // Gauges that the first look makes are there at the second.
    await own()
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    // A busy or dead worker is left out.
    const asked = workers.map((worker) =>
      Promise.race([ask<MetricObject[]>(worker, ownOnly), wait(workerTimeoutMs, [], { ref: false })]),
    )
    const responses = await Promise.all([own(), ...asked])
    return AggregatorRegistry.aggregate(responses).metrics()
  }
  if (cluster.isPrimary)
    cluster.on('message', (worker, question) => {
      if (question === ofAll) void readAll().then((answer) => worker.send({ question, answer }))
    })
  else
    process.on('message', (question) => {
      if (question === ownOnly) void own().then((answer) => process.send?.({ question, answer }))
    })
  return {
    observeRequest({ method, route, status, seconds, refusal }) {
      duration.observe({ method, route, status }, seconds)
      if (refusal !== undefined) refusals.inc({ code: refusal })
    },
    watchDatabase(database) {
      const pool = database.$client
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
      if (database.readReplicaLags().length === 0) return
      new Gauge({
        name: 'boltyard_database_replica_lag_seconds',
        help: 'How far a replica is behind the primary, for the process that sees the most; absent while it is left out.',
        labelNames: ['replica'],
        aggregator: 'max',
        registers,
        collect() {
          this.reset()
          for (const { name, lagMs } of database.readReplicaLags())
            if (lagMs !== undefined) this.set({ replica: name }, lagMs / 1000)
        },
      })
      new Gauge({
        name: 'boltyard_database_replica_left_out',
        help: 'The number of processes that do not read from a replica, as it is away or too far behind.',
        labelNames: ['replica'],
        registers,
        collect() {
          for (const { name, lagMs } of database.readReplicaLags())
            this.set({ replica: name }, lagMs === undefined ? 1 : 0)
        },
      })
    },
    watchGauges(read) {
      const gauges = new Map<string, InstanceType<typeof Gauge>>()
      let readAt = -Infinity
      const up = new Gauge({
        name: 'boltyard_gauges_up',
        help: 'Whether the gauges of the shop could be read from the database.',
        registers,
        async collect() {
          if (performance.now() - readAt < gaugeCacheMs) return
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
    // The primary process knows all workers.
    read: cluster.isPrimary ? readAll : () => ask<string>(process, ofAll),
  }
}

const ownOnly = 'metrics of this process?'
const ofAll = 'metrics of all processes?'

type Channel = Pick<NodeJS.EventEmitter, 'on' | 'off'> & { send?: (message: string) => unknown }

/** Sends a question to another process of the cluster and returns its answer. */
function ask<Answer>(other: Channel, question: string): Promise<Answer> {
  return new Promise((resolve) => {
    const listen = (message: { question?: string; answer: Answer }) => {
      if (message.question !== question) return
      other.off('message', listen)
      resolve(message.answer)
    }
    other.on('message', listen)
    other.send?.(question)
  })
}
