import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { readCredentials } from './cluster-credentials.ts'
import { createClient } from './connections.ts'
import { findBinaries } from './postgres-binaries.ts'
import { exitsWithin, isRunning, listPostgresProcesses, sendSignal } from './postgres-processes.ts'
import { findRamDisk } from './testing/test-database.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'

const isRoot = process.getuid?.() === 0
const testFolder = mkdtempSync(join(realpathSync(findRamDisk() ?? tmpdir()), 'boltyard postgres '))
const template = join(testFolder, 'template')

before(async () => {
  await (await startPostgres({ directory: template, log: silent })).stop()
})

after(() => rmSync(testFolder, { recursive: true, force: true }))

// security 54
test('a new database is durable, speaks UTF-8 whatever the locale, and opens only to its own password on loopback', async (t) => {
  const locale = { LANG: process.env['LANG'], LC_ALL: process.env['LC_ALL'] }
  t.after(() => Object.assign(process.env, JSON.parse(JSON.stringify(locale))))
  process.env['LANG'] = 'C'
  delete process.env['LC_ALL']
  const directory = join(mkdtempSync(join(testFolder, 'new ')), 'not made yet')

  const { url } = await start(t, { directory })

  const settings = await query(
    superuserUrl(directory),
    "SELECT name, setting FROM pg_settings WHERE name = ANY(string_to_array($1, ','))",
    [
      'server_encoding,fsync,synchronous_commit,full_page_writes,data_checksums,listen_addresses,unix_socket_directories,password_encryption',
    ],
  )
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    server_encoding: 'UTF8',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '.',
    password_encryption: 'scram-sha-256',
  })
  assert.deepEqual(await query(url, "SELECT upper('käse é') AS upper, current_setting('is_superuser') AS superuser"), [
    { upper: 'KÄSE É', superuser: 'off' },
  ])
  assert.equal(statSync(join(directory, 'connection.json')).mode & 0o777, 0o600)
  const wrong = new URL(url)
  wrong.password = 'password'
  await assert.rejects(query(wrong.href, 'SELECT 1'), { code: '28P01' })
})

test('the shop reaches its database by a socket in the folder of the data, and by TCP below a path that is too long for one', async (t) => {
  if (process.platform === 'win32') return t.skip('PostgreSQL has no socket file there')
  const { localUrl } = await start(t, { directory: copyOfTemplate() })
  const far = copyOfTemplate('x'.repeat(100))
  const distant = await start(t, { directory: far })
  const address = "SELECT coalesce(host(inet_server_addr()), 'a socket') AS address"

  assert.deepEqual(await query(localUrl, address), [{ address: 'a socket' }])
  assert.deepEqual(await query(distant.localUrl, address), [{ address: '127.0.0.1' }])
})

test('data survives a stop, and a second stop waits for the first', async (t) => {
  const directory = copyOfTemplate()
  const first = await start(t, { directory })
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  assert.deepEqual(postgresIn(directory), [])

  const second = await start(t, { directory })

  assert.equal(second.url, first.url)
  assert.deepEqual(await query(second.url, 'SELECT answer FROM kept'), [{ answer: 42 }])
})

test('a second start on a folder in use names the process that uses it', async (t) => {
  const directory = copyOfTemplate()
  const { holder } = await startInProcess(t, directory)

  await assert.rejects(startPostgres({ directory, log: silent }), (error: Error) => {
    assert.match(
      error.message,
      new RegExp(`^${directory} is already in use by Boltyard \\(process ${holder.pid}\\): [^.]*\\.$`),
    )
    return true
  })
})

test('a stale owner file with a reused process id does not block the start', async (t) => {
  const directory = copyOfTemplate()
  writeFileSync(
    join(directory, 'owner.json'),
    JSON.stringify({ pid: process.ppid, startedAt: new Date(0).toISOString() }),
  )

  const { url } = await start(t, { directory })

  assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }])
})

test('after kill -9 of the shop the next one reuses the running PostgreSQL and supervises it', async (t) => {
  const directory = copyOfTemplate()
  const { holder, url } = await startInProcess(t, directory)
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const orphan = postmasterOf(directory)
  await kill(holder)
  assert.ok(isRunning(orphan), 'PostgreSQL outlives the shop')

  const next = await start(t, { directory })
  assert.equal(postmasterOf(directory), orphan)
  assert.equal(next.url, url)

  sendSignal(orphan, 'SIGKILL')
  await waitUntil(async () => assert.deepEqual(await query(next.url, 'SELECT answer FROM kept'), [{ answer: 42 }]))
  assert.notEqual(postmasterOf(directory), orphan)
})

