import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type pg from 'pg'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { blockRestores } from '#server/backup/restore-lock.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import {
  fitsSchema,
  listMigrations,
  listPendingMigrations,
  migrate,
  MigrationError,
} from '#server/platform/database/migrate.ts'

async function openPool(shared?: { url: string }): Promise<pg.Pool & AsyncDisposable> {
  const testDatabase = shared ? undefined : await createTestDatabase()
  const pool = createPool({ connectionString: (shared ?? testDatabase)?.url, max: 12 })
  return Object.assign(pool, {
    async [Symbol.asyncDispose]() {
      await pool.end()
      await testDatabase?.[Symbol.asyncDispose]()
    },
  })
}

test('eight processes that start at once apply every migration once', async () => {
  await using pool = await openPool()
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, migrationFolders)))
  const names = await listMigrations(migrationFolders)
  const { rows } = await pool.query<{ file: string }>(`SELECT room || '/' || name AS file FROM migrations`)
  assert.deepEqual(rows.map(({ file }) => file).toSorted(), names.toSorted())
  assert.equal(await fitsSchema(pool, names), true)
  assert.equal(await fitsSchema(pool, [...names, 'shop/9999-later.sql']), false)
})

test('in a database with things of another program the first start is refused by a sentence, and nothing is written', async () => {
  for (const [sql, what] of [
    ['CREATE TABLE migrations (id serial, migration text, batch integer)', 'relation "migrations"'],
    ['CREATE TABLE users (id integer)', 'relation "users"'],
    ['CREATE VIEW orders AS SELECT 1 AS one', 'relation "orders"'],
    ['CREATE SCHEMA identity', 'schema "identity"'],
    ['CREATE SCHEMA cards; CREATE TABLE cards.players (id integer)', 'schema "cards"'],
    ['CREATE SCHEMA jobs', 'schema "jobs"'],
    [`CREATE TYPE products AS ENUM ('a')`, 'type "products"'],
  ] as const) {
    await using pool = await openPool()
    await pool.query(sql)
    const listAll = async () =>
      (await pool.query(`SELECT relname FROM pg_class UNION ALL SELECT nspname FROM pg_namespace ORDER BY 1`)).rows
    const before = await listAll()
    const error: unknown = await migrate(pool, migrationFolders).catch((failure: unknown) => failure)
    assert.ok(error instanceof MigrationError, String(error))
    assert.ok(error.message.includes(`would put its own: ${what} already exists. Set DATABASE_URL to`), error.message)
    assert.deepEqual(await listAll(), before)
  }
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

test('every constraint holds for all rows, also those from before it', async () => {
  await using pool = await openPool()
  await migrate(pool, migrationFolders)
  const { rows } = await pool.query(`
    SELECT conrelid::regclass::text AS table, conname FROM pg_constraint WHERE NOT convalidated ORDER BY 1, 2`)
  assert.deepEqual(rows, [])
})

/** Writes migrations to a folder of their own. */
async function writeMigrations(files: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-migrations-'))
  const write = (more: Record<string, string>) =>
    Promise.all(Object.entries(more).map(([name, sql]) => writeFile(join(directory, name), sql)))
  await write(files)
  return {
    folders: [{ room: 'shop', directory }] as const,
    write,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}

const before = { '0001-first.sql': 'CREATE TABLE goods (id integer PRIMARY KEY, name text)' }
const expanding = { '0002-code.sql': 'ALTER TABLE goods ADD COLUMN code text' }
const contracting = {
  '0003-no-name.sql': '-- migrate: contract after 0002-code.sql\nALTER TABLE goods DROP COLUMN name',
}

test('code works on a schema that a newer version has expanded, until a contract that it does not know', async () => {
  await using pool = await openPool()
  await using old = await writeMigrations(before)
  await using next = await writeMigrations({ ...before, ...expanding })
  await using last = await writeMigrations({ ...before, ...expanding, ...contracting })
  const fits = async ({ folders }: typeof old) => fitsSchema(pool, await listMigrations(folders))
  await migrate(pool, old.folders)
  assert.deepEqual([await fits(old), await fits(next)], [true, false])
  await migrate(pool, next.folders)
  await migrate(pool, old.folders)
  assert.deepEqual([await fits(old), await fits(next)], [true, true])
  await migrate(pool, last.folders)
  await migrate(pool, next.folders)
  assert.deepEqual([await fits(old), await fits(next), await fits(last)], [false, true, true])
  await assert.rejects(migrate(pool, old.folders), (error: Error) => {
    assert.ok(error instanceof MigrationError)
    assert.match(error.message, /newer schema \(shop\/0003-no-name\.sql\).*Start the newer version/)
    return true
  })
})

test('a database of a version whose first migration is not that of this one is refused, with the way out', async () => {
  await using pool = await openPool()
  await using former = await writeMigrations({
    '0001-shop.sql': 'CREATE TABLE goods (id integer)',
    '0340-plans.sql': 'SELECT 1',
  })
  await migrate(pool, former.folders)
  // As versions of that time kept them.
  await pool.query('ALTER TABLE migrations DROP COLUMN needs')
  await using present = await writeMigrations(before)
  for (const run of [migrate, listPendingMigrations]) {
    const error: unknown = await run(pool, present.folders).catch((failure: unknown) => failure)
    assert.ok(error instanceof MigrationError, String(error))
    assert.match(error.message, /from before the tables of 0\.1\.0\. .*export products, prices and customers there/)
  }
})

test('a contract is refused while a server is running that does not know what it needs', async () => {
  await using pool = await openPool()
  const servers = `CREATE TABLE servers (host text, version text, secret_key_id text, pictures text,
    started_at timestamptz DEFAULT now(), seen_at timestamptz DEFAULT now(), migrations text[])`
  await using next = await writeMigrations({ ...before, ...expanding, '0002-servers.sql': servers })
  await migrate(pool, next.folders)
  await pool.query(
    `INSERT INTO servers (host, version, migrations) VALUES ('one', '0.2', '{shop/0001-first.sql,shop/0002-code.sql}'), ('two', '0.1', '{shop/0001-first.sql}')`,
  )
  await next.write({ ...contracting, '0004-later.sql': 'CREATE TABLE later (id integer)' })
  await assert.rejects(migrate(pool, next.folders), {
    name: 'MigrationError',
    message:
      /\(two, last seen \d+ s ago\) runs version 0\.1.*shop\/0003-no-name\.sql.*has shop\/0002-code\.sql, or stop it/,
  })
  assert.deepEqual((await pool.query(`SELECT to_regclass('later') AS later`)).rows, [{ later: null }])
  await pool.query(`UPDATE servers SET seen_at = now() - interval '31 s' WHERE host = 'two'`)
  await migrate(pool, next.folders)
})

test('two versions with different migrations, and a migration that was changed, are refused in a sentence', async () => {
  await using pool = await openPool()
  await using one = await writeMigrations({ ...before, ...expanding })
  await using other = await writeMigrations({ ...before, '0002-other.sql': 'CREATE TABLE other (id integer)' })
  await migrate(pool, one.folders)
  await assert.rejects(migrate(pool, other.folders), /newer schema \(shop\/0002-code\.sql\)/)
  await one.write({ '0002-code.sql': 'ALTER TABLE goods ADD COLUMN code integer' })
  await assert.rejects(migrate(pool, one.folders), /shop\/0002-code\.sql was changed after it had been applied/)
  await one.write({ '0003-typo.sql': '-- migrate: in batchs by goods.id\nSELECT 1' })
  await assert.rejects(migrate(pool, one.folders), /first line of 0003-typo\.sql is none of/)
})

test('the first migrations leave nothing behind if one fails, later ones what was before them', async () => {
  await using pool = await openPool()
  await using some = await writeMigrations({
    '0001-good.sql': 'CREATE TABLE good (id integer)',
    '0002-bad.sql': 'CREATE TABLE bad (id integer); SELECT 1/0',
  })
  const tables = async () => (await pool.query(`SELECT to_regclass('good') AS good, to_regclass('bad') AS bad`)).rows
  await assert.rejects(migrate(pool, some.folders))
  assert.deepEqual(await tables(), [{ good: null, bad: null }])
  await migrate(pool, some.folders, new Set(['shop/0001-good.sql']))
  await assert.rejects(migrate(pool, some.folders))
  assert.deepEqual(await tables(), [{ good: 'good', bad: null }])
})

const goods = {
  '0001-goods.sql': `CREATE TABLE goods (id bigint PRIMARY KEY, code text, turns integer NOT NULL DEFAULT 0);
    INSERT INTO goods (id) SELECT generate_series(1, 20000)`,
}

/** Starts a process that migrates; it is killed at the end of the test, if it is still there. */
function startMigrating(databaseUrl: string, directory: string) {
  const program = join(import.meta.dirname, '../../testing/migrate-process.ts')
  const child = spawn(process.execPath, [program, databaseUrl, directory], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output }))
  return {
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Begins a transaction on a connection of its own; `end` rolls it back. */
async function beginOther(pool: pg.Pool, sql: string) {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(sql)
  return { end: () => client.query('ROLLBACK').finally(() => client.release()) }
}

/** Waits until another process is refused or waits for a lock. */
const isAtWork = (pool: pg.Pool, statement: string) => async () => {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND query LIKE $1`,
    [statement],
  )
  return Boolean(rowCount)
}

test('a migration that waits for a lock does not let others queue behind it', async () => {
  await using pool = await openPool()
  await using some = await writeMigrations(goods)
  await migrate(pool, some.folders)
  await some.write({ '0002-note.sql': 'ALTER TABLE goods ADD COLUMN note text' })
  const order = await beginOther(pool, 'UPDATE goods SET turns = 1 WHERE id = 1')
  const migrating = migrate(pool, some.folders)
  await waitUntil(isAtWork(pool, 'ALTER TABLE%'), 'the migration waits')
  // Without its own limit, this one would wait as long as the first order.
  for (let id = 2; id < 10; id++) await pool.query('UPDATE goods SET turns = 1 WHERE id = $1', [id])
  await order.end()
  await migrating
  assert.equal((await pool.query('SELECT note FROM goods LIMIT 1')).rowCount, 1)
})

test('batches that are killed go on where they were, when two processes start; others write meanwhile', async () => {
  await using database = await createTestDatabase()
  await using pool = await openPool(database)
  await using some = await writeMigrations(goods)
  await migrate(pool, some.folders)
  const [{ directory }] = some.folders
  await some.write({
    '0002-turns.sql': `-- migrate: in batches by goods.id
UPDATE goods SET turns = turns + 1 WHERE id BETWEEN $1 AND $2`,
  })
  const progress = async () =>
    Number((await pool.query<{ done: string }>('SELECT max(done_to) AS done FROM migration_progress')).rows[0]?.done)
  const order = await beginOther(pool, `UPDATE goods SET code = 'x' WHERE id = 500`)
  {
    await using killed = startMigrating(database.url, directory)
    await waitUntil(async () => (await progress()) === 499, 'it comes as far as the row that is locked')
    for (const id of [1, 499, 501, 20_000]) await pool.query(`UPDATE goods SET code = 'y' WHERE id = $1`, [id])
    assert.equal((await pool.query('SELECT FROM goods WHERE turns = 1')).rowCount, 499)
    void killed
  }
  await order.end()
  await using one = startMigrating(database.url, directory)
  await using other = startMigrating(database.url, directory)
  for (const { code, output } of [await one.ended, await other.ended]) assert.equal(code, 0, output)
  const { rows } = await pool.query('SELECT turns, count(*)::integer AS rows FROM goods GROUP BY turns')
  assert.deepEqual(rows, [{ turns: 1, rows: 20_000 }])
  assert.equal((await pool.query('SELECT FROM migration_progress')).rowCount, 0)
  assert.equal(await fitsSchema(pool, await listMigrations(some.folders)), true)
})

test('an index that is killed while it is made is made by the next start, beside writes', async () => {
  await using database = await createTestDatabase()
  await using pool = await openPool(database)
  await using some = await writeMigrations(goods)
  await migrate(pool, some.folders)
  const [{ directory }] = some.folders
  await some.write({
    '0002-index.sql': '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY goods_code ON goods (code)',
  })
  const isValid = async () =>
    (await pool.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('goods_code')`)).rows
  const order = await beginOther(pool, `UPDATE goods SET code = 'x' WHERE id = 500`)
  {
    await using killed = startMigrating(database.url, directory)
    await waitUntil(isAtWork(pool, '%CREATE INDEX%'), 'the index waits for an order')
    await pool.query(`UPDATE goods SET code = 'y' WHERE id = 1`)
    void killed
  }
  assert.deepEqual(await isValid(), [{ indisvalid: false }])
  // A server that starts keeps restores off meanwhile.
  const starting = await blockRestores(database.url, () => undefined)
  await using one = startMigrating(database.url, directory)
  await using other = startMigrating(database.url, directory)
  await waitUntil(isAtWork(pool, '%INDEX%'), 'the next start waits for the order')
  await order.end()
  for (const { code, output } of [await one.ended, await other.ended]) assert.equal(code, 0, output)
  assert.deepEqual(await isValid(), [{ indisvalid: true }])
  await starting.release()
})

test('in a transaction that has the database for itself, long migrations do the same', async () => {
  await using pool = await openPool()
  await using some = await writeMigrations({
    ...goods,
    '0002-turns.sql':
      '-- migrate: in batches by goods.id\nUPDATE goods SET turns = turns + 1 WHERE id BETWEEN $1 AND $2',
    '0003-index.sql': '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY goods_code ON goods (code)',
  })
  // The first migrations of a database are one transaction.
  await migrate(pool, some.folders)
  const { rows } = await pool.query(`SELECT min(turns), max(turns), to_regclass('goods_code') AS index FROM goods`)
  assert.deepEqual(rows, [{ min: 1, max: 1, index: 'goods_code' }])
})
