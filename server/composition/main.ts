import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import about from '../../package.json' with { type: 'json' }
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { completeRestore } from '#server/backup/complete-restore.ts'
import { blockRestores } from '#server/backup/restore-lock.ts'
import type { Shop } from '#server/composition/create-shop.ts'
import { checkClock } from '#server/platform/database/check-clock.ts'
import { assertUsableEnvironment, findPort } from '#server/platform/check-environment.ts'
import { findStorageFault } from '#server/media/find-storage-fault.ts'
import { type Config, lacksPublicUrl, readConfig } from '#server/platform/config.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { checkSpelling, describeMisspelled } from '#server/platform/unknown-settings.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type Metrics, createMetrics } from '#server/platform/observability/metrics.ts'
import { listMigrations, migrate } from '#server/platform/database/migrate.ts'
import { assertUsablePrimary } from '#server/platform/database/check-primary.ts'
import { lostPassword } from '#server/notifications/mail-server.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { publishPageAssets } from '#server/edge/page-assets.ts'
import { keepSecretKey } from '#server/platform/database/keep-secret-key.ts'
import { describePictures, registerServer } from '#server/platform/database/register-server.ts'
import { runStep, stopOnSignals } from '#server/platform/run-steps.ts'
import { startWorkers } from '#server/platform/start-workers.ts'
import { createDiskWatch } from '#server/platform/watch-disk.ts'
import { serveMetrics } from '#server/platform/observability/serve-metrics.ts'
import { createTracing } from '#server/platform/observability/tracing.ts'
import { describeInitialUsers, type InitialUsers } from '#server/setup/describe-initial-users.ts'

/** Sets the accept backlog, so that connections under load are rejected with 503 rather than dropped. */
const backlog = 4096

// Loaded while PostgreSQL starts: together they are most of what a start takes.
const loadShop = () =>
  Promise.all([import('#server/composition/create-shop.ts'), import('#server/setup/prepare-shop.ts')])

const print = (messageText: string) => void process.stdout.write(`${messageText}\n`)

