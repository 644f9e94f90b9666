import cluster from 'node:cluster'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import type { Shop } from '#server/open-shop.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type Metrics, openMetrics } from '#server/platform/metrics.ts'
import { migrate, MigrationError } from '#server/platform/migrate.ts'
import { serveMetrics } from '#server/platform/serve-metrics.ts'
import { openTracing } from '#server/platform/tracing.ts'
import type { Entrance } from '#server/prepare-shop.ts'

/** How long a stop may take before it is forced, in milliseconds. */
const mostStopMs = 20_000
/** So many connections may wait to be taken: those that a crowd has opened are answered, be it with 503, and not dropped. */
const backlog = 4096

// Loaded while PostgreSQL starts: together they are most of what a start takes.
const loadShop = () => Promise.all([import('#server/open-shop.ts'), import('#server/prepare-shop.ts')])

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

try {
  await main()
} catch (error) {
  // Each of these is a sentence for the person who starts the shop; everything else is a bug with its stack.
  const isForPeople = error instanceof ConfigError || error instanceof MigrationError || isPortTaken(error)
  process.stderr.write(`\n${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Libraries choose their fast build by this; what the shop itself allows hangs on config.production alone.
  const given = process.env['NODE_ENV'] ?? ''
  if (!config.dev) process.env['NODE_ENV'] = 'production'
  const log = createLog(config.logLevel)
  await (cluster.isPrimary ? startPrimary(config, log, given) : startWorker(config, log))
}

async function startPrimary(config: Config, log: ReturnType<typeof createLog>, nodeEnv: string): Promise<void> {
  const stops: (() => Promise<void>)[] = []
  const stop = stopOnSignals(stops)
  try {
    const port = config.portIsFixed ? config.port : await findFreePort(config)
    const loading = loadShop()
    const databaseUrl = config.databaseUrl ?? (await startEmbeddedDatabase(config, log, stops))
    const [, { prepareShop }] = await loading
    await migrateDatabase(databaseUrl)

    const publicUrl = config.publicUrl ?? `http://localhost:${port}`
    const isAlone = config.workers === 1
    const metrics = config.metrics && (await openMetrics())
    const shop = await open(config, databaseUrl, publicUrl, log, isAlone, metrics, stops)
    stops.push(() => shop.close())
    const entrances = await prepareShop(shop, config, showProgress)
    if (isAlone) {
      await shop.open({ host: config.host, port, backlog })
    } else {
      // They read the settings that we have read, and not what we made of them for libraries.
      const settings = { PORT: String(port), PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, NODE_ENV: nodeEnv }
      stops.push(await startWorkers(config, settings))
    }
    if (metrics) stops.push(await offerMetrics(config, metrics, shop))
    if (!config.portIsFixed && port !== config.port) say(`Port ${config.port} is taken, so this shop is on ${port}.`)
    greet(publicUrl, entrances, config)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startWorker(config: Config, log: ReturnType<typeof createLog>): Promise<void> {
  const stops: (() => Promise<void>)[] = []
  stopOnSignals(stops)
  const metrics = config.metrics && (await openMetrics())
  const shop = await open(config, config.databaseUrl ?? '', config.publicUrl ?? '', log, true, metrics, stops)
  stops.push(() => shop.close())
  await shop.app.listen({ host: config.host, port: config.port, backlog })
  process.send?.('listening')
}

async function open(
  config: Config,
  databaseUrl: string,
  publicUrl: string,
  log: ReturnType<typeof createLog>,
  withPages: boolean,
  metrics: Metrics | undefined,
  stops: (() => Promise<void>)[],
): Promise<Shop> {
  const tracing = config.tracing ? await openTracing() : undefined
  if (tracing) stops.push(() => tracing.stop())
  const [{ openShop }] = await loadShop()
  return openShop({
    config,
    databaseUrl,
    publicUrl: () => publicUrl,
    log,
    now: () => new Date(),
    withPages,
    metrics,
    tracing,
    ...(config.production ? {} : { onUndelivered: announce }),
  })
}

/** The first process answers for all of them. */
async function offerMetrics(
  { metrics: wish, host }: Config,
  metrics: Metrics,
  { db }: Shop,
): Promise<() => Promise<void>> {
  const { readShopFigures } = await import('#server/shop-figures.ts')
  metrics.watchFigures(() => readShopFigures(db))
  if (wish?.port === undefined) return () => Promise.resolve()
  return serveMetrics({ host, port: wish.port, token: wish.token, metrics })
}

async function startEmbeddedDatabase(
  config: Config,
  log: ReturnType<typeof createLog>,
  stops: (() => Promise<void>)[],
) {
  const postgres = await startPostgres({
    directory: join(config.dataDirectory, 'postgres'),
    log: (sentence) => log.info({ part: 'postgres' }, sentence),
    // Room for the pools of all processes, and for commands beside them.
    settings: { max_connections: String(Math.max(60, (config.workers + 1) * (config.databasePoolSize + 4) + 10)) },
  })
  stops.push(() => postgres.stop())
  return postgres.url
}

async function migrateDatabase(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 })
  try {
    const [{ migrationFolders }] = await loadShop()
    await migrate(pool, migrationFolders)
  } finally {
    await pool.end()
  }
}

