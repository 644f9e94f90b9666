import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { sqlState } from '#server/platform/database/database.ts'
import { describeServer, listLiveServers, waitForEnd } from '#server/platform/database/live-servers.ts'
import {
  type Migration,
  MigrationError,
  type MigrationFolder,
  readMigrations,
} from '#server/platform/database/read-migrations.ts'
import {
  assertPatience,
  isYield,
  lockTimeoutMs,
  runBatchesWithin,
  runConcurrently,
  runInBatches,
} from '#server/platform/database/run-long-migration.ts'

export { MigrationError, type MigrationFolder }

export interface AppliedMigration {
  room: string
  name: string
  /** The SHA-256 of its text. */
  checksum: string
}

/** Describes a row of `migrations`: code works with the result if it has this migration or, after a contract, the one in `needs`. */
interface LedgerRow extends AppliedMigration {
  needs: string | null
}

/**
 * Brings the database to the schema of this code, or only so far as `wanted` names migrations (`room/file`), beside servers that are
 * running. Safe to run by several processes at once; leaves a newer schema on which this code works as it is. Throws a
 * MigrationError with a sentence.
 */
export async function migrate(
  pool: pg.Pool,
  folders: readonly MigrationFolder[],
  wanted?: ReadonlySet<string>,
): Promise<void> {
  const migrations = await readMigrations(folders)
  const ledger = await readLedger(pool)
  const pending = findPending(ledger ?? [], migrations, wanted)
  if (pending.length === 0) return
  // An empty database has no other users yet: all or nothing.
  if (!ledger) return inTurn(pool, 'The first migrations', (client) => migrateFirst(client, folders, wanted))
  await assertServersHave(pool, pending)
  await inTurn(pool, 'The table of migrations', createLedger)
  for (const migration of pending) await apply(pool, migration)
}

/** Says that something of another program is where the shop would put its own. */
const besideAnother = (what: string, cause?: unknown) =>
  new MigrationError(
    `The database holds something of another program where the shop would put its own: ${what}. Set DATABASE_URL to a database of its own for the shop. Nothing was changed.`,
    { cause },
  )

/** Matches what PostgreSQL says of a name that is taken: by a schema, table, function, or anything else. */
const nameTaken = /^(?:42P06|42P07|42723|42710)$/

/** Runs the first migrations, unless another process has meanwhile. Throws a MigrationError where another program has their names. */
async function migrateFirst(
  client: pg.ClientBase,
  folders: readonly MigrationFolder[],
  wanted: ReadonlySet<string> | undefined,
): Promise<void> {
  if (await readLedger(client)) return migrateWithin(client, folders, wanted)
  const migrations = await readMigrations(folders)
  // A restore drops these schemas with all that is in them.
  const created = migrations.flatMap((one) => [...one.sql.matchAll(/CREATE SCHEMA (?:IF NOT EXISTS )?(\w+)/g)])
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1) ORDER BY 1',
    [['jobs', ...created.map(([, name]) => name)]],
  )
  if (rows[0]) throw besideAnother(`schema "${rows[0].name}" already exists`)
  try {
    await migrateWithin(client, folders, wanted)
  } catch (error) {
    if (!(error instanceof Error) || !nameTaken.test(sqlState(error) ?? '')) throw error
    throw besideAnother(error.message, error)
  }
}

/** Runs `migrate` in the caller's transaction, with exclusive access. */
export async function migrateWithin(
  client: pg.ClientBase,
  folders: readonly MigrationFolder[],
  wanted?: ReadonlySet<string>,
): Promise<void> {
  await createLedger(client)
  const migrations = await readMigrations(folders)
  for (const migration of findPending((await readLedger(client)) ?? [], migrations, wanted)) {
    if (isInBatches(migration)) await runBatchesWithin(client, migration)
    else await client.query(migration.sql.replace(/(INDEX) CONCURRENTLY/i, '$1'))
    await record(client, migration)
  }
}

const pathOf = ({ room, name }: { room: string; name: string }) => `${room}/${name}`

