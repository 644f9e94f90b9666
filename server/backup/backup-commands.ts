import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ShopLocation } from '#server/backup/backup-file.ts'
import { backupShop } from '#server/backup/backup-shop.ts'
import { verifyBackup } from '#server/backup/read-backup.ts'
import { restoreShop } from '#server/backup/restore-shop.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MigrationFolder } from '#server/platform/database/migrate.ts'
import type { Report } from '#server/platform/show-progress.ts'

/** Returns the commands that back a shop up, check a backup and restore it. */
export const backupCommands = (
  migrationFolders: readonly MigrationFolder[],
  print: (line: string) => void,
  report: Report,
) => {
  const printSkippedTables = (tables: readonly string[]) => {
    if (tables.length > 0) print(`Left out, because they are no part of the shop: ${tables.join(', ')}.`)
  }
  return {
    backup: {
      usage: 'backup FILE        backs up the running shop to a new file',
      async run({ $client }: Database, config: Config, args: string[]) {
        const { file } = readFile(args, 'backup FILE')
        const shop = shopLocation($client.options.connectionString ?? '', config)
        const { rows, pictures, skippedTables } = await backupShop(shop, file, migrationFolders, report)
        printSkippedTables(skippedTables)
        print(
          `${file} holds ${rows} rows and ${pictures} pictures. It contains everything, also secrets: keep it safe.`,
        )
      },
    },
    verify: {
      usage: 'verify FILE        checks that a backup is complete and that this version can restore it',
      async runWithout(_config: Config, args: string[]) {
        const { file } = readFile(args, 'verify FILE')
        const { manifest, rows, pictures, secretKey } = await verifyBackup(file, migrationFolders, report)
        const key = secretKey ? 'the secret key' : 'no secret key (that of SECRET_KEY is needed, if one was set)'
        print(`${file} is complete, and this version can restore it.`)
        print(`It was created at ${manifest.madeAt} and holds ${rows} rows, ${pictures} pictures and ${key}.`)
      },
    },
    restore: {
      usage: 'restore FILE [--replace]   restores a backup into an empty database, or replaces a stopped shop',
      async runAlone(databaseUrl: string, config: Config, args: string[]) {
        const { file, replace } = readFile(args, 'restore FILE [--replace]', { replace: { type: 'boolean' } })
        const options = { migrationFolders, replace, report }
        const { rows, pictures, skippedTables } = await restoreShop(shopLocation(databaseUrl, config), file, options)
        printSkippedTables(skippedTables)
        print(`The shop is back, with ${rows} rows and ${pictures} pictures. Check it with: npm run shop -- audit`)
      },
    },
  }
}

/** Returns where a shop keeps what belongs to it. */
export const shopLocation = (databaseUrl: string, { dataDirectory, secretKey }: Config): ShopLocation => ({
  databaseUrl,
  dataDirectory,
  secretKey,
})

/** Reads the one file and the switch of a command. */
function readFile(args: string[], usage: string, options: { replace?: { type: 'boolean' } } = {}) {
  const wrong = new ConfigError(`Usage: npm run shop -- ${usage}`)
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw wrong
    return { file: resolve(file), replace: values.replace === true }
  } catch {
    throw wrong
  }
}
