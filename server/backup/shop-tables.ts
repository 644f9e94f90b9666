import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { BackupTable } from '#server/backup/backup-file.ts'
import type { MigrationFolder } from '#server/platform/database/migrate.ts'

/** Lists the tables of the migrations of this and earlier versions, which a restore writes by migrating. */
const migrationTables = ['public.migrations', 'public.migration_progress', 'public.migration_lock']

/** Lists the tables that the shop fills again from others, or at its start. */
const derivedTables = ['facet_changes', 'facet_slots', 'facet_chunks', 'facet_bitmaps', 'page_assets'].map(
  (name) => `public.${name}`,
)

/** Returns the names of all tables outside of schemas of their own that any migration has ever made. */
async function listMigratedTables(folders: readonly MigrationFolder[]): Promise<Set<string>> {
  const names = new Set(migrationTables)
  for (const { directory } of folders) {
    for (const file of (await readdir(directory)).filter((name) => name.endsWith('.sql'))) {
      const sql = await readFile(join(directory, file), 'utf8')
      for (const [, name = ''] of sql.matchAll(
        /(?:CREATE (?:UNLOGGED )?TABLE(?: IF NOT EXISTS)?|RENAME TO) (\w+)\b(?!\.)/g,
      ))
        names.add(`public.${name}`)
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
    ({ name }) =>
      ![...migrationTables, ...derivedTables].includes(name) && (created.has(name) || !name.startsWith('public.')),
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

/** Returns the tables, where a shop has its own, that none of these migrations has made and no extension owns. */
export async function listForeignTables(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<string[]> {
  const schemas = folders.length === 0 ? ['public', 'identity', 'cards', 'jobs'] : ['public']
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class class JOIN pg_namespace space ON space.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e')
     ORDER BY 1`,
    [schemas],
  )
  const created = folders.length === 0 ? new Set<string>() : await listMigratedTables(folders)
  return rows.map(({ name }) => name).filter((name) => !created.has(name))
}
