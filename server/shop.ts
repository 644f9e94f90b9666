import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { generate, type Size } from '#database/generate.ts'
import { seed } from '#database/seed.ts'
import { readClusterKey } from '#embedded/postgres/cluster-key.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import { backupShop } from '#server/backup/backup-shop.ts'
import { RestoreError, restoreShop } from '#server/backup/restore-shop.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { checkUnits } from '#server/orders/check-units.ts'
import { checkMoney } from '#server/payments/check-money.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { migrationFolders } from '#server/open-shop.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { listPendingMigrations, migrate, MigrationError } from '#server/platform/migrate.ts'
import { Problem } from '#server/platform/problem.ts'

type Command = (db: Database, config: Config, args: string[]) => Promise<void>

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

interface ShopCommand {
  usage: string
  run: Command
  /** It looks at the database as it is, before anything is migrated. */
  untouched?: true
}

const commands: Record<string, ShopCommand> = {
  'make-admin': {
    usage: 'make-admin EMAIL   makes the user of this e-mail an admin',
    async run(db, _config, [email]) {
      if (!email) throw new ConfigError('Say whom: npm run shop -- make-admin EMAIL')
      await makeAdmin(db, email, undefined)
      say(`${email} is an admin.`)
    },
  },
  seed: {
    usage: 'seed               fills an empty shop with the demo catalogue',
    async run(db, config) {
      const done = await seed(db, { pictures: openPictures(config), report: () => undefined })
      say(done ? 'The demo catalogue is in the shop.' : 'The shop has products already, so nothing was changed.')
    },
  },
  generate: {
    usage:
      'generate --products N --orders M --seed S   fills an empty shop with made-up ones, to see how it fares with many',
    async run(db, _config, args) {
      const size = readSize(args)
      const done = await generate(db.$client.options.connectionString ?? '', size, say)
      if (!done) throw new ConfigError('The shop has products or orders already, so nothing was changed.')
      say(`The shop has ${size.products} products and ${size.orders} orders.`)
    },
  },
  backup: {
    usage: 'backup FILE        writes the whole shop into a new file, while it goes on selling',
    async run({ $client }, config, [file]) {
      if (!file) throw new ConfigError('Say where to: npm run shop -- backup FILE')
      const parts = { databaseUrl: $client.options.connectionString ?? '', dataDirectory: config.dataDirectory }
      const { rows, pictures } = await backupShop(parts, resolve(file)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new ConfigError(`${file} is there already, so nothing was written.`) : error
      })
      say(`${file} holds ${rows} rows and ${pictures} pictures. Whoever reads it reads everything: keep it safe.`)
    },
  },
  restore: {
    usage: 'restore FILE [--replace]   puts a backup into an empty database, or in the place of a shop that is closed',
    untouched: true,
    async run({ $client }, config, [file, ...options]) {
      if (!file) throw new ConfigError('Say what: npm run shop -- restore FILE')
      const parts = { databaseUrl: $client.options.connectionString ?? '', dataDirectory: config.dataDirectory }
      await $client.end()
      const { rows } = await restoreShop(parts, resolve(file), {
        migrationFolders,
        replace: options.includes('--replace'),
      })
      say(`The shop is back, with ${rows} rows. Look it over with: npm run shop -- audit`)
    },
  },
  migrate: {
    usage: 'migrate [--dry-run]   brings the database to this version, or tells what it would do',
    untouched: true,
    async run({ $client }, _config, options) {
      const pending = await listPendingMigrations($client, migrationFolders)
      if (!options.includes('--dry-run')) await migrate($client, migrationFolders)
      if (pending.length === 0) return say('The database is as this version needs it.')
      say(`${options.includes('--dry-run') ? 'To be applied' : 'Applied'}:\n  ${pending.join('\n  ')}`)
    },
  },
  'check-stock': {
    usage: 'check-stock        checks that every stock is the sum of its movements',
    async run(db) {
      const wrong = await checkStock(db)
      for (const { name, available, moved } of wrong)
        say(`${name}: ${available} available, but its movements sum up to ${moved}`)
      if (wrong.length > 0) throw new ConfigError(`${wrong.length} products break the stock law.`)
      say('The stock of every product is the sum of its movements.')
    },
  },
  audit: {
    usage: 'audit              checks the laws of stock, orders and money',
    async run(db) {
      const wrong = [
        ...(await checkStock(db)).map(({ name }) => `Product ${name}: its stock is not the sum of its movements.`),
        ...(await checkUnits(db)).map(
          ({ order_id: id, held, quantity }) => `Order ${id}: it holds ${held} of its ${quantity} units.`,
        ),
        ...(await checkMoney(db)).map(({ law, orderId }) => `Order ${orderId} breaks a law: ${law}`),
      ]
      wrong.forEach(say)
      if (wrong.length > 0) throw new ConfigError(`${wrong.length} breaches of the laws of stock, orders and money.`)
      say('Stock, orders and money are as they must be.')
    },
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
try {
  if (!command) {
    throw new ConfigError(
      `Usage: npm run shop -- COMMAND\n${Object.values(commands)
        .map(({ usage }) => `  ${usage}`)
        .join('\n')}`,
    )
  }
  const config = readConfig(process.env)
  await withDatabase(config, command, (db) => command.run(db, config, args))
} catch (error) {
  const isForPeople = [ConfigError, MigrationError, Problem, RestoreError].some((kind) => error instanceof kind)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${isForPeople ? message : stack}\n`)
  process.exitCode = 1
}

function readSize(args: string[]): Size {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { products: text, orders: text, seed: text } })
  const { products = '1000', orders = '10000', seed = '1' } = values
  const size = { products: Number(products), orders: Number(orders), seed: Number(seed) }
  const isSound = Object.values(size).every((number) => Number.isInteger(number) && number >= 0 && number <= 1e8)
  if (!isSound || size.products === 0) {
    throw new ConfigError('Say how many: npm run shop -- generate --products 1000 --orders 10000 --seed 1')
  }
  return size
}

/** Works on the database of a running shop, or starts the embedded one for as long as the command takes. */
async function withDatabase(
  config: Config,
  { untouched }: ShopCommand,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const log = createLog('warn')
  const directory = join(config.dataDirectory, 'postgres')
  const running = config.databaseUrl === undefined ? await findRunning(directory) : borrowed(config.databaseUrl)
  const postgres = running ?? (await startPostgres({ directory, log: () => undefined }))
  const db = openDatabase(postgres.url, log, 4, { unhurried: true })
  try {
    if (!untouched) await migrate(db.$client, migrationFolders)
    await work(db)
  } finally {
    if (!db.$client.ended) await db.$client.end()
    await postgres.stop()
  }
}

/** A database that somebody else runs and stops. */
function borrowed(url: string) {
  return { url, stop: () => Promise.resolve() }
}

async function findRunning(directory: string) {
  const key = readClusterKey(directory)
  if (!key) return undefined
  const client = new pg.Client({ connectionString: databaseUrl(key), connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
    return borrowed(databaseUrl(key))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return undefined // it does not run
    throw error
  }
}