/** Starts the processes that serve, and again each one that dies; answers how to end them. */
async function startWorkers(config: Config, env: Record<string, string>): Promise<() => Promise<void>> {
  let stopping = false
  const start = () => cluster.fork(env)
  const first = Array.from({ length: config.workers }, start)
  await Promise.all(
    first.map(
      (worker) =>
        new Promise((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('exit', () =>
            reject(new ConfigError('A serving process could not start; its own lines say why.')),
          )
        }),
    ),
  )
  cluster.on('exit', () => {
    // A pause, so that a process that cannot live does not keep the machine busy.
    setTimeout(() => stopping || start(), 1000)
  })
  return async () => {
    stopping = true
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      living.map((worker) => {
        worker.process.kill('SIGTERM')
        return new Promise((resolve) => worker.once('exit', resolve))
      }),
    )
  }
}

/** Stops in the reverse order of starting, once; a second signal ends the process at once. */
function stopOnSignals(stops: (() => Promise<void>)[]): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      for (const end of stops.toReversed()) await end()
    })())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      setTimeout(() => process.exit(1), mostStopMs).unref()
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  return stop
}

async function findFreePort({ host, port }: Config): Promise<number> {
  for (let candidate = port; candidate < port + 50; candidate++) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen({ host, port: candidate, exclusive: true }, () => probe.close(() => resolve(true)))
    })
    if (isFree) return candidate
  }
  return port
}

function isPortTaken(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return false
  error.message = `Port ${String((error as { port?: number }).port)} is taken by another program. Stop it, or set PORT to another number.`
  return true
}

function showProgress(done: number, of: number): void {
  if (process.stdout.isTTY)
    process.stdout.write(`\rDrawing the demo pictures: ${done} of ${of}${done === of ? '\n' : ''}`)
  else if (done === of) say(`Drew the ${of} demo pictures.`)
}

/** Without a mail server or a text service, links and codes are read here. */
function announce({ to, subject, text }: { to: string; subject?: string; text: string }): void {
  if (subject === undefined) return say(`Text message to ${to}: ${text}`)
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  return say(`Mail to ${to}: ${subject}${link ? `\n  ${link}` : ''}`)
}

function greet(
  publicUrl: string,
  { admin, customer }: { admin: Entrance | undefined; customer: Entrance | undefined },
  config: Config,
): void {
  say(`\nBoltyard is open at ${publicUrl}\n`)
  const known = config.adminPassword ? 'the password from ADMIN_PASSWORD' : 'the password shown at the first start'
  say(`  Sign in at ${publicUrl}/sign-in`)
  if (admin)
    say(`    as admin:    ${admin.email}   ${admin.password === undefined ? known : `password ${admin.password}`}`)
  else
    say(
      `    as admin:    ${config.adminEmail ?? 'set ADMIN_EMAIL, and this address becomes the admin'} (in your Firebase project)`,
    )
  if (customer) {
    say(
      `    as customer: ${customer.email}   ${customer.password === undefined ? 'the password shown at the first start' : `password ${customer.password}`}`,
    )
  }
  say('')
}
