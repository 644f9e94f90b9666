import type pg from 'pg'
import { ConfigError } from '#server/platform/config.ts'

const oldestVersion = 15

/** Throws a ConfigError if the server of DATABASE_URL is too old, takes no orders, or in production acknowledges ones that a crash can lose. */
export async function assertUsablePrimary(pool: pg.Pool, { production }: { production: boolean }): Promise<void> {
  const { rows: versions } = await pool.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number`,
  )
  const { version, number = 0 } = versions[0] ?? {}
  if (number < oldestVersion * 10_000)
    throw new ConfigError(
      `DATABASE_URL is a PostgreSQL ${version}, but the shop needs ${oldestVersion} or newer: upgrade it, or leave DATABASE_URL out to use the PostgreSQL that comes with the shop.`,
    )
  const { rows } = await pool.query<{
    standby: boolean
    readOnly: string
    commit: string
    standbys: string
    fsync: string
  }>(`
    SELECT pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only') AS "readOnly",
      current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS standbys,
      current_setting('fsync') AS fsync`)
  const { standby, readOnly, commit, standbys, fsync } = rows[0] ?? {}
  if (standby)
    throw new ConfigError(
      'DATABASE_URL is a replica, which takes no orders: set it to the primary, and the replica in DATABASE_READ_URL.',
    )
  if (readOnly === 'on')
    throw new ConfigError(
      'The database of DATABASE_URL is read-only (default_transaction_read_only = on): set it to off for this role.',
    )
  if (!production) return
  if (commit === 'off')
    throw new ConfigError(
      'The database of DATABASE_URL commits asynchronously, so a crash would lose orders that buyers were told are placed: ALTER ROLE … SET synchronous_commit = on',
    )
  if (standbys !== '' && (commit === 'local' || commit === 'remote_write'))
    throw new ConfigError(
      `The database of DATABASE_URL has a synchronous standby, but acknowledges orders before it has them on disk (synchronous_commit = ${commit}): ALTER ROLE … SET synchronous_commit = on`,
    )
  if (fsync === 'off')
    throw new ConfigError(
      'The database of DATABASE_URL runs with fsync = off, so a crash would lose or damage it: set fsync = on.',
    )
}
