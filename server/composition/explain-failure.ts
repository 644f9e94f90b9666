import { PostgresError } from '#embedded/postgres/postgres-error.ts'
import { BackupError } from '#server/backup/backup-file.ts'
import { ConfigError } from '#server/platform/config.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database.ts'
import { MigrationError } from '#server/platform/database/migrate.ts'
import { Problem } from '#server/platform/http/problem.ts'

const explained = [BackupError, ConfigError, MigrationError, PostgresError, Problem]

/** Returns what a start or command prints about a failure: a sentence where a person can mend it, otherwise the stack of a bug. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (explained.some((kind) => error instanceof kind)) return error.message
  if (isDatabaseUnavailable(error)) return `The database cannot be reached, or went away meanwhile: ${error.message}`
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `${error.message}: another program uses this port. Stop it, or set another number.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full: ${error.message}`
  return error.stack ?? error.message
}
