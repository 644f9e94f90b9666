import { PostgresError } from '#embedded/postgres/postgres-error.ts'
import { BackupError } from '#server/backup/backup-file.ts'
import { ConfigError } from '#server/platform/config.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import { isDatabaseUnavailable, sqlState } from '#server/platform/database/database.ts'
import { MigrationError } from '#server/platform/database/migrate.ts'
import { Problem } from '#server/platform/http/problem.ts'

const explained = [BackupError, ConfigError, MigrationError, PostgresError, Problem]

/** Matches the codes of Node for a certificate of an unknown authority, out of its time, or for another name. */
const certificateErrors = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|(?:DEPTH_ZERO_)?SELF_SIGNED_|HOSTNAME_MISMATCH$)/

/** Returns what a start or command prints about a failure: a sentence where a person can mend it, otherwise the stack of a bug. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (explained.some((kind) => error instanceof kind)) return error.message
  if (isDatabaseUnavailable(error)) return `The database cannot be reached, or went away meanwhile: ${error.message}`
  const code = 'code' in error ? error.code : undefined
  // A wrong password or name, no entry in pg_hba.conf, no such database.
  if (/^(?:28|3D)/.test(sqlState(error) ?? '')) return `The database refuses this connection: ${error.message}`
  if (certificateErrors.test(String(code)))
    return `The database shows a certificate that is refused: ${error.message}. Check sslrootcert, and that the certificate has the name of the host, in DATABASE_URL.`
  if (code === 'EADDRINUSE') return `${error.message}: another program uses this port. Stop it, or set another number.`
  if (isDiskFull(error)) return `The disk is full: ${error.message}`
  return error.stack ?? error.message
}
