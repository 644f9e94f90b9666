import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ownValue } from '#contract/own-value.ts'
import { generate, type Size } from '#database/generate.ts'
import { seed } from '#database/seed.ts'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { findUsersByEmail } from '#server/accounts/find-users-by-email.ts'
import { accountUsage, promptAtTerminal, runAccountCommand } from '#server/composition/account-command.ts'
import { productUses } from '#server/composition/product-uses.ts'
import { assertUsableEnvironment } from '#server/composition/check-environment.ts'
import { explainFailure } from '#server/composition/explain-failure.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import type { ShopLocation } from '#server/backup/backup-file.ts'
import { backupShop } from '#server/backup/backup-shop.ts'
import { verifyBackup } from '#server/backup/read-backup.ts'
import { completeRestore } from '#server/backup/complete-restore.ts'
import { blockRestores } from '#server/backup/restore-lock.ts'
import { restoreShop } from '#server/backup/restore-shop.ts'
import { checkFacets } from '#server/catalog/attributes/check-facets.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkPartNumbers } from '#server/catalog/search/check-part-numbers.ts'
import { rebuildDictionary } from '#server/catalog/search/rebuild-dictionary.ts'
import { listSharedPartNumbers } from '#server/catalog/search/shared-part-numbers.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { exportUsage, importUsage, runExportCommand, runImportCommand } from '#server/imports/table-commands.ts'
import { createImageStore } from '#server/media/open-image-store.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { checkSpelling, describeMisspelled } from '#server/platform/unknown-settings.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createInStore } from '#server/store/in-store.ts'
import { readStore } from '#server/store/read-store.ts'
import { listPendingMigrations, migrate } from '#server/platform/database/migrate.ts'

const print = (messageText: string) => void process.stdout.write(`${messageText}\n`)

type ShopCommand = { usage: string } & (
  | { run: (db: Database, config: Config, args: string[]) => Promise<void>; untouched?: undefined }
  /** Runs on the database as it is, without migrating it. */
  | { run: (db: Database, config: Config, args: string[]) => Promise<void>; untouched: true }
  /** Needs exclusive access to the database. */
  | { runAlone: (databaseUrl: string, config: Config, args: string[]) => Promise<void> }
  | { runWithout: (config: Config, args: string[]) => Promise<void> }
)

