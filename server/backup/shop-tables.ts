import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { BackupTable } from '#server/backup/backup-file.ts'
import type { MigrationFolder } from '#server/platform/database/migrate.ts'

/** Lists the tables about migrations, which a restore writes by migrating. */
const migrationTables = ['public.migrations', 'public.migration_progress']

/** Lists the tables that the shop fills again from others, or at its start. */
const derivedTables = ['facet_changes', 'facet_slots', 'facet_chunks', 'facet_bitmaps', 'page_assets'].map(
  (name) => `public.${name}`,
)

/** Lists the tables of what is alive now, and would be wrong for another database or at another time. */
const liveTables = ['public.servers']

/** Lists the tables that no backup holds. */
export const unsavedTables: readonly string[] = [...migrationTables, ...derivedTables, ...liveTables]

/** Returns the names of all tables outside of schemas of their own that any migration has ever made. */
async function listMigratedTables(folders: readonly MigrationFolder[]): Promise<Set<string>> {
  const created = /(?:CREATE (?:UNLOGGED )?TABLE(?: IF NOT EXISTS)?|RENAME TO) (\w+)\b(?!\.)/g
  return new Set([...migrationTables, ...(await listCreated(folders, created))])
}

/** Returns what the migrations name by the first group of a pattern, in the schema public. */
async function listCreated(folders: readonly MigrationFolder[], pattern: RegExp): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { directory } of folders) {
    for (const file of (await readdir(directory)).filter((name) => name.endsWith('.sql'))) {
      const sql = await readFile(join(directory, file), 'utf8')
      for (const [, name = ''] of sql.matchAll(pattern)) names.add(`public.${name}`)
    }
  }
  return names
}

/** Returns the tables of the shop and of its embedded services, each after those that its rows point at. */
export async function listShopTables(
  client: pg.ClientBase,
  folders: readonly MigrationFolder[],
): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(`
    SELECT format('%I.%I', space.nspname, class.relname) AS name,
      (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      ARRAY(SELECT DISTINCT format('%I.%I', other_space.nspname, other.relname) FROM pg_constraint
        JOIN pg_class other ON other.oid = confrelid JOIN pg_namespace other_space ON other_space.oid = other.relnamespace
        WHERE contype = 'f' AND conrelid = class.oid AND confrelid <> conrelid) AS needs
    FROM pg_class class JOIN pg_namespace space ON space.oid = class.relnamespace
    WHERE class.relkind = 'r' AND space.nspname IN ('public', 'identity', 'cards') ORDER BY 1`)
  const created = await listMigratedTables(folders)
  const ours = rows.filter(
    ({ name }) => !unsavedTables.includes(name) && (created.has(name) || !name.startsWith('public.')),
  )
  const ordered: BackupTable[] = []
  const waiting = new Map(ours.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`These tables point at one another: ${[...waiting.keys()].join(', ')}.`)
    for (const { name, columns } of ready) {
      ordered.push({ name, columns })
      waiting.delete(name)
    }
  }
  return ordered
}

const ofNoExtension = (catalog: 'pg_class' | 'pg_proc') => `NOT EXISTS (SELECT 1 FROM pg_depend
  WHERE classid = '${catalog}'::regclass AND objid = ${catalog}.oid AND deptype = 'e')`

