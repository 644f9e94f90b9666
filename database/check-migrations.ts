import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkMigration } from '#database/migration-rules.ts'

// Checks the migrations of the project: `node database/check-migrations.ts`, a part of `npm run check`.

/** Names the newest migration of each folder that is older than the rules. */
const unjudged = {
  'database/migrations': '0147',
  'embedded/identity/migrations': '0010',
  'embedded/cards/migrations': '0006',
}

for (const [folder, last] of Object.entries(unjudged)) {
  const directory = join(import.meta.dirname, '..', folder)
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const [index, name] of names.entries()) {
    if (name.slice(0, 4) <= last) continue
    const sql = await readFile(join(directory, name), 'utf8')
    for (const sentence of await checkMigration(name, sql, names.slice(0, index))) {
      process.stdout.write(`${folder}/${sentence}\n`)
      process.exitCode = 1
    }
  }
}
