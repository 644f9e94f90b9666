import { join } from 'node:path'
import type { Logger } from 'pino'
import type pg from 'pg'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { readOrCreate } from '#server/platform/secrets.ts'

const writeEveryMs = 10_000
/** A server that has not written for so long has ended. */
const liveSeconds = 30

interface Server {
  host: string
  version: string
  secretKeyId: string
  /** What tells places of pictures apart: a storage, or one data folder. */
  pictures: string
}

/**
 * Announces this server to the others on its database until it stops. Throws a ConfigError if it does not fit those that are running: with
 * another secret key, or pictures that they do not see.
 */
export async function registerServer(pool: pg.Pool, server: Server, log: Logger): Promise<() => Promise<void>> {
  const id = crypto.randomUUID()
  const others = await insertServer(pool, id, server)
  const [first] = others
  if (first)
    log.warn(
      `Another server on this database (${first.host}) runs version ${first.version}, this one ${server.version}.`,
    )
  const write = () =>
    pool
      .query('UPDATE servers SET seen_at = now() WHERE id = $1', [id])
      .catch((error: Error) => log.warn({ reason: error.message }, 'this server could not announce itself'))
  const timer = setInterval(() => void write(), writeEveryMs).unref()
  return async () => {
    clearInterval(timer)
    await pool.query('DELETE FROM servers WHERE id = $1', [id]).catch(() => undefined)
  }
}

/** Inserts the row of a server that fits all live ones; returns those of another version. */
async function insertServer(pool: pg.Pool, id: string, { host, version, secretKeyId, pictures }: Server) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Two that start at once see each other.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('boltyard.servers'))`)
    await client.query(`DELETE FROM servers WHERE seen_at < now() - interval '1 day'`)
    const { rows } = await client.query<{
      host: string
      version: string
      key: string
      pictures: string
      seconds: number
    }>(
      `SELECT host, version, secret_key_id AS key, pictures, extract(epoch FROM now() - seen_at)::integer AS seconds
       FROM servers WHERE seen_at > now() - make_interval(secs => $1) ORDER BY started_at`,
      [liveSeconds],
    )
    for (const other of rows) {
      const found = `A server on this database (${other.host}, last seen ${other.seconds} s ago)`
      const wait = `If it has ended, start again in ${liveSeconds} seconds.`
      if (other.key !== secretKeyId)
        throw new ConfigError(
          `${found} uses another secret key, so sign-ins at one would not hold at the other. Set the same SECRET_KEY for both. ${wait}`,
        )
      if (other.pictures !== pictures)
        throw new ConfigError(
          `${found} keeps its pictures where this one does not see them. Set S3_ENDPOINT and the other S3_ settings, or share one DATA_DIR. ${wait}`,
        )
    }
    await client.query('INSERT INTO servers (id, host, version, secret_key_id, pictures) VALUES ($1, $2, $3, $4, $5)', [
      id,
      host,
      version,
      secretKeyId,
      pictures,
    ])
    await client.query('COMMIT')
    return rows.filter((other) => other.version !== version)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Names where a server keeps its pictures and documents: the same for all that see the same ones. */
export async function describePictures({ s3, dataDirectory }: Pick<Config, 's3' | 'dataDirectory'>): Promise<string> {
  if (s3) return `${s3.endpoint}/${s3.bucket}`
  return `folder ${await readOrCreate(join(dataDirectory, 'folder-id'), 'the id of the data folder', () => crypto.randomUUID())}`
}
