import type pg from 'pg'
import type { ShopLocation } from '#server/backup/backup-file.ts'
import { listStaged, moveStaged, removeStaged } from '#server/backup/staged-files.ts'
import { createClient } from '#server/platform/database/connections.ts'

/**
 * Completes a restore that ended between its commit and the last of its files, so that rows and files belong together. For a start;
 * the caller holds restores off.
 */
export async function completeRestore({ databaseUrl, dataDirectory }: ShopLocation): Promise<void> {
  if ((await listStaged(dataDirectory)).length === 0) return
  const client = connectForRestore(databaseUrl)
  try {
    await client.connect()
    await completeRestores(client, dataDirectory, { removesOthers: false })
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const connectForRestore = (databaseUrl: string) =>
  createClient({
    connectionString: databaseUrl,
    application_name: 'boltyard restore',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })

/** Completes or removes staged restores; rolled back ones are removed only while no other restore can run. */
export async function completeRestores(
  client: pg.Client,
  dataDirectory: string,
  { removesOthers }: { removesOthers: boolean },
) {
  const committed = await readRestoreId(client)
  for (const id of await listStaged(dataDirectory)) {
    if (id === committed) await moveStaged(dataDirectory, id)
    else if (removesOthers) await removeStaged(dataDirectory, id)
  }
}

export async function readRestoreId(client: pg.ClientBase): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ facts: string | null }>(`SELECT to_regclass('shop_facts') AS facts`)
  if (!tables[0]?.facts) return undefined
  const { rows } = await client.query<{ value: string }>(`SELECT value FROM shop_facts WHERE name = 'restored'`)
  return rows[0]?.value
}

export async function writeRestoreId(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(
    `INSERT INTO shop_facts (name, value) VALUES ('restored', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, recorded_at = excluded.recorded_at`,
    [id],
  )
}