test('after kill -9 of the shop and PostgreSQL no acknowledged write is lost', async (t) => {
  const directory = copyOfTemplate()
  const { holder, url } = await startInProcess(t, directory)
  await query(url, 'CREATE TABLE kept (answer int)')
  await query(url, 'INSERT INTO kept VALUES (42)')
  const all = postgresIn(directory)
  const holderEnds = kill(holder)
  for (const pid of all) sendSignal(pid, 'SIGKILL')
  await holderEnds

  const next = await start(t, { directory })

  assert.deepEqual(await query(next.url, 'SELECT answer FROM kept'), [{ answer: 42 }])
})

test('a running postmaster with other settings is replaced', async (t) => {
  const directory = copyOfTemplate()
  const { holder } = await startInProcess(t, directory)
  const orphan = postmasterOf(directory)
  await kill(holder)

  const { url } = await start(t, { directory, settings: { max_connections: '33' } })

  assert.deepEqual(await query(url, 'SHOW max_connections'), [{ max_connections: '33' }])
  assert.ok(!isRunning(orphan))
})

test('PostgreSQL that dies while the shop runs is restarted at the same address', async (t) => {
  const directory = copyOfTemplate()
  const { url } = await start(t, { directory })
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')

  for (let deaths = 1; deaths <= 2; deaths += 1) {
    const dead = postmasterOf(directory)
    sendSignal(dead, 'SIGKILL')
    await waitUntil(async () => assert.deepEqual(await query(url, 'SELECT answer FROM kept'), [{ answer: 42 }]))
    assert.notEqual(postmasterOf(directory), dead)
  }
})

test('a zombie with the process id of the old postmaster does not block the start', async (t) => {
  if (process.platform !== 'linux') return t.skip('zombies are found in /proc')
  const directory = copyOfTemplate()
  const owner = statSync(join(directory, 'cluster'))
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(isRoot ? { uid: owner.uid, gid: owner.gid } : {}),
  })
  t.after(() => parent.kill('SIGKILL'))
  const zombie = Number(await firstLine(parent))
  // A shell would reap its child; the sleep that it becomes does not.
  await waitUntil(async () => assert.equal(readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim(), 'sleep'))
  sendSignal(zombie, 'SIGKILL')
  await waitUntil(async () => assert.ok(!isRunning(zombie) && sendSignal(zombie, 0)))
  writeLockFiles(directory, zombie, 'ready')

  const { url } = await start(t, { directory })

  assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }])
})

test('another program with the process id of the old postmaster neither blocks the start nor is killed', async (t) => {
  const directory = copyOfTemplate()
  const owner = statSync(join(directory, 'cluster'))
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...(isRoot ? { uid: owner.uid, gid: owner.gid } : {}) })
  t.after(() => stranger.kill('SIGKILL'))
  writeLockFiles(directory, Number(stranger.pid), 'stopping')

  const { url } = await start(t, { directory })

  assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }])
  assert.ok(isRunning(Number(stranger.pid)))
})

test('a backend that outlives its postmaster is killed before the next start', async (t) => {
  if (process.platform !== 'linux') return t.skip('the backends are found in /proc')
  const directory = copyOfTemplate()
  const { holder, url } = await startInProcess(t, directory)
  const client = await connect(t, url)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const backend = rows[0]?.pid ?? 0
  assert.ok(sendSignal(backend, 'SIGSTOP'))
  await kill(holder)
  sendSignal(postmasterOf(directory), 'SIGKILL')

  await start(t, { directory })

  assert.ok(!isRunning(backend))
})

test('an orphaned PostgreSQL that hangs is killed with all of its backends', async (t) => {
  const directory = copyOfTemplate()
  const { holder, url } = await startInProcess(t, directory)
  const client = await connect(t, url)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const hanging = [postmasterOf(directory), rows[0]?.pid ?? 0]
  for (const pid of hanging) assert.ok(sendSignal(pid, 'SIGSTOP'))
  await kill(holder)

  await start(t, { directory })

  for (const pid of hanging) assert.ok(!isRunning(pid))
})

