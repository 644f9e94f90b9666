import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '#server/platform/database/connections.ts'

/** Describes the content of a stopped shop: tables with rows, sequences, and files of its data folder. */
export async function takeShopSnapshot(home: { databaseUrl: string; dataDirectory: string }) {
  return { database: await describeDatabase(home.databaseUrl), files: await describeFiles(home.dataDirectory) }
}

/** Removes what differs between two restores of a backup: its id and the migration times. */
export function comparable({ database, files }: Awaited<ReturnType<typeof takeShopSnapshot>>): Record<string, string> {
  const { 'public.shop_facts': _facts, 'public.migrations': _migrations, ...rest } = database
  return { ...rest, ...files }
}

async function describeDatabase(url: string): Promise<Record<string, string>> {
  const client = createClient({ connectionString: url })
  await client.connect()
  try {
    const { rows: parts } = await client.query<{ name: string; kind: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name, relkind AS kind FROM pg_class
       JOIN pg_namespace space ON space.oid = relnamespace
       WHERE relkind IN ('r', 'S') AND nspname IN ('public', 'identity', 'cards', 'jobs') ORDER BY 1`,
    )
    const { rows } = await client.query<{ name: string; print: string }>(
      parts
        .map(({ name, kind }) =>
          kind === 'S'
            ? `SELECT '${name}' AS name, last_value || ' ' || is_called AS print FROM ${name}`
            : `SELECT '${name}', count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) FROM ${name} t`,
        )
        .join(' UNION ALL ') || `SELECT '' AS name, '' AS print WHERE false`,
    )
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
  } finally {
    await client.end()
  }
}

/** Describes the files except for the embedded database. */
async function describeFiles(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((file) => !file.startsWith('postgres/'))
    .toSorted()
  const found: Record<string, string> = {}
  for (const file of files)
    found[file] = createHash('sha256')
      .update(await readFile(join(directory, file)))
      .digest('hex')
  return found
}
