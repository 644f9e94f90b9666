import pg from 'pg'
import { type ClusterCredentials, readCredentials } from './cluster-credentials.ts'
import { createClient } from './connections.ts'
import { PostgresError } from './postgres-error.ts'

const NAME = 'boltyard'

/** Returns the URL of the shop's database for the shop's role. */
export function databaseUrl(credentials: ClusterCredentials): string {
  return `postgres://${NAME}:${credentials.password}@127.0.0.1:${credentials.port}/${NAME}`
}

/** Returns the URL of the cluster in a directory; undefined while it does not run. */
export async function findRunningDatabase(directory: string): Promise<string | undefined> {
  const credentials = readCredentials(directory)
  if (!credentials) return undefined
  const url = databaseUrl(credentials)
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return undefined
    throw error
  }
}

/** Creates the shop's role and database if they are missing; throws if the server cannot be used. */
export async function ensureShopDatabase(credentials: ClusterCredentials): Promise<void> {
  if (await canConnect(credentials)) return
  const superuser = await connect(
    `postgres://postgres:${credentials.superuserPassword}@127.0.0.1:${credentials.port}/postgres`,
  )
  try {
    const role = await superuser.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME])
    const password = pg.escapeLiteral(credentials.password)
    // Not a superuser: an SQL injection must not reach the machine. CREATEDB is for the databases of tests.
    await superuser.query(`${role.rowCount ? 'ALTER' : 'CREATE'} ROLE ${NAME} LOGIN CREATEDB PASSWORD ${password}`)
    const database = await superuser.query('SELECT FROM pg_database WHERE datname = $1', [NAME])
    if (!database.rowCount) await superuser.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`)
  } finally {
    await superuser.end()
  }
}

async function canConnect(credentials: ClusterCredentials): Promise<boolean> {
  try {
    const client = await connect(databaseUrl(credentials))
    await client.end()
    return true
  } catch (error) {
    const WRONG_PASSWORD = '28P01'
    const NO_SUCH_DATABASE = '3D000'
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === WRONG_PASSWORD || code === NO_SUCH_DATABASE) return false
    throw error
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  await client.connect()
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  if (rows[0]?.server_encoding === 'UTF8') return client
  await client.end()
  throw new PostgresError(`The database has the encoding ${rows[0]?.server_encoding}, but the shop needs UTF8.`)
}