test('an orphaned PostgreSQL that hangs while it stops is killed', async (t) => {
  if (process.platform !== 'linux') return t.skip('the processes are found in /proc')
  const directory = copyOfTemplate()
  const { holder } = await startInProcess(t, directory)
  const orphan = postmasterOf(directory)
  // A new process sets its title only after a moment.
  await waitUntil(async () => {
    const checkpointer = listPostgresProcesses().find(
      ({ command, cwd }) => cwd === join(directory, 'cluster') && /checkpointer/.test(command),
    )
    assert.ok(checkpointer && sendSignal(checkpointer.pid, 'SIGSTOP'))
  })
  await kill(holder)
  sendSignal(orphan, 'SIGINT')
  await waitUntil(async () => assert.equal(postmasterFile(directory)[7]?.trim(), 'stopping'))

  const { url } = await start(t, { directory })

  assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }])
  assert.ok(!isRunning(orphan))
})

test('a stop right after a backend crash, which can hang PostgreSQL, still ends', async (t) => {
  const directory = copyOfTemplate()
  const postgres = await start(t, { directory })
  await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const client = await connect(t, postgres.url)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const postmaster = postmasterOf(directory)
  sendSignal(rows[0]?.pid ?? 0, 'SIGKILL')
  // The window is 20 to 120 ms after the crash and cannot be observed.
  await delay(50)

  await postgres.stop()

  assert.ok(!isRunning(postmaster))
  assert.deepEqual(await query((await start(t, { directory })).url, 'SELECT answer FROM kept'), [{ answer: 42 }])
})

test('Ctrl-C does not reach PostgreSQL', async (t) => {
  const directory = copyOfTemplate()
  const { holder, url } = await startInProcess(t, directory)
  const client = await connect(t, url)
  const running = client.query("SELECT 'finished' AS request FROM pg_sleep(0.3)")

  process.kill(-Number(holder.pid), 'SIGINT')

  assert.deepEqual((await running).rows, [{ request: 'finished' }])
})

test('a port that is taken meanwhile is replaced', async (t) => {
  const directory = copyOfTemplate()
  const first = await start(t, { directory })
  await first.stop()
  const stranger = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  t.after(() => stranger.close())

  const second = await start(t, { directory })

  assert.notEqual(second.url, first.url)
  assert.deepEqual(await query(second.url, 'SELECT 1 AS one'), [{ one: 1 }])
})

test('an interrupted first start does not block the next one', async (t) => {
  const directory = mkdtempSync(join(testFolder, 'half '))
  mkdirSync(join(directory, 'cluster.draft-1', 'base'), { recursive: true })
  writeFileSync(join(directory, 'cluster.draft-1', 'PG_VERSION'), '18\n')

  const { url } = await start(t, { directory })

  assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }])
})

test('a database with another encoding or of another version is rejected with a message', async (t) => {
  const directory = copyOfTemplate()
  const first = await start(t, { directory })
  const elsewhere = new URL(first.url)
  elsewhere.pathname = '/postgres'
  await query(
    elsewhere.href,
    "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'",
  )
  await query(elsewhere.href, 'ALTER DATABASE boltyard RENAME TO utf8')
  await query(elsewhere.href, 'ALTER DATABASE ascii RENAME TO boltyard')
  await first.stop()

  await assert.rejects(startPostgres({ directory, log: silent }), /has the encoding SQL_ASCII, but the shop needs UTF8/)
  assert.deepEqual(postgresIn(directory), [])

  writeFileSync(join(directory, 'cluster', 'PG_VERSION'), '17\n')
  await assert.rejects(
    startPostgres({ directory, log: silent }),
    /was written by PostgreSQL 17, but .* includes PostgreSQL 18/,
  )
})

test('root runs PostgreSQL as another user, also below a folder that only root can access', async (t) => {
  if (!isRoot) return t.skip('only root has to drop privileges')
  const closed = mkdtempSync(join(testFolder, 'closed '))
  chmodSync(closed, 0o700)
  const directory = join(closed, 'my shop', 'data')

  const { url } = await start(t, { directory })

  assert.deepEqual(await query(url, 'SELECT 1 AS one'), [{ one: 1 }])
  assert.notEqual(statSync(`/proc/${postmasterOf(directory)}`).uid, 0)
})

