import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type pg from 'pg'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { areMigrated, listMigrations, migrate, MigrationError } from '#server/platform/database/migrate.ts'

async function openPool(): Promise<pg.Pool & AsyncDisposable> {
  const testDatabase = await createTestDatabase()
  const pool = createPool({ connectionString: testDatabase.url, max: 12 })
  return Object.assign(pool, {
    async [Symbol.asyncDispose]() {
      await pool.end()
      await testDatabase[Symbol.asyncDispose]()
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

test('no two migrations of a folder have the same number, so that their order is not one of words', async () => {
  const numbers = (await listMigrations(migrationFolders)).map((name) => name.replace(/-.*/, ''))
  assert.deepEqual(numbers, [...new Set(numbers)])
})

test('no table is unlogged: after a restore that was rolled back and a crash, PostgreSQL could not start', async () => {
  await using pool = await openPool()
  await migrate(pool, migrationFolders)
  const { rows } = await pool.query<{ relname: string }>(`SELECT relname FROM pg_class WHERE relpersistence = 'u'`)
  assert.deepEqual(rows, [])
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
    const { rows } = await pool.query(`SELECT to_regclass('good') AS good, to_regclass('migrations') AS ledger`)
    assert.deepEqual(rows, [{ good: null, ledger: null }])
  } finally {
    await rm(directory, { recursive: true })
  }
})
