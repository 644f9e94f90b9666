import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

interface MovedTime {
  set(this: void, time: Date): Promise<void>
  /** Ends it, once nothing that a trigger has put off is left to do. */
  end(): Promise<void>
}

/**
 * Moves the time of a held transaction: `now()` is what `set` says, in its statements, its functions and the defaults of these tables. Nobody
 * else sees it, but must wait for the tables. The schema is gone before the transaction commits.
 */
export async function moveTime(db: Database, tables: SQL): Promise<MovedTime> {
  await db.execute(sql`CREATE SCHEMA moved_time`)
  await db.execute(sql`
    CREATE FUNCTION moved_time.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT current_setting('moved_time.now')::timestamptz$$`)
  // Before its own functions, which PostgreSQL would find first.
  await db.execute(sql`SET LOCAL search_path = moved_time, pg_catalog, public`)
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    SELECT attrelid::regclass::text AS table, attname AS column
    FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE adrelid IN (${tables}) AND pg_get_expr(adbin, adrelid) IN ('now()', 'pg_catalog.now()')`)
  const setDefaults = async (value: SQL) => {
    for (const { table, column } of columns)
      await db.execute(sql`ALTER TABLE ${sql.raw(table)} ALTER COLUMN ${sql.identifier(column)} SET DEFAULT ${value}`)
  }
  await setDefaults(sql`moved_time.now()`)
  return {
    async set(time) {
      await db.execute(sql`SELECT set_config('moved_time.now', ${time.toISOString()}, true)`)
    },
    async end() {
      await db.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      await setDefaults(sql`pg_catalog.now()`)
      await db.execute(sql`SET LOCAL search_path = DEFAULT`)
      await db.execute(sql`DROP SCHEMA moved_time CASCADE`)
    },
  }
}