test('root copies the programs if the other user has no access to node_modules', async (t) => {
  if (!isRoot) return t.skip('only root has to drop privileges')
  const closed = mkdtempSync(join(testFolder, 'closed '))
  chmodSync(closed, 0o700)
  const user = statSync(join(template, 'cluster'))
  const open = await findBinaries({ uid: user.uid, gid: user.gid })
  cpSync(join(open.postgres, '../..'), join(closed, 'native'), { recursive: true, verbatimSymlinks: true })

  const version = `test-${process.pid}`
  const copied = await findBinaries({ uid: user.uid, gid: user.gid }, { native: join(closed, 'native'), version })

  const copy = join(copied.postgres, '../..')
  t.after(() => rmSync(copy, { recursive: true, force: true }))
  assert.match(copy, new RegExp(version))
  assert.equal(statSync(copy).uid, 0)
  execFileSync(copied.initdb, ['--version'], { uid: user.uid, gid: user.gid, cwd: '/' })
})

test('a full disk rejects writes and loses none; with room again writes succeed', async (t) => {
  const disk = smallDisk(t)
  if (!disk) return t.skip('needs root and the permission to mount')
  const { url } = await start(t, { directory: join(disk, 'data') })
  await query(url, 'CREATE TABLE kept (n int, filler text)')
  const ballast = join(disk, 'ballast')
  execFileSync('sh', ['-c', 'head -c 400000000 /dev/zero > "$0" || true', ballast], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })

  let acknowledged = 0
  await assert.rejects(async () => {
    for (;;) {
      await query(
        url,
        "INSERT INTO kept SELECT $1, string_agg(md5(random()::text), '') FROM generate_series(1, 5000)",
        [acknowledged],
      )
      acknowledged += 1
    }
  })
  rmSync(ballast)

  await waitUntil(async () => {
    assert.deepEqual(await query(url, 'SELECT count(*)::int AS n FROM kept'), [{ n: acknowledged }])
    await query(url, 'INSERT INTO kept VALUES (-1)')
  })
})

function start(t: TestContext, options: Omit<PostgresOptions, 'log'>): Promise<Postgres> {
  const starting = startPostgres({ log: silent, stopTimeouts: { fastMs: 700, immediateMs: 300 }, ...options })
  t.after(async () => (await starting).stop())
  return starting
}

/** Starts PostgreSQL from a process in a process group of its own. */
async function startInProcess(t: TestContext, directory: string): Promise<{ holder: ChildProcess; url: string }> {
  const program = join(import.meta.dirname, 'testing/postgres-process.ts')
  const holder = spawn(process.execPath, [program, directory], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  t.after(async () => {
    await kill(holder)
    for (const pid of postgresIn(directory)) {
      sendSignal(pid, 'SIGQUIT')
      await exitsWithin(pid, 10_000)
    }
  })
  return { holder, url: await firstLine(holder) }
}

async function kill(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await ended
}

async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout)
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The process exited without output')
}

function copyOfTemplate(name = 'data'): string {
  const directory = join(mkdtempSync(join(testFolder, 'shop ')), name)
  execFileSync('cp', ['-Rp', template, directory])
  return directory
}

function smallDisk(t: TestContext): string | undefined {
  if (!isRoot || process.platform !== 'linux') return undefined
  const disk = mkdtempSync(join(testFolder, 'disk '))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  t.after(() => execFileSync('umount', ['-l', disk]))
  return disk
}

/** Some settings are visible to superusers only. */
function superuserUrl(directory: string): string {
  const credentials = readCredentials(directory)
  return `postgres://postgres:${credentials?.superuserPassword}@127.0.0.1:${credentials?.port}/postgres`
}

function writeLockFiles(directory: string, pid: number, status: string): void {
  const { uid, gid } = statSync(join(directory, 'cluster'))
  for (const name of ['postmaster.pid', `.s.PGSQL.${readCredentials(directory)?.port}.lock`]) {
    const file = join(directory, 'cluster', name)
    writeFileSync(file, `${pid}\n${directory}/cluster\n1\n1\n\n127.0.0.1\n\n${status}\n`)
    if (isRoot) execFileSync('chown', [`${uid}:${gid}`, file])
  }
}

function postmasterFile(directory: string): string[] {
  return readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
}

function postmasterOf(directory: string): number {
  return Number(postmasterFile(directory)[0])
}

function postgresIn(directory: string): number[] {
  return listPostgresProcesses()
    .filter(({ cwd }) => cwd === join(directory, 'cluster'))
    .map(({ pid }) => pid)
}

async function connect(t: TestContext, url: string): Promise<pg.Client> {
  const client = createClient({ connectionString: url })
  await client.connect()
  t.after(() => client.end().catch(() => undefined))
  return client
}

async function query(url: string, statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function waitUntil(assertion: () => Promise<void>): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      return await assertion()
    } catch (error) {
      if (turn === 10_000) throw error
      await delay(20)
    }
  }
}

function silent(): void {}
