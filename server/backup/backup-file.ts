import { createHash, type Hash } from 'node:crypto'
import type { AppliedMigration } from '#server/platform/database/migrate.ts'

/**
 * Describes a backup: a tar compressed with zstd, with these entries in this order: `shop.json`; each table in chunks of
 * PostgreSQL's COPY format; waiting jobs; images; the secret key; and `end.json`, without which it is incomplete.
 */
export interface Manifest {
  format: 1
  madeAt: string
  /** The migrations of the schema. */
  migrations: AppliedMigration[]
  /** Ordered so that referenced rows come first. */
  tables: BackupTable[]
  /** Identifies the secret key of encrypted columns; absent in older backups and for shops without one. */
  secretKeyId?: string
}

export interface BackupTable {
  /** The quoted SQL name with its schema. */
  name: string
  columns: string[]
}

export interface BackupTrailer {
  rows: Record<string, number>
  /** The SHA-256 of the names and bytes of all entries before. */
  sha256: string
}

export interface WaitingJob {
  name: string
  data: object
}

/** Locates the data of a shop. */
export interface ShopLocation {
  databaseUrl: string
  /** Holds `media/` and `secret-key`, as far as they are there. */
  dataDirectory: string
  /** The configured key, which replaces that of the data folder. */
  secretKey?: string | undefined
}

/** Reports a failure with a message for the operator who creates, verifies or restores a backup. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const paths = {
  manifest: 'shop.json',
  table: (index: number, part: number) => `tables/${index}/${String(part).padStart(6, '0')}`,
  jobs: 'jobs.json',
  picture: (folder: string, file: string) => `media/${folder}/${file}`,
  secretKey: 'secret-key',
  end: 'end.json',
} as const

/** Matches the folder and file name of an image. */
export const picturePath = /^media\/([\w-]+)\/([\w-]+\.\w+)$/

/** Sums up what went by, on both ways alike. */
export function checksum(): { add: (name: string, bytes: Buffer) => void; digest: () => string } {
  const hash: Hash = createHash('sha256')
  return {
    add: (name, bytes) => void hash.update(`${name} ${bytes.length}\n`).update(bytes),
    digest: () => hash.digest('hex'),
  }
}

/** Begins a transaction for which no limit of a request holds. */
export const beginWithoutTimeouts = `BEGIN; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0`

/** Describes a file system error, as the end of a sentence. */
export function fileErrorReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'reading or writing it is not allowed',
  EPERM: 'reading or writing it is not allowed',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EEXIST: 'it is there already',
}
