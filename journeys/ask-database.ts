import { join } from 'node:path'
import pg from 'pg'
import { readClusterKey } from '#embedded/postgres/cluster-key.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'

/** Asks the embedded database of a running shop. */
export async function askDatabase(
  dataDirectory: string,
  query: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const key = readClusterKey(join(dataDirectory, 'postgres'))
  if (!key) throw new Error(`${dataDirectory} has no database.`)
  const client = new pg.Client({ connectionString: databaseUrl(key) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query, [...values])).rows
  } finally {
    await client.end()
  }
}
