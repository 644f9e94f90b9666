import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { assertUsablePrimary } from '#server/platform/database/check-primary.ts'
import { createPool } from '#server/platform/database/connections.ts'

test('a PostgreSQL that is too old is refused with the version that is needed', async () => {
  await using database = await createTestDatabase()
  const pool = createPool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 60_000 })
  try {
    await assertUsablePrimary(pool, { production: false })
    // The server says that it is an old one.
    await pool.query(`
      CREATE SCHEMA old;
      CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS $$
        SELECT CASE name WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12'
          ELSE pg_catalog.current_setting(name) END $$;
      SET search_path = old, pg_catalog`)
    await assert.rejects(assertUsablePrimary(pool, { production: false }), {
      name: 'ConfigError',
      message:
        'DATABASE_URL is a PostgreSQL 14.12, but the shop needs 15 or newer: upgrade it, or leave DATABASE_URL out to use the PostgreSQL that comes with the shop.',
    })
  } finally {
    await pool.end()
  }
})
