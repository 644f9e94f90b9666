import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** What opens a data folder's database: kept beside it, readable by its owner only. */
export interface ClusterKey {
  port: number
  password: string
  /** PostgreSQL's superuser makes the shop's role and database, and is not used otherwise. */
  superuserPassword: string
}

/** Undefined where there is none, or only a broken one. */
export function readClusterKey(directory: string): ClusterKey | undefined {
  try {
    const key: unknown = JSON.parse(readFileSync(fileIn(directory), 'utf8'))
    if (typeof key !== 'object' || key === null) return undefined
    if (!('port' in key) || !('password' in key) || !('superuserPassword' in key)) return undefined
    return { port: Number(key.port), password: String(key.password), superuserPassword: String(key.superuserPassword) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export async function makeClusterKey(): Promise<ClusterKey> {
  return { port: await findFreePort(), password: randomPassword(), superuserPassword: randomPassword() }
}

export function writeClusterKey(directory: string, key: ClusterKey): void {
  const file = fileIn(directory)
  writeFileSync(`${file}.new`, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/** A port that nobody listens on, below the range from which systems take ports for outgoing connections, so that it stays free over a restart. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found on 127.0.0.1 between 20000 and 32767.')
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

function fileIn(directory: string): string {
  return join(directory, 'connection.json')
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