async function listTables(
  client: pg.ClientBase,
  schemas: readonly string[],
  kinds: readonly string[] = ['r', 'p'],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace space ON space.oid = relnamespace
     WHERE relkind = ANY($2) AND nspname = ANY($1) AND ${ofNoExtension('pg_class')} ORDER BY 1`,
    [schemas, kinds],
  )
  return rows.map(({ name }) => name)
}

/** Returns the tables beside those of a shop that none of these migrations has made and no extension owns. */
export async function listForeignTables(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<string[]> {
  const created = await listMigratedTables(folders)
  return (await listTables(client, ['public'])).filter((name) => !created.has(name))
}

/** Returns the tables in a database without a shop that have the names of a shop's, or are in its schemas. */
export async function listTablesInTheWay(
  client: pg.ClientBase,
  folders: readonly MigrationFolder[],
): Promise<string[]> {
  const created = await listMigratedTables(folders)
  const inPublic = (await listTables(client, ['public'])).filter((name) => created.has(name))
  return [...inPublic, ...(await listTables(client, ['identity', 'cards', 'jobs']))]
}

const listMigratedViews = (folders: readonly MigrationFolder[]) =>
  listCreated(folders, /CREATE (?:OR REPLACE )?VIEW (\w+)/g)

const listMigratedFunctions = (folders: readonly MigrationFolder[]) =>
  listCreated(folders, /CREATE (?:OR REPLACE )?FUNCTION (\w+)/g)

/** Returns the tables of the shop in the schema public. */
async function listOwnTables(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<string[]> {
  const created = await listMigratedTables(folders)
  return (await listTables(client, ['public'])).filter((name) => created.has(name))
}

/** Returns what is in the schema public and neither of an extension nor made by any of these migrations: others' things, or a newer shop's. */
export async function listUnknown(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<string[]> {
  const known = [
    ...(await listMigratedTables(folders)),
    ...(await listMigratedViews(folders)),
    ...(await listMigratedFunctions(folders)),
    ...(await listCreated(folders, /CREATE SEQUENCE (?:IF NOT EXISTS )?(\w+)/g)),
  ]
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM (
       SELECT format('public.%I', relname) AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND ${ofNoExtension('pg_class')}
         AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE relkind = 'S' AND classid = 'pg_class'::regclass
           AND objid = pg_class.oid AND deptype IN ('a', 'i'))
       UNION SELECT format('public.%I', proname) FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND ${ofNoExtension('pg_proc')}) found
     WHERE name <> ALL ($1) ORDER BY name`,
    [known],
  )
  return rows.map(({ name }) => name)
}

/** Returns the relations, indexes, constraints, defaults, triggers and functions that are no part of the shop, by name. */
async function listForeignObjects(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<string[]> {
  const own = [
    ...(await listMigratedTables(folders)),
    ...(await listMigratedViews(folders)),
    ...(await listMigratedFunctions(folders)),
  ]
  const { rows } = await client.query<{ name: string }>(
    `WITH relations AS (
       SELECT pg_class.oid, relkind, format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace space ON space.oid = relnamespace
       WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'jobs', 'identity', 'cards')
         AND format('%I.%I', nspname, relname) <> ALL ($1))
     SELECT name FROM relations
     UNION SELECT 'index ' || indexrelid::regclass FROM pg_index JOIN relations ON relations.oid = indrelid
     UNION SELECT format('constraint %I of %s', conname, name) FROM pg_constraint JOIN relations ON relations.oid = conrelid
     UNION SELECT format('trigger %I of %s', tgname, name) FROM pg_trigger JOIN relations ON relations.oid = tgrelid WHERE NOT tgisinternal
     UNION SELECT format('column %I of %s', attname, name) || CASE WHEN atthasdef THEN ' with its default' ELSE '' END
       FROM pg_attribute JOIN relations ON relations.oid = attrelid WHERE relkind IN ('r', 'p', 'f') AND attnum > 0 AND NOT attisdropped
     UNION SELECT 'function ' || pg_proc.oid::regprocedure FROM pg_proc JOIN pg_namespace space ON space.oid = pronamespace
       WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'jobs', 'identity', 'cards')
         AND format('%I.%I', nspname, proname) <> ALL ($1)
     ORDER BY 1`,
    [own],
  )
  return rows.map(({ name }) => name)
}

/**
 * Drops the tables, schemas and functions of the shop, in a transaction. Returns what else has gone with them, because it needs them: then the
 * caller rolls back.
 */
export async function dropShopTables(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<string[]> {
  const before = await listForeignObjects(client, folders)
  for (const schema of ['jobs', 'identity', 'cards']) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  for (const name of await listOwnTables(client, folders)) await client.query(`DROP TABLE IF EXISTS ${name} CASCADE`)
  const { rows } = await client.query<{ name: string; signature: string }>(
    `SELECT format('public.%I', proname) AS name, oid::regprocedure::text AS signature FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND ${ofNoExtension('pg_proc')}`,
  )
  const created = await listMigratedFunctions(folders)
  for (const { name, signature } of rows) {
    if (created.has(name)) await client.query(`DROP FUNCTION IF EXISTS ${signature} CASCADE`)
  }
  const after = new Set(await listForeignObjects(client, folders))
  return before.filter((name) => !after.has(name))
}
