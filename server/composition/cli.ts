import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownValue } from '#contract/own-value.ts'
import { generate, readSize } from '#database/generate.ts'
import { seed } from '#database/seed.ts'
import { readSeedNames, readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { findRunningDatabase } from '#embedded/postgres/shop-database.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { runMakeAdminCommand } from '#server/accounts/make-admin-command.ts'
import { backupCommands, shopLocation } from '#server/backup/backup-commands.ts'
import { createAccountAccess } from '#server/composition/account-access.ts'
import { accountUsage, promptAtTerminal, runAccountCommand } from '#server/accounts/account-command.ts'
import { productUses } from '#server/composition/product-uses.ts'
import { assertUsableEnvironment } from '#server/platform/check-environment.ts'
import { explainFailure } from '#server/composition/explain-failure.ts'
import { completeRestore } from '#server/backup/complete-restore.ts'
import { blockRestores } from '#server/backup/restore-lock.ts'
import { checkFacets } from '#server/catalog/attributes/check-facets.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkPartNumbers } from '#server/catalog/search/check-part-numbers.ts'
import { rebuildDictionary } from '#server/catalog/search/rebuild-dictionary.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import { exportUsage, importUsage, runExportCommand, runImportCommand } from '#server/imports/table-commands.ts'
import { createImageStore } from '#server/media/open-image-store.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { checkSpelling, describeMisspelled } from '#server/platform/unknown-settings.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createInStore } from '#server/store/in-store.ts'
import { readStore } from '#server/store/read-store.ts'
import { createProgressLine } from '#server/platform/show-progress.ts'
import { listPendingMigrations, migrate } from '#server/platform/database/migrate.ts'
import { readFitsUsage, runReadFitsCommand } from '#server/vehicles/read-fits-command.ts'
import { checkFitments } from '#server/vehicles/check-fitments.ts'
import { seedVehicles } from '#server/vehicles/seed-vehicles.ts'

const progress = createProgressLine(process.stderr)
const { report } = progress
const print = (messageText: string) => {
  progress.clear()
  process.stdout.write(`${messageText}\n`)
}

type ShopCommand = { usage: string } &
  /** `untouched` runs on the database as it is, without migrating it. */
  (
    | { run: (db: Database, config: Config, args: string[]) => Promise<void>; untouched?: true }
    /** Needs exclusive access to the database. */
    | { runAlone: (databaseUrl: string, config: Config, args: string[]) => Promise<void> }
    | { runWithout: (config: Config, args: string[]) => Promise<void> }
  )

const violations = (found: readonly { law: string; orderId: string }[]) =>
  found.map(({ law, orderId }) => `Order ${orderId} violates an invariant: ${law}`)

/** Lists what `audit` checks, with what it says of each violation. */
const audits: readonly [subject: string, check: (db: Database) => Promise<string[]>][] = [
  ['stock', async (db) => (await checkStock(db)).map(({ name, law }) => `Product ${name}: ${law}.`)],
  [
    'facets',
    async (db) => (await checkFacets(db)).map(({ name }) => `Product ${name}: its facets are not those of its values.`),
  ],
  [
    'reserved units',
    async (db) =>
      (await checkReservedStock(db)).map(
        ({ order_id: id, name, held, quantity }) =>
          `Order ${id}: it holds ${held} of its ${quantity} units of ${name}.`,
      ),
  ],
  [
    'order lines',
    async (db) =>
      (await checkOrderLines(db)).map(
        ({ order_id: id }) => `Order ${id}: its counts or its total are not those of its lines.`,
      ),
  ],
  [
    'amounts owed',
    async (db) =>
      (await checkOwedCredit(db)).map(
        ({ id, stored, owed }) => `Customer ${id}: owes ${owed} cents on account, but ${stored} are stored.`,
      ),
  ],
  ['shipments', async (db) => violations(await checkShipments(db))],
  ['returns', async (db) => violations(await checkReturns(db))],
  ['payments', async (db) => violations(await checkPayments(db))],
  ['papers', async (db) => violations(await checkDocuments(db))],
  ['vehicles', async (db) => (await checkFitments(db)).map(({ product, law }) => `Product ${product}: ${law}.`)],
  [
    'part numbers',
    async (db) =>
      (await checkPartNumbers(db)).map(({ name, number, fault }) =>
        fault === 'own'
          ? `Product ${name}: its part number ${number} is not among the searched numbers.`
          : `Product ${name}: the search keys of ${number} are not those of the number.`,
      ),
  ],
]

const commands: Record<string, ShopCommand> = {
  'make-admin': {
    usage: 'make-admin EMAIL   makes the user with this email address an admin',
    run: async (db, _config, args) => print(await runMakeAdminCommand(db, args)),
  },
  account: {
    usage: accountUsage,
    run: (db, config, args) =>
      runAccountCommand(args, {
        db,
        print,
        prompt: promptAtTerminal,
        accounts: createAccountAccess(db, config, print),
      }),
  },
  seed: {
    usage: 'seed               adds the demo catalog to an empty shop',
    async run(db, config) {
      const done = await seed(db, { pictures: createImageStore(config), report: () => undefined })
      print(done ? 'The demo catalog is in the shop.' : 'The shop has products already, so nothing was changed.')
    },
  },
  generate: {
    usage:
      'generate --products N --orders M --lines L --fitments F --seed S   adds generated products, what they fit, and orders to an empty shop',
    async run(db, _config, args) {
      const size = readSize(args)
      await seedVehicles(db, readVehicleSeed)
      const done = await generate(db.$client.options.connectionString ?? '', size, print)
      if (!done) throw new ConfigError('The shop has products or orders already, so nothing was changed.')
      print(`The shop has ${size.products} products and ${size.orders} orders.`)
    },
  },
  import: {
    usage: importUsage,
    run: (db, config, args) => runImportCommand({ db, config, productUses }, args, { print, report }),
  },
  export: {
    usage: exportUsage,
    run: (db, _config, args) => runExportCommand(db, args, { print, report }),
  },
  'read-fits': {
    usage: readFitsUsage,
    runWithout: async (_config, args) => runReadFitsCommand(args, readSeedNames),
  },
  ...backupCommands(migrationFolders, print, report),
  migrate: {
    usage: 'migrate [--dry-run]   applies the pending migrations, or lists them',
    untouched: true,
    async run({ $client }, _config, options) {
      // A mistyped --dry-run must not migrate.
      if (options.some((option) => option !== '--dry-run'))
        throw new ConfigError('Usage: npm run shop -- migrate [--dry-run]')
      const pending = await listPendingMigrations($client, migrationFolders)
      if (!options.includes('--dry-run')) await migrate($client, migrationFolders)
      if (pending.length === 0) return print('The database is up to date.')
      print(`${options.includes('--dry-run') ? 'Pending' : 'Applied'}:\n  ${pending.join('\n  ')}`)
    },
  },
  'check-stock': {
    usage: 'check-stock        checks that the stock of every product is the sum of its movements',
    async run(db) {
      const wrong = await checkStock(db)
      for (const { name, law, stored, moved } of wrong) print(`${name}: ${law} (${stored}, moved ${moved})`)
      if (wrong.length > 0) throw new ConfigError(`${wrong.length} counts of units are not the sum of their movements.`)
      print('The stock of every product is the sum of its movements.')
    },
  },
  'rebuild-dictionary': {
    usage: 'rebuild-dictionary   collects the words by which the search corrects typing errors, as each night',
    async run(db) {
      const { words, removed } = await rebuildDictionary(db)
      print(`The dictionary has ${words} words; ${removed} were removed.`)
    },
  },
  audit: {
    usage: 'audit              checks the invariants of stock, orders, payments, papers, vehicles and part numbers',
    async run(db) {
      const wrong: string[] = []
      for (const [index, [subject, check]] of audits.entries()) {
        report(`Checking ${subject} (${index + 1} of ${audits.length})`)
        wrong.push(...(await check(db)))
      }
      wrong.forEach(print)
      if (wrong.length > 0)
        throw new ConfigError(
          `${wrong.length} violations of the invariants of stock, orders, payments, papers, vehicles and part numbers.`,
        )
      print('Stock, orders, payments, papers, vehicles and part numbers are consistent.')
    },
  },
}

/** Names commands that a lost shop needs, whatever else is in the environment. */
const warnsOnly = new Set(['restore', 'verify'])
const takesNothing = new Set(['seed', 'check-stock', 'rebuild-dictionary', 'audit'])
/** Names the commands that make a shop where there is none; for others, a folder without one is most often a mistyped one. */
const makesShop = new Set(['seed', 'generate', 'migrate', 'restore'])

const [name = '', ...args] = process.argv.slice(2)
const command = ownValue(commands, name)
try {
  if (!command) {
    throw new ConfigError(
      `Usage: npm run shop -- COMMAND\n${Object.values(commands)
        .map(({ usage }) => `  ${usage}`)
        .join('\n')}`,
    )
  }
  const config = readConfig(process.env)
  const production = config.production && !warnsOnly.has(name)
  for (const one of checkSpelling(process.env, { production })) process.stderr.write(`${describeMisspelled(one)}\n`)
  if (takesNothing.has(name) && args.length > 0)
    throw new ConfigError(`${name} takes nothing else: npm run shop -- ${name}`)
  if ('runWithout' in command) await command.runWithout(config, args)
  else await withPostgres(config, (url) => runOn(url, command, config))
} catch (error) {
  progress.clear()
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
} finally {
  progress.clear()
}

async function runOn(
  url: string,
  command: Exclude<ShopCommand, { runWithout: unknown }>,
  config: Config,
): Promise<void> {
  if ('runAlone' in command) return command.runAlone(url, config, args)
  const hold = await blockRestores(url, () =>
    print('A backup is being restored into this database; waiting for its end.'),
  )
  const db = openDatabase(url, createLog('warn'), 4, { withoutTimeout: true })
  try {
    if (!makesShop.has(name)) await assertHasShop(db)
    if (!command.untouched) await migrate(db.$client, migrationFolders)
    await completeRestore(shopLocation(url, config))
    if (command.untouched) await command.run(db, config, args)
    else {
      const inStore = createInStore(
        () => readStore(db),
        () => new Date(),
      )
      await inStore(() => command.run(db, config, args))
    }
  } finally {
    await db.$client.end()
    await hold.release()
  }
}

async function assertHasShop(db: Database): Promise<void> {
  const { rows } = await db.$client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`)
  if (rows[0]?.exists !== true)
    throw new ConfigError(
      'There is no shop in the database of DATABASE_URL. Correct the address, or start the shop once.',
    )
}

/** Works on the PostgreSQL of a running shop, or starts the embedded one for as long as the command takes. */
async function withPostgres(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const needsShop = config.databaseUrl === undefined && !makesShop.has(name)
  const missing = new ConfigError(
    `There is no shop in ${config.dataDirectory}. Correct DATA_DIR, or start the shop once.`,
  )
  if (needsShop && !existsSync(config.dataDirectory)) throw missing
  assertUsableEnvironment(config)
  if (config.databaseUrl !== undefined) return work(config.databaseUrl)
  const directory = join(config.dataDirectory, 'postgres')
  const running = await findRunningDatabase(directory)
  if (running !== undefined) return work(running)
  if (needsShop && !readCredentials(directory)) throw missing
  const postgres = await startPostgres({ directory, log: () => undefined })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}
