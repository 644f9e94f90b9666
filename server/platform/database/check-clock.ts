import type { Logger } from 'pino'
import type pg from 'pg'
import { type Config, ConfigError } from '#server/platform/config.ts'

const warnFromMs = 60_000
const refuseFromMs = 5 * 60_000

/**
 * Compares the clock of this server with that of the database, which all servers share, and logs a warning if they differ by a minute: other
 * servers take its sign-ins for expired. Throws a ConfigError from 5 minutes on, in production.
 */
export async function checkClock(
  pool: Pick<pg.Pool, 'query'>,
  { production }: Pick<Config, 'production'>,
  log: Logger,
): Promise<void> {
  // So that the time of connecting does not count.
  await pool.query('SELECT 1')
  const before = Date.now()
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  )
  const after = Date.now()
  const ms = rows[0]?.ms ?? before
  const ahead = before > ms ? before - ms : Math.min(0, after - ms)
  const seconds = Math.round(Math.abs(ahead) / 1000)
  if (seconds * 1000 < warnFromMs) return
  const text = `The clock of this server is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of the database, so other servers take its sign-ins for expired. Set both clocks by NTP.`
  if (production && seconds * 1000 >= refuseFromMs) throw new ConfigError(text)
  log.warn(text)
}
