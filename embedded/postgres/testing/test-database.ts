import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../connections.ts'
import { type Postgres, startPostgres } from '../start-postgres.ts'

export { createPool } from '../connections.ts'

/** Names a database that tests begin with; `fill` makes it once on each server, and tests get copies. */
export interface Template {
  name: string
  fill: (url: string) => Promise<void>
}

/**
 * Creates a database for a test, empty or as a copy of `template`, on the server of the test run (TEST_POSTGRES_URL) or else on one of
 * this process; dropped on dispose.
 */
export async function createTestDatabase(template?: Template): Promise<{ url: string } & AsyncDisposable> {
  const server = await sharedServer()
  if (template) await fillTemplate(server, template)
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files takes half the CPU time of writing them to the log.
  await execute(server, `CREATE DATABASE ${name} ${template ? `TEMPLATE ${template.name} STRATEGY file_copy` : ''}`)
  return {
    url: urlOf(server, name),
    [Symbol.asyncDispose]: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Fills the template unless it is there; other processes wait for it. */
async function fillTemplate(server: string, { name, fill }: Template): Promise<void> {
  const client = createClient({ connectionString: server, connectionTimeoutMillis: 60_000 })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    const unfinished = `${name}_unfinished`
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`)
    await client.query(`CREATE DATABASE ${unfinished}`)
    await fill(urlOf(server, unfinished))
    // Nothing connects to a template: it could not be copied meanwhile.
    await client.query(`ALTER DATABASE ${unfinished} ALLOW_CONNECTIONS false`)
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  } finally {
    await client.end()
  }
}

/** The settings of a server of tests, whose data need to survive nothing. */
export const fleetingSettings = {
  max_connections: '600',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // A password that is checked for every connection takes 7 ms otherwise.
  scram_iterations: '1',
  // Its workers visit every database again and again, and keep one from being dropped by its owner.
  autovacuum: 'off',
}

let ownServer: Promise<Postgres> | undefined

async function sharedServer(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) return given
  ownServer ??= startServer()
  return (await ownServer).url
}

/** Starts a server that stops when this process has nothing left to do, after its last test. */
async function startServer(): Promise<Postgres> {
  const directory = mkdtempSync(join(findRamDisk() ?? tmpdir(), 'boltyard-test-'))
  const postgres = await startPostgres({ directory, log: () => undefined, settings: fleetingSettings })
  const end = () => postgres.stop().finally(() => rmSync(directory, { recursive: true, force: true }))
  process.once('beforeExit', () => void end())
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void end().finally(() => process.exit(1)))
  return postgres
}

/** Returns a RAM disk with 2 GB free, on which tests do not wait for a real disk. */
export function findRamDisk(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2_000_000_000 ? folder : undefined
}

async function execute(server: string, statement: string): Promise<void> {
  const client = createClient({ connectionString: server, connectionTimeoutMillis: 60_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