try {
  await main()
} catch (error) {
  const { explainFailure } = await import('#server/composition/explain-failure.ts')
  process.stderr.write(`\n${explainFailure(error)}\n\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const doubts = [
    ...checkSpelling(process.env, config).map(describeMisspelled),
    ...(lacksPublicUrl(config)
      ? [
          'PUBLIC_URL is not the address of the shop: links in mails lead to localhost. Set it to the one that buyers open.',
        ]
      : []),
  ]
  // Libraries choose their fast build by this; what the shop itself allows hangs on config.production alone.
  const given = process.env['NODE_ENV'] ?? ''
  if (!config.dev) process.env['NODE_ENV'] = 'production'
  const log = createLog(config.logLevel)
  await (cluster.isPrimary ? startPrimary(config, log, given, doubts) : startWorker(config, log))
}

async function startPrimary(
  config: Config,
  log: ReturnType<typeof createLog>,
  nodeEnv: string,
  doubts: string[],
): Promise<void> {
  const stops: (() => Promise<void>)[] = []
  const stop = stopOnSignals(stops, config.drainMs)
  try {
    for (const sentence of doubts) log.warn(sentence)
    assertUsableEnvironment(config)
    const port = await findPort(config)
    const loading = loadShop()
    const databaseUrl = config.databaseUrl ?? (await startEmbeddedDatabase(config, log, stops))
    const [{ buildDirectory, migrationFolders }, { prepareShop }] = await loading
    if (config.databaseUrl !== undefined)
      await withPool(databaseUrl, 1, async (pool) => {
        await checkClock(pool, config, log)
        await assertUsablePrimary(pool, config)
      })
    const hold = await blockRestores(databaseUrl, () =>
      print('A backup is being restored into this database; the shop opens after that.'),
    )
    // One connection says whose turn it is, the other one runs what no transaction can.
    await runStep('Applying the migrations', () => withPool(databaseUrl, 2, (pool) => migrate(pool, migrationFolders)))
    await completeRestore({ databaseUrl, dataDirectory: config.dataDirectory })
    const publicUrl = config.publicUrl ?? `http://localhost:${port}`
    if (config.databaseUrl !== undefined)
      stops.push(await announceServer({ ...config, databaseUrl: config.databaseUrl, publicUrl }, log))
    const { secretKeyId } = await loadSecrets(config.dataDirectory, config.secretKey)
    await withPool(databaseUrl, 1, (pool) => keepSecretKey(pool, secretKeyId, config, log))

    // The start does not wait for it.
    void warnOfStorage(config, log)
    const isAlone = config.workers === 1
    const metrics = config.metrics && (await createMetrics())
    const shop = await open(config, databaseUrl, publicUrl, log, isAlone, metrics, stops)
    stops.push(() => shop.close())
    stops.push(watchDisk(config, log))
    void warnOfMailServer(shop, log).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'the mail server could not be checked'),
    )
    void shop
      .checkCardKey()
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'the card provider could not be checked'))
    await hold.release()
    const initialUsers = await runStep(
      config.demo ? 'Adding the demo catalog and its pictures' : 'Adding the first accounts',
      (report) => prepareShop(shop, config, report),
    )
    if (!config.dev) await publishPageAssets(shop.db, buildDirectory)
    if (isAlone) {
      await listen(shop, { ...config, port }, stops)
    } else {
      // They read the settings that we have read, and not what we made of them for libraries.
      const settings = { PORT: String(port), PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, NODE_ENV: nodeEnv }
      stops.push(await startWorkers(config.workers, settings))
    }
    await shop.beginJobs()
    if (metrics) stops.push(await startMetricsServer(config, metrics, shop))
    if (!config.portIsFixed && port !== config.port) print(`Port ${config.port} is taken, so this shop is on ${port}.`)
    printWelcome(publicUrl, initialUsers, config)
    for (const sentence of doubts) print(`  ${sentence}`)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startWorker(config: Config, log: ReturnType<typeof createLog>): Promise<void> {
  const stops: (() => Promise<void>)[] = []
  stopOnSignals(stops, config.drainMs)
  const metrics = config.metrics && (await createMetrics())
  const shop = await open(config, config.databaseUrl ?? '', config.publicUrl ?? '', log, true, metrics, stops)
  stops.push(() => shop.close())
  await listen(shop, config, stops)
  // Sent before a job can end this process: the primary takes one that ends without it for one that cannot start.
  await new Promise((sent) => process.send?.('listening', sent))
  await shop.beginJobs()
}

/** Serves until it is stopped, which load balancers are told some time before. */
async function listen(
  shop: Shop,
  { host, port }: Pick<Config, 'host' | 'port'>,
  stops: (() => Promise<void>)[],
): Promise<void> {
  // The welcome says where the shop is; Fastify would log it in the middle of that.
  const { log } = shop.app
  const { level } = log
  if (level === 'info') log.level = 'warn'
  await shop.app.listen({ host, port, backlog })
  log.level = level
  stops.push(() => shop.drain())
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
  const tracing = config.tracing ? await createTracing() : undefined
  if (tracing) stops.push(() => tracing.stop())
  const [{ createShop }] = await loadShop()
  return createShop({
    config,
    databaseUrl,
    publicUrl: () => publicUrl,
    log,
    now: () => new Date(),
    withPages,
    metrics,
    tracing,
    ...(config.production ? {} : { onUndelivered: printUndelivered }),
  })
}

/** Serves the metrics of all processes from the primary. */
async function startMetricsServer(
  { metrics: metricsConfig, host }: Config,
  metrics: Metrics,
  { db }: Shop,
): Promise<() => Promise<void>> {
  const { readShopMetrics } = await import('#server/reports/shop-metrics.ts')
  metrics.watchGauges(() => readShopMetrics(db))
  if (metricsConfig?.port === undefined) return () => Promise.resolve()
  return serveMetrics({ host, port: metricsConfig.port }, { token: metricsConfig.token, metrics })
}

