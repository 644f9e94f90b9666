import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkMigration } from '#database/migration-rules.ts'

// Checks the migrations of the project: `node database/check-migrations.ts`, a part of `npm run check`.

/** Names the last migration of each folder that runs in an empty database only. */
const firstOnes = {
  'database/migrations': '0023',
  'embedded/identity/migrations': '0001',
  'embedded/cards/migrations': '0001',
}

for (const [folder, last] of Object.entries(firstOnes)) {
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
