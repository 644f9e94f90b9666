import { join } from 'node:path'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { createClient } from '#embedded/postgres/connections.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'

/** Queries the embedded database of a running shop. */
export async function queryDatabase(
  dataDirectory: string,
  query: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const key = readCredentials(join(dataDirectory, 'postgres'))
  if (!key) throw new Error(`${dataDirectory} has no database.`)
  const client = createClient({ connectionString: databaseUrl(key) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query, [...values])).rows
  } finally {
    await client.end()
  }
}