async function startEmbeddedDatabase(
  config: Config,
  log: ReturnType<typeof createLog>,
  stops: (() => Promise<void>)[],
) {
  const directory = join(config.dataDirectory, 'postgres')
  const name = existsSync(join(directory, 'cluster')) ? 'Starting the database' : 'Creating the database'
  const options = {
    directory,
    log: (messageText: string) => log.info({ part: 'postgres' }, messageText),
    // For the pools of all processes, and for commands.
    settings: { max_connections: String(Math.max(60, (config.workers + 1) * (config.databasePoolSize + 4) + 10)) },
  }
  const postgres = await runStep(name, () => startPostgres(options))
  stops.push(() => postgres.stop())
  return postgres.localUrl
}

/** Works on the database before the shop opens. */
async function withPool<Result>(connectionString: string, max: number, work: (pool: pg.Pool) => Promise<Result>) {
  const pool = createPool({ connectionString, max, connectionTimeoutMillis: 10_000 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Logs what is wrong with the S3 storage; the shop serves its pages without pictures then. */
async function warnOfStorage({ s3 }: Config, log: ReturnType<typeof createLog>): Promise<void> {
  const fault = s3 && (await findStorageFault(s3))
  if (fault !== undefined) log.warn(fault)
}

/** Looks at the disk of the data folder now and each minute; answers how to stop that. */
function watchDisk({ dataDirectory }: Config, log: ReturnType<typeof createLog>): () => Promise<void> {
  const watch = createDiskWatch(dataDirectory, log)
  const look = () =>
    void watch().catch((error: unknown) => log.warn({ reason: String(error) }, 'the disk was not read'))
  look()
  const timer = setInterval(look, 60_000)
  return () => Promise.resolve(clearInterval(timer))
}

/** Logs what is wrong with the mail server; mails wait in the outbox until it takes them. */
async function warnOfMailServer({ mailServer }: Shop, log: ReturnType<typeof createLog>): Promise<void> {
  const fault = await mailServer.check().then(
    (checked) => checked?.fault,
    (error: unknown) => lostPassword(error).message,
  )
  if (fault !== undefined) log.warn(`The mail server does not take mails, which wait in the outbox meanwhile: ${fault}`)
}

/** Announces this server to those on the same database; answers how to take that back. */
async function announceServer(
  config: Config & { databaseUrl: string; publicUrl: string },
  log: ReturnType<typeof createLog>,
) {
  const pool = createPool({ connectionString: config.databaseUrl, max: 1, connectionTimeoutMillis: 10_000 })
  const { secretKeyId } = await loadSecrets(config.dataDirectory, config.secretKey)
  const [{ migrationFolders }] = await loadShop()
  const migrations = await listMigrations(migrationFolders)
  const server = {
    host: hostname(),
    // Of two states of the code, the newest migration tells which is which.
    version: `${about.version} (${migrations.findLast((path) => path.startsWith('shop/'))?.replace('shop/', '')})`,
    secretKeyId,
    pictures: await describePictures(config),
    publicUrl: config.publicUrl,
    migrations,
  }
  try {
    const leave = await registerServer(pool, server, log)
    return () => leave().finally(() => pool.end())
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** Prints links and codes if no mail server or SMS provider is configured. */
function printUndelivered({ to, subject, text }: { to: string; subject?: string; text: string }): void {
  if (subject === undefined) return print(`Text message to ${to}: ${text}`)
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  return print(`Mail to ${to}: ${subject}${link ? `\n  ${link}` : ''}`)
}

function printWelcome(publicUrl: string, initialUsers: InitialUsers, config: Config): void {
  print(`\nBoltyard is open at ${publicUrl}\n`)
  print(`  Sign in at ${publicUrl}/sign-in`)
  for (const line of describeInitialUsers(initialUsers, config)) print(`    ${line}`)
  print('')
}
