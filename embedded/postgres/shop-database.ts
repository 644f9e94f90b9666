import pg from 'pg'
import type { ClusterKey } from './cluster-key.ts'

const NAME = 'boltyard'

/** Where the shop's own role finds its own database. */
export function databaseUrl(key: ClusterKey): string {
  return `postgres://${NAME}:${key.password}@127.0.0.1:${key.port}/${NAME}`
}

/** Makes the shop's role and database if they are missing; throws when the server does not answer as it should. */
export async function ensureShopDatabase(key: ClusterKey): Promise<void> {
  if (await canConnect(key)) return
  const superuser = await connect(`postgres://postgres:${key.superuserPassword}@127.0.0.1:${key.port}/postgres`)
  try {
    const role = await superuser.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME])
    const password = pg.escapeLiteral(key.password)
    // Not a superuser: a hole in a query must not reach the machine. CREATEDB lets tests make databases of their own.
    await superuser.query(`${role.rowCount ? 'ALTER' : 'CREATE'} ROLE ${NAME} LOGIN CREATEDB PASSWORD ${password}`)
    const database = await superuser.query('SELECT FROM pg_database WHERE datname = $1', [NAME])
    if (!database.rowCount) await superuser.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`)
  } finally {
    await superuser.end()
  }
}

async function canConnect(key: ClusterKey): Promise<boolean> {
  try {
    const client = await connect(databaseUrl(key))
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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  // A connection that dies also says so here; the pending query has already failed with it.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  if (rows[0]?.server_encoding === 'UTF8') return client
  await client.end()
  throw new Error(`The database keeps text as ${rows[0]?.server_encoding}, but the shop needs UTF8.`)
}
