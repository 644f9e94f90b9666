import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Postgres, startPostgres } from './start-postgres.ts'

/**
 * An empty database of its own for one test, dropped when the test disposes of it. All of a test run share the server that
 * TEST_POSTGRES_URL names; a test file run by hand brings its own, which ends with it.
 */
export async function scratchPostgres(): Promise<{ url: string } & AsyncDisposable> {
  const server = await sharedServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  await execute(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => drop(server, name),
  }
}

/** FORCE ends connections, but not PostgreSQL's own vacuum, which is another role's; without it the vacuum gives way by itself. */
async function drop(server: string, name: string): Promise<void> {
  try {
    await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  } catch (error) {
    const isVacuumed = error instanceof pg.DatabaseError && error.code === insufficientPrivilege
    if (!isVacuumed) throw error
    await execute(server, `DROP DATABASE IF EXISTS ${name}`)
  }
}

const insufficientPrivilege = '42501'

let own: Promise<Postgres> | undefined

async function sharedServer(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) return given
  own ??= startOwn()
  return (await own).url
}

/** Ends when nothing else is left to do in this process, which is when its last test is over. */
async function startOwn(): Promise<Postgres> {
  const directory = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'boltyard-test-'))
  const postgres = await startPostgres({ directory, log: () => undefined, settings: { max_connections: '200' } })
  const end = () => postgres.stop().finally(() => rmSync(directory, { recursive: true, force: true }))
  process.once('beforeExit', () => void end())
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void end().finally(() => process.exit(1)))
  return postgres
}

/** Tests on a disk in memory do not wait for a real one. */
export function roomyMemory(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2_000_000_000 ? folder : undefined
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
