import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCredentials } from '../cluster-credentials.ts'
import { type Postgres, startPostgres } from '../start-postgres.ts'
import { findRamDisk, fleetingSettings } from './test-database.ts'

export interface ReplicatedPostgres extends AsyncDisposable {
  primary: Postgres
  /** Follows the primary by streaming replication. */
  standby: Postgres
  /** The URLs for a superuser, who may pause the replay and change what commits wait for. */
  primarySuperuserUrl: string
  standbySuperuserUrl: string
}

/** Starts a primary and a standby: the files of a cluster that has just been made are the standby's base backup. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const directory = mkdtempSync(join(findRamDisk() ?? tmpdir(), 'boltyard-standby-'))
  const [first, second] = ['primary', 'standby'].map((name) => join(directory, name)) as [string, string]
  const settings = { ...fleetingSettings, max_connections: '100', wal_level: 'replica', max_wal_senders: '4' }
  const start = (folder: string, more = {}) =>
    startPostgres({ directory: folder, log: () => undefined, settings: { ...settings, ...more } })
  const made = await start(first)
  await made.stop()
  mkdirSync(second)
  // With the owners: PostgreSQL runs as a user of its own.
  for (const name of ['cluster', 'connection.json']) execFileSync('cp', ['-a', join(first, name), second])
  const primary = await start(first)
  const credentials = readCredentials(first)
  const login = `user=postgres password=${credentials?.superuserPassword}`
  writeFileSync(join(second, 'cluster/standby.signal'), '')
  appendFileSync(
    join(second, 'cluster/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${credentials?.port} ${login}'\n`,
  )
  const standby = await start(second, { hot_standby: 'on', max_standby_streaming_delay: '1s' })
  const asSuperuser = ({ url }: Postgres) =>
    Object.assign(new URL(url), { username: 'postgres', password: credentials?.superuserPassword }).href
  return {
    primary,
    standby,
    primarySuperuserUrl: asSuperuser(primary),
    standbySuperuserUrl: asSuperuser(standby),
    async [Symbol.asyncDispose]() {
      await standby.stop()
      await primary.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