/** Says how a shop of a version from before 0.1.0 comes along. */
export const moveByExports =
  'Its tables cannot be upgraded: start that version again, export products, prices and customers there, and import the files into a new shop of this version, with a database and a data folder of its own.'

/** Whether a schema is of a version from before 0.1.0: a folder has migrations, and not the first one of this version. */
export const isBeforeFirst = (
  applied: readonly { room: string; name: string }[],
  migrations: readonly { room: string; name: string }[],
): boolean =>
  migrations.some(
    (one, index) =>
      one.room !== migrations[index - 1]?.room &&
      applied.some(({ room }) => room === one.room) &&
      !applied.some((row) => pathOf(row) === pathOf(one)),
  )

/** Lists the migrations of this version as `room/file`. */
export const listMigrations = async (folders: readonly MigrationFolder[]): Promise<string[]> =>
  (await readMigrations(folders)).map(pathOf)

/** Lists the migrations of this version with their checksums. */
export const listMigrationFiles = async (folders: readonly MigrationFolder[]): Promise<AppliedMigration[]> =>
  (await readMigrations(folders)).map(({ room, name, checksum }) => ({ room, name, checksum }))

/** Lists the applied migrations of a database. */
export async function listAppliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT room, name, checksum FROM migrations ORDER BY room, name',
  )
  return rows
}

/** Lists what `migrate` would apply, as `room/file`; writes nothing. Throws a MigrationError where `migrate` would. */
export async function listPendingMigrations(pool: pg.Pool, folders: readonly MigrationFolder[]): Promise<string[]> {
  return findPending((await readLedger(pool)) ?? [], await readMigrations(folders), undefined).map(pathOf)
}

/** Whether code with these migrations works on the schema: it has all of them, and none that left this code behind. */
export async function fitsSchema(pool: pg.Pool, paths: readonly string[]): Promise<boolean> {
  const ledger = (await readLedger(pool)) ?? []
  const [known, applied] = [new Set(paths), new Set(ledger.map(pathOf))]
  return paths.every((path) => applied.has(path)) && ledger.every((row) => canWorkWith(row, known))
}

const canWorkWith = (row: LedgerRow, known: ReadonlySet<string>) =>
  row.needs === null || known.has(pathOf(row)) || known.has(pathOf({ room: row.room, name: row.needs }))

/** Creates the tables about migrations. They are no migration of their own, since these are recorded in them. */
async function createLedger(client: pg.ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      room text NOT NULL, name text NOT NULL, checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(), needs text, PRIMARY KEY (room, name));
    CREATE TABLE IF NOT EXISTS migration_progress (
      room text NOT NULL, name text NOT NULL, done_to text NOT NULL, PRIMARY KEY (room, name))`)
}

/** Returns the applied migrations; undefined for a database that has never been migrated. Throws a MigrationError for a table of another program. */
async function readLedger(client: Pick<pg.ClientBase, 'query'>): Promise<LedgerRow[] | undefined> {
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attnum > 0 AND NOT attisdropped`,
  )
  if (columns.length === 0) return undefined
  if (!['room', 'name', 'checksum'].every((ours) => columns.some(({ name }) => name === ours)))
    throw besideAnother('relation "migrations" already exists')
  // As JSON, since databases from before 0.1.0 may have no such column.
  const { rows } = await client.query<LedgerRow>(
    `SELECT room, name, checksum, to_jsonb(migrations) ->> 'needs' AS needs FROM migrations ORDER BY room, name`,
  )
  return rows
}

