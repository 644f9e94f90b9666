import { sql } from 'drizzle-orm'
import type pg from 'pg'

/** A server that has not written for so long has ended. */
export const liveSeconds = 30

export interface LiveServer {
  host: string
  version: string
  secretKeyId: string
  /** Names where it keeps pictures and documents. */
  pictures: string
  /** The address that its mails and pages lead to; empty for versions that did not say so. */
  publicUrl: string
  /** The migrations that its code has, as `room/file`; empty for versions that did not say so. */
  migrations: string[]
  /** The time since its last sign of life. */
  seconds: number
}

/** Lists the servers that run on this database, the oldest first. */
export async function listLiveServers(client: Pick<pg.ClientBase, 'query'>): Promise<LiveServer[]> {
  const { rows: tables } = await client.query<{ servers: string | null }>(`SELECT to_regclass('servers') AS servers`)
  if (!tables[0]?.servers) return []
  // As JSON, since a database that is being upgraded may not have the newest column.
  const { rows } = await client.query<LiveServer>(
    `SELECT host, version, secret_key_id AS "secretKeyId", pictures,
       coalesce(to_jsonb(servers) -> 'migrations', '[]') AS migrations,
       coalesce(to_jsonb(servers) ->> 'public_url', '') AS "publicUrl",
       extract(epoch FROM now() - seen_at)::integer AS seconds
     FROM servers WHERE seen_at > now() - make_interval(secs => $1) ORDER BY started_at`,
    [liveSeconds],
  )
  return rows
}

const liveAddresses = sql`SELECT DISTINCT public_url FROM servers
  WHERE public_url <> '' AND seen_at > now() - make_interval(secs => ${sql.raw(String(liveSeconds))})`

/** Selects the public addresses of the servers that run, if they are not all the same. */
export const differingAddresses = sql`(${liveAddresses}) address WHERE (SELECT count(*) FROM (${liveAddresses}) address) > 1`

/** Returns the beginning of a sentence about another server. */
export const describeServer = ({ host, seconds }: LiveServer) =>
  `A server on this database (${host}, last seen ${seconds} s ago)`

/** Says what to do about a server that is only remembered. */
export const waitForEnd = `If it has ended, start again in ${liveSeconds} seconds.`
