import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'

/** Holds port and passwords of a database cluster; stored next to it in connection.json, readable by its owner only. */
export interface ClusterCredentials {
  port: number
  password: string
  /** Used only to create the shop's role and database. */
  superuserPassword: string
}

/** Returns the stored credentials of a data directory; undefined if the file is missing or broken. */
export function readCredentials(directory: string): ClusterCredentials | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(fileIn(directory), 'utf8'))
    if (typeof stored !== 'object' || stored === null) return undefined
    if (!('port' in stored) || !('password' in stored) || !('superuserPassword' in stored)) return undefined
    const { port, password, superuserPassword } = stored
    return { port: Number(port), password: String(password), superuserPassword: String(superuserPassword) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export async function createCredentials(): Promise<ClusterCredentials> {
  return { port: await findFreePort(), password: randomPassword(), superuserPassword: randomPassword() }
}

export function writeCredentials(directory: string, credentials: ClusterCredentials): void {
  const file = fileIn(directory)
  writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

function fileIn(directory: string): string {
  return join(directory, 'connection.json')
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}