/** Returns what is still to be applied. Throws a MigrationError if this code does not fit the database. */
function findPending(
  ledger: readonly LedgerRow[],
  migrations: readonly Migration[],
  wanted: ReadonlySet<string> | undefined,
): Migration[] {
  const applied = new Map(ledger.map((row) => [pathOf(row), row.checksum]))
  const known = new Set(migrations.map(pathOf))
  const rooms = new Set(migrations.map(({ room }) => room))
  if (isBeforeFirst(ledger, migrations))
    throw new MigrationError(`The database was made by a version from before the tables of 0.1.0. ${moveByExports}`)
  const changed = migrations.find((one) => (applied.get(pathOf(one)) ?? one.checksum) !== one.checksum)
  if (changed)
    throw new MigrationError(
      `The migration ${pathOf(changed)} was changed after it had been applied. Put its old text back and write a new one.`,
    )
  const newer = ledger.filter((row) => rooms.has(row.room) && !known.has(pathOf(row)))
  const pending = migrations.filter((one) => !applied.has(pathOf(one)) && (wanted?.has(pathOf(one)) ?? true))
  // A newer version has applied all that an older one knows; if not, it is no newer version.
  const tooNew = pending.length > 0 ? newer : newer.filter((row) => !canWorkWith(row, known))
  if (tooNew.length > 0)
    throw new MigrationError(
      `The database has a newer schema (${tooNew.map(pathOf).join(', ')}) than this version of Boltyard can work with. Start the newer version, or restore an older backup.`,
    )
  return pending
}

/** Throws a MigrationError if a server is running that could not work on the result of these migrations. */
async function assertServersHave(
  client: Pick<pg.ClientBase, 'query'>,
  migrations: readonly Migration[],
): Promise<void> {
  const contracts = migrations.flatMap(({ room, name, mode }) =>
    mode.kind === 'contract' ? [{ path: pathOf({ room, name }), needs: pathOf({ room, name: mode.after }) }] : [],
  )
  if (contracts.length === 0) return
  for (const server of await listLiveServers(client)) {
    const contract = contracts.find(({ needs }) => !server.migrations.includes(needs))
    if (contract)
      throw new MigrationError(
        `${describeServer(server)} runs version ${server.version}, which cannot work on the schema after ${contract.path}. Upgrade it first to a version that has ${contract.needs}, or stop it. ${waitForEnd}`,
      )
  }
}

/** Applies one migration, unless another process has. */
const apply = (pool: pg.Pool, migration: Migration): Promise<void> =>
  inTurn(pool, `The migration ${pathOf(migration)}`, async (client) => {
    const { mode } = migration
    if ((await readLedger(client))?.some((row) => pathOf(row) === pathOf(migration))) return
    await assertServersHave(client, [migration])
    if (isInBatches(migration)) await runInBatches(pool, migration, () => client.query('SELECT 1'))
    else if (mode.kind === 'concurrently') await runConcurrently(pool, migration)
    else await client.query(migration.sql)
    await record(client, migration)
  })

const isInBatches = (migration: Migration): migration is Migration & { mode: { kind: 'batches' } } =>
  migration.mode.kind === 'batches'

async function record(client: pg.ClientBase, { room, name, checksum, mode }: Migration): Promise<void> {
  await client.query('INSERT INTO migrations (room, name, checksum, needs) VALUES ($1, $2, $3, $4)', [
    room,
    name,
    checksum,
    mode.kind === 'contract' ? mode.after : null,
  ])
  await client.query('DELETE FROM migration_progress WHERE room = $1 AND name = $2', [room, name])
}

/** Lets others work between two tries. */
const turnPauseMs = 300

/**
 * Runs work in a transaction that one process at a time has, until its end or the end of its connection, and again if it cannot get its
 * locks at once. Others ask again and again: a statement that waits has a snapshot, for whose end CREATE INDEX CONCURRENTLY would wait. So
 * would it for an idle transaction whose last query had parameters.
 */
async function inTurn(pool: pg.Pool, what: string, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const client = await pool.connect()
    try {
      await client.query(
        `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = ${lockTimeoutMs}`,
      )
      const { rows } = await client.query<{ isOurs: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('boltyard.migrations')) AS "isOurs"`,
      )
      if (rows[0]?.isOurs) {
        await work(client)
        await client.query('COMMIT')
        return
      }
      await client.query('ROLLBACK')
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      if (!isYield(error)) throw error
      assertPatience(what, begun, error)
    } finally {
      client.release()
    }
    await delay(turnPauseMs)
  }
}
