import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Programs {
  etcd: string
  patroni: string
  haproxy: string
  /** The folder of PostgreSQL's programs. */
  postgresBin: string
}

const packages = 'patroni etcd-server python3-etcd python3-idna haproxy postgresql'

/** Says which programs of the cluster are not installed, and how to install them. */
export class MissingProgramsError extends Error {
  override name = 'MissingProgramsError'
}

function find(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Finds one program. Throws a MissingProgramsError. */
export function findProgram(name: string): string {
  const path = find(name)
  if (path === undefined)
    throw new MissingProgramsError(
      `${name} is not installed. On Debian or Ubuntu: apt-get install --no-install-recommends ${name}`,
    )
  return path
}

/** Finds the programs of Debian's packages. Throws a MissingProgramsError. */
export function findPrograms(): Programs {
  const found = {
    etcd: find('etcd'),
    patroni: find('patroni'),
    haproxy: find('haproxy'),
    postgresBin: newestPostgres(),
  }
  const missing = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []))
  if (missing.length > 0)
    throw new MissingProgramsError(
      `The cluster needs programs that are not installed (${missing.join(', ').replace('postgresBin', 'PostgreSQL')}). On Debian or Ubuntu: apt-get install --no-install-recommends ${packages}`,
    )
  return found as Programs
}

const versionsFolder = '/usr/lib/postgresql'

function newestPostgres(): string | undefined {
  if (!existsSync(versionsFolder)) return undefined
  const versions = readdirSync(versionsFolder).filter((name) => existsSync(`${versionsFolder}/${name}/bin/postgres`))
  const [newest] = versions.toSorted((one, other) => Number(other) - Number(one))
  return newest === undefined ? undefined : `${versionsFolder}/${newest}/bin`
}
