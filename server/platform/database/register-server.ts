import { join } from 'node:path'
import type { Logger } from 'pino'
import type pg from 'pg'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { describeServer, listLiveServers, type LiveServer, waitForEnd } from '#server/platform/database/live-servers.ts'
import { readOrCreate } from '#server/platform/secrets.ts'

const writeEveryMs = 10_000

type Server = Omit<LiveServer, 'seconds'>

/**
 * Announces this server to the others on its database until it stops. Throws a ConfigError if it does not fit those that are running: with
 * another secret key, or pictures that they do not see. Another version and another public address are logged.
 */
export async function registerServer(pool: pg.Pool, server: Server, log: Logger): Promise<() => Promise<void>> {
  const id = crypto.randomUUID()
  const others = await insertServer(pool, id, server)
  const older = others.find(({ version }) => version !== server.version)
  if (older)
    log.warn(
      `Another server on this database (${older.host}) runs version ${older.version}, this one ${server.version}.`,
    )
  const elsewhere = others.find(({ publicUrl }) => publicUrl !== '' && publicUrl !== server.publicUrl)
  if (elsewhere)
    log.warn(
      `Another server on this database (${elsewhere.host}) has the public address ${elsewhere.publicUrl}, this one ${server.publicUrl}: links in mails and sign-ins at other providers lead now here, now there. Set the same PUBLIC_URL for both.`,
    )
  const write = () =>
    announce(pool, id, server).catch((error: Error) =>
      log.warn({ reason: error.message }, 'this server could not announce itself'),
    )
  const timer = setInterval(() => void write(), writeEveryMs).unref()
  return async () => {
    clearInterval(timer)
    await pool.query('DELETE FROM servers WHERE id = $1', [id]).catch(() => undefined)
  }
}

/** Inserts the row of a server that fits all live ones, and returns those. */
async function insertServer(pool: pg.Pool, id: string, server: Server) {
  const { secretKeyId, pictures } = server
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Two that start at once see each other.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('boltyard.servers'))`)
    await client.query(`DELETE FROM servers WHERE seen_at < now() - interval '1 day'`)
    const others = await listLiveServers(client)
    for (const other of others) {
      if (other.secretKeyId !== secretKeyId)
        throw new ConfigError(
          `${describeServer(other)} uses another secret key, so sign-ins at one would not hold at the other. Set the same SECRET_KEY for both. ${waitForEnd}`,
        )
      if (other.pictures !== pictures)
        throw new ConfigError(
          `${describeServer(other)} keeps its pictures where this one does not see them. Set S3_ENDPOINT and the other S3_ settings, or share one DATA_DIR. ${waitForEnd}`,
        )
    }
    await announce(client, id, server)
    await client.query('COMMIT')
    return others
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Says that a server is there, also when its row was deleted because it could not say so for a day. */
const announce = (client: Pick<pg.ClientBase, 'query'>, id: string, server: Server) =>
  client.query(
    `INSERT INTO servers (id, host, version, secret_key_id, pictures, migrations, public_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [id, server.host, server.version, server.secretKeyId, server.pictures, server.migrations, server.publicUrl],
  )

/** Names where a server keeps its pictures and documents: the same for all that see the same ones. */
export async function describePictures({ s3, dataDirectory }: Pick<Config, 's3' | 'dataDirectory'>): Promise<string> {
  if (s3) return `${s3.endpoint}/${s3.bucket}`
  return `folder ${await readOrCreate(join(dataDirectory, 'folder-id'), 'the id of the data folder', () => crypto.randomUUID())}`
}
