import assert from 'node:assert/strict'
import { cp, glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import { migrationFolders } from '#server/open-shop.ts'
import { areMigrated, listMigrations, migrate, MigrationError } from '#server/platform/migrate.ts'

async function openPool(): Promise<pg.Pool & AsyncDisposable> {
  const scratch = await scratchPostgres()
  const pool = new pg.Pool({ connectionString: scratch.url, max: 12 })
  // A connection may still be leaving when its database is dropped.
  pool.on('error', () => undefined)
  return Object.assign(pool, {
    async [Symbol.asyncDispose]() {
      await pool.end()
      await scratch[Symbol.asyncDispose]()
    },
  })
}

test('eight processes that start at once apply every migration once', async () => {
  await using pool = await openPool()
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, migrationFolders)))
  const names = await listMigrations(migrationFolders)
  const { rows } = await pool.query<{ file: string }>(`SELECT room || '/' || name AS file FROM migrations`)
  assert.deepEqual(rows.map(({ file }) => file).toSorted(), names.toSorted())
  assert.equal(await areMigrated(pool, names), true)
  assert.equal(await areMigrated(pool, [...names, 'shop/9999-later.sql']), false)
})

test('a schema that is newer than the code, and a migration that was changed, are refused in a sentence', async () => {
  await using pool = await openPool()
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-migrations-'))
  try {
    await cp(migrationFolders[0]?.directory ?? '', directory, { recursive: true })
    const folders = [{ room: 'shop', directory }]
    const later = join(directory, '9999-later.sql')
    await writeFile(later, 'CREATE TABLE later (id integer)')
    await migrate(pool, folders)
    await assert.rejects(migrate(pool, migrationFolders), (error: Error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(error.message, /newer schema \(shop: 9999-later\.sql\).*Start the newer version/)
      return true
    })
    await writeFile(later, 'CREATE TABLE later (id bigint)')
    await assert.rejects(migrate(pool, folders), /shop\/9999-later\.sql was changed after it had been applied/)
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('a migration that fails leaves nothing behind', async () => {
  await using pool = await openPool()
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-migrations-'))
  try {
    await writeFile(join(directory, '0001-good.sql'), 'CREATE TABLE good (id integer)')
    await writeFile(join(directory, '0002-bad.sql'), 'CREATE TABLE bad (id integer); SELECT 1/0')
    await assert.rejects(migrate(pool, [{ room: 'shop', directory }]))
    const { rows } = await pool.query(
      `SELECT to_regclass('good') AS good, (SELECT count(*)::integer FROM migrations) AS n`,
    )
    assert.deepEqual(rows, [{ good: null, n: 0 }])
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('every table in the code has the columns of the database, with the same types and the same NOT NULL', async () => {
  await using pool = await openPool()
  await migrate(pool, migrationFolders)
  const { rows } = await pool.query<{ key: string; type: string; required: boolean }>(`
    SELECT table_schema || '.' || table_name || '.' || column_name AS key, is_nullable = 'NO' AS required,
      CASE data_type WHEN 'timestamp with time zone' THEN 'timestamp with time zone' ELSE data_type END AS type
    FROM information_schema.columns
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND is_generated = 'NEVER'`)
  const real = new Map(rows.map((row) => [row.key, row]))
  const root = join(import.meta.dirname, '../..')
  let seen = 0
  for await (const file of glob('{server,embedded}/**/*.tables.ts', { cwd: root })) {
    const module = (await import(join(root, file))) as Record<string, unknown>
    for (const table of Object.values(module)) {
      if (!is(table, PgTable)) continue
      const { name, schema = 'public' } = getTableConfig(table)
      const columns = Object.values(getTableColumns(table))
      for (const column of columns) {
        const key = `${schema}.${name}.${column.name}`
        const there = real.get(key)
        assert.ok(there, `${file}: ${key} is not in the database`)
        assert.equal(column.notNull, there.required, `${file}: ${key} NOT NULL`)
        const type = column.getSQLType()
        assert.equal(type.endsWith('[]') ? 'ARRAY' : type, there.type, `${file}: ${key}`)
      }
      const inDatabase = rows.filter(({ key }) => key.startsWith(`${schema}.${name}.`)).map(({ key }) => key)
      const inCode = columns.map((column) => `${schema}.${name}.${column.name}`)
      assert.deepEqual(inCode.toSorted(), inDatabase.toSorted())
      seen++
    }
  }
  assert.ok(seen >= 10, `only ${seen} tables were found`)
})
