import { createHash, type Hash } from 'node:crypto'
import type { AppliedMigration } from '#server/platform/migrate.ts'

/**
 * A backup is a tar of these entries in this order, compressed with zstd: `shop.json`; each table in parts as PostgreSQL's COPY
 * writes it; the jobs that wait; the pictures; the secret key; and `end.json`, without which it is not whole.
 */
export interface Manifest {
  format: 1
  madeAt: string
  /** The schema that the rows belong to. */
  migrations: AppliedMigration[]
  /** In an order in which every row finds those that it points at. */
  tables: TableOfBackup[]
}

export interface TableOfBackup {
  /** As SQL writes it: quoted, with its schema. */
  name: string
  columns: string[]
}

export interface EndOfBackup {
  rows: Record<string, number>
  /** SHA-256 over the names and the bytes of all entries before. */
  sha256: string
}

export interface WaitingJob {
  name: string
  data: object
}

export const paths = {
  manifest: 'shop.json',
  table: (index: number, part: number) => `tables/${index}/${String(part).padStart(6, '0')}`,
  jobs: 'jobs.json',
  picture: (folder: string, file: string) => `media/${folder}/${file}`,
  secretKey: 'secret-key',
  end: 'end.json',
} as const

/** Sums up what went by, on both ways alike. */
export function checksum(): { add: (name: string, bytes: Buffer) => void; digest: () => string } {
  const hash: Hash = createHash('sha256')
  return {
    add: (name, bytes) => void hash.update(`${name} ${bytes.length}\n`).update(bytes),
    digest: () => hash.digest('hex'),
  }
}

/** Neither limit of a request holds for a whole shop. */
export const withoutLimits = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0`
