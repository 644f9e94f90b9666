import type { Logger } from 'pino'
import type pg from 'pg'
import { type Config, ConfigError } from '#server/platform/config.ts'

const fact = 'secret-key-id'

/**
 * Throws a ConfigError if the secret key is not the one that this shop was started with before, unless `FORGET_SECRET_KEY` names that one.
 * Stores the public name of the key, not the key.
 */
export async function keepSecretKey(
  pool: Pick<pg.Pool, 'query'>,
  secretKeyId: string,
  { forgetSecretKey }: Pick<Config, 'forgetSecretKey'>,
  log: Logger,
): Promise<void> {
  await pool.query('INSERT INTO shop_facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [fact, secretKeyId])
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM shop_facts WHERE name = $1', [fact])
  const kept = rows[0]?.value ?? secretKeyId
  if (kept === secretKeyId) return
  const lost =
    'everybody is signed out, authenticator apps, recovery codes and the password of the mail server are lost, and webhooks are signed with other secrets'
  if (forgetSecretKey !== kept)
    throw new ConfigError(
      `This shop was started with another secret key before (SECRET_KEY, or DATA_DIR/secret-key). Set that one again. With this key, ${lost}. If the other key is gone, start once with FORGET_SECRET_KEY=${kept}.`,
    )
  await pool.query('UPDATE shop_facts SET value = $2, recorded_at = now() WHERE name = $1', [fact, secretKeyId])
  log.warn(`The shop has a new secret key from now on: ${lost}. FORGET_SECRET_KEY can be taken out again.`)
}