const commands: Record<string, ShopCommand> = {
  'make-admin': {
    usage: 'make-admin EMAIL   makes the user with this email address an admin',
    async run(db, _config, [email, ...more]) {
      if (!email || more.length > 0) throw new ConfigError('Name the user: npm run shop -- make-admin EMAIL')
      const { emailVerifiedAt } = await makeAdminByCommand(db, email)
      print(
        emailVerifiedAt
          ? `${email} is an admin.`
          : `${email} is an admin as soon as this address is verified: by the link in the mail that the shop has sent, or by a new one from the profile page.`,
      )
    },
  },
  account: {
    usage: accountUsage,
    run: (db, config, args) => runAccountCommand(db, config, args, { print, prompt: promptAtTerminal }),
  },
  seed: {
    usage: 'seed               adds the demo catalog to an empty shop',
    async run(db, config) {
      const done = await seed(db, { pictures: createImageStore(config), report: () => undefined })
      print(done ? 'The demo catalog is in the shop.' : 'The shop has products already, so nothing was changed.')
    },
  },
  generate: {
    usage: 'generate --products N --orders M --lines L --seed S   adds generated products and orders to an empty shop',
    async run(db, _config, args) {
      const size = readSize(args)
      const done = await generate(db.$client.options.connectionString ?? '', size, print)
      if (!done) throw new ConfigError('The shop has products or orders already, so nothing was changed.')
      print(`The shop has ${size.products} products and ${size.orders} orders.`)
    },
  },
  import: {
    usage: importUsage,
    run: (db, config, args) => runImportCommand({ db, config, productUses }, args, print),
  },
  export: {
    usage: exportUsage,
    run: (db, _config, args) => runExportCommand(db, args, print),
  },
  backup: {
    usage: 'backup FILE        backs up the running shop to a new file',
    async run({ $client }, config, args) {
      const { file } = readFile(args, 'backup FILE')
      const created = await backupShop(
        shopLocation($client.options.connectionString ?? '', config),
        file,
        migrationFolders,
      )
      printSkippedTables(created.skippedTables)
      print(
        `${file} holds ${created.rows} rows and ${created.pictures} pictures. It contains everything, also secrets: keep it safe.`,
      )
    },
  },
  verify: {
    usage: 'verify FILE        checks that a backup is complete and that this version can restore it',
    async runWithout(_config, args) {
      const { file } = readFile(args, 'verify FILE')
      const { manifest, rows, pictures, secretKey } = await verifyBackup(file, migrationFolders)
      const key = secretKey ? 'the secret key' : 'no secret key (that of SECRET_KEY is needed, if one was set)'
      print(`${file} is complete, and this version can restore it.`)
      print(`It was created at ${manifest.madeAt} and holds ${rows} rows, ${pictures} pictures and ${key}.`)
    },
  },
  restore: {
    usage: 'restore FILE [--replace]   restores a backup into an empty database, or replaces a stopped shop',
    async runAlone(databaseUrl, config, args) {
      const { file, replace } = readFile(args, 'restore FILE [--replace]', ['replace'])
      const options = { migrationFolders, replace: replace ?? false }
      const { rows, pictures, skippedTables } = await restoreShop(shopLocation(databaseUrl, config), file, options)
      printSkippedTables(skippedTables)
      print(`The shop is back, with ${rows} rows and ${pictures} pictures. Check it with: npm run shop -- audit`)
    },
  },
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
    usage: 'audit              checks the invariants of stock, orders, payments, papers and part numbers',
    async run(db) {
      const wrong = [
        ...(await checkStock(db)).map(({ name, law }) => `Product ${name}: ${law}.`),
        ...(await checkFacets(db)).map(({ name }) => `Product ${name}: its facets are not those of its values.`),
        ...(await checkReservedStock(db)).map(
          ({ order_id: id, name, held, quantity }) =>
            `Order ${id}: it holds ${held} of its ${quantity} units of ${name}.`,
        ),
        ...(await checkOrderLines(db)).map(
          ({ order_id: id }) => `Order ${id}: its counts or its total are not those of its lines.`,
        ),
        ...(await checkOwedCredit(db)).map(
          ({ id, stored, owed }) => `Customer ${id}: owes ${owed} cents on account, but ${stored} are stored.`,
        ),
        ...[...(await checkPayments(db)), ...(await checkDocuments(db))].map(
          ({ law, orderId }) => `Order ${orderId} violates an invariant: ${law}`,
        ),
        ...(await checkPartNumbers(db)).map(({ name, number, fault }) =>
          fault === 'own'
            ? `Product ${name}: its part number ${number} is not among the searched numbers.`
            : `Product ${name}: the search keys of ${number} are not those of the number.`,
        ),
      ]
      for (const { number, names } of await listSharedPartNumbers(db))
        print(
          `Note: ${number} is the part number of several products: ${names.join(', ')}. Give all but one another number.`,
        )
      wrong.forEach(print)
      if (wrong.length > 0)
        throw new ConfigError(
          `${wrong.length} violations of the invariants of stock, orders, payments, papers and part numbers.`,
        )
      print('Stock, orders, payments, papers and part numbers are consistent.')
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
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
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

/** Makes a user an admin; throws a sentence with the next step if the user cannot be one yet. */
async function makeAdminByCommand(db: Database, email: string) {
  const known = await findUsersByEmail(db, email)
  const user = known.find(({ removedAt }) => removedAt === null)
  if (!user) {
    if (known.length > 0) throw new ConfigError(`${email} was removed from this shop. Name another user.`)
    throw new ConfigError(`This shop has no user ${email}. Let them sign up there first, then use this command again.`)
  }
  if (user.disabledAt) {
    throw new ConfigError(`${email} is locked out. Let them in first: npm run shop -- account ${email} enable`)
  }
  await makeAdmin(db, email, undefined)
  return user
}

function shopLocation(url: string, { dataDirectory, secretKey }: Config): ShopLocation {
  return { databaseUrl: url, dataDirectory, secretKey }
}

function printSkippedTables(tables: readonly string[]): void {
  if (tables.length > 0) print(`Left out, because they are no part of the shop: ${tables.join(', ')}.`)
}

/** Reads the one file and the switches of a command. */
function readFile<Switch extends string = never>(
  given: string[],
  usage: string,
  switches: readonly Switch[] = [],
): { file: string } & Partial<Record<Switch, boolean>> {
  const wrong = new ConfigError(`Usage: npm run shop -- ${usage}`)
  try {
    const options = Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }]))
    const { positionals, values } = parseArgs({ args: given, options, allowPositionals: true })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw wrong
    return { ...(values as Partial<Record<Switch, boolean>>), file: resolve(file) }
  } catch {
    throw wrong
  }
}

function readSize(args: string[]): Size {
  const text = { type: 'string' } as const
  const wrong = new ConfigError(
    'Usage: npm run shop -- generate --products 1000 --orders 10000 --lines 1 --seed 1 (at most 10 lines)',
  )
  let values: { products?: string; orders?: string; lines?: string; seed?: string }
  try {
    values = parseArgs({ args, options: { products: text, orders: text, lines: text, seed: text } }).values
  } catch {
    throw wrong
  }
  const { products = '1000', orders = '10000', lines = '1', seed = '1' } = values
  const size = { products: Number(products), orders: Number(orders), lines: Number(lines), seed: Number(seed) }
  const isSound = Object.values(size).every((number) => Number.isInteger(number) && number >= 0 && number <= 1e8)
  if (!isSound || size.products === 0 || size.lines === 0 || size.lines > Math.min(10, size.products)) throw wrong
  return size
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
  const running = await findRunning(directory)
  if (running !== undefined) return work(running)
  if (needsShop && !readCredentials(directory)) throw missing
  const postgres = await startPostgres({ directory, log: () => undefined })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function findRunning(directory: string): Promise<string | undefined> {
  const key = readCredentials(directory)
  if (!key) return undefined
  const client = createClient({ connectionString: databaseUrl(key), connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
    return databaseUrl(key)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return undefined // it does not run
    throw error
  }
}
